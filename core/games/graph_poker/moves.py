"""Graph-Poker's only move, and its events, as typed values.

The rules read moves faster: see grid.py. docs/protocol.md is written from the events.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, ClassVar, Final, NamedTuple, TypeAlias

from core.game import Move, Plain, Seat
from core.games.graph_poker.grid import COORDINATE, place_move
from core.games.graph_poker.poker import HIDDEN, Combination
from core.moves import EventTable, SentAs, TypedEvent, TypedMove
from core.notation import SECRET, Card, Written

_PLACE: Final = re.compile(
    rf"place ([2-9TJQKA][shdc]|{re.escape(HIDDEN)}) ({COORDINATE}) ({COORDINATE})", re.ASCII
)


@dataclass(frozen=True, slots=True)
class PlaceCard(TypedMove):
    """Place a card on a cell (G-R5), x to the right and y up."""

    verb: ClassVar = "place"

    card: str
    """HIDDEN if it lies face down and the viewer may not know it."""
    x: int
    y: int

    def __str__(self) -> str:
        return place_move(self.card, self.x, self.y)

    @property
    def cell(self) -> tuple[int, int]:
        """The cell where it lies."""
        return self.x, self.y


@lru_cache(256)  # boards read the same placements at each key
def parse_move(text: Move) -> PlaceCard:
    """Read a placement. Raises ValueError if the text is not exactly that of a placement."""
    found = _PLACE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text[:40]!r} is not a move of Graph-Poker")
    return PlaceCard(found[1], int(found[2]), int(found[3]))


# --- events -----------------------------------------------------------------------------------


_PLACED: Final = Annotated[str, Written("move", r"place ([2-9TJQKA][shdc]|\?) -?\d+ -?\d+")]


@dataclass(frozen=True, slots=True)
class Began(TypedEvent):
    """A deal has been dealt."""

    kind: ClassVar = "began"

    deal: int
    """Deals count from 1."""
    dealer: Seat


@dataclass(frozen=True, slots=True)
class Moved(TypedEvent):
    """A card has been placed."""

    kind: ClassVar = "moved"
    whose: ClassVar = "the player who has moved"

    seat: Seat
    move: Annotated[PlaceCard, SentAs(_PLACED, parse_move), SECRET]
    """`place ? 2 -1` for all others while the card lies face down."""


class OpenedCard(NamedTuple):
    """A card of the round, turned up."""

    x: int
    y: int
    card: str
    owner: Seat


def _opened(cards: Plain) -> tuple[OpenedCard, ...]:
    return tuple(OpenedCard(*card) for card in cards)


@dataclass(frozen=True, slots=True)
class Opened(TypedEvent):
    """The cards of a round are turned up."""

    kind: ClassVar = "opened"

    cards: Annotated[tuple[OpenedCard, ...], SentAs(list[tuple[int, int, Card, Seat]], _opened)]
    """x, y, card and the seat that placed it, in the order of placing."""


@dataclass(frozen=True, slots=True)
class WindowPaid(TypedEvent):
    """A window of four has been paid."""

    kind: ClassVar = "window"
    whose: ClassVar = "its owner"

    seat: Seat
    paid: Combination
    """As in `last` of the view."""


@dataclass(frozen=True, slots=True)
class RoundScored(TypedEvent):
    """A round is over; as in the record."""

    kind: ClassVar = "round"

    round: int
    """Counted across all deals, from 1."""
    points: tuple[int, ...]
    """The points of each seat."""
    totals: tuple[int, ...]


AnyEvent: TypeAlias = Began | Moved | Opened | WindowPaid | RoundScored

EVENTS: Final[EventTable[AnyEvent]] = EventTable((Began, Moved, Opened, WindowPaid, RoundScored))


parse_event: Final = EVENTS.read
"""Reads an event; None for a kind that this game does not have."""
