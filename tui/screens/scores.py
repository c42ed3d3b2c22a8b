"""The whole score sheet of the match."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from tui.canvas import Canvas, Painting
from tui.connection import changed_rules
from tui.rule_names import rules_text
from tui.text import t
from tui.widgets.canvas import CanvasView
from tui.widgets.page import Page

if TYPE_CHECKING:
    from tui.screens.table import TableScreen


class ScoresScreen(Page):
    """The sheet in all the room there is."""

    HEADING = "Scores"
    HELP_TEXT = "The score sheet of this match, the newest lines at the bottom."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,f2,p,з", "back", "back", key_display="Esc", id="back")
    ]

    def __init__(self, table: TableScreen) -> None:
        super().__init__()
        self.table = table

    def body(self) -> Iterable[Widget]:
        yield Static(t("Scores"), classes="heading", markup=False)
        yield CanvasView(self._paint, id="full-sheet")
        yield Static(rules_text(changed_rules(self.table.connection)), classes="hint", markup=False)

    def _paint(self, width: int, height: int) -> Painting:
        scene = self.table.scene()
        if scene is None:
            return Painting(Canvas(width, height, self.look.ink, self.look.felt))
        return self.table.turn.board.paint_sheet(scene, width, height)
