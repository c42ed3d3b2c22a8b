"""Tells the user about mistakes in the files of settings, keys and themes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tui.language.text import t, tn
from tui.preferences.settings import load

if TYPE_CHECKING:
    from tui.program import Program

MOST_TOLD: Final = 4
"""At most this many mistakes are reported in one message, which must not cover the table."""


def tell_theme_mistakes(app: Program) -> None:
    """Say what is wrong in the user's own themes; what has been said once is not repeated."""
    problems = [str(problem) for problem in app.appearance.themes.problems]
    new = [problem for problem in problems if problem not in app.appearance.mistakes_told]
    app.appearance.mistakes_told = frozenset(problems)
    _tell(app, t("a theme file has a mistake"), new)


def tell_settings_mistakes(app: Program, keys: Sequence[str]) -> None:
    """Say what is wrong in the settings, `keys` last: what is wrong with the user's own keys."""
    mistakes = [str(problem) for problem in load(app.folder)[1]] if app.folder else []
    theme, themes = app.settings.theme, app.appearance.themes
    if theme not in ("auto", *themes.by_name):
        names = ", ".join(themes.by_name)
        mistakes.append(t("no such theme: {word}; there are: {known}", word=theme, known=names))
    _tell(app, t("the settings file has a mistake"), [*mistakes, *keys])


def _tell(app: Program, title: str, problems: Sequence[str]) -> None:
    told = list(problems)
    if len(told) > MOST_TOLD:
        more = len(told) - MOST_TOLD
        told[MOST_TOLD:] = [tn("and {n} more", "and {n} more", more)]
    if told:
        app.notify("\n".join(told), title=title, severity="warning", timeout=15)
