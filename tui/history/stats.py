"""What a player's matches add up to, game by game, on a page to read."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import ClassVar, Final

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import OptionList, Static

from core.records.career import Career
from net.files.history import PastMatch, careers_of, people
from tui.drawing.canvas import text_width
from tui.history.words import career_rows, columns, summary
from tui.language.games import game_title
from tui.language.text import t
from tui.table.links import player_name
from tui.widgets.in_front import InFront
from tui.widgets.menu import Menu
from tui.widgets.page import Page

GAP: Final = 4
"""Columns between two games side by side."""


class StatsScreen(Page):
    """Numbers of finished matches; those that were not finished are only counted."""

    HEADING = "Statistics"
    HELP_TEXT = (
        "What your finished matches on this computer add up to; unfinished ones are only "
        "counted. A bid whose tricks the record leaves open is left out.\n"
        "N chooses whose matches are counted: you may have played under several names. The arrows, "
        "Page Up and Page Down scroll."
    )
    AUTO_FOCUS = "#careers"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2,n,т", "names", "whose matches", key_display="n", id="names"),
        Binding("escape", "back", "back", id="back"),
    ]

    def __init__(self, matches: Sequence[PastMatch]) -> None:
        super().__init__()
        self._matches = matches
        self.names: tuple[str, ...] = ()
        self.careers: dict[str, Career] | None = None
        """By game; None while they are being added up."""

    def body(self) -> Iterable[Widget]:
        yield Static(t("Statistics"), classes="heading", markup=False)
        yield Static("", id="summary", classes="hint", markup=False)
        with VerticalScroll(id="careers"):
            yield Static("", id="numbers")

    def on_mount(self) -> None:
        self._count((player_name(self.kozyr.settings),))

    @work(exclusive=True, group="stats")
    async def _count(self, names: tuple[str, ...]) -> None:
        self.names, self.careers = names, None
        self.show()
        # Bids stand in the middle of the records: these are read whole.
        self.careers = await asyncio.to_thread(careers_of, self._matches, names)
        self.show()

    # --- showing ----------------------------------------------------------------------------------

    def on_resize(self, event: events.Resize) -> None:
        self.show()

    def show(self) -> None:
        """Show the numbers as they are now."""
        if not self.is_mounted or not self.query("#numbers"):
            return
        found = list((self.careers or {}).values())
        damaged = sum(past.fault is not None for past in self._matches)
        reading = self.careers is None
        said = t("Reading the records …") if reading else summary(found, self.names, damaged)
        self.query_one("#summary", Static).update(said)
        self.query_one("#numbers", Static).update(self._numbers(found))

    def _numbers(self, found: Sequence[Career]) -> Text:
        """Set the games side by side as far as the width allows."""
        blocks = [self._block(career) for career in found]
        if not blocks:
            return Text()
        room = self.size.width - 6
        wide = max(text_width(line.plain) for block in blocks for line in block)
        across = max(1, min(len(blocks), (room + GAP) // (wide + GAP)))
        text = Text()
        for first in range(0, len(blocks), across):
            for lines in zip_longest(*blocks[first : first + across], fillvalue=Text()):
                for line in lines:
                    text.append_text(line)
                    text.append(" " * (wide + GAP - text_width(line.plain)))
                text.append("\n")
            text.append("\n")
        return text

    def _block(self, career: Career) -> list[Text]:
        rows = columns(list(career_rows(career)), self.size.width - 6)
        title = Text(game_title(career.game), f"bold {self.look.active}")
        return [title, *map(Text, rows)]

    # --- doing ------------------------------------------------------------------------------------

    def action_names(self) -> None:
        """Choose whose matches are counted."""
        known = people(self._matches)
        if known:
            self.app.push_screen(WhoScreen(known, self.names), self._chosen)
        else:
            self.app.bell()

    def _chosen(self, names: tuple[str, ...] | None) -> None:
        if names:
            self._count(names)

    async def relabel(self) -> None:
        await super().relabel()
        self.show()
        self.query_one("#careers").focus()


class WhoScreen(InFront, ModalScreen[tuple[str, ...]]):
    """Lets names be marked; the result is the marked ones."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "done", show=False),
        Binding("ctrl+c", "app.ask_quit", show=False, priority=True),
    ]

    def __init__(self, known: dict[str, int], chosen: Sequence[str]) -> None:
        super().__init__()
        self._known = known
        wanted = {name.casefold() for name in chosen}
        self._marked = [name for name in known if name.casefold() in wanted]

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(t("Whose matches?"), classes="question", markup=False)
            yield Menu(self._entries())
            yield Static(t("Enter marks · Esc goes back"), classes="muted", markup=False)

    def _entries(self) -> list[tuple[str, str]]:
        return [
            (str(number), f"[{'x' if name in self._marked else ' '}] {name} · {count}")
            for number, (name, count) in enumerate(self._known.items())
        ]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        name = list(self._known)[int(event.option.id or 0)]
        if name in self._marked:
            self._marked.remove(name)
        else:
            self._marked.append(name)
        self.query_one(Menu).offer(self._entries())

    def action_done(self) -> None:
        """Count the matches of those who are marked."""
        self.dismiss(tuple(self._marked))
