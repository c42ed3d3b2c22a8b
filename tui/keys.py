"""A player's own keys: which actions have names in the settings file, which keys exist.

What is wrong is reported and left out, never fatal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from textual.binding import Binding, BindingType
from textual.keys import Keys

from tui.text import t

_NAMED: Final = frozenset(key.value for key in Keys)
_HELD: Final = frozenset(("ctrl", "shift", "alt", "super", "hyper", "meta"))


def actions() -> frozenset[str]:
    """Return the names of all actions that may have other keys."""
    # Imported only for those who have keys of their own: together they are the whole program.
    from tui.screens.hands import Hands
    from tui.screens.house_rules import HouseRulesScreen
    from tui.screens.lesson import LessonScreen
    from tui.screens.new_table import NewTableScreen
    from tui.screens.room import RoomScreen
    from tui.screens.rules import RulesScreen
    from tui.screens.scores import ScoresScreen
    from tui.screens.settings import SettingsScreen
    from tui.screens.table import TableScreen
    from tui.screens.tables import TablesScreen
    from tui.widgets.page import Page

    pages: tuple[type[Any], ...] = (
        *(Page, Hands, HouseRulesScreen, LessonScreen, NewTableScreen, RoomScreen, RulesScreen),
        *(ScoresScreen, SettingsScreen, TableScreen, TablesScreen),
    )
    return frozenset(name for page in pages for name in _names(page.BINDINGS))


def _names(bindings: Iterable[BindingType]) -> Iterable[str]:
    return (b.id for b in bindings if isinstance(b, Binding) and b.id)


def exists(key: str) -> bool:
    """Tell whether a key has such a name: one character, "f2", "ctrl+r", "question_mark"."""
    *held, last = key.split("+") if len(key) > 1 else [key]
    return _HELD.issuperset(held) and (len(last) == 1 or last in _NAMED or _is_sign(last))


def _is_sign(name: str) -> bool:
    import unicodedata

    try:
        unicodedata.lookup(name.replace("_", " "))
    except KeyError:
        return False
    return True


def own_keys(chosen: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Return the keymap of what can be used, and a sentence for each thing that cannot."""
    known = actions()
    good: dict[str, str] = {}
    problems = []
    for action, written in chosen.items():
        if action not in known:
            names = ", ".join(sorted(known))
            problems.append(
                t("{action} is no action; there are: {names}", action=action, names=names)
            )
            continue
        keys = [key.strip() for key in written.split(",") if key.strip()]
        wrong = [key for key in keys if not exists(key)]
        problems += [t("{action}: there is no key {key}", action=action, key=key) for key in wrong]
        taken = [key for key in keys if key not in wrong]
        if taken:
            good[action] = ",".join(taken)
    return good, problems
