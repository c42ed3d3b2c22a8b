"""The page of the evening: every match at the table, and what they add up to by places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from net.client.events import ClientEvent, EveningTold
from net.wire.message import PlayedMatch
from tui.language.text import t
from tui.room.evening import evening_page
from tui.widgets.base_screen import BaseScreen, copy_text

if TYPE_CHECKING:
    from tui.program import Program
    from tui.table.session import TableSession


class EveningPage(BaseScreen):
    """Shows the matches of an evening; `why` says that the table has gone."""

    HEADING = "The evening"
    HELP_TEXT = (
        "The matches that were played to their end at this table, whichever game, and the places "
        "of everybody: points of different games do not compare. C copies the page as text. Your "
        "program keeps it: F shows it again among the past matches."
    )
    AUTO_FOCUS = "#rules-read"
    spoken_of = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "copy", "copy as text", key_display="c", id="copy"),
        Binding("escape,f,enter", "back", "back", key_display="Esc", id="back"),
    ]

    def __init__(self, matches: Sequence[PlayedMatch], table: str, why: str = "") -> None:
        super().__init__()
        self._matches = matches
        self._table = table
        self._why = why

    @property
    def lines(self) -> list[str]:
        """The lines of the page."""
        return evening_page(self._matches, self._table)

    def body(self) -> Iterable[Widget]:
        yield Static(t("The evening"), classes="heading", markup=False)
        if self._why:
            yield Static(self._why, classes="hint", markup=False)
        with VerticalScroll(id="rules-read"):
            yield Static("\n".join(self.lines), id="rules-text", markup=False)

    def receive(self, event: ClientEvent) -> None:
        """Add a match that has just ended."""
        if isinstance(event, EveningTold):
            self._matches = event.matches
            for text in self.query("#rules-text").results(Static):
                text.update("\n".join(self.lines))

    def action_copy(self) -> None:
        """Put the page into the clipboard, as text."""
        copy_text(self, "\n".join((t("The evening"), *self.lines)) + "\n")


def open_evening(app: Program, session: TableSession, why: str = "") -> None:
    """Show the evening at a table."""
    client = session.client
    name = client.seated.table_name if client.seated is not None else ""
    app.push_screen(EveningPage(client.matches, name, why))
