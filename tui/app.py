"""The full-screen application: themes, language, the one table it is at, and the way out.

Screens are in tui.screens; what a table needs of the network is in tui.table.links.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from shutil import get_terminal_size
from typing import Any, ClassVar, Final

from textual import events
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.geometry import Size
from textual.screen import ModalScreen, Screen
from textual.worker import Worker, WorkerState

from tui.drawing.look import DEFAULTS, Depth, Look, look_from
from tui.drawing.theming import Themes, textual_theme
from tui.language.text import language, t, tn, use_language
from tui.language.words import use_words
from tui.messages import Heard
from tui.palette import offered, palette
from tui.preferences import settings as stored
from tui.preferences.settings import Settings
from tui.screens.dialog import Ask
from tui.screens.home import HomeScreen
from tui.start import (
    Start,
    StartHistory,
    StartHome,
    StartHost,
    StartJoin,
    StartLesson,
    StartReplay,
    StartSolo,
    bot_seconds,
)
from tui.table import motion
from tui.table.at_table import WORKERS, AtTable
from tui.terminal import safe_exit
from tui.terminal.ansi16 import NoBoldDark
from tui.terminal.ascii import AsciiOnly
from tui.terminal.compositor import send_only_changes
from tui.terminal.depth import lacks_signs, terminal_depth
from tui.terminal.modes import terminal_kept
from tui.terminal.notice import Notice
from tui.terminal.one_write import in_one_write
from tui.terminal.stops import outlive_stops
from tui.widgets.page import Page

__all__ = ["KozyrApp", "Start", "StartHome", "StartHost", "StartJoin", "StartSolo", "run_app"]

WATCH_SECONDS: Final = 1.0
"""How often the folder of the user's own themes is looked at."""

MOST_PROBLEMS: Final = 4
"""Mistakes in a file told at once: a message must not cover the table."""

_log = logging.getLogger(__name__)

_ASCII_ONLY: Final = AsciiOnly()
_NO_BOLD_DARK: Final = NoBoldDark()

WIDTHS: Final = [(0, "-narrow"), (76, "-standard"), (120, "-wide")]
HEIGHTS: Final = [(0, "-short"), (36, "-tall")]
"""Classes of the screen by its size, for the style sheet."""


class KozyrApp(App[None]):
    """The application. `folder` is where settings are kept; None keeps them in memory only."""

    TITLE = "Kozyr"
    CSS_PATH = "app.tcss"
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "ask_quit", show=False, priority=True),
    ]

    def __init__(self, settings: Settings, start: Start, folder: Path | None = None) -> None:
        self.folder = folder
        self.depth: Depth = "mono" if os.environ.get("NO_COLOR") else terminal_depth(os.environ)
        self.themes = Themes(folder / "themes" if folder else None)
        self._look: Look | None = None
        self.settings = settings
        super().__init__()
        self.at_table = AtTable(self)
        self.begin_with = start
        self.bot_seconds = bot_seconds()
        self.trick_seconds = 2 * self.bot_seconds
        """How long a finished trick stays before the next lead covers it."""
        self.notice = Notice(self._write)
        self._terminal_level = self.animation_level
        self.last_words = ""
        """What to say on the terminal after the end."""

    # --- looks and language -------------------------------------------------------------------

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give every colour of ours a value for themes that lack it."""
        return dict(DEFAULTS)

    @property
    def look(self) -> Look:
        """How things look now."""
        if self._look is None:
            chosen = self.settings
            self._look = look_from(
                self.themes.choose(chosen.theme, self.depth).colours(self.depth)[1],
                four_colours=chosen.four_colours,
                depth=self.depth,
                ascii_only=self.ascii_only,
                card_size=chosen.card_size,  # type: ignore[arg-type]
                deck=chosen.deck,  # type: ignore[arg-type]
                tiles=chosen.tiles,  # type: ignore[arg-type]
            )
        return self._look

    @property
    def ascii_only(self) -> bool:
        """Whether nothing but ASCII is drawn: as the settings say, or as the terminal needs it."""
        wanted = self.settings.ascii
        return wanted == "on" or (wanted == "auto" and lacks_signs(os.environ))

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Let only through what the terminal can show, and the settings want."""
        filters = [*super().get_line_filters()]
        if os.environ.get("TEXTUAL_COLOR_SYSTEM") == "standard":
            filters.append(_NO_BOLD_DARK)
        if self.ascii_only:
            filters.append(_ASCII_ONLY)
        return filters

    def dress(self) -> None:
        """Put on the theme of the settings."""
        self._look = None
        use_words("letters" if self.ascii_only else "glyphs")
        theme = textual_theme(self.themes.choose(self.settings.theme, self.depth), self.depth)
        self.register_theme(theme)
        if self.theme == theme.name:
            self.refresh_css(animate=False)
            self.theme_changed_signal.publish(theme)
        else:
            self.theme = theme.name
        for screen in self.screen_stack:
            screen.refresh(layout=True)

    async def change_settings(self, **changes: Any) -> None:
        """Change settings, save them, and let everything on the screen follow."""
        from dataclasses import replace

        self.settings = replace(self.settings, **changes)
        if self.folder is not None:
            stored.change(self.folder, **changes)
        self._set_animation_level()
        if changes.keys() & {"theme", "four_colours", "card_size", "deck", "tiles", "ascii"}:
            self.dress()
        if "ascii" in changes:
            for page in self._pages():
                page.reword()
        if "language" in changes:
            await self.speak(self.settings.spoken())

    async def speak(self, code: str) -> None:
        """Say everything in another language, on every screen that is open."""
        if code == language():
            return
        use_language(code)
        for page in self._pages():
            await page.relabel()

    def _pages(self) -> list[Page]:
        return [screen for screen in self.screen_stack if isinstance(screen, Page)]

    def _set_animation_level(self) -> None:
        off = self.settings.animation == "off"
        self.animation_level = "none" if off else self._terminal_level

    @property
    def speed(self) -> float:
        """By what the times of movements at the table are multiplied; 0 moves nothing."""
        if self.animation_level == "none":
            return 0.0
        return motion.speed(self.settings.animation, os.environ)

    # --- the table ----------------------------------------------------------------------------

    async def on_heard(self, event: Heard) -> None:
        await self.at_table.heard(event.told)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """A fault in what carries the messages ends the program in good order, with its details."""
        error = event.worker.error
        if event.state != WorkerState.ERROR or error is None:
            return
        if event.worker.group == WORKERS:
            raise error
        _log.error("a worker of group %s failed", event.worker.group, exc_info=error)

    # --- another window in front --------------------------------------------------------------

    def call_to_table(self, why: str = "") -> None:
        """Tell a player who looks at another window that it is his turn, or why else to come."""
        if not self.app_focus and self.settings.bell:
            self.notice.give(why or t("your turn"))

    def watch_app_focus(self, focus: bool) -> None:
        """Whoever looks again needs no notice."""
        if focus:
            self.notice.take_back()

    def _write(self, text: str) -> None:
        if self._driver is not None:
            self._driver.write(text)
            self._driver.flush()

    # --- the window ---------------------------------------------------------------------------

    def on_resize(self, event: events.Resize) -> None:
        """Lay screens out for the window as it is now, not as it was when the event was made.

        Signals of many quick changes interrupt each other, so that an older size may be told last.
        What the terminal lost between two changes is drawn again even if the size is as before.
        """
        if self.is_headless:
            return
        now = Size(*get_terminal_size())
        if event.size != now:
            event.stop()
            event.prevent_default()
            self.post_message(events.Resize(now, now))
        elif event.size == self.size and self.screen_stack:
            self.screen.refresh()

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        with in_one_write(self._driver):
            super()._display(screen, renderable)

    # --- life ---------------------------------------------------------------------------------

    async def on_mount(self) -> None:
        send_only_changes()
        if not self.is_headless:
            safe_exit.leave_on_signals(self)
            outlive_stops(self)
        self._set_animation_level()
        self.dress()
        await self.push_screen(HomeScreen())
        self._complain_of_themes()
        if self.folder is not None:
            self.set_interval(WATCH_SECONDS, self._watch_themes)
        mistakes = [str(problem) for problem in stored.load(self.folder)[1]] if self.folder else []
        theme = self.settings.theme
        if theme not in ("auto", *self.themes.by_name):
            names = ", ".join(self.themes.by_name)
            mistakes.append(t("no such theme: {word}; there are: {known}", word=theme, known=names))
        if self.settings.keys:
            from tui.preferences.keys import own_keys

            keymap, problems = own_keys(self.settings.keys)
            self.set_keymap(keymap)
            mistakes += problems
        self._complain(*mistakes)
        self.begin(self.begin_with)

    def _watch_themes(self) -> None:
        """Put on a theme of the user's as soon as its file has been saved."""
        if self.themes.reload():
            self.dress()
            self._complain_of_themes()

    def _complain_of_themes(self) -> None:
        problems = [str(problem) for problem in self.themes.problems]
        self._tell_mistakes(t("a theme file has a mistake"), problems)

    def notify(self, message: str, *, markup: bool = True, **how: Any) -> None:
        """Show a message. It is never markup: names and what a player types may look like it."""
        super().notify(message, markup=False, **how)

    def _complain(self, *problems: str) -> None:
        self._tell_mistakes(t("the settings file has a mistake"), problems)

    def _tell_mistakes(self, title: str, problems: Sequence[str]) -> None:
        told = list(problems)
        if len(told) > MOST_PROBLEMS:
            more = len(told) - MOST_PROBLEMS
            told[MOST_PROBLEMS:] = [tn("and {n} more", "and {n} more", more)]
        if told:
            self.notify("\n".join(told), title=title, severity="warning", timeout=15)

    def begin(self, start: Start) -> None:
        """Go where a start leads."""
        # Screens are imported when they are opened: all of them take as long as Textual itself.
        from tui.lessons import offer as learn

        match start:
            case StartHome():
                pass
            case StartLesson(game):
                learn.open_lesson(self, game)
            case StartHistory(game):
                from tui.history.screen import HistoryScreen

                self.push_screen(HistoryScreen(game))
            case StartReplay(path, eyes):
                from tui.replay.watch import open_replay

                open_replay(self, Path(path), eyes)
            case StartSolo(game):
                learn.offer_lesson(self, game, partial(self.at_table.go, start))
            case StartJoin(address=None, table_id=None):
                from tui.screens.tables import TablesScreen

                self.push_screen(TablesScreen(start.name, start.watch, start.code))
            case _:
                self.at_table.go(start)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Say what the palette offers on a screen."""
        return offered(self, screen)

    def action_command_palette(self) -> None:
        """Open the palette; a question in front has to be answered first."""
        if not isinstance(self.screen, ModalScreen):
            self.push_screen(palette())

    def open_rules(self, game: str = "", paragraph: str = "") -> None:
        """Open a rule book, by default that of the game being played."""
        from tui.screens.rules import RulesScreen

        connection = self.at_table.connection
        seated = connection.client.seated if connection else None
        last = str(self.settings.table.get("game", ""))
        self.push_screen(RulesScreen(game or (seated.game if seated else last), paragraph))

    def open_settings(self) -> None:
        """Open the settings."""
        from tui.screens.settings import SettingsScreen

        self.push_screen(SettingsScreen())

    # --- the way out --------------------------------------------------------------------------

    def action_ask_quit(self) -> None:
        """Leave the program, after a question if that would leave a match."""
        connection = self.at_table.connection
        if isinstance(self.screen, Ask):
            self.exit_now()
        elif connection is not None and connection.client.playing:
            from tui.table.leaving import leave_question

            self.push_screen(leave_question(connection), self._quit_answered)
        else:
            self.exit_now()

    def _quit_answered(self, answer: str | None) -> None:
        if answer and answer != "stay":
            self.at_table.settle(answer)
            self.exit_now()

    def action_exit_now(self) -> None:
        """Leave the program without a question."""
        self.exit_now()

    def exit_now(self) -> None:
        """Leave the program; a match that the player has not ended is kept."""
        self.at_table.settle("keep")
        self.exit(return_code=0)

    async def on_unmount(self) -> None:
        self.notice.take_back()
        await self.at_table.close_links()

    def _print_error_renderables(self) -> None:
        # Textual would print a traceback; run_app writes it to a file and says where.
        self._exit_renderables.clear()


def run_app(start: Start, settings: Settings) -> int:
    """Run the application and return the exit code; whatever happens, the terminal is restored."""
    import sys

    if not safe_exit.is_terminal():
        print(t("Kozyr needs a terminal to draw on; try --plain"), file=sys.stderr)
        return 2
    safe_exit.log_to_file()
    app = KozyrApp(settings, start, stored.config_folder())
    with terminal_kept():
        app.run(mouse=settings.mouse)
    if app._exception is not None:
        from tui.terminal import crash

        try:
            raise app._exception
        except Exception:
            return crash.report()
    if app.last_words:
        print(app.last_words)
    return app.return_code or 0
