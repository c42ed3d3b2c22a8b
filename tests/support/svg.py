"""A screen of the application as an SVG file: blocks as rectangles, so that no font leaves gaps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby
from typing import Final, TypeAlias

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

Cell: TypeAlias = tuple[str, str, str, bool, bool]
"""Character, ink, ground, bold, underlined."""

WIDE: Final = 10
HIGH: Final = 20
FONTS: Final = "DejaVu Sans Mono, Menlo, Consolas, Liberation Mono, monospace"

_QUARTERS: Final = dict(zip("▘▝▀▖▌▞▛▗▚▐▜▄▙▟█", range(1, 16), strict=True))
"""Which quarters of a cell a sign fills: 1 and 2 above, 4 and 8 below, left first."""


def svg_of(strips: Iterable[Strip]) -> str:
    """Draw lines of the screen."""
    rows = [list(_cells(strip)) for strip in strips]
    width, height = WIDE * max(map(len, rows)), HIGH * len(rows)
    parts = [
        # With a size of its own: a table of a web page gives a picture without one no room.
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" '
        f'font-family="{FONTS}" font-size="16" xml:space="preserve" shape-rendering="crispEdges">'
    ]
    for y, row in enumerate(rows):
        parts += _grounds(row, y)
        parts += _blocks(row, y)
        parts += _words(row, y)
    return "\n".join([*parts, "</svg>", ""])


def _cells(strip: Strip) -> Iterator[Cell]:
    for text, style, _ in Segment.filter_control(strip):
        style = style or Style.null()
        ink, ground = (
            colour.get_truecolor().hex if colour else plain
            for colour, plain in ((style.color, "#ffffff"), (style.bgcolor, "#000000"))
        )
        if style.reverse:
            ink, ground = ground, ink
        for char in text:
            yield char, ink, ground, bool(style.bold), bool(style.underline)


def _rect(x: float, y: float, width: float, height: float, colour: str) -> str:
    return f'<path fill="{colour}" d="M{x:g} {y:g}h{width:g}v{height:g}h-{width:g}z"/>'


def _grounds(row: list[Cell], y: int) -> Iterator[str]:
    x = 0
    for ground, run in groupby(row, key=lambda cell: cell[2]):
        count = len(list(run))
        yield _rect(WIDE * x, HIGH * y, WIDE * count, HIGH + 0.5, ground)
        x += count


def _blocks(row: list[Cell], y: int) -> Iterator[str]:
    x = 0
    for (char, ink, *_), run in groupby(row, key=lambda cell: cell[:2]):
        count = len(list(run))
        quarters = _QUARTERS.get(char, 0)
        left, top, w, h = WIDE * x, HIGH * y, WIDE * count, HIGH / 2
        if char == "▏":
            yield from (_rect(left + WIDE * i, top, 1.5, HIGH, ink) for i in range(count))
        elif quarters in (3, 12, 15):
            lower = quarters == 12
            yield _rect(left, top + h * lower, w, HIGH if quarters == 15 else h, ink)
        else:
            for i in range(2 * count):
                for bit, at in ((1 << i % 2, 0), (4 << i % 2, 1)):
                    if quarters & bit:
                        yield _rect(left + WIDE / 2 * i, top + h * at, WIDE / 2, h, ink)
        x += count


def _words(row: list[Cell], y: int) -> Iterator[str]:
    """Write runs of one style; each is told its length, whatever the font."""
    x = 0
    for (ink, bold, underlined, blank), run in groupby(row, key=_style):
        text = "".join(cell[0] for cell in run)
        if not blank:
            more = ' font-weight="bold"' * bold + ' text-decoration="underline"' * underlined
            yield (
                f'<text x="{WIDE * x}" y="{HIGH * y + 15}" fill="{ink}"{more} '
                f'textLength="{WIDE * len(text)}">{escape(text, quote=False)}</text>'
            )
        x += len(text)


def _style(cell: Cell) -> tuple[str, bool, bool, bool]:
    char, ink, _, bold, underlined = cell
    blank = char == " " or char in _QUARTERS or char == "▏"
    return ("", False, False, True) if blank else (ink, bold, underlined, False)
