"""Mistakes in the player's own files, told when the application opens or a theme changes."""

from collections.abc import Sequence
from typing import Final

from tui.language.text import t, tn
from tui.preferences.settings import homeless, load
from tui.program import Program, warn

_MOST_TOLD: Final = 4
"""The most mistakes in one message, which must not cover the table."""


def tell_theme_mistakes(app: Program) -> None:
    """Tell the mistakes in the user's own themes, each once."""
    problems = [str(problem) for problem in app.appearance.themes.problems]
    new = [problem for problem in problems if problem not in app.appearance.mistakes_told]
    app.appearance.mistakes_told = frozenset(problems)
    _tell(app, t("a theme file has a mistake"), new)


def tell_settings_mistakes(app: Program, keys: Sequence[str]) -> None:
    """Tell the mistakes in the settings; last `keys`, the sentences about the user's own keys."""
    mistakes = [str(problem) for problem in load(app.folder)[1]] if app.folder else []
    theme, themes = app.settings.theme, app.appearance.themes
    if theme not in ("auto", *themes.by_name):
        names = ", ".join(themes.by_name)
        mistakes.append(t("no such theme: {word}; there are: {known}", word=theme, known=names))
    _tell(app, t("the settings file has a mistake"), [*mistakes, *keys])
    if app.folder and (said := homeless()):
        warn(app, said)


def _tell(app: Program, title: str, problems: Sequence[str]) -> None:
    shown = list(problems)
    if len(shown) > _MOST_TOLD:
        more = len(shown) - _MOST_TOLD
        shown[_MOST_TOLD:] = [tn("and {n} more", "and {n} more", more)]
    if shown:
        app.notify("\n".join(shown), title=title, severity="warning", timeout=15)
