"""Playable lessons, one data module a game: real positions, what to do in them, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from core.games import NAMES
from core.registry import Registry
from tui.lessons.lesson import Lesson


class Teacher(Protocol):
    """A module with the lesson of a game."""

    LESSON: Lesson


if TYPE_CHECKING:
    from tui.games.domino_poker import lesson as domino_poker
    from tui.games.graph_poker import lesson as graph_poker
    from tui.games.joker import lesson as joker
    from tui.games.kozel import lesson as kozel

    # Here type checkers hold each module to the contract.
    _CHECKED: tuple[Teacher, ...] = (joker, domino_poker, kozel, graph_poker)

LESSONS: Final[Registry[Teacher]] = Registry("tui.games", "lesson", NAMES)
"""Name of the game -> the module with its lesson."""
