"""The board of Kozel: the line with its ends, the seats and the market, the hand.

The goat sheet is in `tui.games.kozel.sheet`, the end of a deal in `tui.games.kozel.end`, words
in `tui.games.kozel.words`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from core.game import Event, Move, Seat
from core.games.kozel.events import Began, Drew, Moved, parse_event
from core.games.kozel.moves import DRAW, PASS, Lay, Pass, lay_of
from core.games.kozel.rules import View
from tui.boards.scene import Scene
from tui.boards.seats import Align, Part, Place, backs, columns, others, put_seat, seat_at_bottom
from tui.boards.tile_hand import paint_tiles
from tui.boards.timing import PLAY_SECONDS, last_move
from tui.drawing.art.tiles import KINDS, Kind, back, tile
from tui.drawing.canvas import Canvas, Hit, Painting, cut, text_width
from tui.drawing.look import Look, ink_on
from tui.games.kozel.chain import MARK, Chain, End, Placed, arrange
from tui.games.kozel.end import put_summary
from tui.games.kozel.sheet import paint_sheet
from tui.games.kozel.spoken import (
    TOPICS,
    repeats,
    spoken_move,
    spoken_part,
    spoken_table,
    sum_up,
)
from tui.games.kozel.words import (
    choices,
    headline,
    label,
    pieces,
    sentence,
)
from tui.language.text import t, tn
from tui.language.words import tile_name

__all__ = [
    "TOPICS",
    "choices",
    "headline",
    "label",
    "moving_seconds",
    "paint_hand",
    "paint_sheet",
    "paint_table",
    "pieces",
    "repeats",
    "sentence",
    "spoken_move",
    "spoken_part",
    "spoken_table",
    "sum_up",
]


# --- the table ---------------------------------------------------------------------------------

_ROOMY: Final = (90, 30)
"""From this size on the others' tiles are drawn one by one."""


def paint_table(scene: Scene, width: int, height: int) -> Painting:
    """Draw seats, line and market; over a finished deal how it has ended."""
    look, view = scene.look, scene.view
    canvas = Canvas(width, height, look.ink, look.felt)
    roomy = width >= _ROOMY[0] and height >= _ROOMY[1]
    if scene.shows_summary:
        hits = _put_seats(canvas, scene, roomy)
        put_summary(canvas, scene, 2, height - 3 - roomy)
        return Painting(canvas, tuple(hits))
    chain, roomy = _laid_out(view, width, height, roomy)
    top, bottom = _EDGES[roomy]
    hits = _put_seats(canvas, scene, roomy)
    hits += _put_market(canvas, scene, height - bottom, roomy)
    if chain is not None:
        hits += _put_line(canvas, scene, chain, top)
    elif view.line:
        hits += _put_tokens(canvas, scene, top, width, height - top - bottom)
    else:
        hits += _put_opening(canvas, scene, top, width, height - top - bottom)
    return Painting(canvas, tuple(hits))


_MARGIN: Final = 3
"""Columns kept free at both sides of the line where there is room to spare."""

_EDGES: Final = {True: (5, 4), False: (2, 1)}
"""Whether the others' tiles are drawn one by one -> rows above and below the line."""


def _laid_out(view: View, width: int, height: int, roomy: bool) -> tuple[Chain | None, bool]:
    """Lay the line out; a long one takes the rows of the others' tiles if that keeps it large."""
    if not view.line:
        return None, roomy
    line = [(int(token[0]), int(token[2])) for token in view.line]
    # In a small window the line would soon outgrow the largest tiles and change all over.
    wide = width >= _ROOMY[0] and height >= _ROOMY[1]
    kinds, margin = (KINDS, _MARGIN) if wide else (KINDS[1:], 0)
    across = width - 2 * margin
    found = []
    for drawn in (True, False) if roomy else (False,):
        top, bottom = _EDGES[drawn]
        chain = arrange(line, view.opened_at, across, height - top - bottom, kinds)
        if chain is not None:
            found.append((kinds.index(chain.kind), not drawn, chain.moved(margin)))
        if found and found[0][0] <= kinds.index("pips"):
            break  # large enough to be left where it is
    if not found:
        return None, False
    _, dense, chain = min(found, key=lambda way: way[:2])
    return chain, not dense


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


def _put_seats(canvas: Canvas, scene: Scene, roomy: bool) -> list[Hit]:
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


def _put_market(canvas: Canvas, scene: Scene, y: int, roomy: bool) -> list[Hit]:
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


# --- the line ----------------------------------------------------------------------------------


def _aimed_at(scene: Scene) -> tuple[Move, ...]:
    """Return the moves that the chosen tile can make, or the one pointed at among them."""
    focus = scene.focus
    if focus.choosing:
        return focus.choosing[focus.target % len(focus.choosing) :][:1]
    hand = pieces(scene.view, scene.legal)
    return hand[focus.piece].moves if 0 <= focus.piece < len(hand) else ()


def _put_line(canvas: Canvas, scene: Scene, chain: Chain, top: int) -> list[Hit]:
    look = scene.look
    fresh = _just_laid(scene)
    for placed in sorted(chain.tiles, key=lambda placed: placed.index in fresh):
        drawn = tile(
            look,
            placed.first,
            placed.second,
            chain.kind,
            upright=placed.upright,
            fresh=placed.index in fresh,
        )
        x, y = placed.x, placed.y + top
        if placed.index in fresh and scene.moment < 1:
            x, y = _on_the_way(canvas, scene, x, y)
        canvas.blit(drawn, x, y)
    return _put_ends(canvas, scene, chain, top)


def moving_seconds(events: Sequence[Event]) -> float:
    """Return how long a tile flies to the line; the first one simply lies there."""
    opens = any(event.data.get("opens") for event in events)
    return PLAY_SECONDS if last_move(events).startswith("lay ") and not opens else 0.0


def _just_laid(scene: Scene) -> frozenset[int]:
    """Return the indices in the line of what the last lay of the scene's events put there."""
    laid: frozenset[int] = frozenset()
    last = len(scene.view.line) - 1
    for event in scene.events:
        match parse_event(event):
            case Began():
                laid = frozenset()
            case Moved(_, Lay() as lay) if last > 0:
                ends = {"left": 0, "right": last}
                laid = frozenset(ends[side] for side in lay.sides)
    return laid


def _on_the_way(canvas: Canvas, scene: Scene, x: int, y: int) -> tuple[int, int]:
    """Return where a tile is that flies from its player to (x, y)."""
    view = scene.view
    seat = next((e.seat for e in reversed(scene.events) if e.kind == "moved"), None)
    start = (canvas.width // 2, canvas.height)
    seats = others(view.seats, view.seat)
    if seat in seats:
        place, width, _ = columns(len(seats), canvas.width)[seats.index(seat)]
        start = (place + width // 2, 0)
    way = 1 - (1 - scene.moment) ** 3
    return round(start[0] + (x - start[0]) * way), round(start[1] + (y - start[1]) * way)


def _put_ends(canvas: Canvas, scene: Scene, chain: Chain, top: int) -> list[Hit]:
    """Mark both ends: lit where the chosen tile fits, to be clicked where a tile may go."""
    look, view = scene.look, scene.view
    aimed = {move: lay_of(move).sides for move in _aimed_at(scene)}
    lit = {side for sides in aimed.values() for side in sides}
    hits = []
    for side, end, number, placed in (
        ("left", chain.left, view.ends[0], chain.tiles[0]),
        ("right", chain.right, view.ends[1], chain.tiles[-1]),
    ):
        _put_mark(canvas, look, end, top, side, number, lit=side in lit)
        move = next((move for move, sides in aimed.items() if side in sides), None)
        if move is not None:
            hits.append(_end_hit(end, placed, top, move))
    return hits


def _put_mark(
    canvas: Canvas, look: Look, end: End, top: int, side: str, number: int, *, lit: bool
) -> None:
    arrow = {"left": "<" if look.ascii else "◀", "right": ">" if look.ascii else "▶"}[side]
    text = f"{number}{arrow}" if end.to_right else f"{arrow}{number}"
    if lit:
        canvas.put(end.x, end.y + top, text, ink_on(look.chosen), look.chosen, "b")
    else:
        canvas.put(end.x, end.y + top, text, look.active)


def _end_hit(end: End, placed: Placed, top: int, move: Move) -> Hit:
    """Cover the end tile, its mark and the cells between."""
    x = min(end.x, placed.x)
    right = max(end.x + MARK, placed.x + placed.width)
    return Hit(x, placed.y + top, right - x, placed.height, ("move", move))


def _put_tokens(canvas: Canvas, scene: Scene, top: int, width: int, height: int) -> list[Hit]:
    """Write the line as text, its middle left out, where the window is too small to draw it."""
    look, view = scene.look, scene.view
    left, right = view.ends
    across = max(1, (width - 8) // 4)
    shown = list(view.line)
    if len(shown) > across * height:
        keep = max(1, across * height // 2 - 1)
        shown = [*shown[:keep], "...", *shown[-keep:]]
    for i, token in enumerate(shown):
        canvas.put(4 + i % across * 4, top + i // across, token, look.ink)
    rows = -(-len(shown) // across)
    canvas.put(1, top, f"{'<' if look.ascii else '◀'}{left}", look.active, None, "b")
    canvas.put(
        width - 3, top + rows - 1, f"{right}{'>' if look.ascii else '▶'}", look.active, None, "b"
    )
    return []


def _put_opening(canvas: Canvas, scene: Scene, top: int, width: int, height: int) -> list[Hit]:
    """Say who opens with what, on the empty table."""
    look, view = scene.look, scene.view
    mine = view.opener == view.seat
    name = scene.names[view.opener]
    if view.opening is None:
        text = t("You open with any tile.") if mine else t("{name} opens with any tile.", name=name)
    elif mine:
        text = t("You open with {tile}.", tile=tile_name(view.opening))
    else:
        text = t("{name} opens with {tile}.", name=name, tile=tile_name(view.opening))
    middle = top + (height - 1) // 2
    if view.opening is not None and height >= 8:
        kind: Kind = "pips" if height >= 12 else "digits"
        high, low = int(view.opening[0]), int(view.opening[2])
        outline = replace(look, depth="mono")  # a place to be filled, not a tile
        ghost = tile(outline, high, low, kind, upright=high == low, dimmed=True)
        canvas.blit(ghost, (width - ghost.width) // 2, middle - ghost.height // 2)
        middle += ghost.height // 2 + 1
    text = cut(text, width)
    canvas.put((width - text_width(text)) // 2, middle, text, look.ink)
    return [Hit(0, top, width, height, ("move", scene.legal[0]))] if len(scene.legal) == 1 else []


# --- the hand ----------------------------------------------------------------------------------


def paint_hand(scene: Scene, width: int, height: int) -> Painting:
    """Draw the viewer's tiles, the chosen one raised, what cannot be laid now dim."""
    hand = pieces(scene.view, scene.legal)

    def draw(
        index: int, kind: Kind, *, upright: bool, chosen: bool, marked: bool, apart: bool
    ) -> Canvas:
        piece = hand[index]
        high, low = (int(half) for half in piece.token.split("-"))
        return tile(
            scene.look,
            high,
            low,
            kind,
            upright=upright,
            dimmed=bool(scene.legal) and not piece.moves,
            chosen=chosen,
            marked=marked,
            apart=apart,
        )

    return paint_tiles(scene.look, len(hand), scene.focus.piece, width, height, draw)
