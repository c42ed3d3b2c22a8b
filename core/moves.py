"""The moves of a game as a table: each text and the typed value it stands for. Knows no game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic, Protocol, TypeVar, runtime_checkable

from core.game import Move

MoveT = TypeVar("MoveT")


class TypedMove(Protocol):
    """A move as the value a game reads it as; `str` writes its text."""

    verb: ClassVar[str]
    """The first word of the text."""


@runtime_checkable
class NumberMove(TypedMove, Protocol):
    """A move whose text is its verb and a number, such as a bid."""

    @property
    def number(self) -> int:
        """The number."""
        ...


class Moves(Protocol):
    """A game's module of moves."""

    def parse_move(self, text: Move, /) -> TypedMove:
        """Read a move. Raises ValueError if it is not a move of this game."""
        ...


class MoveTable(Generic[MoveT]):
    """Every move of a game, found by its text; `str` of a move is that text."""

    def __init__(self, game: str, moves: Iterable[MoveT]) -> None:
        self._game = game
        self._moves = {str(move): move for move in moves}

    def read(self, text: Move) -> MoveT:
        """Return the move of that text. Raises ValueError if there is none."""
        move = self._moves.get(text)
        if move is None:
            raise ValueError(f"{text[:40]!r} is not a move of {self._game}")
        return move

    def __contains__(self, text: object) -> bool:
        return text in self._moves
