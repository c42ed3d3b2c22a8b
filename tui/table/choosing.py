"""What the player's keys and clicks choose: passes them to a Selection and says what they mean.

Pure: its owner draws, rings and takes the moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.game import Move
from tui.boards.scene import Board, Careful, Focus
from tui.table import intents
from tui.table.selection import Barred, Chosen, Selection, SelectionResult


class Choosing:
    """Chooses pieces, buttons and places; read `selection`, `trouble` and `doubted`."""

    def __init__(self, board: Board) -> None:
        self.selection = Selection(board)
        self.trouble = ""
        """Why the last attempt did nothing."""
        self.doubted: Move | None = None
        """A costly move that was clicked, or whose digit was typed, once."""
        self.points = True
        """Whether a chosen piece is marked; in a replay nobody chooses any."""

    def take(self, view: Any, legal: Sequence[Move]) -> None:
        """Continue with another position."""
        self.trouble, self.doubted = "", None
        self.selection.take(view, legal)

    def reword(self) -> None:
        """Reword everything after the language has changed."""
        self.selection.reword()
        self.trouble = ""

    @property
    def focus(self) -> Focus:
        """The focus as boards draw it."""
        return self.selection.seen if self.points else replace(self.selection.focus, piece=-1)

    @property
    def on_places(self) -> bool:
        """Whether the choice is among places on the table itself, too many for a list."""
        return self.selection.part == "targets" and self.selection.grid is not None

    def do(self, intent: intents.HandIntent, *, careful: bool = False) -> SelectionResult:
        """Follow a key or a click; return a move to make, or that nothing can be played.

        `careful`: a click on a move that the board calls costly, or its digit, has to come twice.
        """
        selection = self.selection
        if isinstance(intent, intents.Hover):
            if intent.what == "move":
                selection.point_at(str(intent.which))
            return None
        doubted, self.doubted, self.trouble = self.doubted, None, ""
        match intent:
            case intents.MoveCursor(delta):
                selection.aim(delta, 0)
            case intents.Climb(dy):
                self._climb(dy)
            case intents.Jump(index):
                selection.jump(index)
            case intents.Digit(digit):
                return self._doubting(selection.digit(digit), doubted, careful=careful)
            case intents.Tap():
                return self._doubting(self._tap(intent), doubted, careful=careful)
        return None

    def enter(self) -> SelectionResult:
        """Play what is chosen."""
        self.doubted = None
        return self.after(self.selection.enter())

    def after(self, outcome: SelectionResult) -> SelectionResult:
        """Note why nothing was played, if that is so."""
        self.trouble = outcome.reason if isinstance(outcome, Barred) else ""
        return outcome

    def cancel(self) -> bool:
        """Take back what is chosen; tell whether a choice was under way."""
        self.doubted = None
        return self.selection.cancel()

    def _climb(self, dy: int) -> None:
        selection = self.selection
        if selection.part == "targets" or (selection.part == "choices" and not selection.pieces):
            selection.aim(0, dy)
        else:
            selection.climb(dy < 0)

    def _tap(self, tap: intents.Tap) -> SelectionResult:
        selection = self.selection
        if tap.what == "piece":
            return selection.tap_piece(int(tap.which))
        if tap.what == "move":
            return selection.tap_move(str(tap.which))
        if not selection.on_buttons:
            selection.climb(True)
        if not self.on_places:
            selection.jump(int(tap.which))
        return selection.enter()

    def _doubting(
        self, outcome: SelectionResult, doubted: Move | None, *, careful: bool
    ) -> SelectionResult:
        if isinstance(outcome, Chosen) and careful and outcome.move != doubted:
            board = self.selection.board
            if isinstance(board, Careful) and board.costly(self.selection.view, outcome.move):
                self.doubted = outcome.move
                return None
        return self.after(outcome)
