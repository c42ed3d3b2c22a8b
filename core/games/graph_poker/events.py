"""What happens at a table of Graph-Poker, as typed values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from core.events import numbers, seat_of, texts
from core.game import Event, Plain, Seat
from core.games.graph_poker.moves import Place, parse_move
from core.games.graph_poker.poker import Combination


@dataclass(frozen=True, slots=True)
class Began:
    """A deal has been dealt."""

    deal: int
    dealer: Seat


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat has placed a card."""

    seat: Seat
    move: Place


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
    """A round is over, counted through all deals; points and totals by seat."""

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
            return WindowPaid(_combination(data["cells"], data))
        case "round":
            return RoundScored(data["round"], numbers(data["points"]), numbers(data["totals"]))
    return None


def _combination(cells: Plain, data: Plain) -> Combination:
    (x, y), (_, next_y), *_ = cells
    return Combination(
        x, y, y == next_y, texts(data["cards"]), data["category"], data["owner"], data["points"]
    )
