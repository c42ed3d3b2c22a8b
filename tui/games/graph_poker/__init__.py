"""Graph-Poker on the screen: board, sheet, words, lesson."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.games.graph_poker import lesson
    from tui.lessons import Teacher

    # For type checkers: against its contract.
    _CHECKED: Teacher = lesson
