"""Playable lessons, a data module for each game: real positions, tasks, reasons.

A lesson is a list of steps. A step is a position reached by the game's own functions from a stacked
deck, with a text, the right moves, and reasons against others.
"""

from typing import Final, Protocol

from core.games import Registry
from tui.lessons.lesson import Lesson


class Teacher(Protocol):
    """A module with the lesson of a game."""

    LESSON: Lesson


LESSONS: Final[Registry[Teacher]] = Registry("tui.games", "lesson")
"""Name of a game -> the module with its lesson, if it has one."""
