"""Curves and bars on a canvas, in the colours of a theme.

A line is drawn in dots of braille. Lines that share cells take turns in them, so that none is
hidden; a letter beside its last point names the line.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil, floor, log10
from typing import Final, TypeAlias

from tui.drawing.canvas import Canvas, cut, fitted, text_width
from tui.drawing.look import Look, weaker


@dataclass(frozen=True, slots=True)
class Dot:
    """A way to mark a point."""

    ink: str
    sign: str = "*"
    """One ASCII character, for people and terminals without colours."""


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a curve."""

    points: Sequence[float]
    ink: str
    sign: str = "*"
    """One character that names the line; "*" names none."""
    dots: Mapping[int, Dot] = field(default_factory=dict)
    """Points to mark, by their index; the last one is always marked."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar, with the texts on either side of it."""

    label: str
    value: float
    said: str
    """The number in the form for players."""
    ink: str


def curve(
    series: Sequence[Series],
    look: Look,
    width: int,
    height: int,
    *,
    ground: str | None = None,
    first: int = 1,
    level: float | None = None,
) -> Canvas:
    """Draw lines over numbered matches or deals, with both scales beside them.

    `first` is the number of the first point, `level` the height of a horizontal line that is always
    visible. With fewer than 16 columns or 5 rows the canvas stays empty.
    """
    canvas = Canvas(width, height, look.muted, ground or look.felt)
    lines = [line for line in series if line.points]
    if not lines or width < 16 or height < 5:
        return canvas
    values = [value for line in lines for value in line.points]
    final = first + max(len(line.points) for line in lines) - 1
    low, high = _span([*values, *([] if level is None else [level])])
    low, high, heights = _axis(low, high, height - 2)
    named = [f"{tick:g}" for tick in heights]
    left = max(map(len, named), default=0) + 1
    across = width - left - _letters_beside(lines, low, high, height - 2)
    plot = _Plot(first, max(final, first + 1), low, high, left, across, height - 2)
    _put_scales(canvas, look, plot, dict(zip(heights, named, strict=True)), final, level)
    _put_lines(canvas, look, plot, lines)
    return canvas


@dataclass(frozen=True, slots=True)
class _Plot:
    """The places of values: each in the middle of a cell, some of which have a number."""

    first: float
    last: float
    low: float
    high: float
    left: int
    """The column of the first cell."""
    columns: int
    rows: int

    def dot(self, place: float, value: float) -> tuple[int, int]:
        """Return the dot of braille of a point, counted from the upper left."""
        x = (place - self.first) / (self.last - self.first) * (self.columns - 1)
        y = (self.high - value) / (self.high - self.low) * (self.rows - 1)
        return round((x + 0.5) * 2 - 0.5), round((y + 0.5) * 4 - 0.5)

    def cell(self, place: float, value: float) -> tuple[int, int]:
        """Return the cell of a point on the canvas."""
        x, y = self.dot(place, value)
        return self.left + x // 2, y // 4


def _letters_beside(lines: Sequence[Series], low: float, high: float, rows: int) -> int:
    """Return the number of columns of letters for lines that end in the same row."""
    plot = _Plot(0, 1, low, high, 0, 2, rows)
    ends = [plot.cell(1, line.points[-1])[1] for line in lines if line.sign != "*"]
    return max((ends.count(row) for row in ends), default=0)


def _put_scales(
    canvas: Canvas,
    look: Look,
    plot: _Plot,
    heights: Mapping[float, str],
    final: float,
    level: float | None,
) -> None:
    """Write the numbers at both axes, and a horizontal line from the number of the level."""
    corner, side, tick, line, below = "++-++" if look.ascii else "└│┤─┬"
    if look.ascii:
        side, tick, line = "|", "+", "-"
    axis, bottom = plot.left - 1, plot.rows
    for y in range(bottom):
        canvas.put(axis, y, side)
    for height, said in heights.items():
        y = plot.cell(plot.first, height)[1]
        canvas.put(axis - len(said), y, said + tick)
    canvas.put(axis, bottom, corner + line * plot.columns)
    if level is not None:
        y = plot.cell(plot.first, level)[1]
        canvas.put(axis, y, "+" if look.ascii else "├")
        canvas.put(plot.left, y, line * plot.columns, look.felt_line)
    for number in _ticks(plot.first, final, max(2, plot.columns // 8)):
        if number == int(number):
            said, x = f"{number:g}", plot.cell(number, plot.low)[0]
            canvas.put(x, bottom, below)
            canvas.put(min(x - (len(said) - 1) // 2, canvas.width - len(said)), bottom + 1, said)


_Cells: TypeAlias = dict[tuple[int, int], dict[int, int]]
"""Map each cell to the dots of the lines through it."""


def _put_lines(canvas: Canvas, look: Look, plot: _Plot, lines: Sequence[Series]) -> None:
    ground = canvas.styles[0][0][1]
    inks = [weaker(line.ink, ground, 0.0) for line in lines]
    cells: _Cells = defaultdict(lambda: defaultdict(int))
    for number, line in enumerate(lines):
        points = [plot.dot(plot.first + at, value) for at, value in enumerate(line.points)]
        for here, there in pairwise(points):
            for x, y in _between(here, there):
                cells[x // 2, y // 4][number] |= _BRAILLE[y % 4][x % 2]
    for (x, y), found in cells.items():
        shared, dots = sorted(found), 0
        for bits in found.values():
            dots |= bits
        number = shared[x // 2 % len(shared)]
        sign = "." if look.ascii else chr(0x2800 + dots)
        canvas.put(plot.left + x, y, sign, inks[number])
    beside: dict[int, int] = defaultdict(int)
    for line, ink in sorted(zip(lines, inks, strict=True), key=lambda pair: -pair[0].points[-1]):
        _put_marks(canvas, look, plot, line, ink)
        x, y = plot.cell(plot.first + len(line.points) - 1, line.points[-1])
        if line.sign != "*":
            beside[y] += 1
            canvas.put(x + beside[y], y, line.sign, ink, None, "b")


def _put_marks(canvas: Canvas, look: Look, plot: _Plot, line: Series, ink: str) -> None:
    """Mark the last point and those with dots of their own; without colours every point."""
    last = len(line.points) - 1
    for at in range(last + 1) if look.shapes else sorted({*line.dots, last}):
        dot = line.dots.get(at)
        x, y = plot.cell(plot.first + at, line.points[at])
        sign = (dot.sign if dot else line.sign) if look.shapes else "●"
        ground = canvas.styles[y][x][1]
        canvas.put(x, y, sign, weaker(dot.ink, ground, 0.0) if dot else ink)


_BRAILLE: Final = ((1, 8), (2, 16), (4, 32), (64, 128))
"""The bit of each dot of a cell, by row and column."""


def _between(here: tuple[int, int], there: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the dots of a straight line."""
    (x, y), (right, down) = here, there
    steps = max(abs(right - x), abs(down - y), 1)
    for step in range(steps + 1):
        yield x + round((right - x) * step / steps), y + round((down - y) * step / steps)


def bars(
    bars: Sequence[Bar], look: Look, width: int, *, ground: str | None = None, most: float = 0
) -> Canvas:
    """Draw one bar per row: a label, the bar from 0 to the right or left, the number.

    All start at the same column. `most` is the value of the longest possible bar, if that is not
    the greatest value. If there is no room for bars, the words stand alone.
    """
    canvas = Canvas(width, len(bars), look.ink, ground or look.felt)
    if not bars:
        return canvas
    named = min(max(text_width(bar.label) for bar in bars), max(4, width // 2))
    said = max(text_width(bar.said) for bar in bars)
    left, room = named + 1, width - named - said - 2
    low, high = min(0, *(bar.value for bar in bars)), max(most, *(bar.value for bar in bars), 0)
    for y, bar in enumerate(bars):
        if room >= 4 and bar.value:
            ends = sorted(floor((end - low) / (high - low) * room + 0.5) for end in (0, bar.value))
            drawn = ("#" if look.ascii else "▆") * max(1, ends[1] - ends[0])
            ink = weaker(bar.ink, canvas.styles[0][0][1], 0.0)
            canvas.put(left + min(ends[0], room - 1), y, drawn, ink)
        canvas.put(0, y, fitted(bar.label, named), look.ink)
        canvas.put(max(left, width - said), y, cut(bar.said, width - left), look.ink)
    return canvas


# --- scales ---------------------------------------------------------------------------------------


def _span(values: Iterable[float]) -> tuple[float, float]:
    """Return the lowest and the highest value, never the same."""
    found = list(values)
    low, high = min(found), max(found)
    return (low, high) if low < high else (low - 1, high + 1)


def _ticks(low: float, high: float, most: int) -> list[float]:
    """Return at most this many round numbers, evenly spread, between two others."""
    if low >= high:
        return [low]
    step = 10.0 ** floor(log10((high - low) / most))
    for size in (1, 2, 5, 10, 20, 50):
        found = range(ceil(low / (step * size)), floor(high / (step * size)) + 1)
        if len(found) <= most:
            return [round(number * step * size, 6) for number in found]
    return []


_STRETCHED: Final = 1.3
"""The factor by which an axis may grow so that its numbers stand at even distances."""


def _axis(low: float, high: float, rows: int) -> tuple[float, float, list[float]]:
    """Return the ends of an axis of this many rows, and the round numbers beside it."""
    least = (high - low) / (rows - 1)
    decade = 10.0 ** floor(log10(least))
    for cell, gap in sorted(
        (decade * step / gap, gap) for step in (1, 2, 5, 10, 20, 50) for gap in range(2, 7)
    ):
        first = floor(low / cell + _TINY)
        last = first + rows - 1
        ticks = range(ceil(first / gap), last // gap + 1)
        if least <= cell <= least * _STRETCHED and last + _TINY >= high / cell and len(ticks) > 1:
            return first * cell, last * cell, [round(n * gap * cell, 6) for n in ticks]
    return low, high, _heights(low, high, rows)


_TINY: Final = 1e-9


def _heights(low: float, high: float, rows: int) -> list[float]:
    """Return round numbers that this number of rows can carry at even distances."""
    found: list[float] = []
    for most in range(max(2, rows // 2 + 1), 1, -1):
        ticks = _ticks(low, high, most)
        if found and len(ticks) < 2:
            break
        found = ticks
        at = [round((tick - low) * (rows - 1) / (high - low)) for tick in ticks]
        gaps = [after - before for before, after in pairwise(at)]
        if not gaps or (min(gaps) > 1 and max(gaps) - min(gaps) < 2):
            break
    return found
