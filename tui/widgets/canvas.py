"""A widget that shows a canvas: paints it lazily, sends only the changed cells, and reports hits.

Knows no game: its owner gives a paint function.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress, groupby
from operator import ne
from typing import ClassVar, Final, TypeAlias

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual import events
from textual.filter import ANSIToTruecolor, DimFilter
from textual.geometry import Region
from textual.message import Message
from textual.messages import Update
from textual.strip import Strip
from textual.widget import Widget

from tui.drawing.canvas import Canvas, Hit, Painting, Style
from tui.terminal.textual_parts import KNOWN
from tui.widgets.active_screen import ImmediateKeys

Paint: TypeAlias = Callable[[int, int], Painting]
"""Draws for a width and height in cells. Called again whenever size, theme or content changes."""

_GAP: Final = 5
"""Unchanged cells between two changes of a line: a jump over them costs as many bytes."""


_NEEDLESS: Final = (ANSIToTruecolor, DimFilter)
"""Filters for dim text and for the 16 named colours: no canvas has either."""

_NOTHING: Final = Region()
"""An empty region: `refresh()` without any region would mean the whole widget."""


@lru_cache(4096)
def _rich_style(ink: str, ground: str, attributes: str) -> RichStyle:
    return RichStyle(
        color=ink,
        bgcolor=ground,
        bold="b" in attributes or None,
        underline="u" in attributes or None,
        italic="i" in attributes or None,
        reverse="r" in attributes or None,
    )


def strip_of(canvas: Canvas, y: int, first: int = 0, last: int | None = None) -> Strip:
    """Turn a line of a canvas, or some cells of it, into a strip of few styles."""
    chars = canvas.chars[y]
    pieces: list[tuple[str, Style]] = []
    x, width = first, (canvas.width if last is None else last) - first
    for style, cells in groupby(canvas.styles[y][first:last]):
        end = x + len(list(cells))
        text = "".join(chars[x:end])
        x = end
        if pieces and _alike(pieces[-1], (text, style)):
            before, worn = pieces.pop()
            text, style = before + text, style if before.isspace() else worn
        pieces.append((text, style))
    return Strip([Segment(text, _rich_style(*style)) for text, style in pieces], width)


def _alike(piece: tuple[str, Style], other: tuple[str, Style]) -> bool:
    """Tell whether two pieces can share a style: the ink of blanks is invisible."""
    (text, style), (other_text, other_style) = piece, other
    if style[1] != other_style[1] or style[2] or other_style[2]:
        return False
    return style == other_style or text.isspace() or other_text.isspace()


def changed_spans(old: Canvas, new: Canvas) -> Iterator[tuple[int, int, int]]:
    """Yield (y, first, end) of the cells that differ between two canvases of one size."""
    columns = range(new.width)
    for y in range(new.height):
        chars, was_chars = new.chars[y], old.chars[y]
        styles, was_styles = new.styles[y], old.styles[y]
        if chars == was_chars and styles == was_styles:
            continue
        changed = {
            *compress(columns, map(ne, chars, was_chars)),
            *compress(columns, map(ne, styles, was_styles)),
        }
        first = end = min(changed)
        for x in sorted(changed):
            if x > end and not _bridged(styles, end, x):
                yield y, first, end
                first = x
            end = x + 1
            if new.wide and chars[end : end + 1] == [""]:
                end += 1  # the other half of a wide character
        yield y, first, end


def _bridged(styles: list[Style], start: int, end: int) -> bool:
    """Tell whether unchanged cells between two changes cost less than a jump over them."""
    return end - start <= _GAP and styles[start - 1 : end].count(styles[end]) == end - start + 1


class CanvasView(Widget):
    """A drawing area. Give it a paint function; call repaint() when things change."""

    DEFAULT_CSS = "CanvasView { height: 1fr; }"
    ALLOW_SELECT: ClassVar[bool] = False

    @dataclass
    class Tapped(Message):
        """A button was pressed and released over a hit."""

        view: CanvasView
        hit: Hit

    @dataclass
    class Hovered(Message):
        """The mouse came over another hit, or left all of them (None)."""

        view: CanvasView
        hit: Hit | None

    @dataclass
    class Dragged(Message):
        """The mouse moved with a button down, by `dx` and `dy` cells.

        `hit` lies under it in the row where the button went down.
        """

        view: CanvasView
        dx: int
        dy: int
        hit: Hit | None

    @dataclass
    class Wheeled(Message):
        """The wheel turned by one notch: -1 up, 1 down; with ctrl it zooms by custom."""

        view: CanvasView
        notch: int
        ctrl: bool

    def __init__(self, paint: Paint | None = None, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._paint = paint
        self._painting: Painting | None = None
        self._stale = False
        """Whether the painting is out of date."""
        self._strips: dict[int, Strip] = {}
        self._over: Hit | None = None
        self._pressed = False
        self._moved = False
        self._row = 0
        """The row where a button last went down."""

    @property
    def painting(self) -> Painting | None:
        """The painting that is shown; None before the first size is known."""
        if self._stale:
            self.refresh(*self._settled())
        return self._painting

    def show(self, paint: Paint) -> None:
        """Take another paint function and draw with it."""
        self._paint = paint
        self.repaint()

    def repaint(self) -> None:
        """Paint anew in the next frame, once for any number of calls; send only changed cells."""
        self._stale = True
        if not KNOWN:
            self.refresh(*self._settled())
        elif self.is_mounted and self.display:
            # The end of refresh(), without waking the widget before the screen.
            screen = self.screen
            if isinstance(screen, ImmediateKeys):
                screen.redraw(self)
            else:
                screen.post_message(Update(self))
        else:
            self.refresh(_NOTHING)

    def _exchange_repaint_regions(self) -> Collection[Region]:
        """Return the regions to send in this frame: Textual asks when it is about to draw one."""
        changed = self._settled() if self._stale else ()
        return {*super()._exchange_repaint_regions(), *changed}

    def _settled(self) -> list[Region]:
        """Paint anew; return the regions that look different."""
        self._stale = False
        width, height = self.size
        if self._paint is None or not width or not height:
            return [_NOTHING]
        old, new = self._painting, self._paint(width, height)
        if new is old:
            return [_NOTHING]
        self._painting = new
        before, now = None if old is None else old.canvas, new.canvas
        if before is None or (before.width, before.height) != (now.width, now.height):
            self._strips.clear()
            return [self.size.region]
        regions = []
        for y, first, end in changed_spans(before, now):
            self._strips.pop(y, None)
            regions.append(Region(first, y, end - first, 1))
        return regions or [_NOTHING]

    @property
    def _is_resized(self) -> bool:
        """Whether the layout has given another size than the painted one, ahead of its message."""
        if self._painting is None:
            return False
        canvas = self._painting.canvas
        return (canvas.width, canvas.height) != self.size

    def draw_spans(self, spans: Sequence[tuple[int, int, int]]) -> list[Strip] | None:
        """Return strips for spans (y, first, end) of lines; None if lines can only be whole."""
        if self._stale or self._painting is None:
            return None
        canvas = self._painting.canvas
        if canvas.wide or self._is_resized:  # half a sign, or a resize on its way
            return None
        return self._filtered([strip_of(canvas, *span) for span in spans])

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return lines as they are: the style sheet puts no border round a canvas."""
        if self._painting is not None and (self._stale or self._is_resized):
            self.refresh(*self._settled())
        strips = self._filtered([self.render_line(y) for y in crop.line_range])
        return [strip.crop(crop.x, crop.right) for strip in strips]

    def _filtered(self, strips: list[Strip]) -> list[Strip]:
        """Apply the filters of the terminal and the settings."""
        filters = [each for each in self.get_line_filters() if not isinstance(each, _NEEDLESS)]
        if not filters:
            return strips
        ground = self.background_colors[1]
        for line_filter in filters:
            strips = [strip.apply_filter(line_filter, ground) for strip in strips]
        return strips

    def render_line(self, y: int) -> Strip:
        """Return one line; Textual may ask before the first resize, so paint now if need be."""
        if self._painting is None:
            self._settled()
        painting, width = self._painting, self.size.width
        if painting is None or y >= painting.canvas.height:
            return Strip.blank(width, self.rich_style)
        strip = self._strips.get(y)
        if strip is None:
            strip = self._strips[y] = strip_of(painting.canvas, y)
        if strip.cell_length != width:  # a resize is on its way
            strip = strip.adjust_cell_length(width, self.rich_style)
        return strip

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, self._theme_changed)

    def _theme_changed(self, _theme: object) -> None:
        self.repaint()

    def on_resize(self) -> None:
        self.repaint()

    def misses(self, event: events.MouseEvent) -> bool:
        """Tell whether the mouse is over no hit."""
        return self._hit(event) is None

    def _hit(self, event: events.MouseEvent) -> Hit | None:
        painting = self.painting
        return painting.hit(int(event.x), int(event.y)) if painting else None

    def on_click(self, event: events.Click) -> None:
        if self._moved:
            event.stop()  # the end of a drag is no click
            return
        hit = self._hit(event)
        if hit is not None:
            self.post_message(self.Tapped(self, hit))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._pressed, self._moved, self._row = True, False, int(event.y)

    def on_mouse_up(self) -> None:
        self._pressed = False
        self.release_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._pressed and event.button and (event.delta_x or event.delta_y):
            if not self._moved:
                self._moved = True
                self.capture_mouse()
            along = self.painting.hit(int(event.x), self._row) if self.painting else None
            self.post_message(self.Dragged(self, int(event.delta_x), int(event.delta_y), along))
        hit = self._hit(event)
        if hit != self._over:
            self._over = hit
            self.post_message(self.Hovered(self, hit))

    def on_leave(self) -> None:
        if self._over is not None:
            self._over = None
            self.post_message(self.Hovered(self, None))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.post_message(self.Wheeled(self, -1, event.ctrl))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.post_message(self.Wheeled(self, 1, event.ctrl))
