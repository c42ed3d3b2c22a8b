"""Curves and bars on a canvas, drawn by plotext in the colours of a theme.

plotext keeps one figure for the whole program: draw charts in one thread only.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import pairwise
from math import ceil, floor, log10
from typing import Any, Final

from tui.drawing.canvas import Canvas, cut, fitted, text_width
from tui.drawing.look import Look, weaker


@dataclass(frozen=True, slots=True)
class Dot:
    """How to mark a point."""

    ink: str
    sign: str = "*"
    """One ASCII character, for people and terminals without colours."""


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a curve."""

    points: Sequence[float]
    ink: str
    sign: str = "*"
    """One ASCII character, for people and terminals without colours."""
    dots: Mapping[int, Dot] = field(default_factory=dict)
    """Points to mark, by their index; the last one is always marked."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar and what stands on either side of it."""

    label: str
    value: float
    said: str
    """The number as players read it."""
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

    `first` is the number of the first point, `level` the height of a line straight across; what
    is drawn always includes it. Needs 16 columns and 5 rows, else the canvas stays empty.
    """
    canvas = Canvas(width, height, look.muted, ground or look.felt)
    values = [value for line in series for value in line.points]
    if not values or width < 16 or height < 5:
        return canvas
    plot = _figure(width, height)
    low, high = _span([*values, *([] if level is None else [level])])
    final = first + max(len(line.points) for line in series) - 1
    last = max(final, first + 1)
    low, high, heights = _axis(low, high, height - 2)
    named = [f"{tick:g}" for tick in heights]
    plot.ylim(low, high)
    plot.yticks(heights, named)
    plot.xlim(first, last)
    numbers = [tick for tick in _ticks(first, final, max(2, width // 8)) if tick == int(tick)]
    plot.xticks(numbers, [f"{tick:g}" for tick in numbers])
    plot.xaxes(True, False)
    plot.yaxes(True, False)
    if level is not None:
        plot.hline(level, _rgb(look.felt_line, canvas))
    across = _Scale(first, last, width - max(map(len, named), default=0) - 1, 2)
    upwards = _Scale(low, high, height - 2, 4)
    for line in series:
        if line.points:
            _draw(plot, line, (across, upwards), look, canvas)
    _copy(plot, canvas, 0, 0, look)
    return canvas


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where values lie on an axis of this many cells, each of a few dots of braille."""

    low: float
    high: float
    cells: int
    dots: int

    def at_cell(self, value: float) -> float:
        """Return the value that plotext puts into the cell where the line has this one."""
        share = (value - self.low) / (self.high - self.low)
        cell = round(share * (self.cells * self.dots - 1)) // self.dots
        return self.low + cell * (self.high - self.low) / max(1, self.cells - 1)


def _draw(
    plot: Any, line: Series, scales: tuple[_Scale, _Scale], look: Look, canvas: Canvas
) -> None:
    values = list(line.points)
    places = [scales[0].low + index for index in range(len(values))]
    if len(values) > 1:
        marker = "." if look.ascii else "braille"
        plot.plot(places, values, marker=marker, color=_rgb(line.ink, canvas))
    marked = range(len(values)) if look.shapes else sorted({*line.dots, len(values) - 1})
    for index in marked:
        dot = line.dots.get(index) or Dot(line.ink, line.sign)
        x, y = places[index], values[index]
        if not look.ascii:
            x, y = scales[0].at_cell(x), scales[1].at_cell(y)
        sign = dot.sign if look.shapes else "●"
        plot.scatter([x], [y], marker=sign, color=_rgb(dot.ink, canvas))


def bars(
    bars: Sequence[Bar], look: Look, width: int, *, ground: str | None = None, most: float = 0
) -> Canvas:
    """Draw one bar per row: a label, the bar from 0 to the right or left, the number.

    All start at the same column. `most` is the value of the longest bar the room allows, if that is
    not the greatest. If there is no room for bars, the words stand alone.
    """
    canvas = Canvas(width, len(bars), look.ink, ground or look.felt)
    if not bars:
        return canvas
    named = min(max(text_width(bar.label) for bar in bars), max(4, width // 2))
    said = max(text_width(bar.said) for bar in bars)
    left, room = named + 1, width - named - said - 2
    if room >= 4 and any(bar.value for bar in bars):
        plot = _figure(room, len(bars))
        plot.xaxes(False, False)
        plot.yaxes(False, False)
        plot.xticks([])
        plot.yticks([])
        values = [bar.value for bar in bars]
        plot.xlim(min(0, *values), max(most, *values))
        plot.ylim(0.5, len(bars) + 0.5)
        for place, bar in enumerate(reversed(bars), 1):
            if bar.value:
                plot.bar(
                    [place],
                    [bar.value],
                    orientation="h",
                    width=0.01,
                    marker="#" if look.ascii else "▆",
                    color=_rgb(bar.ink, canvas),
                )
        plot.yticks([])
        _copy(plot, canvas, left, 0, look)
    for y, bar in enumerate(bars):
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
"""An axis may become this much longer so that its numbers stand at even distances."""


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
    """Return round numbers that this many rows can carry at even distances."""
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


# --- plotext --------------------------------------------------------------------------------------


def _figure(width: int, height: int) -> Any:
    """Return plotext with an empty figure; it takes a while to load, so it is loaded here."""
    plotext: Any = import_module("plotext")
    plotext.clear_figure()
    plotext.theme("clear")
    plotext.limit_size(False, False)  # else by the terminal of the program
    plotext.plot_size(width, height)
    return plotext


def _rgb(ink: str, canvas: Canvas) -> tuple[int, int, int]:
    clear = weaker(ink, canvas.styles[0][0][1], 0.0)
    red, green, blue = (int(clear[i : i + 2], 16) for i in (1, 3, 5))
    return red, green, blue


_COLOUR: Final = re.compile(r"\x1b\[(?:38;2;(\d+);(\d+);(\d+)|[\d;]*)m")
_ASCII: Final = str.maketrans("┌┐└┘├┤┬┴┼─│●", "++++||+++-|*")


def _copy(plot: Any, canvas: Canvas, left: int, top: int, look: Look) -> None:
    """Copy the figure into cells: what it builds is text with colours as escape codes."""
    for y, line in enumerate(str(plot.build()).split("\n"), top):
        x, at = left, 0
        ink: str | None = None
        for found in (*_COLOUR.finditer(line), None):
            text = line[at : found.start() if found else None]
            if look.ascii:
                text = text.translate(_ASCII)
            x = canvas.put(x, y, text, ink)
            if found:
                at = found.end()
                ink = "#{:02x}{:02x}{:02x}".format(*map(int, found.groups())) if found[1] else None
