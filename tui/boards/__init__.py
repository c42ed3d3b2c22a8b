"""The boards, one object a game in tui.games. They draw Views and word events.

`scene.py` has the contract, `Board`. `model.py` is a board for tables, lessons and replays: a View
and legal moves in, a scene out. `choosing.py` is what keys and clicks do with it. Between two
positions a board draws a moment of what happens, 0 to 1, and says how long it takes. What the
cursor does not change is painted once (`paint_still`). Every seat has a letter on a colour, the
same wherever it is named (`seats.py`).
"""

from typing import Final

from core.games import NAMES
from core.registry import Registry
from tui.boards.scene import Board, Choice, Focus, Piece, Scene

__all__ = ["BOARDS", "Board", "Choice", "Focus", "Piece", "Scene"]


BOARDS: Final[Registry[Board]] = Registry("tui.games", "board", NAMES, "BOARD")
"""Name of the game -> its board."""
