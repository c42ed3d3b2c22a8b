"""What the player's keys and clicks choose: passes them to a Selection and says what they mean.

Pure: its owner draws, rings and takes the moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.game import Move
from tui.boards.scene import Board, Careful, Focus
from tui.boards.selection import Barred, Chosen, Selection, SelectionResult


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

    def do(self, name: str, *given: Any, careful: bool = False) -> SelectionResult:
        """Follow a key or a click; return a move to make, or that nothing can be played.

        A "tap" is on ("piece", index), ("move", move) or ("button", index), as is a "hover".

        `careful`: a click on a move that the board calls costly, or its digit, has to come twice.
        """
        selection = self.selection
        if name == "hover":
            if given[0] == "move":
                selection.point_at(given[1])
            return None
        doubted, self.doubted, self.trouble = self.doubted, None, ""
        match name:
            case "step":
                selection.aim(given[0], 0)
            case "climb":
                self._climb(*given)
            case "jump":
                selection.jump(*given)
            case "digit":
                return self._doubting(selection.digit(*given), doubted, careful=careful)
            case "tap":
                return self._doubting(self._tap(*given), doubted, careful=careful)
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

    def _tap(self, what: str, which: Any) -> SelectionResult:
        selection = self.selection
        if what == "piece":
            return selection.tap_piece(which)
        if what == "move":
            return selection.tap_move(which)
        if not selection.on_buttons:
            selection.climb(True)
        if not self.on_places:
            selection.jump(which)
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
