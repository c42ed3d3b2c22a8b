"""What happens at a table of Kozel, as typed values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, NotRequired, TypeAlias, TypedDict

from core.events import EventForm, EventForms, numbers, seat_of, texts
from core.game import Event, Seat
from core.games.kozel.moves import AnyMove, parse_move
from core.notation import OPEN, MoveText, Tile


@dataclass(frozen=True, slots=True)
class Began:
    """A deal has been dealt; `tile` has to open it, None if any may."""

    deal: int
    opener: Seat
    tile: str | None


@dataclass(frozen=True, slots=True)
class Redealt:
    """The hand of a seat was a freak hand: all hands are thrown in."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat has moved; `opens` if it laid the first tile of the line."""

    seat: Seat
    move: AnyMove
    opens: bool = False


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat has drawn a tile, its `count`-th in this turn; `market` tiles are left."""

    seat: Seat
    count: int
    market: int
    tile: str = ""
    """Known to that seat alone."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The hands lie open: `out` has laid its last tile, or nobody after a fish."""

    out: Seat | None
    hands: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class DealScored:
    """A deal is over: what each wrote, the totals, and what each had left in hand."""

    deal: int
    points: tuple[int, ...]
    totals: tuple[int, ...]
    left: tuple[int, ...]


AnyEvent: TypeAlias = Began | Redealt | Moved | Drew | Shown | DealScored


def parse_event(event: Event) -> AnyEvent | None:
    """Read an event; None for a kind that this game does not have."""
    data = event.data
    match event.kind:
        case "began":
            return Began(data["deal"], data["opener"], data["tile"])
        case "redealt":
            return Redealt(seat_of(event))
        case "moved":
            return Moved(seat_of(event), parse_move(data["move"]), bool(data.get("opens")))
        case "drew":
            return Drew(seat_of(event), data["count"], data["market"], data.get("tile", ""))
        case "shown":
            return Shown(event.seat, tuple(map(texts, data["hands"])))
        case "deal":
            scored = (numbers(data[name]) for name in ("points", "totals", "left"))
            return DealScored(data["deal"], *scored)
    return None


# --- as they are sent --------------------------------------------------------------------------


class BeganData(TypedDict):
    """A deal has been dealt."""

    deal: int
    """Deals count from 1."""
    opener: Seat
    tile: Annotated[Tile | None, OPEN]
    """The tile that has to open; nil if any may."""


class RedealtData(TypedDict):
    """The hand of a seat is no good (house rule `redeal`): all are thrown in and dealt again."""


class MovedData(TypedDict):
    """A move has been made."""

    move: MoveText
    opens: NotRequired[bool]
    """True, if this is the first tile of the line."""


class DrewData(TypedDict):
    """A tile has been drawn from the market; stands after its `moved`."""

    count: int
    """Its number among those drawn in this turn, from 1."""
    market: int
    """Tiles left in the market."""
    tile: NotRequired[Tile]
    """For the seat that drew it alone."""


class ShownData(TypedDict):
    """The deal is over and all hands lie open."""

    hands: list[list[Tile]]
    """By seat."""


class DealData(TypedDict):
    """A deal is over; as in the record."""

    deal: int
    """Deals count from 1."""
    points: list[int]
    """What each seat has written."""
    totals: list[int]
    left: list[int]
    """Points counted in each hand."""


EVENTS: Final[EventForms] = {
    "began": EventForm(BeganData),
    "redealt": EventForm(RedealtData, "the first one with such a hand"),
    "moved": EventForm(MovedData, "whoever has moved"),
    "drew": EventForm(DrewData, "whoever has drawn"),
    "shown": EventForm(ShownData, "whoever has laid the last tile", "after a fish"),
    "deal": EventForm(DealData),
}
