"""The boards, one module a game in tui.games. They draw Views and word events.

`contract.py` has their functions, `scene.py` the values that these take and return. `model.py` is a
board for tables, lessons and replays: a View and legal moves in, a scene out; `choosing.py` has the
rows of its keys and carries keys and clicks out. Between two positions a board draws a moment of
the movement, 0 to 1, and tells its duration. The layer that the cursor does not change is painted
once (`paint_still`). Every seat has a letter on a colour, the same wherever it is named
(`seats.py`).
"""

from typing import Final

from core.games import Registry
from tui.boards.contract import Board
from tui.boards.scene import Choice, Focus, Piece, Scene

__all__ = ["BOARDS", "Board", "Choice", "Focus", "Piece", "Scene"]


BOARDS: Final[Registry[Board]] = Registry("tui.games", "board")
"""Name of the game -> the module of its board."""
