"""Round the line of Kozel: the seats with what they hold and did last, and the market."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.game import Seat
from core.games.kozel.events import Began, Drew, Moved, parse_event
from core.games.kozel.moves import DRAW, PASS, Lay, Pass
from tui.boards.scene import Scene
from tui.boards.seats import Align, Part, Place, backs, columns, others, put_seat, seat_at_bottom
from tui.drawing.art.tiles import back
from tui.drawing.canvas import Canvas, Hit
from tui.drawing.look import Look, ink_on
from tui.language.text import t, tn
from tui.language.words import tile_name


def _last_words(scene: Scene) -> dict[Seat, str]:
    """Say in a word or two what each seat did in the events of the scene."""
    words: dict[Seat, str] = {}
    for event in scene.events:
        match parse_event(event):
            case Began():
                words.clear()
            case Drew(seat, count):
                words[seat] = f"+{count}"
            case Moved(seat, Pass()):
                words[seat] = t("passes")
            case Moved(seat, Lay() as lay):
                words[seat] = " ".join(map(tile_name, lay.tiles))
    return words


_MARKET: Final = 44
_NAME: Final = 20
"""Columns that the largest market takes where it is drawn, and a name to stand beside it."""


def put_seats(canvas: Canvas, scene: Scene, roomy: bool) -> list[Hit]:
    """Draw who sits where, holds how many tiles and did what; the viewer at the bottom."""
    look, view = scene.look, scene.view
    said = _last_words(scene)
    seats = others(view.seats, view.seat)
    hits = []
    for seat, (x, width, align) in zip(seats, columns(len(seats), canvas.width), strict=True):
        line = _holding(look, view.sizes[seat], said.get(seat, ""), strokes=not roomy)
        line = [] if scene.shows_summary else line
        hits.append(_seat(canvas, scene, seat, (x, 0, width, align), line))
        if roomy and line:
            _put_backs(canvas, look, view.sizes[seat], x, 2, width, align)
    me = seat_at_bottom(view.seat)
    line = _holding(look, view.sizes[me], said.get(me, ""), strokes=view.seat is None)
    line = [] if scene.shows_summary else line
    room = canvas.width // 2
    if roomy:
        between = canvas.width - 2 * _MARKET
        own: Place = (1, canvas.height - 2, room, "left")
        if between >= _NAME:
            own = (_MARKET, canvas.height - 2, between, "centre")
        hits.append(_seat(canvas, scene, me, own, line))
    else:
        if view.seat is not None:
            line = line[1:]  # everybody sees his own tiles
        place: Place = (1, canvas.height - 1, room, "left")
        hits.append(_seat(canvas, scene, me, place, (), line))
    return hits


def _seat(
    canvas: Canvas,
    scene: Scene,
    seat: Seat,
    place: Place,
    line: Sequence[Part],
    beside: Sequence[Part] = (),
) -> Hit:
    return put_seat(
        canvas,
        scene.look,
        seat,
        scene.names[seat],
        place,
        (line,) if line else (),
        beside=beside,
        turn=seat in scene.view.to_act,
        away=seat in scene.away,
    )


def _holding(look: Look, size: int, said: str, *, strokes: bool) -> list[Part]:
    parts = []
    if strokes:
        parts += [(backs(look, min(size, 7), 7), look.strokes), (f" {size}", look.muted)]
    else:
        parts.append((tn("{n} tile", "{n} tiles", size), look.muted))
    if said:
        parts.append((f" · {said}", look.ink))
    return parts


def _put_backs(
    canvas: Canvas, look: Look, count: int, x: int, y: int, width: int, align: Align
) -> None:
    one = back(look, "mini", upright=True)
    shown = min(count, width // one.width)
    room = width - shown * one.width
    x += {"left": 0, "centre": room // 2, "right": room}[align]
    for i in range(shown):
        canvas.blit(one, x + i * one.width, y)


def put_market(canvas: Canvas, scene: Scene, y: int, roomy: bool) -> list[Hit]:
    """Draw the market at the right of the bottom: bright and to be clicked when one must draw."""
    look, view = scene.look, scene.view
    text = t("market {n}", n=view.market) if view.market else t("market empty")
    move = next((move for move in scene.legal if move in (DRAW, PASS)), None)
    if move == DRAW:
        text = t("draw · market {n}", n=view.market)
    elif move == PASS:
        text = t("pass · market empty")
    lit = move is not None
    x = canvas.width - len(text) - 3
    row = canvas.height - 1
    if roomy:
        one = back(look, "mini", upright=True)
        for i in range(min(view.market, 14)):
            canvas.blit(one, canvas.width - 2 - (min(view.market, 14) - i) * one.width, y)
    elif not lit:
        drawn = backs(look, min(view.market, 7), 7)
        canvas.put(x - len(drawn), row, drawn, look.strokes)
    if lit:
        pointer = ">" if look.ascii else "▶"
        canvas.put(x - 2, row, f"{pointer} {text} ", ink_on(look.chosen), look.chosen, "b")
        return [Hit(x - 2, y, canvas.width - x + 2, canvas.height - y, ("move", move or ""))]
    canvas.put(x + 1, row, text, look.muted)
    return []
