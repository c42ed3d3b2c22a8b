"""Opens what can be opened from everywhere: the rule books and the settings.

Their screens are imported when they are opened, like all screens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.pages import page_class

if TYPE_CHECKING:
    from tui.program import Program


def open_rules(app: Program, game: str = "", paragraph: str = "") -> None:
    """Open a rule book, by default that of the game being played."""
    session = app.at_table.session
    seated = session.client.seated if session else None
    last = str(app.settings.table.get("game", ""))
    app.push_screen(page_class("rules")(game or (seated.game if seated else last), paragraph))


def open_settings(app: Program) -> None:
    """Open the settings."""
    app.push_screen(page_class("settings" if app.stay is None else "settings_of_guests")())
