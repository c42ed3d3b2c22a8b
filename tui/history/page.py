"""What careers add up to, painted: a curve of the last results, bars, numbers. Knows no widget."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from core.records.career import Career
from tui.drawing.canvas import Canvas, cut, text_width
from tui.drawing.charts import Bar, Dot, Series, bars, curve
from tui.drawing.look import Look
from tui.history.sections import Section, recent, recent_title, sections
from tui.history.words import career_rows, columns
from tui.language.games import game_title

GAP: Final = 3
"""Columns between two blocks side by side."""

BLOCK: Final = 47
"""The minimum width of a block."""

LEAST_CURVE: Final = 8
MOST_CURVE: Final = 24
"""Rows of a curve."""


def paint_careers(careers: Sequence[Career], look: Look, width: int, height: int) -> Canvas:
    """Paint the careers as high as they need to be; a curve uses the remaining height.

    One game gets all its charts; several get a short block each, side by side.
    """
    if len(careers) != 1:
        return _side_by_side([_game(each, look, width) for each in careers], look, width)
    (career,) = careers
    if not career.results:
        return _numbers(career, look, width)
    across = max(1, min(3, (width + GAP) // (BLOCK + GAP)))
    room = (width + GAP) // across - GAP
    blocks = [
        _numbers(career, look, room, named=False),
        *(_bars(section, look, room) for section in sections(career)),
    ]
    below = _side_by_side(blocks, look, width)
    rows = min(MOST_CURVE, max(LEAST_CURVE, height - below.height - 2))
    return _stacked([_recent(career, look, width, rows), below], look, width)


def _game(career: Career, look: Look, width: int) -> Canvas:
    numbers = _numbers(career, look, width)
    if width < 2 * BLOCK or not career.results:
        return numbers
    room = max(BLOCK, numbers.width)
    return _stacked([numbers, _recent(career, look, room, LEAST_CURVE)], look, room)


def _numbers(career: Career, look: Look, width: int, *, named: bool = True) -> Canvas:
    rows = columns(list(career_rows(career)), min(width, 2 * BLOCK))
    titles = [game_title(career.game)] if named else []
    wide = min(width, max(map(text_width, [*rows, *titles])))
    canvas = Canvas(wide, len(rows) + len(titles), look.ink, look.felt)
    for y, title in enumerate(titles):
        canvas.put(0, y, title, look.active, None, "b")
    for y, row in enumerate(rows, len(titles)):
        canvas.put(0, y, row)
    return canvas


def _recent(career: Career, look: Look, width: int, rows: int) -> Canvas:
    """Draw the last results, marking those that were won."""
    marks = recent(career)
    dots = {
        index: Dot(look.good, "W") if mark.place == 1 else Dot(look.bad, "G")
        for index, mark in enumerate(marks)
        if mark.place == 1 or mark.goat
    }
    totals = [mark.total for mark in marks]
    line = Series(totals, look.active, dots=dots)
    average = sum(totals) / len(totals)
    drawn = curve([line], look, width, rows, first=1, level=average)
    return _titled(recent_title(career), drawn, look)


def _bars(section: Section, look: Look, width: int) -> Canvas:
    inks = {"": look.active, "good": look.good, "bad": look.bad}
    drawn = [Bar(row.label, row.value, row.said, inks[row.tone]) for row in section.rows]
    return _titled(section.title, bars(drawn, look, width, most=section.most), look)


def _titled(title: str, drawn: Canvas, look: Look) -> Canvas:
    canvas = Canvas(drawn.width, drawn.height + 1, look.ink, look.felt)
    canvas.put(0, 0, cut(title, drawn.width), look.active, None, "b")
    canvas.blit(drawn, 0, 1)
    return canvas


# --- laying out -----------------------------------------------------------------------------------


def _stacked(blocks: Iterable[Canvas], look: Look, width: int) -> Canvas:
    """Lay blocks below each other, with a row between two."""
    found = list(blocks)
    canvas = Canvas(width, sum(each.height + 1 for each in found) - 1, look.ink, look.felt)
    y = 0
    for block in found:
        canvas.blit(block, 0, y)
        y += block.height + 1
    return canvas


def _side_by_side(blocks: Sequence[Canvas], look: Look, width: int) -> Canvas:
    """Distribute blocks over as many columns as fit, each into the shortest so far."""
    if not blocks:
        return Canvas(width, 0, look.ink, look.felt)
    wide = max(block.width for block in blocks)
    across = max(1, min(len(blocks), (width + GAP) // (wide + GAP)))
    columns: list[list[Canvas]] = [[] for _ in range(across)]
    for block in blocks:
        min(columns, key=lambda column: sum(each.height + 1 for each in column)).append(block)
    stacks = [_stacked(column, look, wide) for column in columns]
    canvas = Canvas(width, max(each.height for each in stacks), look.ink, look.felt)
    for number, stack in enumerate(stacks):
        canvas.blit(stack, number * (wide + GAP), 0)
    return canvas
