"""Playable lessons, one data module a game: real positions, what to do in them, and why."""

from __future__ import annotations

from typing import Final

from tui.lessons import domino_poker, graph_poker, joker, kozel
from tui.lessons.lesson import Lesson

LESSONS: Final[dict[str, Lesson]] = {
    "joker": joker.LESSON,
    "domino_poker": domino_poker.LESSON,
    "kozel": kozel.LESSON,
    "graph_poker": graph_poker.LESSON,
}
"""Name of the game -> its lesson."""
