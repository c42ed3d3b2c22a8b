"""The full-screen application: themes, language, the one table it is at, and the way out.

Screens are in tui.screens; what a table needs of the network is in tui.links.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import work
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.dom import DOMNode
from textual.filter import LineFilter
from textual.screen import Screen
from textual.worker import Worker, WorkerState

from tui import motion, safe_exit
from tui import settings as stored
from tui.look import DEFAULTS, Depth, Look, look_from
from tui.messages import Heard, LinkChanged
from tui.notice import Notice
from tui.screens.dialog import Ask
from tui.screens.home import HomeScreen
from tui.settings import Settings
from tui.start import Start, StartHome, StartHost, StartJoin, StartSolo, bot_seconds
from tui.text import LANGUAGES, language, t, use_language
from tui.theming import Themes, terminal_depth, textual_theme
from tui.widgets.ascii import AsciiOnly
from tui.widgets.chops import send_only_changes
from tui.widgets.keybar import keys_of
from tui.widgets.page import Page
from tui.words import use_words

if TYPE_CHECKING:
    # Imported for good when the first table is opened: the home screen does without the network.
    from net.protocol import Closed, FromHost, Refused
    from net.session import Link
    from tui.connection import Connection
    from tui.screens.room import RoomScreen
    from tui.screens.table import TableScreen

__all__ = ["KozyrApp", "Start", "StartHome", "StartHost", "StartJoin", "StartSolo", "run_app"]

GOODBYE_SECONDS: Final = 2.0
"""How long the end of the program waits for its links to end."""

WATCH_SECONDS: Final = 1.0
"""How often the folder of the user's own themes is looked at."""

_ASCII_ONLY: Final = AsciiOnly()

_log = logging.getLogger(__name__)

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
        self.settings = settings
        self.folder = folder
        self.depth: Depth = "mono" if os.environ.get("NO_COLOR") else terminal_depth(os.environ)
        self.themes = Themes(folder / "themes" if folder else None)
        self._look: Look | None = None
        super().__init__()
        self.begin_with = start
        self.connection: Connection | None = None
        self.bot_seconds = bot_seconds()
        self.trick_seconds = 2 * self.bot_seconds
        """How long a finished trick stays before the next lead covers it."""
        self.notice = Notice(self._write)
        self._terminal_level = self.animation_level
        self._clashes: set[str] = set()
        self._running_links: dict[asyncio.Future[None], Link] = {}
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
                ascii_only=chosen.ascii,
                card_size=chosen.card_size,  # type: ignore[arg-type]
            )
        return self._look

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Let no sign but ASCII through where the settings want that."""
        filters = super().get_line_filters()
        return [*filters, _ASCII_ONLY] if self.settings.ascii else filters

    def dress(self) -> None:
        """Put on the theme of the settings."""
        self._look = None
        use_words("letters" if self.settings.ascii else "glyphs")
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
        if changes.keys() & {"theme", "four_colours", "card_size", "ascii"}:
            self.dress()
        if "language" in changes:
            await self.speak(self.settings.spoken())

    async def speak(self, code: str) -> None:
        """Say everything in another language, on every screen that is open."""
        if code == language():
            return
        use_language(code)
        for screen in self.screen_stack:
            if isinstance(screen, Page):
                await screen.relabel()

    def _set_animation_level(self) -> None:
        off = self.settings.animation == "off"
        self.animation_level = "none" if off else self._terminal_level

    @property
    def speed(self) -> float:
        """By what the times of movements at the table are multiplied; 0 moves nothing."""
        if self.animation_level == "none":
            return 0.0
        return motion.speed(self.settings.animation, os.environ)

    # --- another window in front --------------------------------------------------------------

    def call_to_table(self) -> None:
        """Tell a player who looks at another window that it is his turn."""
        if not self.app_focus and self.settings.bell:
            self.notice.give(t("your turn"))

    def watch_app_focus(self, focus: bool) -> None:
        """Whoever looks again needs no notice."""
        if focus:
            self.notice.take_back()

    def _write(self, text: str) -> None:
        if self._driver is not None:
            self._driver.write(text)
            self._driver.flush()

    # --- life ---------------------------------------------------------------------------------

    async def on_mount(self) -> None:
        send_only_changes()
        if not self.is_headless:
            safe_exit.leave_on_signals(self)
        self._set_animation_level()
        self.dress()
        await self.push_screen(HomeScreen())
        self._complain_of_themes()
        if self.folder is not None:
            self.set_interval(WATCH_SECONDS, self._watch_themes)
        for problem in stored.load(self.folder)[1] if self.folder else ():
            self._complain(str(problem))
        if self.settings.keys:
            from tui.keys import own_keys

            keymap, problems = own_keys(self.settings.keys)
            self.set_keymap(keymap)
            for sentence in problems:
                self._complain(sentence)
        self.begin(self.begin_with)

    def _watch_themes(self) -> None:
        """Put on a theme of the user's as soon as its file has been saved."""
        if self.themes.reload():
            self.dress()
            self._complain_of_themes()

    def _complain_of_themes(self) -> None:
        title = t("a theme file has a mistake")
        for problem in self.themes.problems:
            self.notify(str(problem), title=title, severity="warning", timeout=10)

    def _complain(self, problem: str) -> None:
        title = t("the settings file has a mistake")
        self.notify(problem, title=title, severity="warning", timeout=10)

    def handle_bindings_clash(self, clashed_bindings: set[Binding], node: DOMNode) -> None:
        """Say once that a player's own key has taken a key away from something else."""
        for binding in clashed_bindings:
            if binding.key not in self._clashes:
                self._clashes.add(binding.key)
                facts = {"key": binding.key, "action": t(binding.description) or binding.action}
                self._complain(t("{key} does not do this any more: {action}", **facts))

    def begin(self, start: Start) -> None:
        """Go where a start leads."""
        match start:
            case StartHome():
                pass
            case StartJoin(address=None, table_id=None):
                from tui.screens.tables import TablesScreen

                self.push_screen(TablesScreen(start.name, start.watch))
            case _:
                self.carry(start)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Put every action of the screen into the palette, then what holds everywhere."""
        for key in keys_of(screen, hidden=True):
            yield SystemCommand(key.text, key.shown, self._runner(key.action, key.node))
        for name in self.themes.offered(self.depth):
            yield SystemCommand(
                t("theme: {name}", name=name), t("colours"), self._changer(theme=name)
            )
        for code, name in LANGUAGES.items():
            yield SystemCommand(f"{t('language')}: {name}", code, self._changer(language=code))
        yield SystemCommand(t("rules"), t("the rule book"), self.open_rules)
        yield SystemCommand(t("settings"), "", self.open_settings)

    def action_command_palette(self) -> None:
        """Open the palette."""
        if not any(isinstance(screen, CommandPalette) for screen in self.screen_stack):
            self.push_screen(CommandPalette(placeholder=t("search what can be done")))

    def _runner(self, action: str, node: Any) -> Any:
        return lambda: self.call_later(self.run_action, action, node)

    def _changer(self, **changes: Any) -> Any:
        return lambda: self.call_later(self.change_settings, **changes)

    def open_rules(self, game: str = "", paragraph: str = "") -> None:
        """Open a rule book, by default that of the game being played."""
        from tui.screens.rules import RulesScreen

        seated = self.connection.session.seated if self.connection else None
        last = str(self.settings.table.get("game", ""))
        self.push_screen(RulesScreen(game or (seated.game if seated else last), paragraph))

    def open_settings(self) -> None:
        """Open the settings."""
        from tui.screens.settings import SettingsScreen

        self.push_screen(SettingsScreen())

    # --- the table ----------------------------------------------------------------------------

    @work(exclusive=True, group="table", exit_on_error=False)
    async def carry(self, start: Start) -> None:
        """Open a table or go to one, and carry its messages until it is over."""
        from tui.links import LinkError, open_link

        try:
            connection = await open_link(start, self.settings, bot_seconds=self.bot_seconds)
        except LinkError as error:
            self.notify(str(error), severity="error", timeout=10)
            return
        self.connection = connection
        link = connection.link
        running = asyncio.ensure_future(link.run(self._absorb, self._link_changed))
        self._running_links[running] = link
        running.add_done_callback(self._running_links.pop)
        # Shielded: whoever cancels this worker must not cut short what a link does when it ends,
        # such as saying goodbye to the guests.
        await asyncio.shield(running)
        if self.connection is connection:
            self.connection = None
            await self.to_home()
            self._say_why(connection.session.closed)

    def _absorb(self, said: FromHost) -> None:
        if self.connection is not None:
            self.connection.absorb(said)
            self.post_message(Heard(said))

    def _link_changed(self, up: bool) -> None:
        if self.connection is not None:
            self.connection.up = up
            self.post_message(LinkChanged(up))

    def _say_why(self, closed: Closed | None) -> None:
        if closed is not None and closed.code != "left":
            from tui.words import refusal

            self.notify(refusal(closed.reason, closed.facts), severity="warning", timeout=15)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """A fault in what carries the messages ends the program in good order, with its details."""
        error = event.worker.error
        if event.state != WorkerState.ERROR or error is None:
            return
        if event.worker.group == "table":
            raise error
        _log.error("a worker of group %s failed", event.worker.group, exc_info=error)

    async def on_heard(self, event: Heard) -> None:
        from net.protocol import Gathered, Refused

        connection = self.connection
        if connection is None:
            return
        if isinstance(event.said, Gathered):
            await self._follow_phase(connection)
        if isinstance(event.said, Refused) and connection.session.seated is None:
            self._no_seat(connection, event.said)
        for screen in self.screen_stack:
            if isinstance(screen, Page):
                screen.heard(event.said)

    def _table_screens(self) -> list[RoomScreen | TableScreen]:
        """Return the screens that follow a table, the lowest first."""
        from tui.screens.room import RoomScreen
        from tui.screens.table import TableScreen

        return [s for s in self.screen_stack if isinstance(s, (RoomScreen, TableScreen))]

    def _no_seat(self, connection: Connection, said: Refused) -> None:
        """There is no seat for us: offer to watch, or go home."""
        from tui.links import player_name
        from tui.words import refusal

        reason = refusal(said.reason, said.facts)
        if said.code not in ("full", "playing"):
            self.notify(reason, severity="warning", timeout=15)
            self.leave_table(give_up=False)
            return

        def answered(answer: str | None) -> None:
            if answer == "watch":
                session = connection.session
                name = player_name(self.settings)
                table = session.welcomed.tables[0].id if session.welcomed else ""
                start = connection.start
                wanted = start.table_id if isinstance(start, StartJoin) else None
                connection.send(session.join(name, wanted or table, watch=True))
            else:
                self.leave_table(give_up=False)

        answers = [("back", t("back")), ("watch", t("watch"))]
        self.push_screen(Ask(reason, answers), answered)

    async def _follow_phase(self, connection: Connection) -> None:
        """Show the room before a match and the table from then on."""
        from tui.screens.room import RoomScreen
        from tui.screens.table import TableScreen

        here = next(iter(self._table_screens()), None)
        if connection.phase == "gathering" and not isinstance(here, RoomScreen):
            await self.to_home()
            await self.push_screen(RoomScreen(connection))
        elif connection.phase != "gathering" and not isinstance(here, TableScreen):
            await self.to_home()
            await self.push_screen(TableScreen(connection))

    def on_link_changed(self, event: LinkChanged) -> None:
        for screen in self._table_screens():
            screen.link_changed(event.up)

    async def to_home(self) -> None:
        """Close everything in front of the home screen."""
        while len(self.screen_stack) > 1 and not isinstance(self.screen, HomeScreen):
            await self.pop_screen()

    def leave_table(self, *, give_up: bool) -> None:
        """Leave the table; unless given up, the seat waits."""
        connection = self.connection
        if connection is None:
            return
        if give_up:
            from net.protocol import Leave

            connection.send(Leave())
        self.connection = None
        self.run_worker(connection.link.close(), group="closing", exit_on_error=False)
        self.call_later(self.to_home)

    # --- the way out --------------------------------------------------------------------------

    def action_ask_quit(self) -> None:
        """Leave the program, after a question if that would leave a match."""
        if isinstance(self.screen, Ask):
            self.exit_now()
        elif self.connection is not None and self.connection.playing:
            self.push_screen(self.quit_question(self.connection), self._quit_answered)
        else:
            self.exit_now()

    def quit_question(self, connection: Connection) -> Ask:
        """Ask whether to leave a running match, and say what that means here."""
        match connection.start:
            case StartSolo():
                text = t("The match against the bots ends here.")
            case StartHost():
                text = t("You are the host: the table closes for everybody.")
            case _:
                text = t("Your seat waits for you: join again to come back.")
        return Ask(
            t("Leave the match?"), [("stay", t("stay")), ("leave", t("leave the match"))], text
        )

    def _quit_answered(self, answer: str | None) -> None:
        if answer == "leave":
            self.exit_now()

    def action_exit_now(self) -> None:
        """Leave the program without a question."""
        self.exit_now()

    def exit_now(self) -> None:
        """Leave the program."""
        self.exit(return_code=0)

    async def on_unmount(self) -> None:
        self.notice.take_back()
        links = dict(self._running_links)
        for link in links.values():
            await link.close()
        if links:
            await asyncio.wait(links, timeout=GOODBYE_SECONDS)

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
    app.run(mouse=settings.mouse)
    if app._exception is not None:
        from tui import crash

        try:
            raise app._exception
        except Exception:
            return crash.report()
    if app.last_words:
        print(app.last_words)
    return app.return_code or 0
