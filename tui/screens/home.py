"""The first screen: the title and what there is to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import OptionList

from tui.art.title import paint_title
from tui.canvas import Painting
from tui.text import t
from tui.widgets.canvas import CanvasView
from tui.widgets.menu import Menu
from tui.widgets.page import Page


class HomeScreen(Page):
    """What do you want to do?"""

    HEADING = "Kozyr"
    HELP_TEXT = (
        "Choose with the arrows and Enter, with the digit before a line, or with a click.\n"
        "Alone you play against bots. On the LAN one person hosts a table and the others find it "
        'by themselves under "tables on the LAN".'
    )
    AUTO_FOCUS = "#home-menu"

    def body(self) -> Iterable[Widget]:
        yield CanvasView(self._paint_title, id="title")
        with Vertical(id="home-middle"):
            yield Menu(self._entries(), id="home-menu")

    def _paint_title(self, width: int, height: int) -> Painting:
        word, under = t("KOZYR"), t("card and domino table for the terminal")
        return paint_title(self.look, word, under, width, height)

    def _entries(self) -> list[tuple[str, str]]:
        game = str(self.kozyr.settings.table.get("game", ""))
        alone = t("play alone against bots")
        return [
            ("solo", f"{alone} · {t(game)}" if game else alone),
            ("tables", t("tables on the LAN")),
            ("host", t("host a table on the LAN")),
            ("rules", t("rules")),
            ("settings", t("settings")),
            ("learn", t("learn a game")),
            ("quit", t("quit")),
        ]

    def offered(self) -> Iterable[tuple[str, Callable[[], None]]]:
        menu = self.query_one(Menu)
        for number, (entry, label) in enumerate(self._entries(), 1):
            if entry not in ("rules", "settings", "quit"):  # they are everywhere
                yield label, partial(menu.action_pick, number)

    def on_screen_resume(self) -> None:
        if self.is_mounted and self.query(Menu):
            self.query_one(Menu).offer(self._entries())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        # Screens are imported when they are opened: all of them take as long as Textual itself.
        match event.option.id:
            case "solo" | "host" as way:
                from tui.screens.new_table import NewTableScreen

                self.app.push_screen(NewTableScreen(hosting=way == "host"))
            case "tables":
                from tui.screens.tables import TablesScreen

                self.app.push_screen(TablesScreen())
            case "rules":
                self.kozyr.open_rules()
            case "settings":
                self.kozyr.open_settings()
            case "learn":
                from tui.screens.learn import open_lesson

                open_lesson(self.kozyr)
            case _:
                self.kozyr.action_ask_quit()
