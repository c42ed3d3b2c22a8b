"""Kozel on the screen: board, sheet, words, lesson."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.boards.contract import Board
    from tui.games.kozel import board, lesson
    from tui.lessons import Teacher

    # For type checkers: each part against its contract.
    _CHECKED: tuple[Board, Teacher] = (board, lesson)
