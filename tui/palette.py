"""The command palette in the player's language: what can be done on a screen, and everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.app import SystemCommand
from textual.command import CommandPalette, Hit, Hits
from textual.screen import Screen
from textual.system_commands import SystemCommandsProvider

from tui.text import LANGUAGES, t
from tui.widgets.keybar import keys_of
from tui.widgets.page import Page

if TYPE_CHECKING:
    from tui.app import KozyrApp


class Actions(SystemCommandsProvider):
    """Finds what the application offers; Textual's own answer to nothing found is English."""

    async def search(self, query: str) -> Hits:
        """Yield what fits, or one line that says that nothing does."""
        found = False
        async for hit in super().search(query):
            found = True
            yield hit
        if not found:
            yield Hit(1.0, t("nothing of that name can be done here"), lambda: None)


def palette() -> CommandPalette:
    """Return a palette to open."""
    return CommandPalette([Actions], placeholder=t("search what can be done"))


def offered(app: KozyrApp, screen: Screen[Any]) -> Iterator[SystemCommand]:
    """Yield every action of a screen, then what holds everywhere."""

    def later(do: Callable[..., Any], *what: Any) -> Callable[[], Any]:
        # The palette has to close first: until then its own screen is the one in front.
        return lambda: app.call_later(do, *what)

    keys = keys_of(screen, hidden=True)
    for key in keys:
        yield SystemCommand(key.text, key.shown, later(app.run_action, key.action, key.node))
    for label, do in screen.offered() if isinstance(screen, Page) else ():
        yield SystemCommand(label, "", later(do))
    for name in app.themes.offered(app.depth):
        change = partial(app.change_settings, theme=name)
        yield SystemCommand(t("theme: {name}", name=name), t("colours"), later(change))
    for code, name in LANGUAGES.items():
        change = partial(app.change_settings, language=code)
        yield SystemCommand(f"{t('language')}: {name}", code, later(change))
    if not any(key.action == "rules" for key in keys):
        yield SystemCommand(t("rules"), t("the rule book"), app.open_rules)
    yield SystemCommand(t("settings"), "", app.open_settings)
