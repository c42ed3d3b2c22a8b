"""The boards, one module a game: the only game-aware code in tui. They draw Views, word events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from core.games import NAMES
from core.registry import Registry
from tui.boards.scene import Board, Choice, Focus, Piece, Scene

__all__ = ["BOARDS", "Board", "Choice", "Focus", "Piece", "Scene"]

if TYPE_CHECKING:
    from tui.games.domino_poker import board as domino_poker
    from tui.games.graph_poker import board as graph_poker
    from tui.games.joker import board as joker
    from tui.games.kozel import board as kozel

    # Here type checkers hold each module to the contract.
    _CHECKED: tuple[Board, ...] = (joker, domino_poker, kozel, graph_poker)

BOARDS: Final[Registry[Board]] = Registry("tui.games", "board", NAMES)
"""Name of the game -> its board."""
