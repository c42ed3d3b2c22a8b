"""The mat of a trick-taking game: how it lies under the pieces, and words before the first trick.

Knows neither cards nor tiles nor rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from textwrap import wrap
from typing import Final

from tui.boards.mat import look_on_mat, put_mat
from tui.boards.seats import StyledText
from tui.boards.trick_layout import TableLayout
from tui.boards.trick_table import put_centred
from tui.drawing.canvas import Canvas, text_width
from tui.drawing.look import Look

_AROUND: Final = (2, 1)
"""Columns and rows of the mat around the pieces that lie on it."""


def lay_mat(canvas: Canvas, look: Look, table: TableLayout) -> Look:
    """Lay the mat under all pieces of a trick; return the Look for things on it.

    It keeps clear of what is written about the seats beside and above it.
    """
    return put_mat(canvas, look, *_mat_area(canvas, table))


def look_on_table(canvas: Canvas, look: Look, table: TableLayout) -> Look:
    """Return how things look that lie on the mat of a table, wherever it has been laid."""
    return look_on_mat(look, *_mat_area(canvas, table)[2:])


def _mat_area(canvas: Canvas, table: TableLayout) -> tuple[int, int, int, int]:
    """Return the first column and row of the mat, its width and height."""
    beside = min(x for x, _ in table.spots) - _AROUND[0]
    beside = max(0, min(beside, table.beside) if table.beside else beside)
    top, bottom = _mat_rows(table)
    return beside, top, canvas.width - 2 * beside, bottom - top


def _mat_rows(table: TableLayout) -> tuple[int, int]:
    """Return the first row of the mat and the one after the last."""
    top = min(y for _, y in table.spots) - _AROUND[1]
    bottom = max(y for _, y in table.spots) + table.piece[1] + _AROUND[1]
    return max(table.middle[0], top), min(table.middle[1], bottom)


_FOLDED: Final = 12
"""Columns of the narrowest words on the mat."""


@lru_cache(64)
def _folded(text: str, width: int) -> tuple[str, ...]:
    """Fold a text: the words on the mat come again and again while the cursor moves."""
    return tuple(wrap(text, width)) or ("",)


def heading(look: Look, text: str) -> Canvas:
    """Return a line of the mat that says what the lines below it are."""
    line = Canvas(text_width(text) + 2, 1, look.muted, look.felt)
    line.put(1, 0, text)
    return line


def put_waiting(
    canvas: Canvas, table: TableLayout, words: Sequence[StyledText], drawn: Sequence[Canvas] = ()
) -> None:
    """Write on the mat what a player needs to know before the first trick, folded so that it fits.

    Above the words are the pieces `drawn` for the start, with a heading and lines of their own, if
    all of it fits; without the heading if that helps.
    """
    room = max(_FOLDED, canvas.width - 2 * (table.beside + _AROUND[0]))
    lines = [(row, ink) for text, ink in words for row in _folded(text, room)]
    top, bottom = table.middle
    rows = len(drawn) + bool(drawn and lines) + len(lines)
    while rows > bottom - top and lines and not lines[-1][0]:
        lines, rows = lines[:-1], rows - 1
    if drawn and rows == bottom - top + 1:
        drawn, rows = drawn[1:], rows - 1
    if rows > bottom - top:
        drawn, rows = (), min(len(lines), bottom - top)
    y = min(max(top, (sum(_mat_rows(table)) - rows) // 2), bottom - rows)
    for line in drawn:
        canvas.blit(line, (canvas.width - line.width) // 2, y)
        y += 1
    y += bool(drawn)
    for text, ink in lines[len(lines) - min(len(lines), rows) :]:
        put_centred(canvas, y, [(text, ink)])
        y += 1
