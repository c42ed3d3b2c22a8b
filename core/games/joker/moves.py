"""Joker's moves, the plays of its tricks and its events, as typed values.

`str` writes the text of a move; docs/protocol.md is written from the events.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, ClassVar, Final, TypeAlias

from core.game import Move, Seat
from core.games.joker.tricks import PLAYS, TRUMPS
from core.games.joker.view import CARD_PLAYED
from core.moves import (
    Bid as Bid,
    DealScored as DealScored,
    EventTable,
    MoveTable,
    SentAs,
    TypedEvent,
    TypedMove,
    tricks_bid,
)
from core.notation import Among, CardOrNone, MoveText


@dataclass(frozen=True, slots=True)
class NameTrump(TypedMove):
    """Name trumps: a suit, or "none" (J-R9)."""

    verb: ClassVar = "trump"

    trump: str


@dataclass(frozen=True, slots=True)
class PlayCard(TypedMove):
    """Play a card; a joker is played in a mode (J-R17, J-R20)."""

    verb: ClassVar = "play"

    card: str
    call: str = ""
    """"high" or "low" in a suit when a joker leads, "top" or "bottom" in reply."""
    suit: str = ""
    """The suit that a leading joker calls."""

    def __str__(self) -> str:
        return f"play {self.text}"

    @property
    def text(self) -> str:
        """The text of the play in views and events: "Ah", "Xr high s"."""
        return " ".join(filter(None, (self.card, self.call, self.suit)))


AnyMove: TypeAlias = Bid | NameTrump | PlayCard


_PLAYS: Final = {text: PlayCard(*text.split(" ")) for text in PLAYS}
_MOVES: Final[MoveTable[AnyMove]] = MoveTable(
    "Joker",
    (
        *map(Bid, range(10)),
        *map(NameTrump, TRUMPS),
        *_PLAYS.values(),
    ),
)


parse_move: Final = _MOVES.read
"""Reads a move. Raises ValueError if it is not a move of this game."""


def parse_play(text: str) -> PlayCard:
    """Read the text of a play. Raises ValueError if it is not one."""
    if text not in _PLAYS:
        raise ValueError(f"{text[:40]!r} is not a play of Joker")
    return _PLAYS[text]


def bid_of(text: Move) -> int:
    """Return the number of tricks that a move bids."""
    return tricks_bid(parse_move(text))


def play_of(text: Move) -> PlayCard:
    """Return the play of a move."""
    move = parse_move(text)
    assert isinstance(move, PlayCard), "a play is expected"
    return move


# --- events -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Began(TypedEvent):
    """A deal has been dealt."""

    kind: ClassVar = "began"

    deal: int
    """Deals count from 1."""
    cards: int
    """The number of cards dealt to each player."""
    dealer: Seat
    upcard: CardOrNone
    """The card turned up for trumps, "" in nines."""


@dataclass(frozen=True, slots=True)
class Moved(TypedEvent):
    """A move has been made."""

    kind: ClassVar = "moved"
    whose: ClassVar = "the player who has moved"

    seat: Seat
    move: Annotated[AnyMove, SentAs(MoveText, parse_move)]


@dataclass(frozen=True, slots=True)
class TrumpNamed(TypedEvent):
    """Trumps have been named by a player."""

    kind: ClassVar = "trump"
    whose: ClassVar = "the player who has named them"

    seat: Seat
    trump: Annotated[str, Among("s", "h", "d", "c", "none")]


@dataclass(frozen=True, slots=True)
class TrickTaken(TypedEvent):
    """A trick is complete."""

    kind: ClassVar = "trick"
    whose: ClassVar = "the player who has taken it"

    seat: Seat
    leader: Seat
    cards: tuple[Annotated[str, CARD_PLAYED], ...]
    """The cards as they were played, the leader's first."""


@dataclass(frozen=True, slots=True)
class PremiumsPaid(TypedEvent):
    """A pulka is over; as in the record."""

    kind: ClassVar = "premium"

    premium: tuple[int, ...]
    """The points each seat gains or loses by the premiums of the pulka; may be all zeros."""
    totals: tuple[int, ...]


AnyEvent: TypeAlias = Began | Moved | TrumpNamed | TrickTaken | DealScored | PremiumsPaid

EVENTS: Final[EventTable[AnyEvent]] = EventTable(
    (Began, Moved, TrumpNamed, TrickTaken, DealScored, PremiumsPaid)
)


parse_event: Final = EVENTS.read
"""Reads an event; None for a kind that this game does not have."""


@lru_cache(4096)
def moved(seat: Seat, move: Move) -> Moved:
    """Return the event of a move; equal moves share one."""
    return Moved(seat, parse_move(move))
