"""A grid of coloured character cells: everything at the table is drawn on one. No Textual here."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias
from unicodedata import category, east_asian_width

Style: TypeAlias = tuple[str, str, str]
"""Ink and ground as "#rrggbb", and attributes: any of b(old), u(nderline), i(talic), r(everse)."""


@lru_cache(4096)
def char_width(char: str) -> int:
    """Return the number of cells of a character; 0 if it is not drawn at all."""
    if category(char) in ("Cc", "Cf", "Mn", "Me", "Cs"):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def text_width(text: str) -> int:
    """Return the number of cells of a text."""
    return sum(map(char_width, text))


@lru_cache(4096)
def _is_narrow(text: str) -> bool:
    return all(char_width(char) == 1 for char in text)


def cut(text: str, width: int) -> str:
    """Shorten a text to a number of cells, with … for the rest."""
    if text_width(text) <= width:
        return text
    kept, left = "", width - 1
    for char in text:
        left -= char_width(char)
        if left < 0:
            break
        kept += char
    return kept.rstrip() + "…" if width > 0 else ""


def fitted(text: str, width: int) -> str:
    """Make a text exactly `width` cells wide."""
    short = cut(text, width)
    return short + " " * (width - text_width(short))


LEAST_COLUMN: Final = 4
"""The fewest cells that a column of a table keeps."""


def columns(
    rows: Sequence[Sequence[str]],
    room: int | None = None,
    *,
    right: Container[int] = (),
    cut_first: Sequence[int] | None = None,
    least: int = LEAST_COLUMN,
) -> list[str]:
    """Align the rows of a table; the columns `right` end below each other.

    Columns are cut so that a row fits into `room` cells: the last ones first, unless `cut_first`
    names the columns to cut. If that is not enough, rows are longer.
    """
    widths = [max(map(text_width, column)) for column in zip(*rows, strict=True)]
    over = 0 if room is None else sum(widths) + 2 * (len(widths) - 1) - room
    for index in reversed(range(len(widths))) if cut_first is None else cut_first:
        cut_off = max(0, min(over, widths[index] - least))
        widths[index] -= cut_off
        over -= cut_off
    return ["  ".join(_cells(row, widths, right)).rstrip() for row in rows]


def _cells(row: Sequence[str], widths: Sequence[int], right: Container[int]) -> Iterator[str]:
    for index, (cell, width) in enumerate(zip(row, widths, strict=True)):
        short = cut("".join(char for char in cell if char.isprintable()), width)
        room = " " * (width - text_width(short))
        yield room + short if index in right else short + room


class Canvas:
    """A grid of cells of one column each; texts are cut off at its edges.

    Only names and chat can bring characters of two columns: the second one's cell is then "".
    """

    __slots__ = ("chars", "height", "styles", "wide", "width")

    def __init__(self, width: int, height: int, ink: str, ground: str) -> None:
        self.width = width
        self.height = height
        self.chars = [[" "] * width for _ in range(height)]
        style: Style = (ink, ground, "")
        self.styles = [[style] * width for _ in range(height)]
        self.wide = False
        """Whether there are, or were, characters of two columns."""

    def put(
        self,
        x: int,
        y: int,
        text: str,
        ink: str | None = None,
        ground: str | None = None,
        attributes: str = "",
    ) -> int:
        """Write text from (x, y) to the right; colours not given stay. Return the x after it."""
        if not 0 <= y < self.height:
            return x + text_width(text)
        if not self.wide and _is_narrow(text):
            return self._put_narrow(x, y, text, ink, ground, attributes)
        chars, styles = self.chars[y], self.styles[y]
        for char in text:
            cells = 1 if " " <= char < "\x7f" else char_width(char)
            if cells == 2 and x + 1 < self.width and x >= 0:
                old = styles[x]
                chars[x : x + 2] = char, ""
                styles[x] = styles[x + 1] = (ink or old[0], ground or old[1], attributes)
                self.wide = True
            elif cells and 0 <= x < self.width:
                old = styles[x]
                chars[x] = char if cells == 1 else " "
                styles[x] = (ink or old[0], ground or old[1], attributes)
            x += cells
        if self.wide:
            self._mend(y)
        return x

    def _put_narrow(
        self, x: int, y: int, text: str, ink: str | None, ground: str | None, attributes: str
    ) -> int:
        """Write text with one cell per character: nearly all text, so it has to be quick."""
        end = x + len(text)
        first, last = max(0, x), min(end, self.width)
        if first < last:
            self.chars[y][first:last] = text[first - x : last - x]
            row = self.styles[y]
            if ink is not None and ground is not None:
                row[first:last] = [(ink, ground, attributes)] * (last - first)
            else:
                row[first:last] = [
                    (ink or old[0], ground or old[1], attributes) for old in row[first:last]
                ]
        return end

    def _mend(self, y: int) -> None:
        """Blank the halves of wide characters whose other half was overwritten."""
        row = self.chars[y]
        for x, char in enumerate(row):
            if char == "":
                if x == 0 or char_width(row[x - 1] or " ") != 2:
                    row[x] = " "
            elif char_width(char) == 2 and (x + 1 == self.width or row[x + 1] != ""):
                row[x] = " "

    def fill(self, x: int, y: int, width: int, height: int, ground: str) -> None:
        """Paint a rectangle of blanks."""
        for row in range(y, y + height):
            self.put(x, row, " " * width, None, ground)

    def blit(self, source: Canvas, x: int, y: int) -> None:
        """Lay another canvas on this one."""
        left, right = max(0, -x), min(source.width, self.width - x)
        if left >= right:
            return
        for row in range(max(0, -y), min(source.height, self.height - y)):
            self.chars[y + row][x + left : x + right] = source.chars[row][left:right]
            self.styles[y + row][x + left : x + right] = source.styles[row][left:right]
            if self.wide or source.wide:
                self.wide = True
                self._mend(y + row)

    def copy(self) -> Canvas:
        """Return a separate canvas with the same cells."""
        other = Canvas(0, 0, "", "")
        other.width, other.height, other.wide = self.width, self.height, self.wide
        other.chars = [row.copy() for row in self.chars]
        other.styles = [row.copy() for row in self.styles]
        return other

    def lines(self) -> list[str]:
        """The characters alone, rows without trailing blanks, for tests and plain output."""
        return ["".join(row).rstrip() for row in self.chars]


@dataclass(frozen=True, slots=True)
class Hit:
    """A rectangle that answers the mouse; `what` names it for the painter."""

    x: int
    y: int
    width: int
    height: int
    what: tuple[str, int | str]

    def holds(self, x: int, y: int) -> bool:
        """Tell whether a cell lies inside."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def moved(self, dx: int, dy: int) -> Hit:
        """Return the rectangle for a canvas laid on another at (dx, dy)."""
        return Hit(self.x + dx, self.y + dy, self.width, self.height, self.what)


@dataclass(frozen=True, slots=True)
class Painting:
    """The result of a paint function: cells, and rectangles for the mouse."""

    canvas: Canvas
    hits: tuple[Hit, ...] = ()

    def hit(self, x: int, y: int) -> Hit | None:
        """Return the topmost rectangle at a cell: the one painted last."""
        return next((hit for hit in reversed(self.hits) if hit.holds(x, y)), None)
