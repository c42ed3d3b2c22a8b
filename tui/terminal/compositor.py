"""Makes Textual draw and send only the changed cells, in the order that takes the fewest bytes.

Its own compositor draws the changed lines of every widget and sends a line from the widget's left
edge (textual#5625): with one wide canvas for a table, that is 4 to 16 times the bytes.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias

from rich.console import COLOR_SYSTEMS, Console
from rich.style import Style
from textual._compositor import Compositor, CompositorUpdate
from textual.geometry import Region
from textual.map_geometry import MapGeometry
from textual.strip import Strip
from textual.widget import Widget

from tui.terminal.sgr import (
    LEAST_ERASED,
    Codes,
    CursorPosition,
    SgrWriter,
    erases,
    has_sure_width,
    is_invisible,
    way,
)
from tui.terminal.textual_parts import KNOWN

StripSpan: TypeAlias = tuple[int, int, int, int, Strip]
"""The line, the first and end column of the cells to send, and the strip with its first column."""


CompositorMap: TypeAlias = dict[Widget, MapGeometry]
"""The place of each widget."""

DrawSpans: TypeAlias = Callable[[list[tuple[int, int, int]]], list[Strip] | None]
"""`draw_spans` of a widget that can draw the cells of a line from one column to another.

None if only whole lines are possible now. A widget that never can do this has no such method.
"""


class StyledRun(NamedTuple):
    """Some cells of one line in one style."""

    y: int
    x: int
    end: int
    text: str
    style: Style | None
    codes: Codes | None


class DiffUpdate(CompositorUpdate):
    """An update of parts of strips, none of which covers another."""

    def __init__(self, pieces: Sequence[StripSpan], width: int, *, erasing: bool) -> None:
        self.pieces = pieces
        self.width = width
        """The columns of the screen."""
        self.erasing = erasing
        """Whether blanks may be erased instead of written."""

    def render_segments(self, console: Console) -> str:
        system = console.color_system
        writer = SgrWriter(COLOR_SYSTEMS[system] if system else None)
        written: list[str] = []
        at: CursorPosition | None = None
        for run in _by_style(self._runs(writer), writer):
            moved = way(at, run.y, run.x)
            written.append(moved)
            text, blanks = run.text, 0
            if self.erasing and writer.shows_ground_alone(run.codes):
                text, blanks = _without_blanks(text)
            written.append(writer.written(text, run.style, run.codes))
            if blanks:
                written.append(f"\x1b[{blanks}X")
            end = run.end - blanks
            # After a character of doubtful width, the next one without a jump is just as doubtful.
            sure = (bool(moved) or at is None or at.sure) and has_sure_width(text)
            # At the right edge, terminals differ in where the cursor is.
            at = CursorPosition(run.y, end, sure) if end < self.width else None
        return "".join(written) + writer.lift()

    def _runs(self, writer: SgrWriter) -> Iterator[StyledRun]:
        """Yield runs of one style, with the blanks that can be written in it."""
        last: StyledRun | None = None
        for run in self._segments(writer):
            if last is None:
                last = run
            elif (last.y, last.end) == (run.y, run.x) and writer.covers(last.codes, run.codes):
                last = last._replace(end=run.end, text=last.text + run.text)
            elif (last.y, last.end) == (run.y, run.x) and writer.covers(run.codes, last.codes):
                last = run._replace(x=last.x, text=last.text + run.text)
            else:
                yield last
                last = run
        if last is not None:
            yield last

    def _segments(self, writer: SgrWriter) -> Iterator[StyledRun]:
        for y, first, end, x, strip in self.pieces:
            for segment in strip:
                start, x = x, x + segment.cell_length
                if start < end and x > max(start, first):
                    if x > end:
                        segment = segment.split_cells(end - start)[0]
                    if start < first:
                        segment = segment.split_cells(first - start)[1]
                    text, style, _ = segment
                    start, stop = max(start, first), min(x, end)
                    if is_invisible(style):
                        text = " " * (stop - start)
                    yield StyledRun(y, start, stop, text, style, writer.codes(text, style))


def _without_blanks(text: str) -> tuple[str, int]:
    """Separate a text from its trailing blanks, if erasing them is cheaper than writing."""
    short = text.rstrip(" ")
    blanks = len(text) - len(short)
    return (short, blanks) if blanks >= LEAST_ERASED else (text, 0)


def _by_style(runs: Iterable[StyledRun], writer: SgrWriter) -> Iterator[StyledRun]:
    """Yield runs that look alike together, and next the ones that take the fewest codes after them.

    A jump costs 8 bytes, a colour 19. Blanks are written with the first text on their ground, which
    then is sent once. Each run has to be written before the next one is requested.
    """
    alike: dict[Codes | None, list[StyledRun]] = {}
    blank: dict[Codes | None, list[StyledRun]] = {}
    for run in runs:
        group = blank if run.codes is not None and run.codes.ink is None else alike
        group.setdefault(run.codes, []).append(run)
    while alike:
        codes = min(alike, key=writer.cost)
        written = alike.pop(codes)
        for ground in [each for each in blank if writer.covers(codes, each)]:
            written += blank.pop(ground)
        yield from sorted(written, key=itemgetter(0, 1))
    yield from chain(*blank.values())


Spans: TypeAlias = dict[int, list[tuple[int, int]]]
"""Line -> the first and the end column of the cells still to be drawn."""


def _render_partial_update(self: Any) -> CompositorUpdate | None:
    """Ask the widgets, from front to back, for the visible part of the changed cells."""
    screen = self.size.region
    regions = [region.intersection(screen) for region in self._dirty_regions]
    self._dirty_regions.clear()
    spans: Spans = {}
    for y, left, right in self._regions_to_spans(regions):
        spans.setdefault(y, []).append((left, right))
    pieces: list[StripSpan] = []
    for widget, (region, clip) in self.visible_widgets.items():
        if not spans:
            break
        pieces += _taken(spans, widget, region, region.intersection(clip))
    if not pieces:
        return None
    return DiffUpdate(
        sorted(pieces, key=itemgetter(0, 1)), self.size.width, erasing=erases(os.environ)
    )


def _taken(spans: Spans, widget: Widget, region: Region, seen: Region) -> Iterator[StripSpan]:
    """Draw the part of the spans that a widget shows; the rest is left to those behind it."""
    first, end = seen.column_span
    lines = {
        y
        for y in spans.keys() & set(seen.line_range)
        if any(left < end and right > first for left, right in spans[y])
    }
    if not lines:
        return
    parts: list[tuple[int, int, int]] = []
    for y in sorted(lines):
        open_spans = []
        for left, right in spans.pop(y):
            start, stop = max(left, first), min(right, end)
            if start < stop:
                parts.append((y, start, stop))
                open_spans += [(left, start), (stop, right)]
            else:
                open_spans.append((left, right))
        if open_spans := [span for span in open_spans if span[0] < span[1]]:
            spans[y] = open_spans
    draw: DrawSpans | None = getattr(widget, "draw_spans", None)
    dx, dy = region.offset
    drawn = draw([(y - dy, left - dx, right - dx) for y, left, right in parts]) if draw else None
    if drawn is not None:
        yield from (
            (y, left, right, left, strip)
            for (y, left, right), strip in zip(parts, drawn, strict=True)
        )
        return
    whole = _lines(widget, region, seen, lines)
    yield from ((y, left, right, first, whole[y]) for y, left, right in parts if y in whole)


def _lines(widget: Widget, region: Region, seen: Region, lines: set[int]) -> dict[int, Strip]:
    """Draw the visible part of a widget's lines, from the first to the last line."""
    top, bottom = min(lines), max(lines) + 1
    crop = Region(seen.x - region.x, top - region.y, seen.width, bottom - top)
    return dict(zip(range(top, bottom), widget.render_lines(crop), strict=False))


_arranged: Final[Callable[[Any], CompositorMap]] = vars(Compositor)["full_map"].fget


def _full_map(self: Any) -> CompositorMap:
    """Have new, removed and moved widgets drawn, even if Textual looks for places before its
    layout.

    The layout then finds no difference, so Textual would only draw them with the whole screen.
    """
    if self.root is None or not self._full_map_invalidated:
        return _arranged(self)
    drawn = self._full_map if self._visible_map is None else self._visible_map
    arranged = _arranged(self)
    places = (place for _, place in arranged.items() ^ drawn.items())
    self._dirty_regions.update(filter(None, (p.clip.intersection(p.region) for p in places)))
    return arranged


def send_only_changes() -> bool:
    """Install the replacements if this Textual is KNOWN; tell whether they are in use."""
    if not KNOWN:
        return False
    setattr(Compositor, "render_partial_update", _render_partial_update)  # noqa: B010
    setattr(Compositor, "full_map", property(_full_map))  # noqa: B010
    return True
