"""What happens at a table of Domino Poker, as typed values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from core.events import numbers, seat_of, texts
from core.game import Event, Seat
from core.games.domino_poker.moves import AnyMove, parse_move


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
