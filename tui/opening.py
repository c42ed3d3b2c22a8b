"""Opening screens by their names.

A screen is imported when it is opened: together they take as long to load as Textual itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

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

if TYPE_CHECKING:
    from tui.program import Program

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
    "scores": "tui.table.scores:ScoresScreen",
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
