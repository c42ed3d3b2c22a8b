"""A player's own keys, by the names of actions in the settings file.

Mistakes are reported and left out; none ends the program.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, Final

from textual.binding import Binding
from textual.keys import Keys

from tui.commands import did_you_mean
from tui.language.text import t
from tui.program import SCREENS, screen_class

_NAMED: Final = frozenset(key.value for key in Keys)
_HELD: Final = frozenset(("ctrl", "shift", "alt", "super", "hyper", "meta"))


def _screen_types() -> tuple[type[Any], ...]:
    """Return the screens that have keys."""
    # Imported only for players with keys of their own: together they are the whole program.
    return tuple(screen_class(name) for name in SCREENS)


def actions() -> frozenset[str]:
    """Return the names of all actions whose keys can be changed."""
    return frozenset(
        binding.id for screen in _screen_types() for binding in bindings_of(screen) if binding.id
    )


def bindings_of(screen: type[Any]) -> list[Binding]:
    """Return the bindings of a screen, its own before the inherited ones."""
    families = (family.__dict__.get("BINDINGS", ()) for family in screen.__mro__)
    return [binding for family in families for binding in family if isinstance(binding, Binding)]


def exists(key: str) -> bool:
    """Tell whether a text is the name of a key: one character, "f2", "ctrl+r", "question_mark"."""
    *held, last = key.split("+") if len(key) > 1 else [key]
    return _HELD.issuperset(held) and (len(last) == 1 or last in _NAMED or _is_sign(last))


def _is_sign(name: str) -> bool:
    try:
        unicodedata.lookup(name.replace("_", " "))
    except KeyError:
        return False
    return True


def own_keys(chosen: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Return the keymap of the usable keys, and a sentence about each mistake."""
    known = actions()
    good: dict[str, str] = {}
    problems = []
    for action, written in chosen.items():
        if action not in known:
            problems.append(
                t("there is no action {action}", action=action) + did_you_mean(action, known)
            )
            continue
        keys = [key.strip() for key in written.split(",") if key.strip()]
        wrong = [key for key in keys if not exists(key)]
        problems += [t("{action}: there is no key {key}", action=action, key=key) for key in wrong]
        taken = [key for key in keys if key not in wrong]
        if taken:
            good[action] = ",".join(taken)
    return good, [*problems, *_losses(good)]


def _losses(chosen: Mapping[str, str]) -> Iterable[str]:
    """Yield a sentence about each key that another action has lost."""
    losses: dict[str, None] = {}
    for screen in _screen_types():
        bindings = bindings_of(screen)
        for action in chosen.keys() & {binding.id for binding in bindings}:
            for binding in bindings:
                now = chosen.get(binding.id or "", binding.key)
                if binding.id == action or not binding.description:
                    continue
                for key in {*chosen[action].split(",")} & {*now.split(",")}:
                    facts = {"key": key, "action": t(binding.description)}
                    losses[t("{key} no longer does this: {action}", **facts)] = None
    return losses
