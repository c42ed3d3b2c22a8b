"""The boards, one object a game in tui.games. They draw Views and word events."""

from __future__ import annotations

from typing import Final

from core.games import NAMES
from core.registry import Registry
from tui.boards.scene import Board, Choice, Focus, Piece, Scene

__all__ = ["BOARDS", "Board", "Choice", "Focus", "Piece", "Scene"]


BOARDS: Final[Registry[Board]] = Registry("tui.games", "board", NAMES, "BOARD")
"""Name of the game -> its board."""
