"""The command palette in the player's language: the actions of a screen, then those of all."""

from collections.abc import Callable, Iterator
from functools import partial
from operator import itemgetter
from typing import Any, Final

from textual.app import SystemCommand
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits
from textual.content import Content
from textual.screen import Screen
from textual.system_commands import SystemCommandsProvider
from textual.worker import Worker

from tui.language.text import LANGUAGES, t
from tui.program import Program, open_doctor, open_rules, open_settings
from tui.screens.home import ELSEWHERE, HomeScreen, open_entry
from tui.widgets.active_screen import ActiveOnly
from tui.widgets.base_screen import BaseScreen
from tui.widgets.keybar import keys_of


class ActionSearch(SystemCommandsProvider):
    """Searches the actions offered; Textual's own reply to an empty result is English.

    Each hit is a line that begins with its key; Textual would put the key below.
    """

    async def discover(self) -> Hits:
        """Yield all actions, in the order of their names."""
        found = self.app.get_system_commands(self.screen)
        for name, key, do, _ in sorted(found, key=itemgetter(0)):
            yield DiscoveryHit(_line(key, name), do, name)

    async def search(self, query: str) -> Hits:
        """Yield the actions that match, or one line that says there are none."""
        found = False
        matcher = self.matcher(query)
        for name, key, do, _ in self.app.get_system_commands(self.screen):
            if (match := matcher.match(name)) > 0:
                found = True
                yield Hit(match, _line(key, matcher.highlight(name)), do, name)
        if not found:
            yield Hit(1.0, t("there is no such action here"), lambda: None)


_KEY: Final = 9
"""The columns for a key."""


def _line(key: str, name: str | Content) -> Content:
    """Return the line of an action, its key in a column of its own."""
    return Content.assemble(key.rjust(_KEY), "  ", name)


class Palette(ActiveOnly, CommandPalette):
    """The search; it closes once, however many keys ask for it."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow paging only where lines have room: Textual fails without any."""
        if action == "command_list":
            lists = self.query(CommandList)
            return any(entries.scrollable_content_region for entries in lists)
        return super().check_action(action, parameters)

    def run_worker(self, *work: Any, **how: Any) -> Worker[Any]:
        """Search in the background; an error after the search has closed has no effect."""
        return super().run_worker(*work, **{**how, "exit_on_error": False})


_IN_PLACE: Final = ("turn(", "leaf(", "cursor_", "select")
"""Beginnings of actions that move a cursor or scroll; the palette has none of these."""


def palette() -> Palette:
    """Return a new palette."""
    return Palette([ActionSearch], placeholder=t("search for an action"))


def offered(app: Program, screen: Screen[Any]) -> Iterator[SystemCommand]:
    """Yield every action of a screen, then those that work everywhere."""

    def later(do: Callable[..., Any], *what: Any) -> Callable[[], Any]:
        # The palette has to close first: until then its own screen is in front.
        return lambda: app.call_later(do, *what)

    rows = screen.ACTIONS if isinstance(screen, ActiveOnly) else ()
    in_place = (*_IN_PLACE, *(row.does for row in rows if row.in_place))
    keys = [key for key in keys_of(screen, hidden=True) if not key.doing[0].startswith(in_place)]
    for key in keys:
        yield SystemCommand(key.text, key.shown, later(app.run_action, *key.doing))
    if not any(key.doing[0] == "app.ask_quit" for key in keys):
        yield SystemCommand(t("quit"), "Ctrl+Q", later(app.action_ask_quit))
    for label, do in screen.offered() if isinstance(screen, BaseScreen) else ():
        yield SystemCommand(label, "", later(do))
    if app.navigator.session is None and not isinstance(screen, HomeScreen):
        for entry, label in ELSEWHERE.items():
            yield SystemCommand(t(label), "", later(open_entry, app, entry))
    for name in app.appearance.themes.offered(app.appearance.depth):
        change = partial(app.change_settings, theme=name)
        yield SystemCommand(t("theme: {name}", name=name), "", later(change))
    for code, name in LANGUAGES.items():
        change = partial(app.change_settings, language=code)
        yield SystemCommand(f"{t('language')}: {name}", "", later(change))
    if not any(key.name == "rules" for key in keys):
        yield SystemCommand(t("rules"), "", partial(open_rules, app))
    yield SystemCommand(t("settings"), "", partial(open_settings, app))
    if app.stay is None and not any(key.name == "doctor" for key in keys):
        yield SystemCommand(t("find out why tables are not found"), "", partial(open_doctor, app))
