"""Screens by name: each exists, and none with keys is missing."""

import importlib
import pkgutil

import pytest
from textual.screen import Screen

import tui
from tui.program import SCREENS, screen_class
from tui.widgets.base_screen import BaseScreen


@pytest.mark.parametrize("name", SCREENS)
def test_every_name_is_that_of_a_screen(name: str) -> None:
    assert issubclass(screen_class(name), Screen)


def test_every_page_has_a_name_so_that_a_player_may_change_its_keys() -> None:
    for module in pkgutil.walk_packages(tui.__path__, "tui."):
        if module.name.endswith((".screen", "_screen")) or ".screens." in module.name:
            importlib.import_module(module.name)
    named = {screen_class(name) for name in SCREENS}
    ours = {page for page in pages(BaseScreen) if page.__module__.startswith("tui.")}
    missing = {page for page in ours if "BINDINGS" in vars(page) and named.isdisjoint(page.__mro__)}
    assert not missing, f"{missing}: each needs a line in SCREENS of tui/program.py"


def pages(base: type[BaseScreen]) -> set[type[BaseScreen]]:
    """Return the screens of a kind that have no subclasses."""
    below = base.__subclasses__()
    return {page for each in below for page in pages(each)} if below else {base}
