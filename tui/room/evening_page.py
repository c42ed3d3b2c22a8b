"""The page of the evening: every match at the table, and their totals by places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from net.client.events import ClientEvent, EveningTold
from net.wire.message import PlayedMatch, PlayedSeat
from tui.drawing.look import Look
from tui.language.text import t
from tui.preferences.settings import player_name
from tui.program import Program
from tui.room.evening import Total, by_place, evening_page, is_reader, result_said, totals
from tui.widgets.base_screen import BaseScreen, copy_text
from tui.widgets.form import Coloured

if TYPE_CHECKING:
    from tui.table.session import TableSession


_BESIDE: Final = 5
"""Columns beside the page: its margins and the scroll bar."""


class EveningPage(BaseScreen):
    """Shows the matches of an evening; `why` explains that the table is gone."""

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

    def __init__(
        self, matches: Sequence[PlayedMatch], table: str, why: str = "", reader: str = ""
    ) -> None:
        super().__init__()
        self._matches = matches
        self._table = table
        self._why = why
        self._reader = reader
        """The reader's name, if it is not that of the settings."""

    @property
    def lines(self) -> list[str]:
        """The lines of the page as text."""
        return evening_page(self._matches, self._table)

    def _shown(self) -> Text:
        reader = self._reader or player_name(self.kozyr.settings)
        room = self.size.width - _BESIDE
        return evening_shown(self._matches, self._table, reader, self.look, room)

    def body(self) -> Iterable[Widget]:
        yield Static(t("The evening"), classes="heading", markup=False)
        if self._why:
            yield Static(self._why, classes="hint", markup=False)
        with VerticalScroll(id="rules-read"):
            yield Coloured(self._shown, id="rules-text")

    def receive(self, event: ClientEvent) -> None:
        """Add a match that has just ended."""
        if isinstance(event, EveningTold):
            self._matches = event.matches
            self._show()

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        self._show()

    def _show(self) -> None:
        for text in self.query("#rules-text").results(Static):
            text.update(self._shown())

    def action_copy(self) -> None:
        """Put the page on the clipboard, as text."""
        copy_text(self, "\n".join((t("The evening"), *self.lines)) + "\n")


def evening_shown(
    matches: Sequence[PlayedMatch], table: str, reader: str, look: Look, room: int | None = None
) -> Text:
    """Return the page for a reader in colours: winners stand out, and so do the reader's places."""
    lines = [Text(line) for line in evening_page(matches, table, reader, room)]
    if not matches:
        return lines[0]
    best = totals(matches)
    lines[0].stylize(f"bold {look.ink}")
    lines[2].stylize(look.muted)
    for line, each in zip(lines[3:], best, strict=False):
        line.stylize(_stress(each, reader, look, won=each.places == best[0].places))
    for line, match in zip(lines[-len(matches) :], matches, strict=True):
        end = 0
        for seat in by_place(match):
            said = result_said(seat, reader)
            if (at := line.plain.find(said, end)) >= 0:
                end = at + len(said)
                line.stylize(_stress(seat, reader, look, won=seat.place == 1), at, end)
    return Text("\n").join(lines)


def _stress(player: Total | PlayedSeat, reader: str, look: Look, *, won: bool) -> str:
    bold = "bold " if won or is_reader(player, reader) else ""
    return bold + (look.active if won else look.ink)


def open_evening(app: Program, session: TableSession, why: str = "") -> None:
    """Show the evening at a table."""
    client = session.client
    name = client.seated.table_name if client.seated is not None else ""
    room, seat = client.room, client.seat
    reader = room.seats[seat].name if room is not None and seat is not None else ""
    app.push_screen(EveningPage(client.matches, name, why, reader))
