"""What happens at a table of Graph-Poker, as typed values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, NamedTuple, TypeAlias, TypedDict

from core.events import EventForm, EventForms, numbers, seat_of
from core.game import Event, Seat
from core.games.graph_poker.moves import PlaceCard, parse_move
from core.games.graph_poker.poker import Combination
from core.notation import Card, Written


@dataclass(frozen=True, slots=True)
class Began:
    """A deal has been dealt."""

    deal: int
    dealer: Seat


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat has placed a card."""

    seat: Seat
    move: PlaceCard


class OpenedCard(NamedTuple):
    """A card of the round, turned up."""

    x: int
    y: int
    card: str
    owner: Seat


@dataclass(frozen=True, slots=True)
class Opened:
    """The cards of a round are turned up, in the order in which they were placed."""

    cards: tuple[OpenedCard, ...]


@dataclass(frozen=True, slots=True)
class WindowPaid:
    """A window of four has been paid to its owner."""

    paid: Combination


@dataclass(frozen=True, slots=True)
class RoundScored:
    """A round is over, counted across all deals; points and totals by seat."""

    round: int
    points: tuple[int, ...]
    totals: tuple[int, ...]


AnyEvent: TypeAlias = Began | Moved | Opened | WindowPaid | RoundScored


def parse_event(event: Event) -> AnyEvent | None:
    """Read an event; None for a kind that this game does not have."""
    data = event.data
    match event.kind:
        case "began":
            return Began(data["deal"], data["dealer"])
        case "moved":
            return Moved(seat_of(event), parse_move(data["move"]))
        case "opened":
            return Opened(tuple(OpenedCard(*card) for card in data["cards"]))
        case "window":
            return WindowPaid(Combination(*data["paid"]))
        case "round":
            return RoundScored(data["round"], numbers(data["points"]), numbers(data["totals"]))
    return None


# --- as they are sent --------------------------------------------------------------------------


class BeganData(TypedDict):
    """A deal has been dealt."""

    deal: int
    """Deals count from 1."""
    dealer: Seat


class MovedData(TypedDict):
    """A card has been placed."""

    move: Annotated[str, Written("move", r"place ([2-9TJQKA][shdc]|\?) -?\d+ -?\d+")]
    """`place ? 2 -1` for all others while the card lies face down."""


class OpenedData(TypedDict):
    """The cards of a round are turned up."""

    cards: list[tuple[int, int, Card, Seat]]
    """x, y, card and who placed it, in the order of placing."""


class WindowData(TypedDict):
    """A window of four has been paid."""

    paid: Combination
    """As in `last` of the view."""


class RoundData(TypedDict):
    """A round is over; as in the record."""

    round: int
    """Counted across all deals, from 1."""
    points: list[int]
    """What each seat scored."""
    totals: list[int]


EVENTS: Final[EventForms] = {
    "began": EventForm(BeganData),
    "moved": EventForm(MovedData, "whoever has moved"),
    "opened": EventForm(OpenedData),
    "window": EventForm(WindowData, "its owner"),
    "round": EventForm(RoundData),
}
