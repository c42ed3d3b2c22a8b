"""Playable lessons, one data module a game: real positions, what to do in them, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from core.registry import Registry
from tui.lessons.lesson import Lesson


class Teacher(Protocol):
    """A module with the lesson of a game."""

    LESSON: Lesson


if TYPE_CHECKING:
    from tui.lessons import domino_poker, graph_poker, joker, kozel

    # Here type checkers hold each module to the contract.
    _CHECKED: tuple[Teacher, ...] = (joker, domino_poker, kozel, graph_poker)

LESSONS: Final[Registry[Teacher]] = Registry(
    "tui.lessons", "joker", "domino_poker", "kozel", "graph_poker"
)
"""Name of the game -> the module with its lesson."""
