"""An unbounded grid of cards: its cells, the text of a placement, all placements of a hand.

Knows no rules: the game decides where a card may lie and what it is worth.
"""

import re
from collections.abc import Container, Iterator, Sequence, Set as AbstractSet
from functools import cached_property
from typing import Final, overload

from core.game import Move

# The rules write a cell as one number, so that its neighbours are one addition away.
ROW: Final = 1 << 12
"""Added to a cell, it gives the cell above."""

SIDES: Final = (1, -1, ROW, -ROW)
"""Added to a cell, they give the four cells that share a side with it."""

_HALF: Final = ROW // 2
COORDINATE: Final = "0|-?[1-9][0-9]{0,2}"
"""The notation of x and y, as a regular expression."""

_MOVE: Final = re.compile(rf"place ([2-9TJQKA][shdc]) ({COORDINATE}) ({COORDINATE})", re.ASCII)


def cell_of(x: int, y: int) -> int:
    """Return the number of a cell."""
    return y * ROW + x


def xy_of(cell: int) -> tuple[int, int]:
    """Return x (to the right) and y (up) of a cell."""
    x = (cell + _HALF) % ROW - _HALF
    return x, (cell - x) // ROW


def place_move(token: str, x: int, y: int) -> Move:
    """Write a placement."""
    return f"place {token} {x} {y}"


def parse_place(move: Move) -> tuple[str, int, int] | None:
    """Read a placement: token, x, y; None if it is not in the form of `place_move`."""
    found = _MOVE.fullmatch(move)
    return (found[1], int(found[2]), int(found[3])) if found else None


def window_cells(x: int, y: int, across: bool) -> tuple[tuple[int, int], ...]:
    """List the four cells of a window from its left or lower end."""
    return tuple((x + i, y) if across else (x, y + i) for i in range(4))


def full_windows(cards: Container[int], cell: int) -> Iterator[tuple[int, int]]:
    """Yield the windows around a cell that have no gap: first cell and step."""
    for step in (1, ROW):
        back = ahead = 0
        while back < 3 and cell - (back + 1) * step in cards:
            back += 1
        while ahead < 3 and cell + (ahead + 1) * step in cards:
            ahead += 1
        for offset in range(-back, ahead - 2):
            yield cell + offset * step, step


class Placements(Sequence[Move]):
    """Every card of a hand on every open cell: a sequence that writes each text only when asked.

    A hand of fifty cards and two hundred cells would otherwise cost ten thousand texts a turn.
    """

    def __init__(self, tokens: tuple[str, ...], frontier: AbstractSet[int]) -> None:
        self._tokens = tokens
        self._frontier = frozenset(frontier)

    @cached_property
    def _cells(self) -> tuple[tuple[int, int], ...]:
        return tuple(xy_of(cell) for cell in sorted(self._frontier))

    def __len__(self) -> int:
        return len(self._tokens) * len(self._frontier)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        at = range(len(self))[index]
        card, cell = divmod(at, len(self._frontier))
        return place_move(self._tokens[card], *self._cells[cell])

    def __iter__(self) -> Iterator[Move]:
        return (place_move(token, x, y) for token in self._tokens for x, y in self._cells)

    def __contains__(self, move: object) -> bool:
        parsed = parse_place(move) if isinstance(move, str) else None
        if parsed is None:
            return False
        token, x, y = parsed
        return token in self._tokens and cell_of(x, y) in self._frontier

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Placements):
            return self._tokens == other._tokens and self._frontier == other._frontier
        return isinstance(other, (tuple, list)) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))
