"""The home screen: the title, and a menu."""

import asyncio
import importlib
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, ClassVar, Final

from textual import work
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import OptionList

from net.files.folders import any_review, any_table_log
from tui.drawing.art.letters import paint_title
from tui.drawing.canvas import Painting
from tui.drawing.look import Look
from tui.language.games import game_title, level_name
from tui.language.text import t, tn
from tui.preferences.settings import Settings
from tui.program import Program, TablesFound, open_rules, open_settings, screen_class
from tui.start import AskLadder, StartHistory, StartLesson, StartPuzzles, StartResume, StartToday
from tui.widgets.base_screen import BaseScreen
from tui.widgets.canvas import CanvasView
from tui.widgets.menu import Menu

COUNT_AFTER_SECONDS: Final = 1.0

UNFINISHED: Final = "kept-"
"""The prefix of an entry that resumes a match; the id of its table follows."""


class HomeScreen(BaseScreen):
    """Offers matches, tables, lessons and the other screens."""

    HEADING = "Kozyr"
    HELP_TEXT = (
        "Choose with the arrows and Enter, with the digit before a line, or with a click.\nOn "
        "your own you play against bots. On the LAN one person hosts a table, and the others "
        'find it under "tables on the LAN".'
    )
    AUTO_FOCUS = "#home-menu"
    spoken_of = ""
    COUNTS_TABLES: ClassVar[bool] = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "stop waiting", show=False, id="back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._unfinished: list[tuple[str, str]] = []
        """The ids of the tables of unfinished matches, and their words."""
        self._open_tables: int | None = None
        """The number of tables on the LAN with a free seat; None until they have been counted."""
        self.streak = 0
        """The days in a row with a deal of the day, once they have been counted."""
        self.counts = False
        """Whether tables are counted while this screen is in front."""

    def body(self) -> Iterable[Widget]:
        self._look_for_unfinished()
        yield CanvasView(lambda w, h: _paint_title(self.look, w, h), id="title")
        with Vertical(id="home-middle"):
            entries = self._entries()
            yield Menu(entries, id="home-menu", unnumbered=_unnumbered(entries))

    def _entries(self) -> list[tuple[str, str]]:
        return [
            *_own_entries(self.kozyr),
            *((f"{UNFINISHED}{table}", said) for table, said in self._unfinished),
            *_solo_entries(self.kozyr.settings.table),
            ("tables", _tables_said(self._open_tables)),
            ("host", t("host a table on the LAN")),
            ("learn", t("learn a game")),
            ("history", t("past matches")),
            ("rules", t("rules")),
            ("settings", t("settings")),
            ("today", _today_said(self.streak)),
            ("ladder", _ladder_said(self.kozyr.settings)),
            *([("puzzles", t("puzzles from your own matches"))] if any_review() else []),
            ("quit", t("quit")),
        ]

    def on_mount(self) -> None:
        def begin_to_count() -> None:
            self.counts = True
            if self.app.screen is self:
                _count(self)

        if self.COUNTS_TABLES and not self.app.is_headless:
            # The first frame comes first: mDNS takes as long to load as this whole screen.
            self.set_timer(COUNT_AFTER_SECONDS, begin_to_count)

    def show(self) -> None:
        """Show the present entries."""
        if self.is_mounted and self.query(Menu):
            entries = self._entries()
            passing = _unnumbered(entries)
            best = entries[0][0] if entries[0][0] in passing else ""
            self.query_one(Menu).offer(entries, best=best, unnumbered=passing)

    def on_screen_suspend(self) -> None:
        """Stop counting tables."""
        self.workers.cancel_group(self, "count")

    @work(exit_on_error=False, group="count", exclusive=True)
    async def count_tables(self) -> None:
        """Count the open tables while this screen is in front."""
        module = await asyncio.to_thread(importlib.import_module, "net.lan.discovery")
        browser = module.Browser(lambda tables: self.post_message(TablesFound(tables)))
        try:
            await browser.open()
            # It tells only changes: a table that closed while nothing was counted is not one.
            self.post_message(TablesFound(await browser.look()))
            await asyncio.Event().wait()
        except module.DiscoveryError:
            return  # the list of tables says why
        finally:
            await browser.close()

    def on_tables_found(self, event: TablesFound) -> None:
        """Show the number of tables with a free seat."""
        now = sum(table.open for table in event.tables)
        if now != self._open_tables:
            self._open_tables = now
            self.show()

    def _look_for_unfinished(self) -> None:
        """Find the matches that can be resumed; if there are none, no module is loaded for them."""
        self._unfinished = []
        if not any_table_log():
            return
        from tui.history.words import unfinished

        self._unfinished, troubles = unfinished()
        for said in troubles:
            self.app.notify(said, severity="warning", timeout=15)

    def renew(self) -> None:
        """Look for unfinished matches again, and show the present entries."""
        self._look_for_unfinished()
        self.show()

    def offered(self) -> Iterable[tuple[str, Callable[[], None]]]:
        menu = self.query_one(Menu)
        for entry, label in self._entries():
            if entry not in ("rules", "settings", "quit"):  # they are available everywhere
                yield label, partial(menu.select, entry)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow Escape only while a table has not answered."""
        if action == "back":
            session = self.kozyr.navigator.session
            return session is not None and session.client.seated is None
        return super().check_action(action, parameters)

    def action_back(self) -> None:
        """Stop waiting for a table that has not answered; no screen is behind this one."""
        if self.kozyr.navigator.stop_waiting():
            self.app.clear_notifications()
            self.notify(t("No longer waiting for an answer"))

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.renew()
        if self.counts:
            _count(self)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        open_entry(self.kozyr, event.option.id or "")


def _paint_title(look: Look, width: int, height: int) -> Painting:
    word, under = t("KOZYR"), t("card and domino table for the terminal")
    return paint_title(look, word, under, width, height)


def _solo_entries(last: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Offer the last game as it was last played, and others; before any match, all games."""
    if not (game := str(last.get("game", ""))):
        return [("solo", t("play alone against bots"))]
    return [
        ("solo", t("play {game}", game=last_said(game, last))),
        ("other", t("another game, other players or rules …")),
    ]


def _ladder_said(settings: Settings) -> str:
    """Offer the ladder; an unfinished one with its next rung."""
    if settings.ladder:
        from tui.short_matches import next_said, remembered  # loads the games

        if (following := remembered(settings.ladder, settings.name)) is not None:
            return t("the ladder: {rung}", rung=next_said(following))
    return t("a ladder of three short matches")


def _today_said(streak: int) -> str:
    if streak < _TELLING:
        return t("deal of the day, the same for everybody")
    days = tn("{n} day in a row", "{n} days in a row", streak)
    return f"{t('deal of the day')} · {days}"


_TELLING: Final = 2
"""The number of days in a row from which on it is shown."""


def days_in_a_row() -> int:
    """Count the days in a row on which the deal of the day was played."""
    days = importlib.import_module("tui.short_matches")
    found: int = days.streak(days.days_played(), days.today())
    return found


def _count(screen: HomeScreen) -> None:
    screen.count_tables()
    screen.run_worker(_count_days(screen), group="streak", exclusive=True, exit_on_error=False)


async def _count_days(screen: HomeScreen) -> None:
    """Count the days in a row, in a thread: the records have to be read for that."""
    found = await asyncio.to_thread(days_in_a_row)
    if found != screen.streak:
        screen.streak = found
        screen.show()


def _tables_said(count: int | None) -> str:
    if not count:
        return t("tables on the LAN")
    return tn("tables on the LAN: {n} open", "tables on the LAN: {n} open", count)


def _own_entries(app: Program) -> list[tuple[str, str]]:
    """Offer the way back to the player's own table, if it is open."""
    session = app.navigator.open_here
    if session is None or session.client.seated is None:
        return []
    seated = session.client.seated
    said = t("back to your open table: {table}", table=seated.table_name)
    return [("open", f"{said} · {game_title(seated.game)}")]


def _unnumbered(entries: Iterable[tuple[str, str]]) -> list[str]:
    """Return the entries without digits: those that come and go, so that those of others stay.

    The way out has its letter.
    """
    return [
        e
        for e, _ in entries
        if e in ("open", "other", "puzzles", "quit") or e.startswith(UNFINISHED)
    ]


def last_said(game: str, last: Mapping[str, Any]) -> str:
    """Name the last game and its bots: the game, then "3 × easy bot"."""
    seats, level = last.get("seats"), last.get("level")
    if not isinstance(seats, int) or not isinstance(level, str) or " " in level or not level:
        return game_title(game)
    return f"{game_title(game)}, {seats - 1} × {level_name(level)}"


def open_entry(app: Program, entry: str) -> None:
    """Open the screen or the table of an entry of the home screen."""
    match entry:
        case "solo" if app.settings.table.get("game"):
            from tui.screens.games import begin_last  # loads the boards

            begin_last(app)
        case "solo" | "other":
            app.push_screen(screen_class("games")())
        case "host":
            app.push_screen(screen_class("new table")(hosting=True))
        case "open":
            app.navigator.step_in()
        case "tables":
            app.push_screen(screen_class("tables")())
        case "rules":
            open_rules(app)
        case "settings":
            open_settings(app)
        case "learn":
            app.begin(StartLesson())
        case "history":
            app.begin(StartHistory())
        case "ladder":
            app.begin(AskLadder())
        case "puzzles":
            app.begin(StartPuzzles())
        case "today":
            app.begin(StartToday())
        case _ if entry.startswith(UNFINISHED):
            app.begin(StartResume(entry.removeprefix(UNFINISHED)))
        case _:
            app.action_ask_quit()


ELSEWHERE: Final = {
    "solo": "play alone against bots",
    "other": "another game, other players or rules …",
    "tables": "tables on the LAN",
    "host": "host a table on the LAN",
    "learn": "learn a game",
    "history": "past matches",
    "today": "deal of the day, the same for everybody",
    "ladder": "a ladder of three short matches",
    "puzzles": "puzzles from your own matches",
}
"""Entries that the palette has on other screens when the player is at no table: id -> English."""
