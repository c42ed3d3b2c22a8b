"""The player's own keys: the actions and keys that the settings file may name."""

import pkgutil
from importlib import import_module
from pathlib import Path

import pytest

import tui
from tests.support.settings_doc import renewed
from tui.preferences.keys import actions, bindings_of, exists, own_keys
from tui.widgets.base_screen import BaseScreen


@pytest.mark.parametrize(
    "key", ["x", "ы", "?", "f12", "ctrl+r", "ctrl+shift+left", "question_mark", "space", "+"]
)
def test_a_key_that_exists_is_taken(key: str) -> None:
    assert exists(key)


@pytest.mark.parametrize("key", ["", "f99", "strg+r", "enterr", "ctrl+"])
def test_a_key_that_does_not_exist_is_seen(key: str) -> None:
    assert not exists(key)


def test_what_cannot_be_used_is_reported_and_the_rest_holds() -> None:
    keymap, problems = own_keys({"scores": "f12, ctrl+t", "chat": "f99,y", "fly": "x", "side": ""})
    assert keymap == {"scores": "f12,ctrl+t", "chat": "y"}
    assert problems[0] == "chat: there is no key f99"
    assert problems[1] == "there is no action fly"
    assert len(problems) == 2


def test_a_key_taken_from_another_action_of_a_screen_is_reported_unless_that_has_another() -> None:
    assert own_keys({"scores": "f3"})[1] == ["f3 no longer does this: rules"]
    assert own_keys({"scores": "f3", "rules": "f12"})[1] == []
    assert own_keys({"scores": "f2,y"})[1] == []


def test_an_action_that_is_misspelt_is_named() -> None:
    assert own_keys({"score": "x"})[1] == ["there is no action score - did you mean 'scores'?"]


def test_the_page_on_settings_names_every_action_that_may_have_other_keys(renew: bool) -> None:
    document = Path(__file__).parents[3] / "docs" / "settings.md"
    page = document.read_text("utf-8")
    if renew:
        document.write_text(page := renewed(page), "utf-8")
    assert page == renewed(page), "`pytest --renew` of this test writes docs/settings.md anew"
    assert not [name for name in actions() if f"`{name}`" not in page]


def test_the_named_keys_of_every_screen_may_be_others() -> None:
    for module in pkgutil.walk_packages(tui.__path__, "tui."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    screens, named = [BaseScreen], set()
    for screen in screens:
        screens += screen.__subclasses__()
        if screen.__module__.startswith("tui."):
            named |= {binding.id for binding in bindings_of(screen) if binding.id}
    assert named == actions()


def test_the_actions_of_the_table_have_names() -> None:
    assert {"play", "left", "scores", "house_rules", "last", "help", "quit"} <= actions()
