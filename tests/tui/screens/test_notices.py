"""Notices have rows of their own for a while, and cover no text."""

from collections.abc import Callable

import pytest
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets._toast import Toast

from tests.support.screens import app_of, opened, read, until
from tui.program import Program, open_rules, open_settings, screen_class
from tui.screens.dialog import Question

SCREENS: dict[str, Callable[[Program], object]] = {
    "home": lambda app: None,
    "settings": open_settings,
    "games": lambda app: app.push_screen(screen_class("games")()),
    "form": lambda app: app.push_screen(screen_class("new table")(hosting=True)),
    "rules": lambda app: open_rules(app, "kozel"),
    "question": lambda app: app.push_screen(Question("Leave?", [("", "stay"), ("go", "leave")])),
}


def covered(pilot: Pilot[None]) -> list[Widget]:
    """The parts of the screen in front that share cells with a notice."""
    screen = pilot.app.screen
    toasts = [screen.find_widget(toast).visible_region for toast in screen.query(Toast)]
    shown = {
        each: screen.find_widget(each).visible_region
        for each in screen.query("*")
        if each.is_on_screen and not each.children and not isinstance(each, Toast)
    }
    # A row scrolled out of sight has a region without height, which "overlaps" its container.
    return [each for each, region in shown.items() if region and any(map(region.overlaps, toasts))]


@pytest.mark.parametrize(
    "size",
    [(80, 24), *(pytest.param(size, marks=pytest.mark.nightly) for size in ((60, 20), (44, 30)))],
)
@pytest.mark.parametrize("name", SCREENS)
async def test_what_is_told_lies_over_nothing(name: str, size: tuple[int, int]) -> None:
    async with opened(size=size) as pilot:
        SCREENS[name](app_of(pilot))
        pilot.app.notify("settings.toml:2: pace: must be one of normal, slow, key", timeout=60)
        pilot.app.notify("mine.toml:2: no such entry", title="a theme file has a mistake")
        await until(pilot, lambda: len(pilot.app.screen.query(Toast)) == 2)
        await until(pilot, lambda: "no such entry" in read(pilot))
        await pilot.pause()
        assert not covered(pilot), read(pilot)


async def test_a_message_that_is_repeated_takes_the_place_of_the_first() -> None:
    async with opened(size=(80, 24)) as pilot:
        for message in ("mine.toml:2: no such entry", "pace: normal", "mine.toml:2: no such entry"):
            pilot.app.notify(message, timeout=60)
        await until(pilot, lambda: read(pilot).find("pace: normal") >= 0)
        await until(pilot, lambda: read(pilot).find("no such entry") > read(pilot).find("pace"))
        assert read(pilot).count("no such entry") == 1
