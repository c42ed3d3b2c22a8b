"""What happens at a table of Joker, as typed values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from core.events import numbers, seat_of
from core.game import Event, Seat
from core.games.joker.moves import AnyMove, Play, parse_move, parse_play


@dataclass(frozen=True, slots=True)
class Began:
    """A deal has been dealt; the upcard is "" in nines."""

    deal: int
    cards: int
    dealer: Seat
    upcard: str


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat has moved."""

    seat: Seat
    move: AnyMove


@dataclass(frozen=True, slots=True)
class TrumpNamed:
    """A suit, or "none"."""

    seat: Seat
    trump: str


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A seat has taken a trick; its plays, the leader's first."""

    seat: Seat
    leader: Seat
    plays: tuple[Play, ...]


@dataclass(frozen=True, slots=True)
class DealScored:
    """A deal is over; points and totals by seat."""

    deal: int
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PremiumsPaid:
    """A pulka is over; premiums and totals by seat."""

    premiums: tuple[int, ...]
    totals: tuple[int, ...]


AnyEvent: TypeAlias = Began | Moved | TrumpNamed | TrickTaken | DealScored | PremiumsPaid


def parse_event(event: Event) -> AnyEvent | None:
    """Read an event; None for a kind that this game does not have."""
    data = event.data
    match event.kind:
        case "began":
            return Began(data["deal"], data["cards"], data["dealer"], data["upcard"])
        case "moved":
            return Moved(seat_of(event), parse_move(data["move"]))
        case "trump":
            return TrumpNamed(seat_of(event), data["trump"])
        case "trick":
            plays = tuple(map(parse_play, data["cards"]))
            return TrickTaken(seat_of(event), data["leader"], plays)
        case "deal":
            return DealScored(data["deal"], numbers(data["points"]), numbers(data["totals"]))
        case "premium":
            return PremiumsPaid(numbers(data["premium"]), numbers(data["totals"]))
    return None
