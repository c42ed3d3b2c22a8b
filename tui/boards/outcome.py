"""The outcome of a finished deal, drawn in the rows of the hand that has gone. Knows no game."""

from __future__ import annotations

from typing import Final

from core.game import Seat
from tui.boards.contract import Board
from tui.boards.panel import put_cells
from tui.boards.scene import DealOutcome, Scene, Tone
from tui.boards.seats import letters_of, mine_first, put_badge
from tui.drawing.canvas import Canvas, Painting, cut, text_width
from tui.drawing.look import Look
from tui.language.text import t

_NAME: Final = 14
"""The most columns of a name."""

_LEAST: Final = 8
"""Columns that a name keeps where a note needs room."""

_APART: Final = 2


def painted_outcome(board: Board, scene: Scene | None, width: int, height: int) -> Painting | None:
    """Draw the outcome of a finished deal in place of the hand; None while it is not shown."""
    if scene is None or not scene.shows_summary or scene.focus.stop is not None:
        return None
    outcome = board.outcome(scene.view)
    return None if outcome is None else paint_outcome(scene, outcome, width, height)


def paint_outcome(scene: Scene, outcome: DealOutcome, width: int, height: int) -> Painting:
    """Draw a row a player, the viewer's first; in two columns where there are too many rows."""
    look, view = scene.look, scene.view
    canvas = Canvas(width, height, look.ink, look.felt)
    order = mine_first(view.seats, view.seat)
    cells = _widths(outcome)
    names = min(_NAME, max(text_width(_name(scene, seat)) for seat in order))
    noted = max((text_width(each.note) for each in outcome.results), default=0)
    notes = noted and noted + _APART
    per = len(order)
    if per > height and 2 * (2 + names + sum(cells)) + 3 * _APART <= width:
        per = -(-per // 2)
    columns = -(-len(order) // per)
    room = (width - _APART * (columns + 1)) // columns
    names = max(min(names, _LEAST), min(names, room - 2 - sum(cells) - notes))
    across = 2 + names + sum(cells)
    notes = max(0, min(notes, room - across))
    headed = height > per
    gap = 2 if 2 * per + headed <= height else 1
    left = (width - columns * (across + notes) - _APART * (columns - 1)) // 2
    for number in range(columns):
        x = max(0, left) + number * (across + notes + _APART)
        if headed:
            heads = (*outcome.heads, t("total"))
            put_cells(canvas, x + 2 + names, 0, cells, [(head, look.muted) for head in heads])
        for place, seat in enumerate(order[number * per : (number + 1) * per]):
            y = headed + gap * place
            _put_result(canvas, scene, outcome, seat, (x, y, names, cells, notes))
    return Painting(canvas)


def _name(scene: Scene, seat: Seat) -> str:
    return t("You") if seat == scene.view.seat else scene.names[seat]


def _widths(outcome: DealOutcome) -> list[int]:
    texts = [[text for text, _ in each.cells] for each in outcome.results]
    columns = [
        [head, *column]
        for head, column in zip(outcome.heads, zip(*texts, strict=True), strict=True)
    ]
    columns.append([t("total"), *(str(each.total) for each in outcome.results)])
    return [max(map(text_width, column)) + _APART for column in columns]


def _put_result(
    canvas: Canvas,
    scene: Scene,
    outcome: DealOutcome,
    seat: Seat,
    place: tuple[int, int, int, list[int], int],
) -> None:
    look, (x, y, names, cells, notes) = scene.look, place
    result = outcome.results[seat]
    if result.lit:
        canvas.fill(x - 1, y, 3 + names + sum(cells) + notes, 1, look.felt_line)
    put_badge(canvas, look, x, y, seat, letters_of(scene.names)[seat])
    bold = "b" if seat == scene.view.seat or result.lit else ""
    canvas.put(x + 2, y, cut(_name(scene, seat), names), look.ink, None, bold)
    total = result.total - result.gained + round(result.gained * scene.rolled)
    texts = [(text, _ink(look, tone)) for text, tone in result.cells]
    put_cells(canvas, x + 2 + names, y, cells, [*texts, (str(total), look.ink)], bold)
    note = cut(result.note, notes - _APART)
    canvas.put(x + 2 + names + sum(cells) + _APART, y, note, _ink(look, result.tone), None, "b")


def _ink(look: Look, tone: Tone) -> str:
    inks = {"good": look.good, "bad": look.bad, "active": look.active, "muted": look.muted}
    return inks.get(tone, look.ink)
