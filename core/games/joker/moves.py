"""Joker's moves as typed values, and the plays of its tricks; `str` writes the text again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from core.game import Move
from core.games.joker.tricks import PLAYS, TRUMPS
from core.moves import MoveTable
from core.tricks.bids import Bid as Bid
from core.tricks.bids import tricks_bid


@dataclass(frozen=True, slots=True)
class NameTrump:
    """A suit, or "none" (J-R9)."""

    verb: ClassVar = "trump"

    trump: str

    def __str__(self) -> str:
        return f"trump {self.trump}"


@dataclass(frozen=True, slots=True)
class Play:
    """A card, and how it is played if it is a joker (J-R17, J-R20)."""

    verb: ClassVar = "play"

    card: str
    call: str = ""
    """"high" or "low" in a suit when a joker leads, "top" or "bottom" in reply."""
    suit: str = ""
    """The suit that a leading joker is called in."""

    def __str__(self) -> str:
        return f"play {self.text}"

    @property
    def text(self) -> str:
        """The play as views and events write it: "Ah", "Xr high s"."""
        return " ".join(filter(None, (self.card, self.call, self.suit)))


AnyMove: TypeAlias = Bid | NameTrump | Play


def _read_play(text: str) -> Play:
    return Play(*text.split(" "))


_PLAYS: Final = {text: _read_play(text) for text in PLAYS}
_MOVES: Final[MoveTable[AnyMove]] = MoveTable(
    "Joker",
    (
        *map(Bid, range(10)),
        *map(NameTrump, TRUMPS),
        *_PLAYS.values(),
    ),
)


def parse_move(text: Move) -> AnyMove:
    """Read a move. Raises ValueError if it is not a move of this game."""
    return _MOVES.read(text)


def parse_play(text: str) -> Play:
    """Read a play as views and events write it. Raises ValueError if it is not one."""
    if text not in _PLAYS:
        raise ValueError(f"{text[:40]!r} is not a play of Joker")
    return _PLAYS[text]


def bid_of(text: Move) -> int:
    """Return how many tricks a move bids."""
    return tricks_bid(parse_move(text))


def play_of(text: Move) -> Play:
    """Return what a move plays."""
    move = parse_move(text)
    assert isinstance(move, Play), "a play is expected"
    return move
