"""A hand of tiles: their size, which one is raised, where the mouse finds them.

Knows neither game nor moves: boards draw the tiles.
"""

from typing import Final, Protocol, Unpack

from tui.drawing.art.tiles import ACROSS, Marks, TileKind, size
from tui.drawing.canvas import Canvas, Hit, Painting
from tui.drawing.look import Look

WAYS: Final[tuple[tuple[TileKind, bool], ...]] = (
    *(("large", True), ("large", False), ("pips", True), ("pips", False)),
    *(("digits", True), ("digits", False), ("mini", True)),
)
"""How a hand may be laid out in one row, best first: kind and upright."""


class DrawTile(Protocol):
    """Draws the tile of an index; the facts are those of `tui.drawing.art.tiles.tile`."""

    def __call__(
        self, index: int, kind: TileKind, *, upright: bool, **marks: Unpack[Marks]
    ) -> Canvas: ...


def paint_tiles(
    look: Look, count: int, chosen: int, width: int, height: int, draw: DrawTile
) -> Painting:
    """Lay out `count` tiles as large as they fit, the chosen one raised. Hits: ("piece", index)."""
    for kind, upright in WAYS:
        across, tall = size(kind, upright=upright)
        gap = 1 if look.ascii else 0
        if height >= tall and count * (across + gap) <= width:
            return _one_row(look, count, chosen, width, height, draw, kind, upright)
    return _rows(look, count, chosen, width, height, draw)


def _one_row(
    look: Look,
    count: int,
    chosen: int,
    width: int,
    height: int,
    draw: DrawTile,
    kind: TileKind,
    upright: bool,
) -> Painting:
    canvas = Canvas(width, height, look.ink, look.felt)
    across, tall = size(kind, upright=upright)
    gap = min(1, (width - count * across) // max(1, count))
    x = (width - count * (across + gap) + gap) // 2
    raise_by = 1 if height > tall else 0
    hits = []
    for i in range(count):
        up = i == chosen
        marked = up and (look.shapes or not raise_by)
        drawn = draw(i, kind, upright=upright, chosen=up, marked=marked, apart=gap > 0)
        if up and not marked:
            plain = draw(i, kind, upright=upright, chosen=False, marked=False, apart=gap > 0)
            drawn = _grown(plain, drawn.styles[1][across // 2][1])
        canvas.blit(drawn, x, height - tall - raise_by * up)
        hits.append(Hit(x, 0, across + gap, height, ("piece", i)))
        x += across + gap
    return Painting(canvas, tuple(hits))


def _grown(tile: Canvas, colour: str) -> Canvas:
    """Draw a tile one row taller, with the upper rows in the colour of the cursor.

    It stands out like a raised one, but its pips stay where they are: otherwise all of them would
    have to be sent at each step of the cursor.
    """
    felt, face = tile.styles[0][1][1], tile.styles[1][tile.width // 2][1]
    canvas = Canvas(tile.width, tile.height + 1, face, felt)
    canvas.blit(tile, 0, 1)
    for x in range(tile.width):
        side = x in (0, tile.width - 1) and tile.chars[1][x] != " "
        canvas.put(x, 0, tile.chars[0][x], colour, felt)
        canvas.put(x, 1, tile.chars[1][x] if side else " ", colour, felt if side else colour)
    return canvas


def _rows(look: Look, count: int, chosen: int, width: int, height: int, draw: DrawTile) -> Painting:
    """Draw a very large hand as rows of tiny tiles; the row of the chosen one is always visible."""
    canvas = Canvas(width, height, look.ink, look.felt)
    step = ACROSS["mini"][0]
    across = max(1, width // step)
    rows = -(-count // across)
    spread = 2 if rows * 2 - 1 <= height else 1
    top = min(max(0, chosen // across - height // 2), max(0, rows - height))
    hits = []
    for i in range(count):
        x, y = i % across * step, (i // across - top) * spread
        if 0 <= y < height:
            up = i == chosen
            drawn = draw(i, "mini", upright=False, chosen=up, marked=up, apart=False)
            canvas.blit(drawn, x, y)
            hits.append(Hit(x, y, step, spread, ("piece", i)))
    return Painting(canvas, tuple(hits))
