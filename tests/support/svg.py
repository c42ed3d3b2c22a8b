"""A screen of the application as an SVG file: blocks as rectangles, so that no font leaves gaps."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from typing import Final, TypeAlias

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

Cell: TypeAlias = tuple[str, str, str, bool, bool]
"""Character, ink, ground, bold, underlined."""

Run: TypeAlias = tuple[int, int, Sequence[Cell]]
"""Column, row, and the cells from there on."""

WIDE: Final = 10
HIGH: Final = 20
FONTS: Final = "DejaVu Sans Mono, Menlo, Consolas, Liberation Mono, monospace"

_QUARTERS: Final = dict(zip("▘▝▀▖▌▞▛▗▚▐▜▄▙▟█", range(1, 16), strict=True))
"""Sign -> the quarters of a cell that it fills: 1 and 2 above, 4 and 8 below, left first."""


def svg_of(strips: Iterable[Strip]) -> str:
    """Draw lines of the screen."""
    rows = [list(_cells(strip)) for strip in strips]
    parts = [opening(max(map(len, rows)), len(rows))]
    for y, row in enumerate(rows):
        parts += drawing([(0, y, row)], HIGH + 0.5)
    return "\n".join([*parts, "</svg>", ""])


def opening(columns: int, rows: int) -> str:
    """Return the first tag of a picture of `columns` by `rows` cells."""
    width, height = WIDE * columns, HIGH * rows
    return (
        # With a size of its own: without one, a table of a web page leaves a picture no room.
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" '
        f'font-family="{FONTS}" font-size="16" xml:space="preserve" shape-rendering="crispEdges">'
    )


def drawing(runs: Iterable[Run], height: float = HIGH) -> Iterator[str]:
    """Draw runs of cells, those of one colour or style together; the height is in pixels."""
    runs = list(runs)
    for areas in (
        (area for run in runs for area in _grounds(*run, height)),
        (area for run in runs for area in _blocks(*run)),
    ):
        outlines: dict[str, str] = {}
        for colour, outline in areas:
            outlines[colour] = outlines.get(colour, "") + outline
        for colour, outline in outlines.items():
            yield f'<path fill="{colour}" d="{outline}"/>'
    texts: dict[str, str] = {}
    for style, text in (word for run in runs for word in _words(*run)):
        texts[style] = texts.get(style, "") + text
    for style, text in texts.items():
        yield f"<g {style}>{text}</g>"


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


def _rect(x: float, y: float, width: float, height: float, colour: str) -> tuple[str, str]:
    return colour, f"M{x:g} {y:g}h{width:g}v{height:g}h-{width:g}z"


def _grounds(x: int, y: int, row: Sequence[Cell], height: float) -> Iterator[tuple[str, str]]:
    for ground, run in groupby(row, key=lambda cell: cell[2]):
        count = len(list(run))
        yield _rect(WIDE * x, HIGH * y, WIDE * count, height, ground)
        x += count


def _blocks(x: int, y: int, row: Sequence[Cell]) -> Iterator[tuple[str, str]]:
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


def _words(x: int, y: int, row: Sequence[Cell]) -> Iterator[tuple[str, str]]:
    """Write runs of one style, each with its length, whatever the font."""
    for (ink, bold, underlined, blank), run in groupby(row, key=_style):
        text = "".join(cell[0] for cell in run)
        if not blank:
            more = ' font-weight="bold"' * bold + ' text-decoration="underline"' * underlined
            yield (
                f'fill="{ink}"{more}',
                f'<text x="{WIDE * x}" y="{HIGH * y + 15}" '
                f'textLength="{WIDE * len(text)}">{escape(text, quote=False)}</text>',
            )
        x += len(text)


def _style(cell: Cell) -> tuple[str, bool, bool, bool]:
    char, ink, _, bold, underlined = cell
    blank = char == " " or char in _QUARTERS or char == "▏"
    return ("", False, False, True) if blank else (ink, bold, underlined, False)
