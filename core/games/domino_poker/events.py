"""What happens at a table of Domino Poker, as typed values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, NotRequired, TypeAlias, TypedDict

from core.events import DEAL, EventForm, EventForms, numbers, seat_of, texts
from core.game import Event, Seat
from core.games.domino_poker.moves import AnyMove, parse_move
from core.notation import Among, MoveText, Tile, TileOrNone


@dataclass(frozen=True, slots=True)
class Began:
    """A deal has been dealt, or the row of the fifth stage laid out."""

    deal: int
    stage: str
    """As in core.games.domino_poker.sheet.Deal."""
    size: int
    """Tiles that each has got."""
    starter: Seat


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat has moved; None while its decision is secret (D-R25)."""

    seat: Seat
    move: AnyMove | None


@dataclass(frozen=True, slots=True)
class Turned:
    """A tile of the row lies open: the picked one, or the one that `seat` shows."""

    seat: Seat | None
    position: int
    tile: str


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A seat has taken a trick; its tiles, the leader's first."""

    seat: Seat
    leader: Seat
    tiles: tuple[str, ...]

    @property
    def best(self) -> str:
        """The tile that took it."""
        return self.tiles[(self.seat - self.leader) % len(self.tiles)]


@dataclass(frozen=True, slots=True)
class Shown:
    """The decisions of the fifth stage are open; a tile that is kept stays hidden, ""."""

    decisions: tuple[str, ...]
    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DealScored:
    """A deal is over; points and totals by seat."""

    deal: int
    points: tuple[int, ...]
    totals: tuple[int, ...]


AnyEvent: TypeAlias = Began | Moved | Turned | TrickTaken | Shown | DealScored


def parse_event(event: Event) -> AnyEvent | None:
    """Read an event; None for a kind that this game does not have."""
    data = event.data
    match event.kind:
        case "began":
            return Began(data["deal"], data["stage"], data["size"], data["starter"])
        case "moved":
            move = data.get("move")
            return Moved(seat_of(event), None if move is None else parse_move(move))
        case "turned":
            return Turned(event.seat, data["position"], data["tile"])
        case "trick":
            return TrickTaken(seat_of(event), data["leader"], texts(data["tiles"]))
        case "shown":
            return Shown(texts(data["decisions"]), texts(data["tiles"]))
        case "deal":
            return DealScored(data["deal"], numbers(data["points"]), numbers(data["totals"]))
    return None


# --- as they are sent --------------------------------------------------------------------------


class BeganData(TypedDict):
    """A deal has been dealt, or the row of the fifth stage laid out."""

    deal: int
    """Deals count from 1."""
    stage: Annotated[str, Among("plain", "blind", "hapok", "mizer", "fifth")]
    size: int
    """Tiles that each has got."""
    starter: Seat


class SecretMoveData(TypedDict):
    """A move has been made."""

    move: NotRequired[MoveText]
    """Left out for others where it is secret: `show` and `keep`, if all disclose at once."""


class TurnedData(TypedDict):
    """A tile of the row lies open."""

    position: int
    """0..27."""
    tile: Tile


class TrickData(TypedDict):
    """A trick is complete."""

    winner: Seat
    leader: Seat
    tiles: list[Tile]
    """The leader's first."""


class ShownData(TypedDict):
    """All decisions of the fifth stage are open. Everything is by seat."""

    decisions: list[Annotated[str, Among("show", "keep")]]
    tiles: list[TileOrNone]
    """"" for a tile that is kept."""


EVENTS: Final[EventForms] = {
    "began": EventForm(BeganData),
    "moved": EventForm(SecretMoveData, "whoever has moved"),
    "trick": EventForm(TrickData, "whoever has taken it"),
    "turned": EventForm(TurnedData, "whoever shows it", "the tile that the chooser has picked"),
    "shown": EventForm(ShownData),
    "deal": DEAL,
}
