"""The board of Kozel: the line with its ends, and the hand.

Seats and market are in `tui.games.kozel.seats`, the goat sheet and the end of a deal in
`tui.games.kozel.sheet`, words in `tui.games.kozel.words`.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, Unpack

from core.game import Event, Move
from core.games.kozel.moves import Began, Lay, Moved, lay_of, parse_event
from core.games.kozel.rules import View
from tui.boards.contract import (
    awaits,
    costly,
    gone,
    grid,
    harmless,
    legend,
    meaning,
    outcome as page_outcome,
    page_told,
    paint_tricks,
    rest_is_mine,
    step,
    stops,
    tricks_in,
    untitled as page_title,
    untitled as question,
    untitled as round_title,
)
from tui.boards.panel import on_panel, put_hands
from tui.boards.scene import PLAY_SECONDS, Focus, Scene
from tui.boards.seats import columns, others
from tui.drawing.art.tiles import KINDS, VAST, Marks, TileKind, paint_tiles, tile
from tui.drawing.canvas import Canvas, Hit, Painting, cut, text_width
from tui.drawing.look import Look, ink_on
from tui.games.kozel.chain import MARK, Chain, ChainEnd, PlacedTile, arrange
from tui.games.kozel.seats import put_market, put_seats
from tui.games.kozel.sheet import moments, occasion, outcome, paint_sheet
from tui.games.kozel.words import (
    choices,
    headline,
    headline as title,
    label,
    noted,
    pieces,
    repeats,
    sentence,
    spoken_move,
    spoken_part,
    spoken_table,
    sum_up,
    topics,
    twin,
)
from tui.language.text import t
from tui.language.words import tile_name

# --- the table ---------------------------------------------------------------------------------

_ROOMY: Final = (90, 30)
"""On a table of this size or larger, the others' tiles are drawn one by one."""


def still_focus(scene: Scene, width: int, height: int) -> Focus:
    """Return an empty focus: the tile at the cursor only lights up the ends of the line."""
    return Focus()


def paint_still(scene: Scene, width: int, height: int) -> Painting:
    """Draw everything except the marks of the ends."""
    look, view = scene.look, scene.view
    canvas = Canvas(width, height, look.ink, look.felt)
    roomy = _is_roomy(width, height)
    if scene.hands:
        put_hands(canvas, scene, [[_small(scene, token) for token in hand] for hand in view.dealt])
        return Painting(canvas)
    chain, roomy = _laid_out(view, width, height, roomy)
    top, bottom = _EDGES[roomy]
    hits = put_seats(canvas, scene, roomy)
    hits += put_market(canvas, scene, height - bottom, roomy)
    if chain is not None:
        _put_line(canvas, scene, chain, top)
    elif view.line:
        hits += _put_tokens(canvas, scene, top, width, height - top - bottom)
    else:
        hits += _put_opening(canvas, scene, top, width, height - top - bottom)
    return Painting(canvas, tuple(hits))


def paint_pointed(scene: Scene, still: Painting) -> Painting:
    """Mark both ends of the line: lit where the tile at the cursor fits."""
    if scene.hands:
        return still
    width, height = still.canvas.width, still.canvas.height
    chain, roomy = _laid_out(scene.view, width, height, _is_roomy(width, height))
    if chain is None:
        return still
    canvas = still.canvas.copy()
    hits = _put_ends(canvas, scene, chain, _EDGES[roomy][0])
    return Painting(canvas, (*still.hits, *hits))


def _small(scene: Scene, token: str) -> Canvas:
    return tile(on_panel(scene.look), int(token[0]), int(token[2]), "mini", upright=False)


def dealt(view: View) -> tuple[tuple[str, ...], ...]:
    """Return the hand dealt to each seat in a finished deal."""
    hands: tuple[tuple[str, ...], ...] = view.dealt
    return hands


def _is_roomy(width: int, height: int) -> bool:
    return width >= _ROOMY[0] and height >= _ROOMY[1]


_MARGIN: Final = 3
"""Columns kept free at both sides of the line where there is room to spare."""

_EDGES: Final = {True: (5, 4), False: (2, 1)}
"""Whether the others' tiles are drawn one by one -> rows above and below the line."""


def _laid_out(view: View, width: int, height: int, roomy: bool) -> tuple[Chain | None, bool]:
    """Lay out the line; a long one takes the rows of the others' tiles if that keeps it large."""
    if not view.line:
        return None, roomy
    return _arranged(view.line, view.opened_at, width, height, roomy)


@lru_cache(4)
def _arranged(
    tokens: tuple[str, ...], opened_at: int, width: int, height: int, roomy: bool
) -> tuple[Chain | None, bool]:
    line = [(int(token[0]), int(token[2])) for token in tokens]
    # In a small window the line would soon outgrow the largest tiles, and everything would move.
    vast = width >= VAST[0] and height >= VAST[1]
    kinds, margin = (KINDS[1 - vast :], _MARGIN) if _is_roomy(width, height) else (KINDS[2:], 0)
    across = width - 2 * margin
    found = []
    for drawn in (True, False) if roomy else (False,):
        top, bottom = _EDGES[drawn]
        chain = arrange(line, opened_at, across, height - top - bottom, kinds)
        if chain is not None:
            found.append((kinds.index(chain.kind), not drawn, chain.moved(margin)))
        if found and found[0][0] <= kinds.index("pips"):
            break  # large enough to be left unchanged
    if not found:
        return None, False
    _, dense, chain = min(found, key=lambda way: way[:2])
    return chain, not dense


# --- the line ----------------------------------------------------------------------------------


def _aimed_at(scene: Scene) -> tuple[Move, ...]:
    """Return the possible moves of the chosen tile, or the one among them that is pointed at."""
    focus = scene.focus
    if focus.choosing:
        return focus.choosing[focus.target % len(focus.choosing) :][:1]
    hand = scene.hand or pieces(scene.view, scene.legal)
    return hand[focus.piece].moves if 0 <= focus.piece < len(hand) else ()


def _put_line(canvas: Canvas, scene: Scene, chain: Chain, top: int) -> None:
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


def moving_seconds(events: Sequence[Event]) -> float:
    """Return the time of a tile's flight to the line; the first one simply lies there."""
    moves = [found for event in events if isinstance(found := parse_event(event), Moved)]
    flies = moves and isinstance(moves[-1].move, Lay) and not moves[-1].opens
    return PLAY_SECONDS if flies else 0.0


def _just_laid(scene: Scene) -> frozenset[int]:
    """Return the indices in the line of the tiles that were laid last."""
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
    """Return the place of a tile on its way from its player to (x, y)."""
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
    """Mark both ends: lit where the chosen tile fits, clickable where a tile may go."""
    look, view = scene.look, scene.view
    alike = view.ends[0] == view.ends[1]
    aimed = {move: ("left", "right") if alike else lay_of(move).sides for move in _aimed_at(scene)}
    lit = {side for sides in aimed.values() for side in sides}
    hits = []
    for side, end, number, placed in (
        ("left", chain.left, view.ends[0], chain.tiles[0]),
        ("right", chain.right, view.ends[1], chain.tiles[-1]),
    ):
        put_mark(canvas, look, end, top, number, lit=side in lit)
        move = next((move for move, sides in aimed.items() if side in sides), None)
        if move is not None:
            hits.append(_end_hit(end, placed, top, move))
    return hits


def put_mark(
    canvas: Canvas, look: Look, end: ChainEnd, top: int, number: int, *, lit: bool
) -> None:
    """Write an end's number, and an arrow to the place of the next tile."""
    left, right = "<>" if look.ascii else "◀▶"
    text = f"{number}{right}" if end.to_right else f"{left}{number}"
    if lit:
        canvas.put(end.x, end.y + top, text, ink_on(look.chosen), look.chosen, "b")
    else:
        canvas.put(end.x, end.y + top, text, look.active)


def _end_hit(end: ChainEnd, placed: PlacedTile, top: int, move: Move) -> Hit:
    """Cover the end tile, its mark and the cells between."""
    x = min(end.x, placed.x)
    right = max(end.x + MARK, placed.x + placed.width)
    return Hit(x, placed.y + top, right - x, placed.height, ("move", move))


def _put_tokens(canvas: Canvas, scene: Scene, top: int, width: int, height: int) -> list[Hit]:
    """Write the line as text, without its middle if need be, in a window too small to draw it."""
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
    """Name the opener and the opening tile, on the empty table."""
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
        kind: TileKind = "pips" if height >= 12 else "digits"
        high, low = int(view.opening[0]), int(view.opening[2])
        outline = replace(look, depth="mono")  # a place to fill, not a tile
        ghost = tile(outline, high, low, kind, upright=high == low, dimmed=True)
        canvas.blit(ghost, (width - ghost.width) // 2, middle - ghost.height // 2)
        middle += ghost.height // 2 + 1
    text = cut(text, width)
    canvas.put((width - text_width(text)) // 2, middle, text, look.ink)
    return [Hit(0, top, width, height, ("move", scene.legal[0]))] if len(scene.legal) == 1 else []


# --- the hand ----------------------------------------------------------------------------------


def paint_hand(scene: Scene, width: int, height: int) -> Painting:
    """Draw the viewer's tiles: the chosen one raised, tiles that cannot be laid now dim."""
    hand = scene.hand or pieces(scene.view, scene.legal)

    def draw(index: int, kind: TileKind, *, upright: bool, **marks: Unpack[Marks]) -> Canvas:
        token, moves = hand[index].token, hand[index].moves
        marks["dimmed"] = bool(scene.legal) and not moves
        return tile(scene.look, int(token[0]), int(token[2]), kind, upright=upright, **marks)

    return paint_tiles(scene.look, len(hand), scene.focus.piece, width, height, draw)
