"""The last page of a match: the places, the course of the match, and the ways to continue."""

from collections.abc import Iterable
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.containers import Center
from textual.widget import Widget
from textual.widgets import OptionList

from tui.drawing.canvas import Canvas, Painting, text_width
from tui.language.text import t
from tui.summary.painting import paint_page
from tui.summary.words import Ending, as_text
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
        """How many lines do not fit."""

    def body(self) -> Iterable[Widget]:
        yield CanvasView(self._paint, id="summary")
        with Center(id="choices"):
            yield Menu(self.entries(), id="what-next")

    def entries(self) -> list[tuple[str, str]]:
        """Return the choices; the first is harmless, as one Enter too many chooses it."""
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
        """Show the match as known by now, with the choices `anew` if they may have changed."""
        self.match = match
        for view in self.query("#summary").results(CanvasView):
            view.repaint()
        for menu in self.query("#what-next").results(Menu) if anew else ():
            menu.offer(self.entries())

    def action_look(self) -> None:
        """Go back to the table as it lies."""
        self.dismiss("look")

    def action_copy(self) -> None:
        """Put the page into the clipboard, as text."""
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
