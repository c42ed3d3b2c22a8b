"""The mat of a trick-taking game: the round cloth, how it lies under the pieces, and words on it.

Knows neither cards nor tiles nor rules. The edge is drawn in half blocks: two nearly square pixels
in each cell, one above the other.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from textwrap import wrap
from typing import Final, TypeAlias

from tui.boards.seats import StyledText
from tui.boards.trick_layout import TrickLayout
from tui.boards.trick_table import put_centred
from tui.drawing.canvas import Canvas, text_width
from tui.drawing.look import Look, mix
from tui.terminal.depth import nearest_256

_ROUND: Final = 3.0
"""The exponent of the edge: 2 is an ellipse; the larger it is, the nearer to a rectangle."""

_LEAST: Final = (16, 6)
"""The minimum columns and rows of a mat."""

Span: TypeAlias = tuple[int, int, int]
"""The colours of the upper and the lower pixels (0 felt, 1 rim, 2 mat), and a number of columns."""


def mat_of(look: Look) -> tuple[str, str]:
    """Return the colours of the mat and its rim: lighter on dark felt, darker on light felt."""
    if look.depth == "256":  # the mat may come out as felt: the rim must not
        rim = nearest_256(mix(look.felt, look.muted, 0.35))
        return nearest_256(mix(look.felt, look.felt_line, 0.2)), rim
    return mix(look.felt, look.felt_line, 0.2), mix(look.felt, look.felt_line, 0.6)


def put_mat(canvas: Canvas, look: Look, x: int, y: int, width: int, height: int) -> Look:
    """Lay the mat into a rectangle; return the Look for things on it.

    If shades cannot be relied on, there is no mat.
    """
    on_mat = look_on_mat(look, width, height)
    if on_mat is look:
        return look
    mat, rim = mat_of(look)
    grounds = (look.felt, rim, mat)
    for row, spans in enumerate(_spans(width, height)):
        at = x
        for upper, lower, count in spans:
            sign = " " if upper == lower else "▀"
            canvas.put(at, y + row, sign * count, grounds[upper], grounds[lower])
            at += count
    return on_mat


def look_on_mat(look: Look, width: int, height: int) -> Look:
    """Return the Look of things on a mat of that size; `look` itself if there is no mat."""
    if look.shapes or width < _LEAST[0] or height < _LEAST[1]:
        return look
    return _matted(look)


@lru_cache(8)
def _matted(look: Look) -> Look:
    """Return the Look of things on the mat; the application has one Look at a time."""
    return replace(look, felt=mat_of(look)[0])


@lru_cache(16)
def _spans(width: int, height: int) -> tuple[tuple[Span, ...], ...]:
    """Return the rows of a mat."""
    return tuple(
        tuple(
            (*pair, len(list(same)))
            for pair, same in groupby(
                (_pixel(x, 2 * y, width, 2 * height), _pixel(x, 2 * y + 1, width, 2 * height))
                for x in range(width)
            )
        )
        for y in range(height)
    )


def _pixel(x: int, y: int, width: int, height: int) -> int:
    """Tell whether a pixel is felt, rim or mat."""
    across, down = abs(x + 0.5 - width / 2), abs(y + 0.5 - height / 2)

    def inside(edge: int) -> bool:
        a, b = across / (width / 2 - edge), down / (height / 2 - edge)
        return math.pow(a, _ROUND) + math.pow(b, _ROUND) <= 1

    return inside(0) + inside(1)


_AROUND: Final = (2, 1)
"""Columns and rows of the mat around the pieces that lie on it."""


def lay_mat(canvas: Canvas, look: Look, table: TrickLayout) -> Look:
    """Lay the mat under all pieces of a trick; return the Look for pieces on it.

    It keeps clear of the words about the seats beside and above it.
    """
    return put_mat(canvas, look, *_mat_area(canvas, table))


def look_on_table(canvas: Canvas, look: Look, table: TrickLayout) -> Look:
    """Return the Look of things on the mat of a table, wherever it has been laid."""
    return look_on_mat(look, *_mat_area(canvas, table)[2:])


def _mat_area(canvas: Canvas, table: TrickLayout) -> tuple[int, int, int, int]:
    """Return the first column and row of the mat, its width and height."""
    beside = min(x for x, _ in table.spots) - _AROUND[0]
    beside = max(0, min(beside, table.beside) if table.beside else beside)
    top, bottom = _mat_rows(table)
    return beside, top, canvas.width - 2 * beside, bottom - top


def _mat_rows(table: TrickLayout) -> tuple[int, int]:
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
    """Return a line of the mat that heads the lines below it."""
    line = Canvas(text_width(text) + 2, 1, look.muted, look.felt)
    line.put(1, 0, text)
    return line


def put_waiting(
    canvas: Canvas, table: TrickLayout, words: Sequence[StyledText], drawn: Sequence[Canvas] = ()
) -> None:
    """Write on the mat the facts that a player needs before the first trick, folded to fit.

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
