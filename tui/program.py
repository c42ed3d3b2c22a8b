"""The application as its screens see it: settings, look, navigation, warnings, other screens.

Screens import this module; `tui.app`, the application itself, imports the screens. A screen is
imported when it is opened by its name: together they take as long to load as Textual itself.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from textual.app import App
from textual.message import Message

from tui.appearance import Appearance
from tui.drawing.look import Look
from tui.language.text import t, tn
from tui.preferences.settings import Settings, homeless, load
from tui.start import (
    AnyStart,
    AskLadder,
    StartHistory,
    StartHome,
    StartJoin,
    StartLesson,
    StartPuzzles,
    StartReplay,
    StartSolo,
    StartToday,
)
from tui.terminal.output import Notice

if TYPE_CHECKING:
    from textual.dom import DOMNode

    from net.client.events import ClientEvent
    from net.lan.discovery import Found
    from tui.guest.stay import GuestStay
    from tui.table.log import TableLog
    from tui.table.session import TableSession


class CurrentTable(Protocol):
    """The way to tables and back; the program is at one table at a time."""

    session: TableSession | None
    open_here: TableSession | None
    """The player's own table, which stays open while the player is elsewhere."""

    def step_in(self) -> None:
        """Go back to the player's own table."""

    def go(self, start: AnyStart, earlier: TableLog | None = None) -> None:
        """Open or join a table, and carry its messages until it closes.

        Its log continues an `earlier` one of the same table.
        """

    def do_instead(self, answer: str) -> bool:
        """Carry out an answer other than leaving; tell whether it was one."""

    def leave(self, *, give_up: bool) -> None:
        """Leave the table; with `give_up` for good, giving up the seat."""

    def settle(self, answer: str) -> None:
        """Settle a match, as answered, before the player leaves it."""

    def stop_waiting(self) -> bool:
        """Give up an attempt to reach a table; tell whether there was one."""


class Program(App[None]):
    """The application as screens use it."""

    settings: Settings
    folder: Path | None
    """The folder of the settings; None keeps them in memory."""
    appearance: Appearance
    navigator: CurrentTable
    stay: GuestStay | None
    """The stay of a guest, whose screen this computer draws; None for any other player."""
    begin_with: AnyStart
    notice: Notice
    """Notifies a player whose window is not in front."""
    focus_told: bool = True
    """Whether the terminal reports when its window comes to the front."""
    bot_seconds: float
    trick_seconds: float
    """The time for which a finished trick stays before the next lead covers it."""

    @abstractmethod
    async def change_settings(self, **changes: Any) -> None:
        """Change settings, save them, and update the open screens."""

    @abstractmethod
    def begin(self, start: AnyStart) -> None:
        """Open the screen or the table of a start."""

    @abstractmethod
    def call_to_table(self, why: str = "") -> None:
        """Notify a player in another window of their turn, or of something else."""

    @abstractmethod
    def action_ask_quit(self) -> None:
        """Leave the program; ask first if a match or other players would be abandoned."""

    @abstractmethod
    def action_exit_now(self) -> None:
        """Leave the program without asking."""


@dataclass
class EventReceived(Message):
    """An event at the table, which the session has already taken in."""

    event: ClientEvent


@dataclass
class TablesFound(Message):
    """The tables on the LAN, after a change."""

    tables: tuple[Found, ...]


def kozyr_of(node: DOMNode) -> Program:
    """Return the application of a widget."""
    return cast("Program", node.app)


def look_of(node: DOMNode) -> Look:
    """Return the current look of a widget's application."""
    return kozyr_of(node).appearance.look


def warn(app: App[None], said: str) -> None:
    """Show a warning for longer than other messages."""
    app.notify(said, severity="warning", timeout=15)


_MOST_TOLD: Final = 4
"""The most mistakes in one message, which must not cover the table."""


def tell_theme_mistakes(app: Program) -> None:
    """Report the mistakes in the user's own themes, each once."""
    problems = [str(problem) for problem in app.appearance.themes.problems]
    new = [problem for problem in problems if problem not in app.appearance.mistakes_told]
    app.appearance.mistakes_told = frozenset(problems)
    _tell(app, t("a theme file has a mistake"), new)


def tell_settings_mistakes(app: Program, keys: Sequence[str]) -> None:
    """Report the mistakes in the settings; last `keys`, the sentences about the user's own keys."""
    mistakes = [str(problem) for problem in load(app.folder)[1]] if app.folder else []
    theme, themes = app.settings.theme, app.appearance.themes
    if theme not in ("auto", *themes.by_name):
        names = ", ".join(themes.by_name)
        mistakes.append(t("no such theme: {word}; there are: {known}", word=theme, known=names))
    _tell(app, t("the settings file has a mistake"), [*mistakes, *keys])
    if app.folder and (said := homeless()):
        warn(app, said)


def _tell(app: Program, title: str, problems: Sequence[str]) -> None:
    shown = list(problems)
    if len(shown) > _MOST_TOLD:
        more = len(shown) - _MOST_TOLD
        shown[_MOST_TOLD:] = [tn("and {n} more", "and {n} more", more)]
    if shown:
        app.notify("\n".join(shown), title=title, severity="warning", timeout=15)


SCREENS: Final[Mapping[str, str]] = {
    "another game": "tui.screens.new_table:AnotherGameScreen",
    "doctor": "tui.doctor.screen:DoctorScreen",
    "evening": "tui.room.evening_page:EveningPage",
    "games": "tui.screens.games:GamesScreen",
    "guest settings": "tui.screens.settings:GuestSettingsScreen",
    "help": "tui.screens.help:HelpScreen",
    "history": "tui.history.screen:HistoryScreen",
    "home": "tui.screens.home:HomeScreen",
    "house rules": "tui.room.house_rules:HouseRulesScreen",
    "invitation": "tui.room.invite:InviteScreen",
    "lesson": "tui.lessons.screen:LessonScreen",
    "match over": "tui.table.last_page:LastPage",
    "new table": "tui.screens.new_table:NewTableScreen",
    "replay": "tui.replay.screen:ReplayScreen",
    "room": "tui.room.screen:RoomScreen",
    "rules": "tui.screens.rules:RulesScreen",
    "scores": "tui.table.areas:ScoresScreen",
    "settings": "tui.screens.settings:SettingsScreen",
    "statistics": "tui.history.stats:StatsScreen",
    "table": "tui.table.screen:TableScreen",
    "tables": "tui.screens.tables:TablesScreen",
}
"""The name of a screen -> its module and class."""


def screen_class(name: str) -> Any:
    """Return the class of a screen."""
    return _loaded(SCREENS[name])


def _loaded(path: str) -> Any:
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


def open_start(app: Program, start: AnyStart) -> None:
    """Open the screen or the table of a start."""
    match start:
        case StartHome():
            pass
        case StartLesson(game):
            _loaded("tui.lessons.offer:open_lesson")(app, game)
        case StartHistory(game):
            app.push_screen(screen_class("history")(game))
        case StartReplay(path, eyes):
            _loaded("tui.replay.screen:open_replay")(app, Path(path), eyes)
        case AskLadder():
            _loaded("tui.screens.games:ask_for_ladder")(app)
        case StartPuzzles():
            _loaded("tui.lessons.puzzles:open_puzzles")(app)
        case StartToday():
            _loaded("tui.screens.games:ask_for_day")(app)
        case StartSolo(game):
            usual = partial(app.navigator.go, replace(start, options={})) if start.options else None
            _loaded("tui.lessons.offer:offer_lesson")(
                app, game, partial(app.navigator.go, start), usual
            )
        case StartJoin(address=None, table_id=None):
            app.push_screen(screen_class("tables")(start.name, start.watch, start.code))
        case _:
            app.navigator.go(start)


def open_rules(app: Program, game: str = "", paragraph: str = "") -> None:
    """Open a rule book, by default that of the game being played, or played last."""
    session = app.navigator.session
    seated = session.client.seated if session else None
    last = str(app.settings.table.get("game", ""))
    app.push_screen(screen_class("rules")(game or (seated.game if seated else last), paragraph))


def open_settings(app: Program) -> None:
    """Open the settings, or a guest's."""
    app.push_screen(screen_class("settings" if app.stay is None else "guest settings")())


def open_doctor(app: Program, target: tuple[str, int] | None = None) -> None:
    """Examine why tables are not found, or why the table at an address cannot be joined."""
    app.push_screen(screen_class("doctor")(target, app.navigator.session))
