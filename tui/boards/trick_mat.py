"""The mat of a trick-taking game: the round cloth, its place under the pieces, and words on it.

Knows neither cards nor tiles nor rules. The edge is drawn in half blocks: two nearly square pixels
in each cell, one above the other.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby, zip_longest
from operator import le
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
    if look.depth == "256":  # the mat may look like felt: the rim must not
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
"""The columns and rows of the mat around the pieces that lie on it."""


def matted(look: Look, table: TrickLayout, width: int, height: int) -> tuple[Canvas, Look]:
    """Draw the felt with the mat under all pieces of a trick; return the Look for pieces on it too.

    The mat keeps clear of the words about the seats beside and above it.
    """
    canvas, on_mat = _bare(look, table, width, height)
    return canvas.copy(), on_mat


@lru_cache(4)
def _bare(look: Look, table: TrickLayout, width: int, height: int) -> tuple[Canvas, Look]:
    """Draw the table before anything lies on it: no move changes that."""
    canvas = Canvas(width, height, look.ink, look.felt)
    return canvas, put_mat(canvas, look, *_mat_area(canvas, table))


def look_on_table(canvas: Canvas, look: Look, table: TrickLayout) -> Look:
    """Return the Look of things on the mat of a table, wherever it has been laid."""
    return look_on_mat(look, *_mat_area(canvas, table)[2:])


def _mat_area(canvas: Canvas, table: TrickLayout) -> tuple[int, int, int, int]:
    """Return the first column and row of the mat, its width and height."""
    beside = max(0, min(x for x, _ in table.spots) - _AROUND[0])
    if table.beside:
        beside = min(beside, table.beside)
        if len(table.blocks) > 2:
            start, _, side, _ = table.blocks[(table.me + 1) % len(table.blocks)]
            beside = max(beside, start + side)
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
    """Fold a text: the words on the mat recur while the cursor moves."""
    return tuple(wrap(text, width)) or ("",)


def heading(look: Look, text: str) -> Canvas:
    """Return a line that heads the following lines of the mat."""
    line = Canvas(text_width(text) + 2, 1, look.muted, look.felt)
    line.put(1, 0, text)
    return line


def inked(look: Look, facts: Sequence[str]) -> list[StyledText]:
    """Ink the facts about a choice: the first one stands out."""
    return [(fact, look.muted if at else look.ink) for at, fact in enumerate(facts)]


_Line: TypeAlias = Canvas | StyledText
"""A line on the mat; a text without letters is a gap."""

_GAP: Final[StyledText] = ("", "")


def put_waiting(
    canvas: Canvas,
    table: TrickLayout,
    choices: Sequence[Sequence[StyledText]],
    focus: int,
    drawn: Sequence[Canvas] = (),
) -> None:
    """Write on the mat the facts that a player needs before the first trick, folded to fit.

    Above the words for the choice in focus are the pieces `drawn` for the start, with a heading and
    lines of their own, if all of it fits within the rim; without a gap or the heading if that
    helps. There is room for the words of each choice, so nothing moves with the cursor.
    """
    room = max(_FOLDED, canvas.width - 2 * (table.beside + _AROUND[0]))
    folded = [_lines(words, room) for words in choices] or [[]]
    close = [[line for line in lines if line[0]] for lines in folded]
    gap = [_GAP] if drawn and any(folded) else []
    heads: list[list[_Line]] = [[*drawn, *gap], [*drawn], [*drawn[1:], *gap], [*drawn[1:]]]
    for head, words in [*((head, folded) for head in heads), (heads[-1], close)]:
        rows = list(zip_longest(*words, fillvalue=_GAP))
        way: Sequence[_Line] = [*head, *(row[focus % len(row)] for row in rows)]
        widest = [max(row, key=_width) for row in rows]
        if (y := _row_within(canvas, table, [*head, *widest])) is not None:
            break
    else:
        way, y = _row_over(table, [way, folded[focus % len(folded)]])
    for row, line in enumerate(way, y):
        if isinstance(line, Canvas):
            canvas.blit(line, (canvas.width - line.width) // 2, row)
        else:
            put_centred(canvas, row, [line])


def _lines(words: Sequence[StyledText], room: int) -> list[StyledText]:
    """Fold words into lines of the mat, without gaps at the end."""
    lines = [(row, ink) for text, ink in words for row in _folded(text, room)]
    while lines and not lines[-1][0]:
        lines.pop()
    return lines


def _width(line: _Line) -> int:
    """Return the columns of a line."""
    return line.width if isinstance(line, Canvas) else text_width(line[0])


def _row_over(table: TrickLayout, ways: Sequence[Sequence[_Line]]) -> tuple[Sequence[_Line], int]:
    """Return the first of several ways whose rows a table without room has, and its row."""
    top, bottom = table.middle
    way = next((way for way in ways if len(way) <= bottom - top), ways[-1][-(bottom - top) :])
    return way, top + (bottom - top - len(way)) // 2


def _row_within(canvas: Canvas, table: TrickLayout, lines: Sequence[_Line]) -> int | None:
    """Return the row, nearest to the middle, from which on lines lie within the rim of the mat."""
    _, top, width, height = _mat_area(canvas, table)
    inner = [sum(count for *pair, count in row if pair == [2, 2]) for row in _spans(width, height)]
    widths = [_width(line) for line in lines]
    middle = (height - len(lines)) // 2
    fitting = [y for y in range(height - len(lines) + 1) if all(map(le, widths, inner[y:]))]
    return top + min(fitting, key=lambda y: abs(y - middle)) if fitting else None
