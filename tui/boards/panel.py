"""Panels: framed areas laid over a table, the panel that opens all hands, and the outcome of a
finished deal in the rows of the hand. Knows no game.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from core.game import Seat
from tui.boards import seats
from tui.boards.contract import Board
from tui.boards.scene import DealOutcome, Scene, Tone
from tui.drawing.art.letters import put_letters, rows_of, spelt
from tui.drawing.canvas import Canvas, Painting, cut, text_width
from tui.drawing.look import Look, mix
from tui.language.text import t


def put_panel(
    canvas: Canvas, look: Look, x: int, y: int, width: int, height: int, title: str = ""
) -> None:
    """Lay an empty panel with a frame, and a title in the frame, on the canvas."""
    line = mix(look.panel, look.panel_ink, 0.4) if look.depth in ("true", "256") else look.muted
    corners = "++++-|" if look.ascii else "╭╮╰╯─│"
    canvas.fill(x, y, width, height, look.panel)
    canvas.put(x, y, corners[0] + corners[4] * (width - 2) + corners[1], line, look.panel)
    canvas.put(
        x, y + height - 1, corners[2] + corners[4] * (width - 2) + corners[3], line, look.panel
    )
    for row in range(y + 1, y + height - 1):
        canvas.put(x, row, corners[5], line, look.panel)
        canvas.put(x + width - 1, row, corners[5], line, look.panel)
    if title:
        canvas.put(x + 2, y, f" {cut(title, width - 6)} ", look.active, None, "b")


def on_panel(look: Look) -> Look:
    """Return the Look for things on a panel: the rims of cards and tiles show half its ground."""
    return replace(look, felt=look.panel)


_MUCH: Final = 16
"""With this many columns to spare, a sheet is centred: screens have them, side panels do not."""


def indented(canvas: Canvas, look: Look, width: int) -> Canvas:
    """Return a sheet as wide as its panel: a column from the left, or centred if there is room."""
    whole = Canvas(width, canvas.height, look.panel_ink, look.panel)
    spare = width - canvas.width
    whole.blit(canvas, spare // 2 if spare >= _MUCH else min(1, spare), 0)
    return whole


def put_heads(canvas: Canvas, scene: Scene, column: int, ends: Sequence[int]) -> None:
    """Head the columns that end there, with names or, where there is no room, with badges.

    The viewer's is the first, as in every list of the players.
    """
    look, view = scene.look, scene.view
    order = seats.mine_first(len(ends), view.seat)
    heads, lettered = seats.headings(scene.names[: len(ends)], column)
    if lettered:
        seats.put_badges(canvas, look, heads, order, ends, view.to_act)
        return
    for seat, end in zip(order, ends, strict=True):
        ink = look.active if seat in view.to_act else look.panel_ink
        bold = "bu" if seat == view.seat else "b"
        canvas.put(end - text_width(heads[seat]), 0, heads[seat], ink, None, bold)


def put_cells(
    canvas: Canvas,
    x: int,
    y: int,
    cells: Sequence[int],
    texts: Sequence[tuple[str, str]],
    attributes: str = "",
) -> None:
    """Write texts, each with its ink, flush right into cells of these widths, from a column on."""
    for cell, (text, ink) in zip(cells, texts, strict=True):
        x += cell
        canvas.put(x - text_width(text), y, text, ink, None, attributes)


_NAMES: Final = 12
"""The most columns of a name."""


def put_hands(canvas: Canvas, scene: Scene, hands: Sequence[Sequence[Canvas]]) -> None:
    """Lay a panel over the table with the pieces that each seat played, one line each.

    A hand too wide for one row continues in the next; rows without room below are left out.
    """
    look, view = scene.look, scene.view
    names = min(_NAMES, max(map(text_width, scene.names)))
    room = canvas.width - names - 5
    widest = max((piece.width for hand in hands for piece in hand), default=1) + 1
    longest = max(map(len, hands), default=0)
    across = max(1, min(longest, room // widest))
    rows = -(-longest // across) if longest else 1
    apart = rows + (2 + len(hands) * (rows + 1) <= canvas.height)
    width = min(canvas.width, names + across * widest + 5)
    height = min(canvas.height, 2 + len(hands) * apart - (apart > rows))
    x, y = (canvas.width - width) // 2, (canvas.height - height) // 2
    put_panel(canvas, look, x, y, width, height, t("all hands"))
    for place, seat in enumerate(seats.mine_first(len(hands), view.seat)):
        hand, top = hands[seat], y + 1 + place * apart
        bold = "b" if seat == view.seat else ""
        if top < y + height - 1:
            canvas.put(x + 2, top, cut(scene.names[seat], names), look.panel_ink, None, bold)
        for at, piece in enumerate(hand):
            row = top + at // across
            if row < y + height - 1:
                canvas.blit(piece, x + names + 3 + at % across * widest, row)


_SCALES: Final = (2, 1)


def paint_occasion(look: Look, occasion: tuple[str, str], width: int, height: int) -> Painting:
    """Draw a celebration in place of the hand: its words as large as they fit, then the player."""
    words, who = occasion
    canvas = Canvas(width, height, look.ink, look.felt)
    rows = spelt(words) or [""]
    large = [n for n in _SCALES if n * len(rows[0]) <= width and rows_of(look, n) + 2 <= height]
    tall = rows_of(look, large[0]) + 1 if rows[0] and large else 1
    y = max(0, (height - tall - 1) // 2)
    if tall > 1:
        put_letters(canvas, look, rows, large[0], (width - large[0] * len(rows[0])) // 2, y)
    else:
        seats.put_parts(canvas, 0, y, width, "centre", [(words, look.active)], "b")
    seats.put_parts(canvas, 0, y + tall, width, "centre", [(who, look.ink)])
    return Painting(canvas)


_NAME: Final = 14
"""The most columns of a name."""

_LEAST: Final = 8
"""The columns that a name keeps when a note needs room."""

_LEAST_NOTE: Final = 3
"""With this many columns, the beginning of a note still says nothing."""

_APART: Final = 2


def painted_outcome(board: Board, scene: Scene | None, width: int, height: int) -> Painting | None:
    """Draw the outcome of a finished deal in place of the hand, after its celebration.

    None while neither is shown.
    """
    if scene is not None and scene.occasion[0]:
        return paint_occasion(scene.look, scene.occasion, width, height)
    if scene is None or not scene.shows_summary:
        return None
    ended = board.outcome if scene.focus.stop is None else board.page_outcome
    outcome = ended(scene.view)
    return None if outcome is None else paint_outcome(scene, outcome, width, height)


def paint_outcome(scene: Scene, outcome: DealOutcome, width: int, height: int) -> Painting:
    """Draw one row per player, the viewer's first; in two columns if there are too many rows."""
    look, view = scene.look, scene.view
    canvas = Canvas(width, height, look.ink, look.felt)
    order = seats.mine_first(view.seats, view.seat)
    cells = _widths(outcome)
    names = min(_NAME, max(text_width(_name(scene, seat)) for seat in order))
    noted = max((text_width(each.note) for each in outcome.results), default=0)
    notes = noted and noted + _APART
    per = len(order)
    if per > height and 2 * (2 + names + sum(cells)) + 3 * _APART <= width:
        per = -(-per // 2)
    columns = -(-len(order) // per)
    room = (width - 2 - _APART * (columns - 1)) // columns  # one column stays free at both edges
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
        canvas.fill(x - 1, y, 3 + names + sum(cells) + notes, 1, look.lit)
    seats.put_badge(canvas, look, x, y, seat, seats.letters_of(scene.names)[seat])
    bold = "b" if seat == scene.view.seat or result.lit else ""
    canvas.put(x + 2, y, cut(_name(scene, seat), names), look.ink, None, bold)
    total = result.total - result.gained + round(result.gained * scene.rolled)
    texts = [(text, _ink(look, tone)) for text, tone in result.cells]
    put_cells(canvas, x + 2 + names, y, cells, [*texts, (str(total), look.ink)], bold)
    note = cut(result.note, notes - _APART) if notes > _APART + _LEAST_NOTE else ""
    canvas.put(x + 2 + names + sum(cells) + _APART, y, note, _ink(look, result.tone), None, "b")


def _ink(look: Look, tone: Tone) -> str:
    inks = {"good": look.good, "bad": look.bad, "active": look.active, "muted": look.muted}
    return inks.get(tone, look.ink)
