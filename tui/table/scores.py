"""The whole score sheet of the match."""

from collections.abc import Callable, Iterable
from textwrap import wrap
from typing import Any, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from tui.boards.contract import Board
from tui.boards.scene import Scene
from tui.drawing.canvas import Canvas, Painting
from tui.language.games import rules_text
from tui.language.text import t
from tui.table.areas import used_rows
from tui.widgets.base_screen import BaseScreen
from tui.widgets.canvas import CanvasView

_EDGE: Final = 2
"""Columns kept free beside the explanations."""

_TALLEST: Final = 400
"""Enough lines for the whole sheet of the longest match."""


class ScoresScreen(BaseScreen):
    """The sheet in all the available room; a longer one can be scrolled."""

    HEADING = "Scores"
    HELP_TEXT = (
        "The score sheet of this match. Where it does not fit, parts of it are shortened or left "
        "out; the arrows, Page Up and Page Down, Home and End and the wheel lead through all of it."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "leaf(-1)", "scroll", key_display="↑↓"),
        Binding("down", "leaf(1)", show=False),
        Binding("pageup", "leaf(-10)", show=False),
        Binding("pagedown", "leaf(10)", show=False),
        Binding("home", f"leaf({-_TALLEST})", show=False),
        Binding("end", f"leaf({_TALLEST})", show=False),
        Binding("escape,enter,space,f2,p", "back", "back", key_display="Esc", id="back"),
    ]

    def __init__(self, scene: Callable[[], Scene | None], board: Board, options: Any) -> None:
        super().__init__()
        self._scene = scene
        self._board = board
        self._options = options
        self._top: int | None = None
        """The first line shown of the whole sheet; None until the player scrolls."""

    def body(self) -> Iterable[Widget]:
        yield Static(t("Scores"), classes="heading", markup=False)
        yield CanvasView(self._paint, id="full-sheet")
        yield Static(rules_text(self._options), classes="hint", markup=False)

    def _paint(self, width: int, height: int) -> Painting:
        canvas = self._sheet(width, height)
        if self._top is not None:
            whole = self._sheet(width, _TALLEST)
            names = Canvas(width, 1, self.look.ink, self.look.felt)
            names.blit(whole, 0, 0)
            canvas.blit(whole, 0, -min(self._top, _spare(whole, height)))
            canvas.blit(names, 0, 0)
        self._put_legend(canvas)
        return Painting(canvas)

    def _put_legend(self, canvas: Canvas) -> None:
        """Explain the signs in the rows that are left below the sheet, if there are enough."""
        look = self.look
        said = "  ".join(f"{sign}\N{NO-BREAK SPACE}{text};" for sign, text in self._legend())
        rows = wrap(said.rstrip(";"), max(1, canvas.width - 2 * _EDGE))
        top = canvas.height - len(rows)
        if not any(canvas.lines()[max(0, top - 1) :]):
            for y, row in enumerate(rows, top):
                canvas.put(_EDGE, y, row, look.faded(look.panel_ink, look.panel, 0.35))

    def _legend(self) -> tuple[tuple[str, str], ...]:
        return self._board.legend(self.look)

    def explained(self) -> Iterable[str]:
        """Explain the signs of the sheet as well."""
        yield from super().explained()
        yield "\n".join(f"{sign}: {text}" for sign, text in self._legend())

    def _sheet(self, width: int, height: int) -> Canvas:
        scene = self._scene()
        if scene is None:
            return Canvas(width, height, self.look.ink, self.look.felt)
        return self._board.paint_sheet(scene, width, height).canvas

    def action_leaf(self, lines: int) -> None:
        """Scroll a sheet that does not fit."""
        view = self.query_one("#full-sheet", CanvasView)
        whole = self._sheet(view.size.width, _TALLEST)
        most = _spare(whole, view.size.height)
        if most:
            top = self._first_line(whole, view.size.height) if self._top is None else self._top
            self._top = max(0, min(top + lines, most))
            view.repaint()

    def _first_line(self, whole: Canvas, height: int) -> int:
        """Return the first line of the part that the board shows by itself."""
        shown, lines = self._sheet(whole.width, height).lines(), whole.lines()
        found = shown[2] if len(shown) > 2 else ""  # the line before it may count the rows left out
        return max(0, lines.index(found) - 2) if found in lines else _spare(whole, height)

    def on_canvas_view_wheeled(self, event: CanvasView.Wheeled) -> None:
        self.action_leaf(event.notch)


def _spare(whole: Canvas, height: int) -> int:
    """Return the number of lines of a sheet that do not fit."""
    return max(0, used_rows(whole) - height)
