"""Titles of games in the player's language, and sentences for what a game lacks."""

from __future__ import annotations

from tui.language.text import t


def game_title(name: str) -> str:
    """Return the title of a game; for a game that only another host knows, its name."""
    from core.games import FACTS  # the home screen and --version do without the games

    return t(FACTS[name].TITLE) if name in FACTS else t(name)


def no_bots(name: str) -> str:
    """Say that a game has no bots."""
    return t("{game} has no bots yet: it is played with people only", game=game_title(name))


def no_lesson(name: str) -> str:
    """Say that a game has no lesson, only a rule book."""
    return t("{game} has no lesson yet; the rule book explains it", game=game_title(name))


def no_hints(name: str) -> str:
    """Say that a game has no hints."""
    return t("{game} has no hints yet", game=game_title(name))
