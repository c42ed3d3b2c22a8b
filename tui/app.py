"""The full-screen application: themes, language, its way to tables, and the way out.

Screens are in tui.screens; net.way opens the ways to tables.
"""

import logging
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from shutil import get_terminal_size
from typing import Any, ClassVar, Final

from textual import events
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.errors import NoWidget
from textual.filter import LineFilter
from textual.geometry import Size
from textual.notifications import Notify
from textual.screen import ModalScreen, Screen
from textual.worker import Worker, WorkerState

from tui.appearance import SETTINGS as APPEARANCE_SETTINGS, Appearance
from tui.drawing.look import DEFAULTS
from tui.language.text import language, t, use_language
from tui.palette import offered, palette
from tui.preferences import settings as stored
from tui.preferences.settings import Settings, unsaved
from tui.program import (
    EventReceived,
    Program,
    open_start,
    tell_settings_mistakes,
    tell_theme_mistakes,
    warn,
)
from tui.screens.dialog import Question
from tui.screens.home import HomeScreen
from tui.start import (
    AnyStart,
    StartHome,
    StartHost,
    StartJoin,
    StartSolo,
    bot_seconds,
)
from tui.table.navigator import WORKERS, Navigator, put_away
from tui.terminal import crash, safe_exit
from tui.terminal.compositor import send_only_changes
from tui.terminal.output import Notice, in_one_write
from tui.terminal.safe_exit import has_shell, outlive_stops, terminal_kept
from tui.terminal.textual_parts import KNOWN
from tui.widgets.active_screen import KeysInOrder
from tui.widgets.base_screen import BaseScreen, PlaysOn, goes_on

__all__ = ["AnyStart", "KozyrApp", "StartHome", "StartHost", "StartJoin", "StartSolo", "run_app"]

WATCH_SECONDS: Final = 1.0
"""The time between two looks at the user's theme folder."""

_log = logging.getLogger(__name__)

WIDTHS: Final = [(0, "-narrow"), (76, "-standard"), (120, "-wide")]
HEIGHTS: Final = [(0, "-short"), (36, "-tall")]
"""Classes of the screen by its size, for the style sheet."""

LEFT: Final = 1
RIGHT: Final = 3
"""Buttons of the mouse; the middle one has no meaning."""


class KozyrApp(PlaysOn, KeysInOrder, Program):
    """The application, with all its screens."""

    TITLE = "Kozyr"
    CSS_PATH = "app.tcss"
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "ask_quit", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(self, settings: Settings, start: AnyStart, folder: Path | None = None) -> None:
        self.folder = folder
        self.settings = settings
        self.appearance = Appearance(self, lambda: self.settings, folder)
        super().__init__()
        self.stay = None
        self.navigator: Navigator = Navigator(self)
        self.begin_with = start
        self.bot_seconds = bot_seconds()
        self.trick_seconds = 2 * self.bot_seconds
        self.notice = Notice(self._write)
        self._colours: dict[str, str] = {}
        """The colours with which the style sheets were read."""
        self.last_words = ""
        """A text to print on the terminal at the very end."""

    # --- looks and language -------------------------------------------------------------------

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give every colour of ours a value for themes that lack it."""
        return dict(DEFAULTS)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Add the filters of the terminal and the settings."""
        return [*super().get_line_filters(), *self.appearance.line_filters]

    def refresh_css(self, animate: bool = True) -> None:
        """Read the style sheets again if a colour has changed; Textual asks at the start too."""
        colours = self.get_css_variables()
        if colours != self._colours:
            self._colours = colours
            super().refresh_css(animate)

    async def change_settings(self, **changes: Any) -> None:
        """Change settings, save them, and let everything on the screen follow."""
        self.settings = replace(self.settings, **changes)
        if self.folder is not None and (problem := stored.change(self.folder, **changes)):
            warn(self, unsaved(problem))
        self.appearance.set_animation_level()
        if changes.keys() & APPEARANCE_SETTINGS:
            self.appearance.apply()
        if "ascii" in changes:
            for screen in self._screens():
                screen.reword()
        if "language" in changes:
            await self.speak(self.settings.spoken())

    async def speak(self, code: str) -> None:
        """Change the language of every open screen."""
        if code == language():
            return
        use_language(code)
        for screen in self._screens():
            await screen.relabel()

    def _screens(self) -> list[BaseScreen]:
        return [screen for screen in self.screen_stack if isinstance(screen, BaseScreen)]

    # --- the terminal ---------------------------------------------------------------------------

    def get_driver_class(self) -> type[Driver]:
        """Use a driver of our own in place of Textual's for Unix terminals."""
        usual = super().get_driver_class()
        if sys.platform == "win32" or not KNOWN:
            return usual
        from tui.terminal.driver import DirectDriver

        return DirectDriver if usual is DirectDriver.__base__ else usual

    # --- keys ---------------------------------------------------------------------------------

    async def on_event(self, event: events.Event) -> None:
        """Treat a right click as Esc, and ignore all input while the program ends."""
        if isinstance(event, (events.InputEvent, events.Paste)) and not self.screen_stack:
            return  # it came while the program ends
        if (
            isinstance(event, (events.MouseDown, events.MouseUp))
            and event.button > LEFT
            and not event.is_forwarded
            and not self._takes_other_clicks(event)
        ):
            if event.button != RIGHT or isinstance(event, events.MouseUp):
                return
            front = self.screen
            if isinstance(front, BaseScreen) and not front.leads_back:
                return  # a slip of the mouse is no request to leave a table
            event = events.Key("escape", None)
        await super().on_event(event)

    async def _check_bindings(self, key: str, priority: bool = False) -> bool:
        """Ignore a key that came while the program ends: no screen is left for it."""
        return bool(self.screen_stack) and await super()._check_bindings(key, priority)

    def _takes_other_clicks(self, event: events.MouseEvent) -> bool:
        """Tell whether a click with another button is over a widget that accepts it."""
        if event.button != RIGHT or not self.screen_stack:
            return False
        try:
            under, _ = self.get_widget_at(int(event.x), int(event.y))
        except NoWidget:  # the screen has not been drawn yet, or has just become smaller
            return False
        return bool(getattr(under, "TAKES_RIGHT_CLICKS", False))

    # --- the table ----------------------------------------------------------------------------

    async def on_event_received(self, message: EventReceived) -> None:
        if (session := self.navigator.session) is not None:
            await self.navigator.screens.receive(session, message.event)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """End the program cleanly, with the details, if the worker for messages fails."""
        error = event.worker.error
        if event.state != WorkerState.ERROR or error is None:
            return
        if event.worker.group == WORKERS:
            raise error
        _log.error("a worker of group %s failed", event.worker.group, exc_info=error)

    def _handle_exception(self, error: Exception) -> None:
        if not goes_on(self, error):
            super()._handle_exception(error)

    # --- another window in front --------------------------------------------------------------

    def call_to_table(self, why: str = "") -> None:
        """Notify a player in another window of their turn, or of the given reason."""
        if not self.settings.bell:
            return
        if not self.app_focus:
            self.notice.give(why or t("your turn"))
        elif not self.focus_told:
            self.notice.ring()

    def on_focus_told(self) -> None:
        """Note that the terminal tells which window is in front."""
        self.focus_told = True

    on_app_focus = on_app_blur = on_focus_told

    def watch_app_focus(self, focus: bool) -> None:
        """Withdraw the notice: the player is looking again."""
        if focus:
            self.notice.take_back()

    def _write(self, text: str) -> None:
        if self._driver is not None:
            self._driver.write(text)
            self._driver.flush()

    # --- the window ---------------------------------------------------------------------------

    def on_resize(self, event: events.Resize) -> None:
        """Lay out the screens for the window as it is now, not as it was when the event was made.

        Signals of many quick changes interrupt each other, so that an older size may be reported
        last. The terminal may have lost text between two changes: it is drawn again even if the
        size is the same as before.
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

    def on_load(self) -> None:
        self.appearance.apply()
        # Before any widget is styled: otherwise all would be styled twice.
        self._colours = self.get_css_variables()
        self.stylesheet.set_variables(self._colours)

    async def on_mount(self) -> None:
        send_only_changes()
        if not self.is_headless:
            outlive_stops(self)
        self.appearance.set_animation_level()
        await self.push_screen(self.home())
        tell_theme_mistakes(self)
        if self.folder is not None:
            self.set_interval(WATCH_SECONDS, self._watch_themes)
        tell_settings_mistakes(self, self._use_own_keys())
        self.begin(self.begin_with)

    def home(self) -> HomeScreen:
        """Return the home screen."""
        return HomeScreen()

    def _use_own_keys(self) -> list[str]:
        """Bind the keys of the settings; return the mistakes in them."""
        if not self.settings.keys:
            return []
        from tui.preferences.keys import own_keys

        keymap, problems = own_keys(self.settings.keys)
        self.set_keymap(keymap)
        return problems

    def _watch_themes(self) -> None:
        """Apply a theme of the user's as soon as its file has been saved."""
        if self.appearance.themes.reload():
            self.appearance.apply()
            tell_theme_mistakes(self)

    def notify(self, message: str, *, markup: bool = True, **how: Any) -> None:
        """Show a message: on a line that the screen in front has for it, else above its keys.

        It is never markup: names and typed texts may look like it.
        """
        front = self.screen_stack[-1] if self.screen_stack else None
        line = front if isinstance(front, BaseScreen) and how.get("severity") != "error" else None
        if line is not None and line.tell(message):
            return
        super().notify(message, markup=False, **how)

    def on_notify(self, told: Notify) -> None:
        """Drop an older notice of the same words: the new one takes its place, with its time."""
        shown: Any = getattr(self, "_notifications", ())
        for notice in [each for each in shown if each.message == told.notification.message]:
            del shown[notice]

    def begin(self, start: AnyStart) -> None:
        """Open the screen or table of a start."""
        open_start(self, start)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """List the commands of the palette on a screen."""
        return offered(self, screen)

    def action_command_palette(self) -> None:
        """Open the palette; a question in front of the screen has to be answered first."""
        if not isinstance(self.screen, ModalScreen):
            self.push_screen(palette())

    # --- the way out --------------------------------------------------------------------------

    def action_ask_quit(self) -> None:
        """Leave the program; ask first if a match or other players would be abandoned."""
        at_table = self.navigator.session or self.navigator.open_here
        if at_table is None or isinstance(self.screen, Question):
            self.action_exit_now()
        else:
            from tui.room.leaving import ask_quit  # not loaded before the first table

            ask_quit(self)

    def action_exit_now(self) -> None:
        """Leave the program without asking; an unfinished match is saved."""
        self.navigator.settle("keep")
        if self.navigator.open_here is not None:
            put_away(self.navigator.open_here)
        self.exit(return_code=0)

    def action_suspend_process(self) -> None:
        """Give the terminal back to the shell until `fg`, unless others would have to wait."""
        session = self.navigator.open_here or self.navigator.session
        if session is not None and isinstance(session.start, StartHost):
            words = t("While your table is open the program cannot stop: everybody would wait.")
            self.notify(words, severity="warning")
        elif self.stay is None and has_shell():
            super().action_suspend_process()

    async def on_unmount(self) -> None:
        self.notice.take_back()
        await self.navigator.close_links()

    def _print_error_renderables(self) -> None:
        # Textual would print a traceback; run_app writes it to a file and names that.
        self._exit_renderables.clear()


def run_app(start: AnyStart, settings: Settings) -> int:
    """Run the application and return the exit code; the terminal is restored after any end."""
    if not safe_exit.is_terminal():
        print(t("Kozyr needs a terminal to draw on; try --plain"), file=sys.stderr)
        return 2
    crash.log_to_file()
    app = KozyrApp(settings, start, stored.config_folder())
    with terminal_kept():
        app.run(mouse=settings.mouse)
    if (error := getattr(app, "_exception", None)) is not None:
        try:
            raise error
        except Exception:
            return crash.report()
    if app.last_words:
        print(app.last_words)
    return app.return_code or 0
