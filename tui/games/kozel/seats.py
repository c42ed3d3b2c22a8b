"""Around the line of Kozel: the seats with their hands and last actions, and the market."""

from collections.abc import Sequence
from typing import Final

from core.game import Seat
from core.games.kozel.moves import DRAW, PASS, Began, Drew, Lay, Moved, Pass, parse_event
from core.notation import Tile
from tui.boards.scene import Scene
from tui.boards.seats import (
    Align,
    SeatBlock,
    StyledText,
    backs,
    columns,
    letters_of,
    others,
    put_seat,
    seat_at_bottom,
)
from tui.drawing.art.tiles import UPRIGHT, back, tile
from tui.drawing.canvas import Canvas, Hit, text_width
from tui.drawing.look import Look, ink_on
from tui.language.text import t, tn
from tui.language.words import tile_name


def _last_words(scene: Scene) -> dict[Seat, str]:
    """Word in short the last action of each seat in the events of the scene."""
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
"""Columns for the largest market that is drawn, and a name beside it."""


def put_seats(canvas: Canvas, scene: Scene, roomy: bool) -> list[Hit]:
    """Draw the seats, with the number of tiles and the last action; the viewer at the bottom."""
    look, view = scene.look, scene.view
    said = _last_words(scene)

    def holding(seat: Seat, width: int, *, closely: bool) -> list[StyledText]:
        if closely and view.hands and view.hands[seat]:
            return [(_opened(view.hands[seat], width), look.ink)]
        return _holding(look, view.sizes[seat], said.get(seat, ""), strokes=closely)

    seats = others(view.seats, view.seat)
    hits = []
    for seat, (x, width, align) in zip(seats, columns(len(seats), canvas.width), strict=True):
        line = holding(seat, width, closely=not roomy)
        hits.append(_seat(canvas, scene, seat, (x, 0, width, align), line))
        if roomy and line:
            _put_tiles(canvas, scene, seat, x, 2, width, align)
    me = seat_at_bottom(view.seat)
    room = canvas.width // 2
    line = holding(me, room - text_width(scene.names[me]) - 1, closely=view.seat is None)
    if roomy:
        between = canvas.width - 2 * _MARKET
        own: SeatBlock = (1, canvas.height - 2, room, "left")
        if between >= _NAME:
            own = (_MARKET, canvas.height - 2, between, "centre")
        hits.append(_seat(canvas, scene, me, own, line))
    else:
        # Players see their own tiles; for watchers, these follow the name.
        line = line[1:] if view.seat is not None else [(" ", look.ink), *line]
        place: SeatBlock = (1, canvas.height - 1, room, "left")
        hits.append(_seat(canvas, scene, me, place, (), line))
    return hits


def _seat(
    canvas: Canvas,
    scene: Scene,
    seat: Seat,
    place: SeatBlock,
    line: Sequence[StyledText],
    beside: Sequence[StyledText] = (),
) -> Hit:
    return put_seat(
        canvas,
        scene.look,
        seat,
        scene.names[seat],
        place,
        (line,) if line else (),
        beside=beside,
        letter=letters_of(scene.names)[seat],
        roomy=canvas.width > 2 * _MARKET,
        turn=seat in scene.view.to_act,
        away=seat in scene.away,
    )


def _holding(look: Look, size: int, said: str, *, strokes: bool) -> list[StyledText]:
    parts = []
    if strokes:
        parts += [(backs(look, min(size, 7), 7), look.strokes), (f" {size}", look.muted)]
    else:
        parts.append((tn("{n} tile", "{n} tiles", size), look.muted))
    if said:
        parts.append((f" · {said}", look.ink))
    return parts


def _opened(hand: Sequence[Tile], width: int) -> str:
    """Name the tiles of an open hand, as many as fit: "6-4 5-2 +3"."""
    for shown in range(len(hand), 0, -1):
        missing = [f"+{len(hand) - shown}"] if shown < len(hand) else []
        text = " ".join([*map(tile_name, hand[:shown]), *missing])
        if text_width(text) <= width:
            return text
    return f"+{len(hand)}"


def _put_tiles(
    canvas: Canvas, scene: Scene, seat: Seat, x: int, y: int, width: int, align: Align
) -> None:
    """Draw the tiles of a seat: their backs, or their faces once the deal is over."""
    look, view = scene.look, scene.view
    across = UPRIGHT["mini"][0]
    shown = min(view.sizes[seat], width // across)
    room = width - shown * across
    x += {"left": 0, "centre": room // 2, "right": room}[align]
    drawn = [back(look, "mini", upright=True)] * shown
    if view.hands:
        halves = [(int(token[0]), int(token[2])) for token in view.hands[seat]]
        drawn = [tile(look, *half, "mini", upright=True) for half in halves[:shown]]
    for i, one in enumerate(drawn):
        canvas.blit(one, x + i * across, y)


def put_market(canvas: Canvas, scene: Scene, y: int, roomy: bool) -> list[Hit]:
    """Draw the market at the bottom right: bright and clickable when the player must draw."""
    look, view = scene.look, scene.view
    text = t("market {n}", n=view.market) if view.market else t("market empty")
    move = next((move for move in scene.legal if move in (DRAW, PASS)), None)
    if lit := move is not None:
        text = f"{t('draw') if move == DRAW else t('pass')} · {text}"
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
