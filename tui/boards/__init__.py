"""The boards, one module a game: the only game-aware code in tui. They draw Views, word events."""

from __future__ import annotations

from typing import Final

from tui.boards import domino_poker, graph_poker, joker, kozel
from tui.boards.scene import Board, Choice, Focus, Piece, Scene

__all__ = ["BOARDS", "Board", "Choice", "Focus", "Piece", "Scene"]

BOARDS: Final[dict[str, Board]] = {
    "joker": joker,
    "domino_poker": domino_poker,
    "kozel": kozel,
    "graph_poker": graph_poker,
}
"""Name of the game -> its board."""
