"""The places of the tiles in a line of dominoes: from the opening tile both ways, turning at the
edges.

A pure layout: numbers in, places out. It draws nothing and knows no game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tui.drawing.art.tiles import ACROSS, KINDS, UPRIGHT, TileKind

MARK: Final = 2
"""Cells kept free beyond either end for its mark: an arrow and the number."""

_HALF: Final[dict[TileKind, int]] = {"huge": 3, "large": 2, "pips": 2, "digits": 1, "mini": 0}
"""The row in the middle of an upright tile's upper half; the lower half mirrors it."""


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile: its index in the line, its cell, and its halves as they are drawn."""

    index: int
    x: int
    y: int
    upright: bool
    first: int
    """The left or upper half."""
    second: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class ChainEnd:
    """An open end: the place of its mark, and whether the line grows to the right there."""

    x: int
    """Column of the first cell of the mark."""
    y: int
    to_right: bool


@dataclass(frozen=True, slots=True)
class Chain:
    """The whole line, laid out."""

    kind: TileKind
    tiles: tuple[PlacedTile, ...]
    """In the order of the line."""
    left: ChainEnd
    right: ChainEnd

    def moved(self, dx: int) -> Chain:
        """Return the line moved to the right by this many columns."""
        tiles = tuple(replace(tile, x=tile.x + dx) for tile in self.tiles)
        ends = (replace(end, x=end.x + dx) for end in (self.left, self.right))
        return Chain(self.kind, tiles, *ends)


Tile = tuple[int, int]

_WAYS: Final = ((False, False), (True, False), (True, True))
"""Packed or not, from the corner or from the middle: the way that moves least comes first."""


def arrange(
    line: Sequence[Tile],
    opened_at: int,
    width: int,
    height: int,
    kinds: Sequence[TileKind] = KINDS,
) -> Chain | None:
    """Lay a line out with the largest of some kinds that fits; None if none does.

    A tile laid later does not move the others while the kind stays the same and there is room above
    and below. Where that wastes too much of a row, the line is packed anew for each tile; as a last
    resort it starts at the upper left corner, wherever it was opened. The largest tiles are not
    worth that: all of them would move with each tile laid on the left.
    """
    for kind in kinds:
        for packed, corner in _WAYS[: 2 if kind in KINDS[:2] else 3]:
            start = 0 if corner else opened_at
            chain = _try(kind, line, start, width, height, packed=packed, corner=corner)
            if chain is not None:
                return chain
    return None


def _try(
    kind: TileKind,
    line: Sequence[Tile],
    opened_at: int,
    width: int,
    height: int,
    *,
    packed: bool,
    corner: bool,
) -> Chain | None:
    # A row ends when there is no room for a tile, a double and a turning tile; the next row keeps
    # as much free at its start.
    if width < 2 * ACROSS[kind][0] + 5 * UPRIGHT[kind][0]:
        return None
    first, second = line[opened_at]
    upright = first == second
    across, up = (UPRIGHT if upright else ACROSS)[kind]
    x = MARK if corner else (width - across) // 2
    opening = PlacedTile(opened_at, x, -(up // 2), upright, first, second, across, up)
    # The right arm reads its tiles away from the opening; so does the left one, with halves
    # swapped.
    right = _Arm(kind, width, opening, 1, packed)
    for index in range(opened_at + 1, len(line)):
        right.add(index, line[index], line[index + 1] if index + 1 < len(line) else None)
    left = _Arm(kind, width, opening, -1, packed)
    for index in range(opened_at - 1, -1, -1):
        before = line[index - 1][::-1] if index else None
        left.add(index, (line[index][1], line[index][0]), before)
    tiles = (*reversed(left.tiles), opening, *right.tiles)
    top = min(tile.y for tile in tiles)
    bottom = max(tile.y + tile.height for tile in tiles)
    if bottom - top > height:
        return None
    down = (height - top - bottom) // 2 if corner else max((height - 1) // 2, -top)
    down = min(down, height - bottom)
    moved = tuple(replace(tile, y=tile.y + down) for tile in tiles)
    ends = [replace(end, y=end.y + down) for end in (left.end(), right.end())]
    return Chain(kind, moved, ends[0], ends[1])


class _Arm:
    """One arm of the line while it grows: along a row, at its edge into the next, and back."""

    def __init__(
        self, kind: TileKind, width: int, opening: PlacedTile, side: int, packed: bool
    ) -> None:
        self.kind = kind
        self.width = width
        self.packed = packed
        self.tiles: list[PlacedTile] = []
        self.direction = side
        """1 while the row grows to the right, -1 to the left."""
        self.vertical = side
        """1 for the arm whose rows follow below, -1 above."""
        self.row = 0
        self.last = opening

    def room(self) -> int:
        """Return the free cells of this row."""
        return self.width - self._edge() if self.direction > 0 else self._edge()

    def _edge(self) -> int:
        return self.last.x + (self.last.width if self.direction > 0 else 0)

    def add(self, index: int, tile: Tile, following: Tile | None) -> None:
        """Lay the next tile; its inner half comes first."""
        inner, outer = tile
        if inner == outer:
            self._in_row(index, tile, upright=True)
        elif self.room() >= ACROSS[self.kind][0] + self._reserve(following):
            self._in_row(index, tile, upright=False)
        else:
            self._turn(index, tile)

    def _reserve(self, following: Tile | None) -> int:
        """Return the cells to keep for a double in this row and for a tile turning beside it."""
        double = UPRIGHT[self.kind][0]
        if not self.packed:
            return 2 * double
        if following is None:
            return MARK
        return 2 * double if following[0] == following[1] else 0

    def _in_row(self, index: int, tile: Tile, *, upright: bool) -> None:
        width, height = (UPRIGHT if upright else ACROSS)[self.kind]
        edge = self._edge()
        first, second = tile if self.direction > 0 else tile[::-1]
        x = edge if self.direction > 0 else edge - width
        self._put(
            PlacedTile(index, x, self.row - height // 2, upright, first, second, width, height)
        )

    def _turn(self, index: int, tile: Tile) -> None:
        """Hang an upright tile under (or over) the end of the row; beside a double at its end."""
        width, height = UPRIGHT[self.kind]
        beside = self.last.upright
        if self.direction > 0:
            x = self._edge() if beside else self._edge() - width
        else:
            x = self._edge() - width if beside else self._edge()
        reach = ACROSS[self.kind][1] // 2 + 1
        if self.vertical > 0:
            y = self.row + reach
            self.row = y + height - 1 - _HALF[self.kind]
        else:
            y = self.row - reach - height + 1
            self.row = y + _HALF[self.kind]
        first, second = tile if self.vertical > 0 else tile[::-1]
        self.direction = -self.direction
        self._put(PlacedTile(index, x, y, True, first, second, width, height))

    def _put(self, placed: PlacedTile) -> None:
        self.tiles.append(placed)
        self.last = placed

    def end(self) -> ChainEnd:
        """Return the place of the mark at this arm's end."""
        edge = self._edge()
        return ChainEnd(edge if self.direction > 0 else edge - MARK, self.row, self.direction > 0)
