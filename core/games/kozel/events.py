"""What happens at a table of Kozel, as typed values; docs/protocol.md is written from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, ClassVar, Final, TypeAlias

from core.events import EventTable, SentAs, TypedEvent
from core.game import Event, Move, Seat
from core.games.kozel.moves import AnyMove, parse_move
from core.notation import OPEN, SECRET, MoveText, Tile


@dataclass(frozen=True, slots=True)
class Began(TypedEvent):
    """A deal has been dealt."""

    kind: ClassVar = "began"

    deal: int
    """Deals count from 1."""
    opener: Seat
    tile: Annotated[Tile | None, OPEN]
    """The tile that has to open; nil if any may."""


@dataclass(frozen=True, slots=True)
class Redealt(TypedEvent):
    """The hand of a seat is no good (house rule `redeal`): all are thrown in and dealt again."""

    kind: ClassVar = "redealt"
    whose: ClassVar = "the first one with such a hand"

    seat: Seat


@dataclass(frozen=True, slots=True)
class Moved(TypedEvent):
    """A move has been made."""

    kind: ClassVar = "moved"
    whose: ClassVar = "whoever has moved"

    seat: Seat
    move: Annotated[AnyMove, SentAs(MoveText, parse_move)]
    opens: bool = False
    """True, if this is the first tile of the line."""


@dataclass(frozen=True, slots=True)
class Drew(TypedEvent):
    """A tile has been drawn from the market; stands after its `moved`."""

    kind: ClassVar = "drew"
    whose: ClassVar = "whoever has drawn"

    seat: Seat
    count: int
    """Its number among those drawn in this turn, from 1."""
    market: int
    """Tiles left in the market."""
    tile: Annotated[Tile, SECRET] = ""
    """For the seat that drew it alone."""


@dataclass(frozen=True, slots=True)
class Shown(TypedEvent):
    """The deal is over and all hands lie open."""

    kind: ClassVar = "shown"
    whose: ClassVar = "whoever has laid the last tile"
    nobody: ClassVar = "after a fish"

    seat: Seat | None
    hands: tuple[tuple[Tile, ...], ...]
    """By seat."""


@dataclass(frozen=True, slots=True)
class DealScored(TypedEvent):
    """A deal is over; as in the record."""

    kind: ClassVar = "deal"

    deal: int
    """Deals count from 1."""
    points: tuple[int, ...]
    """What each seat has written."""
    totals: tuple[int, ...]
    left: tuple[int, ...]
    """Points counted in each hand."""


AnyEvent: TypeAlias = Began | Redealt | Moved | Drew | Shown | DealScored

EVENTS: Final[EventTable[AnyEvent]] = EventTable((Began, Redealt, Moved, Drew, Shown, DealScored))


def parse_event(event: Event) -> AnyEvent | None:
    """Read an event; None for a kind that this game does not have."""
    return EVENTS.read(event)


@lru_cache(4096)
def moved(seat: Seat, move: Move) -> Moved:
    """Return the event of a move that does not open the line; equal moves share one."""
    return Moved(seat, parse_move(move))
