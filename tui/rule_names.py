"""The names of house rules, their values and bots in the player's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.game import Value
from tui.text import t


def rule_name(name: str) -> str:
    """Name a house rule: "hand size" for hand_size."""
    return t(name.replace("_", " "))


def rule_value(value: Value) -> str:
    """Word a value of a house rule."""
    return str(value) if isinstance(value, int) else t(value.replace("_", " "))


def rule_said(name: str, value: Value) -> str:
    """Say that a house rule has been changed."""
    return t("House rule: {name} is now {value}", name=rule_name(name), value=rule_value(value))


def level_name(level: str) -> str:
    """Name a bot by how well it plays: "easy bot"."""
    names = {
        "easy": t("easy bot"),
        "medium": t("medium bot"),
        "hard": t("hard bot"),
        "expert": t("expert bot"),
    }
    return names.get(level, level)


def rules_text(changed: Mapping[str, Any]) -> str:
    """Say in one line which house rules differ from the usual ones."""
    if not changed:
        return t("House rules: the usual ones")
    said = ", ".join(f"{rule_name(name)} {rule_value(value)}" for name, value in changed.items())
    return t("House rules: ") + said
