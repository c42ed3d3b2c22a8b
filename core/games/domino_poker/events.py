"""What happens at a table of Domino Poker; docs/protocol.md is written from it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, ClassVar, Final, TypeAlias

from core.events import DealScored as DealScored
from core.events import EventTable, SentAs, TypedEvent
from core.game import Event, Move, Seat
from core.games.domino_poker.moves import AnyMove, parse_move
from core.notation import SECRET, Among, MoveText, Tile, TileOrNone


@dataclass(frozen=True, slots=True)
class Began(TypedEvent):
    """A deal has been dealt, or the row of the fifth stage laid out."""

    kind: ClassVar = "began"

    deal: int
    """Deals count from 1."""
    stage: Annotated[str, Among("plain", "blind", "hapok", "mizer", "fifth")]
    size: int
    """Tiles that each has got."""
    starter: Seat


@dataclass(frozen=True, slots=True)
class Moved(TypedEvent):
    """A move has been made."""

    kind: ClassVar = "moved"
    whose: ClassVar = "whoever has moved"

    seat: Seat
    move: Annotated[AnyMove | None, SentAs(MoveText, parse_move), SECRET] = None
    """Left out for others where it is secret: `show` and `keep`, if all disclose at once."""


@dataclass(frozen=True, slots=True)
class TrickTaken(TypedEvent):
    """A trick is complete."""

    kind: ClassVar = "trick"
    whose: ClassVar = "whoever has taken it"

    seat: Seat
    winner: Seat
    leader: Seat
    tiles: tuple[Tile, ...]
    """The leader's first."""

    @property
    def best(self) -> str:
        """The tile that took it."""
        return self.tiles[(self.seat - self.leader) % len(self.tiles)]


@dataclass(frozen=True, slots=True)
class Turned(TypedEvent):
    """A tile of the row lies open."""

    kind: ClassVar = "turned"
    whose: ClassVar = "whoever shows it"
    nobody: ClassVar = "the tile that the chooser has picked"

    seat: Seat | None
    position: int
    """0..27."""
    tile: Tile


@dataclass(frozen=True, slots=True)
class Shown(TypedEvent):
    """All decisions of the fifth stage are open. Everything is by seat."""

    kind: ClassVar = "shown"

    decisions: tuple[Annotated[str, Among("show", "keep")], ...]
    tiles: tuple[TileOrNone, ...]
    """"" for a tile that is kept."""


AnyEvent: TypeAlias = Began | Moved | TrickTaken | Turned | Shown | DealScored

EVENTS: Final[EventTable[AnyEvent]] = EventTable(
    (Began, Moved, TrickTaken, Turned, Shown, DealScored)
)


def parse_event(event: Event) -> AnyEvent | None:
    """Read an event; None for a kind that this game does not have."""
    return EVENTS.read(event)


@lru_cache(4096)
def moved(seat: Seat, move: Move) -> Moved:
    """Return the event of a move; equal moves share one."""
    return Moved(seat, parse_move(move))
