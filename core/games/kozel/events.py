"""What happens at a table of Kozel, as typed values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from core.events import numbers, seat_of, texts
from core.game import Event, Seat
from core.games.kozel.moves import AnyMove, parse_move


@dataclass(frozen=True, slots=True)
class Began:
    """A deal has been dealt; `tile` has to open it, None if any may."""

    deal: int
    opener: Seat
    tile: str | None


@dataclass(frozen=True, slots=True)
class Redealt:
    """The hand of a seat was no good: all are thrown in."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat has moved; `opens` if it laid the first tile of the line."""

    seat: Seat
    move: AnyMove
    opens: bool = False


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat has drawn a tile, its `count`-th in this turn; so many are left in the market."""

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
