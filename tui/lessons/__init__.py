"""Playable lessons, one data module per game: real positions, what to do in them, and why.

A lesson is a list of steps; each is a position reached by the game's own functions from a stacked
deck, with what is said, which moves are right, and why others are not.
"""

from typing import Final, Protocol

from core.games import NAMES
from core.registry import Registry
from tui.lessons.lesson import Lesson


class Teacher(Protocol):
    """A module with the lesson of a game."""

    LESSON: Lesson


LESSONS: Final[Registry[Teacher]] = Registry("tui.games", "lesson", NAMES)
"""Name of a game -> the module with its lesson, if it has one."""
