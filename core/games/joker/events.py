"""What happens at a table of Joker, as typed values; docs/protocol.md is written from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, ClassVar, Final, TypeAlias

from core.events import DealScored as DealScored
from core.events import EventTable, SentAs, TypedEvent
from core.game import Event, Move, Seat
from core.games.joker.moves import AnyMove, parse_move
from core.games.joker.view import CARD_PLAYED
from core.notation import Among, CardOrNone, MoveText


@dataclass(frozen=True, slots=True)
class Began(TypedEvent):
    """A deal has been dealt."""

    kind: ClassVar = "began"

    deal: int
    """1..24."""
    cards: int
    """How many each player has got."""
    dealer: Seat
    upcard: CardOrNone
    """The card turned up for trumps, "" in nines."""


@dataclass(frozen=True, slots=True)
class Moved(TypedEvent):
    """A move has been made."""

    kind: ClassVar = "moved"
    whose: ClassVar = "whoever has moved"

    seat: Seat
    move: Annotated[AnyMove, SentAs(MoveText, parse_move)]


@dataclass(frozen=True, slots=True)
class TrumpNamed(TypedEvent):
    """Trumps have been named by a player."""

    kind: ClassVar = "trump"
    whose: ClassVar = "whoever has named them"

    seat: Seat
    trump: Annotated[str, Among("s", "h", "d", "c", "none")]


@dataclass(frozen=True, slots=True)
class TrickTaken(TypedEvent):
    """A trick is complete."""

    kind: ClassVar = "trick"
    whose: ClassVar = "whoever has taken it"

    seat: Seat
    leader: Seat
    cards: tuple[Annotated[str, CARD_PLAYED], ...]
    """As they were played, the leader's first."""


@dataclass(frozen=True, slots=True)
class PremiumsPaid(TypedEvent):
    """A pulka is over; as in the record."""

    kind: ClassVar = "premium"

    premium: tuple[int, ...]
    """What each seat gains or loses by the premiums of the pulka; may be all zeros."""
    totals: tuple[int, ...]


AnyEvent: TypeAlias = Began | Moved | TrumpNamed | TrickTaken | DealScored | PremiumsPaid

EVENTS: Final[EventTable[AnyEvent]] = EventTable(
    (Began, Moved, TrumpNamed, TrickTaken, DealScored, PremiumsPaid)
)


def parse_event(event: Event) -> AnyEvent | None:
    """Read an event; None for a kind that this game does not have."""
    return EVENTS.read(event)


@lru_cache(4096)
def moved(seat: Seat, move: Move) -> Moved:
    """Return the event of a move; equal moves share one."""
    return Moved(seat, parse_move(move))
