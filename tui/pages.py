"""The screens by name, each imported when it is first asked for.

Together they take as long to load as Textual itself, so that nothing imports one that it only may
open.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

PAGES: Final[Mapping[str, str]] = {
    "doctor": "tui.doctor.screen.DoctorScreen",
    "help": "tui.screens.help.HelpScreen",
    "history": "tui.history.screen.HistoryScreen",
    "house_rules": "tui.room.house_rules.HouseRulesScreen",
    "invite": "tui.room.invite.InviteScreen",
    "lesson": "tui.lessons.screen.LessonScreen",
    "match_over": "tui.table.match_over.MatchOver",
    "new_table": "tui.screens.new_table.NewTableScreen",
    "replay": "tui.replay.screen.ReplayScreen",
    "room": "tui.room.screen.RoomScreen",
    "rules": "tui.screens.rules.RulesScreen",
    "scores": "tui.table.scores.ScoresScreen",
    "settings": "tui.screens.settings.SettingsScreen",
    "settings_of_guests": "tui.screens.settings.GuestSettingsScreen",
    "stats": "tui.history.stats.StatsScreen",
    "table": "tui.table.screen.TableScreen",
    "tables": "tui.screens.tables.TablesScreen",
}
"""Name of a screen -> its class."""


def page_class(name: str) -> type[Any]:
    """Return the class of a screen."""
    module, _, kind = PAGES[name].rpartition(".")
    found: type[Any] = getattr(import_module(module), kind)
    return found
