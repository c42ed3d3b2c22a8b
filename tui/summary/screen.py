"""The last page of a match: the places, the course of the match, and the ways to continue.

Its picture is painted whole, however long; the screen shows as much of it as fits.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.containers import Center
from textual.widget import Widget
from textual.widgets import OptionList

from core.game import Seat
from tui.boards.seats import letters_of, put_badge
from tui.drawing.art.letters import put_letters, rows_of, spelt
from tui.drawing.canvas import Canvas, Painting, cut, text_width
from tui.drawing.charts import Bar, Dot, Series, bars, curve
from tui.drawing.look import Look
from tui.language.text import t
from tui.language.words import as_sentence
from tui.summary.words import Ending, as_text, evening_lines, ladder_lines, notes, verdict
from tui.widgets.base_screen import BaseScreen, copy_text
from tui.widgets.canvas import CanvasView
from tui.widgets.menu import Menu

_ALL: Final = 1000
"""More lines than any page has."""


class SummaryScreen(BaseScreen):
    """Shows a match that is over, and returns the name of the choice.

    Subclasses list the choices in `entries`, and carry them out in `choose`.
    """

    AUTO_FOCUS = "#what-next"
    HEADING = "The match is over"
    LATER: ClassVar[tuple[str, ...]] = ("line", "try")
    """Choices that are found later: they have no digits, so that those of others stay."""
    HELP_TEXT = (
        "Here you see who won, how each player did, the totals deal by deal as a curve, and the "
        "deal that decided the match. Page Up, Page Down and the wheel scroll a page that is "
        "longer than the window.\n"
        "Choose below what to do next. L and Esc lead back to the table as it lies, C copies the "
        "page as text: a terminal that allows it puts it into the clipboard."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,l", "look", "look at the table", key_display="Esc", id="back"),
        Binding("c", "copy", "copy as text", key_display="c", id="copy"),
        Binding("pagedown", "leaf(1)", "scroll", key_display="PgUp/Dn", priority=True),
        Binding("pageup", "leaf(-1)", show=False, priority=True),
        Binding("home", f"leaf({-_ALL})", show=False, priority=True),
        Binding("end", f"leaf({_ALL})", show=False, priority=True),
    ]

    def __init__(self, match: Ending) -> None:
        super().__init__()
        self.match = match
        self._top = 0
        """The first line shown."""
        self._spare = 0
        """The number of lines that do not fit."""

    def body(self) -> Iterable[Widget]:
        yield CanvasView(self._paint, id="summary")
        with Center(id="choices"):
            yield Menu(self.entries(), id="what-next", unnumbered=self.LATER)

    def entries(self) -> list[tuple[str, str]]:
        """Return the choices; the first one is harmless, because one Enter too many chooses it."""
        line = [("line", t("copy the line of the day"))] if self.match.day_line else []
        return [("look", t("look at the table")), *line, ("copy", t("copy as text"))]

    def choose(self, answer: str) -> None:
        """Carry out a choice."""
        if answer == "copy":
            self.action_copy()
        elif answer == "line":
            copy_text(self, self.match.day_line)
        else:
            self.dismiss(answer)

    def show(self, match: Ending, *, anew: bool = True) -> None:
        """Show the match as known by now; with `anew`, the choices may have changed."""
        self.match = match
        for view in self.query("#summary").results(CanvasView):
            view.repaint()
        for menu in self.query("#what-next").results(Menu) if anew else ():
            menu.offer(self.entries(), unnumbered=self.LATER)

    def action_look(self) -> None:
        """Return to the table as it lies."""
        self.dismiss("look")

    def action_copy(self) -> None:
        """Put the page on the clipboard, as text."""
        copy_text(self, as_text(self.match))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Let a page scroll only if it does not fit."""
        if action == "leaf" and not self._spare:
            return False
        return super().check_action(action, parameters)

    def action_leaf(self, pages: int) -> None:
        """Scroll by most of the visible rows."""
        self._scroll(pages * max(1, self.query_one("#summary", CanvasView).size.height - 2))

    def _scroll(self, lines: int) -> None:
        self._top = max(0, min(self._top + lines, self._spare))
        self.query_one("#summary", CanvasView).repaint()

    def on_canvas_view_wheeled(self, event: CanvasView.Wheeled) -> None:
        self._scroll(2 * event.notch)

    def _paint(self, width: int, height: int) -> Painting:
        look = self.look
        whole = paint_page(self.match, look, width, height)
        spare = whole.height - height
        if spare != self._spare:
            if self._spare and self._top == self._spare:
                self._top = spare  # a reader at the end stays there
            self._spare = spare
            self.call_after_refresh(self.refresh_bindings)
        self._top = max(0, min(self._top, spare))
        canvas = Canvas(width, height, look.ink, look.felt)
        canvas.blit(whole, 0, -self._top)
        for y, more, sign in ((0, self._top, "▲^"), (height - 1, spare - self._top, "▼v")):
            if more:
                said = f" {sign[look.ascii]} "
                canvas.put(width - text_width(said), y, said, look.active, look.felt_line, "b")
        return Painting(canvas)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.choose(event.option.id or "look")


WIDEST: Final = 116
"""The maximum columns of lines to be read."""

_TALLEST: Final = 200
_LEAST_CURVE: Final = 9
"""With fewer rows than this, a bar for each player tells more than a curve."""
_TALLEST_CURVE: Final = 24

_LEAST_NAME: Final = 8


def paint_page(match: Ending, look: Look, width: int, height: int) -> Canvas:
    """Draw the page as wide as the room and as high as necessary.

    The curve is as high as possible with everything in view. A small window has bars, if they fit
    too: the table says the totals already. Large letters give way to what is written below them.
    """
    across = min(width - 2, WIDEST)
    parts = [
        _headed(match, look, across, roomy=height >= 30),
        _table(match, look, across),
        _remarks(match, look, across),
    ]
    gaps = 1 if height >= 24 else 0
    if sum(part.height for part in parts) > height:
        parts[0] = _verdict(match, look, across)
    free = height - sum(part.height for part in parts) - gaps * len(parts)
    if len(match.summary.totals) > 1 and len({*sum(match.summary.totals, ())}) > 1:
        if free >= _LEAST_CURVE:
            parts.insert(2, _curve(match, look, across, min(free, _TALLEST_CURVE)))
        elif free >= len(match.names):
            parts.insert(2, _bars(match, look, across))
    whole = sum(part.height for part in parts) + gaps * (len(parts) - 1)
    top = max(0, (height - whole) // 3)
    canvas = Canvas(width, max(height, whole + top), look.ink, look.felt)
    y = top
    for part in parts:
        canvas.blit(part, (width - across) // 2, y)
        y += part.height + gaps
    return canvas


def _grown(look: Look, width: int) -> Canvas:
    return Canvas(width, _TALLEST, look.ink, look.felt)


def _cropped(source: Canvas, height: int) -> Canvas:
    """Return the first rows of a canvas."""
    canvas = Canvas(source.width, height, source.styles[0][0][0], source.styles[0][0][1])
    canvas.blit(source, 0, 0)
    return canvas


# --- who has won ------------------------------------------------------------------------------


def _headed(match: Ending, look: Look, width: int, *, roomy: bool) -> Canvas:
    """Draw the winner's name and the verdict: below it, or beside it if room is short."""
    canvas = _grown(look, width)
    name = " + ".join(match.names[seat] for seat in match.winners)
    rows = spelt(name)
    said = as_sentence(verdict(match))
    if rows is None or len(rows[0]) > width:
        canvas.put(0, 0, cut(name, width), look.active, None, "b")
        return _cropped(canvas, 1 + _put_wrapped(canvas, 0, 1, width, said, look.ink))
    scale = 2 if roomy and 2 * len(rows[0]) <= width else 1
    long = scale * len(rows[0])
    put_letters(canvas, look, rows, scale, 0, 0)
    tall, free = rows_of(look, scale), width - long - 3
    lines = wrap(said, max(1, free))
    if not roomy and free >= 20 and len(lines) <= tall:
        for y, line in enumerate(lines, tall - len(lines)):
            canvas.put(long + 3, y, line, look.ink)
        return _cropped(canvas, tall)
    gap = 1 if roomy else 0
    return _cropped(canvas, tall + gap + _put_wrapped(canvas, 0, tall + gap, width, said, look.ink))


def _verdict(match: Ending, look: Look, width: int) -> Canvas:
    canvas, said = _grown(look, width), as_sentence(verdict(match))
    return _cropped(canvas, _put_wrapped(canvas, 0, 0, width, said, look.ink))


def _put_wrapped(canvas: Canvas, x: int, y: int, width: int, text: str, ink: str) -> int:
    """Write a text over as many rows as necessary; return their number."""
    lines = wrap(text, max(1, width))
    for row, line in enumerate(lines):
        canvas.put(x, y + row, line, ink)
    return len(lines)


# --- the table ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of numbers; its heading may need two rows."""

    head: tuple[str, str]
    values: tuple[str, ...]
    ink: str | None = None

    @property
    def width(self) -> int:
        return max(map(text_width, (*self.head, *self.values)))


def _columns(match: Ending, look: Look, room: int) -> list[_Column]:
    """Return the columns beside the names: headings in one row, in two, or fewer columns."""
    total = _Column(("", t("total")), tuple(map(str, match.result.totals)), look.active)
    counts = [(t(count.title), count.values) for count in match.summary.counts]
    single = [total, *(_Column(("", head), values) for head, values in counts)]
    double = [total, *(_Column(_in_two(head), values) for head, values in counts)]
    columns = single if _length(single) <= room else double
    while len(columns) > 1 and _length(columns) > room:
        columns.pop()
    return columns


def _in_two(head: str) -> tuple[str, str]:
    first, _, rest = head.partition(" ")
    return (first, rest) if rest else ("", first)


def _length(columns: Sequence[_Column]) -> int:
    return sum(column.width + 2 for column in columns)


def _table(match: Ending, look: Look, width: int) -> Canvas:
    """Draw a line for each player, from the first place to the last."""
    goats = match.result.goats or ()
    tail = text_width(t("the goat!")) + 2 if goats else 0
    before = 6  # the place and the badge
    columns = _columns(match, look, width - before - _LEAST_NAME - tail)
    names = max(map(text_width, match.names))
    room = min(names, width - before - _length(columns) - tail)
    heads = 2 if any(column.head[0] for column in columns) else 1
    canvas = Canvas(width, heads + len(match.names), look.ink, look.felt)
    x = before + room
    for column in columns:
        x += column.width + 2
        for y, head in enumerate(column.head[-heads:]):
            canvas.put(x - text_width(head), y, head, look.muted)
    badges = letters_of(match.names)
    for y, seat in enumerate(match.by_place, heads):
        bold = "b" if seat == match.mine else ""
        canvas.put(0, y, f"{match.result.places[seat]:>2}.", look.muted)
        put_badge(canvas, look, 4, y, seat, badges[seat])
        ink = look.active if match.result.places[seat] == 1 else look.ink
        canvas.put(before, y, cut(match.names[seat], room), ink, None, bold)
        x = before + room
        for column in columns:
            x += column.width + 2
            value = column.values[seat]
            canvas.put(x - text_width(value), y, value, look.ink, None, bold)
        if seat in goats:
            canvas.put(x + 2, y, t("the goat!"), look.bad, None, "b")
    return canvas


def _colour(look: Look, seat: Seat) -> str:
    return look.owners[seat % len(look.owners)]


# --- the curve and the words --------------------------------------------------------------------


def _curve(match: Ending, look: Look, width: int, height: int) -> Canvas:
    """Draw the totals deal by deal."""
    badges = letters_of(match.names)
    order = sorted(range(len(match.names)), key=lambda seat: seat == match.mine)
    totals, first, turning = match.summary.totals, match.summary.first, match.summary.turning
    if first == 1:
        totals, first = ((0,) * len(match.names), *totals), 0
    at = turning.number - first if turning else 0
    marked = {at: Dot(look.active)} if at < len(totals) - 1 else {}
    series = [
        Series(
            [each[seat] for each in totals],
            _colour(look, seat),
            badges[seat],
            marked if turning and seat in turning.seats else {},
        )
        for seat in order
    ]
    level = 0 if min(map(min, totals)) < 0 else None
    if len({line.ink for line in series}) < len(series):
        look = replace(look, depth="mono")  # a theme without colours, or more players than colours
    return curve(series, look, width, height, first=first, level=level)


def _bars(match: Ending, look: Look, width: int) -> Canvas:
    """Draw the final totals."""
    ended = match.result.totals
    drawn = [
        Bar(match.names[seat], ended[seat], str(ended[seat]), _colour(look, seat))
        for seat in match.by_place
    ]
    return bars(drawn, look, width)


def _with_you(match: Ending) -> Ending:
    """Return the match as told to its reader; a copy for others has the reader's name."""
    names = (t("you") if seat == match.mine else name for seat, name in enumerate(match.names))
    return replace(match, names=tuple(names))


def _remarks(match: Ending, look: Look, width: int) -> Canvas:
    """Write how the match was decided, the moments worth remembering, and how it was dealt.

    A fault in the deals and a ladder come first: a small window shows no more than these.
    """
    canvas = _grown(look, width)
    y = 0
    if match.beware:
        y += _put_wrapped(canvas, 0, y, width, as_sentence(match.deal_check), look.bad)
    y += _put_results(canvas, y, width, ladder_lines(match), look)
    for note in notes(_with_you(match)):
        y += _put_wrapped(canvas, 0, y, width, as_sentence(note), look.ink)
    if match.reviewing:
        y += _put_wrapped(canvas, 0, y, width, as_sentence(match.reviewing), look.muted)
    if match.deal_check and not match.beware:
        y += _put_wrapped(canvas, 0, y, width, as_sentence(match.deal_check), look.muted)
    if match.day_line:
        y += _put_wrapped(canvas, 0, y, width, match.day_line, look.active)
    y += _put_results(canvas, y, width, evening_lines(match), look)
    return _cropped(canvas, y)


def _put_results(canvas: Canvas, y: int, width: int, lines: Sequence[str], look: Look) -> int:
    """Write the results of several matches below their title; return the number of rows."""
    before = y
    for number, line in enumerate(lines):
        y += _put_wrapped(canvas, 0, y, width, line, look.ink if number else look.active)
    return y - before
