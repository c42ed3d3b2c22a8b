"""Domino tiles in five sizes: pips more or less far apart, digits, tiny; and a hand of tiles.

Knows neither games nor moves: boards decide how the tile of an index is drawn.
"""

from functools import lru_cache
from typing import Final, Literal, Protocol, TypeAlias, TypedDict, Unpack

from tui.drawing.art import face_of, hollow_if_dimmed, plate, sign_ink
from tui.drawing.canvas import Canvas, Hit, Painting
from tui.drawing.look import Look, mix

TileKind: TypeAlias = Literal["huge", "large", "pips", "digits", "mini"]

KINDS: Final[tuple[TileKind, ...]] = ("huge", "large", "pips", "digits", "mini")
"""Largest first."""

ACROSS: Final[dict[TileKind, tuple[int, int]]] = {
    "huge": (17, 7),
    "large": (13, 5),
    "pips": (9, 5),
    "digits": (7, 3),
    "mini": (5, 1),
}
"""Width and height of a lying tile, its rim included."""

UPRIGHT: Final[dict[TileKind, tuple[int, int]]] = {
    "huge": (9, 13),
    "large": (7, 9),
    "pips": (5, 9),
    "digits": (5, 5),
    "mini": (3, 3),
}

VAST: Final = (140, 38)
"""The smallest table on which the largest tiles leave room around them."""

_PIPS: Final[tuple[tuple[str, str, str], ...]] = (
    ("   ", "   ", "   "),
    ("   ", " ● ", "   "),
    ("●  ", "   ", "  ●"),
    ("●  ", " ● ", "  ●"),
    ("● ●", "   ", "● ●"),
    ("● ●", " ● ", "● ●"),
    ("● ●", "● ●", "● ●"),
)
"""The pips of an upright half; a lying six and two are turned."""

_LYING: Final[dict[int, tuple[str, str, str]]] = {
    2: ("  ●", "   ", "●  "),
    3: ("  ●", " ● ", "●  "),
    6: ("●●●", "   ", "●●●"),
}


_GAPS: Final[dict[TileKind, str]] = {"huge": "  ", "large": " "}
"""The blanks between the pips of a row."""


def size(kind: TileKind, *, upright: bool) -> tuple[int, int]:
    """Return width and height in cells."""
    return (UPRIGHT if upright else ACROSS)[kind]


class Marks(TypedDict, total=False):
    """The variations in the look of a tile."""

    dimmed: bool
    chosen: bool
    marked: bool
    fresh: bool
    """It has just been laid."""
    apart: bool
    """It has felt around it."""


def tile(
    look: Look, first: int, second: int, kind: TileKind, *, upright: bool, **marks: Unpack[Marks]
) -> Canvas:
    """Draw a tile: `first` is its left or upper half."""
    return _tile(look, (first, second), kind, upright=upright, **marks).copy()


@lru_cache(128)
def _tile(
    look: Look,
    halves: tuple[int, int],
    kind: TileKind,
    *,
    upright: bool,
    dimmed: bool = False,
    chosen: bool = False,
    marked: bool = False,
    fresh: bool = False,
    apart: bool = False,
) -> Canvas:
    """Draw a tile; cached, because the same tiles are drawn at each key."""
    hollow = hollow_if_dimmed(look, dimmed=dimmed)
    face = face_of(look, dimmed=dimmed, chosen=chosen)
    if look.depth in ("true", "256"):
        if fresh:
            face = mix(face, look.chosen, 0.35)
        elif kind == "mini" and upright:  # no rim separates it from the tile above or below
            face = mix(face, look.edge, 0.22)
    width, height = size(kind, upright=upright)
    rims = kind != "mini"
    canvas = plate(look, width, height, face, rims=rims, hollow=hollow, marked=marked, apart=apart)
    line = look.muted if hollow else look.edge
    top = int(rims)
    half = 5 if kind == "huge" else 3 if kind in ("large", "pips") else 1
    if upright:
        bar = ("-" if look.ascii else "─") * (width - 2)
        canvas.put(1, top + half, bar, line)
        places = ((1, top), (1, top + half + 1))
    else:
        for y in range(half):
            canvas.put(width // 2, top + y, "|" if look.ascii else "│", line)
        places = ((1, top), (width // 2 + 1, top))
    bold = "" if hollow or dimmed else "b"
    for number, (x, y) in zip(halves, places, strict=True):
        ink = sign_ink(look, look.pips[number], face, dimmed=dimmed, hollow=hollow)
        if half > 1:
            _put_half(canvas, look, number, kind, x, y, (ink, bold), upright=upright)
        else:  # the digits of a lying tile stand by its line
            at = width // 2 if upright else width // 2 + (1 if x > 1 else -1)
            canvas.put(at, y, str(number), ink, None, bold)
    return canvas


def _put_half(
    canvas: Canvas,
    look: Look,
    number: int,
    kind: TileKind,
    x: int,
    y: int,
    style: tuple[str, str],
    *,
    upright: bool,
) -> None:
    """Draw the pips of a half, or its digit, three rows high; five on the largest tiles."""
    ink, bold = style
    for row, signs in enumerate(_half(number, look, upright=upright)):
        text = _GAPS.get(kind, "").join(signs.replace("●", "o") if look.ascii else signs)
        down = y + row * (2 if kind == "huge" else 1)
        canvas.put(x, down, text, ink, None, bold if look.tiles == "digits" else "")


def _half(number: int, look: Look, *, upright: bool) -> tuple[str, str, str]:
    """Return the three lines of a half of a large tile."""
    if look.tiles == "digits":
        return ("   ", f" {number} ", "   ")
    return _PIPS[number] if upright else _LYING.get(number, _PIPS[number])


def back(look: Look, kind: TileKind, *, upright: bool) -> Canvas:
    """Draw a tile face down."""
    width, height = size(kind, upright=upright)
    rims = kind != "mini"
    canvas = plate(look, width, height, look.back, rims=rims)
    sign = "#" if look.ascii else "▚"
    for y in range(rims, height - rims):
        canvas.put(1, y, sign * (width - 2), look.back_ink)
    return canvas


# --- a hand ------------------------------------------------------------------------------------

WAYS: Final[tuple[tuple[TileKind, bool], ...]] = (
    *(("large", True), ("large", False), ("pips", True), ("pips", False)),
    *(("digits", True), ("digits", False), ("mini", True)),
)
"""The possible layouts of a hand in one row, best first: kind and upright."""


class DrawTile(Protocol):
    """Draws the tile of an index; the facts are those of `tile`."""

    def __call__(
        self, index: int, kind: TileKind, *, upright: bool, **marks: Unpack[Marks]
    ) -> Canvas: ...


def paint_tiles(
    look: Look, count: int, chosen: int, width: int, height: int, draw: DrawTile
) -> Painting:
    """Lay out `count` tiles as large as will fit, the chosen one raised. Hits: ("piece", index)."""
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

    It stands out like a raised one, but its pips stay in place: otherwise all of them would have to
    be sent at each step of the cursor.
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
