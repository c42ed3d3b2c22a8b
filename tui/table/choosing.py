"""What the player's keys and clicks choose: leads them into a Turn, says what they have come to.

Pure: whoever holds it draws, rings and takes the moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.game import Move
from tui.boards.scene import Board, Careful, Focus
from tui.table import intents
from tui.table.selection import Barred, Chosen, Outcome, Turn


class Choosing:
    """Chooses pieces, buttons and places; read `turn`, `trouble` and `doubted`."""

    def __init__(self, board: Board) -> None:
        self.turn = Turn(board)
        self.trouble = ""
        """Why the last attempt did nothing."""
        self.doubted: Move | None = None
        """A costly move that was clicked once."""
        self.points = True
        """Whether a chosen piece is marked; in a replay nobody chooses any."""

    def take(self, view: Any, legal: Sequence[Move]) -> None:
        """Go on with another position."""
        self.trouble, self.doubted = "", None
        self.turn.take(view, legal)

    def reword(self) -> None:
        """Say everything anew after the language has changed."""
        self.turn.reword()
        self.trouble = ""

    @property
    def focus(self) -> Focus:
        """The focus as boards draw it."""
        return self.turn.seen if self.points else replace(self.turn.focus, piece=-1)

    @property
    def on_places(self) -> bool:
        """Whether places are chosen that the table itself shows: a list would be too long."""
        return self.turn.part == "targets" and self.turn.grid is not None

    def do(self, intent: intents.HandIntent, *, careful: bool = False) -> Outcome:
        """Follow a key or a click; return a move to make or that nothing can be played.

        `careful`: a click on a move that the board calls costly has to come twice.
        """
        turn = self.turn
        if isinstance(intent, intents.Hover):
            if intent.what == "move":
                turn.point_at(str(intent.which))
            return None
        doubted, self.doubted, self.trouble = self.doubted, None, ""
        match intent:
            case intents.Step(delta):
                turn.aim(delta, 0)
            case intents.Climb(dy):
                self._climb(dy)
            case intents.Jump(index):
                turn.jump(index)
            case intents.Digit(digit):
                return self.after(turn.digit(digit))
            case intents.Tap():
                return self._clicked(self._tap(intent), doubted, careful=careful)
        return None

    def enter(self) -> Outcome:
        """Play what is chosen."""
        self.doubted = None
        return self.after(self.turn.enter())

    def after(self, outcome: Outcome) -> Outcome:
        """Note why nothing was played, if so."""
        self.trouble = outcome.reason if isinstance(outcome, Barred) else ""
        return outcome

    def cancel(self) -> bool:
        """Take the hand back; tell whether it held something out."""
        self.doubted = None
        return self.turn.cancel()

    def _climb(self, dy: int) -> None:
        turn = self.turn
        if turn.part == "targets" or (turn.part == "choices" and not turn.pieces):
            turn.aim(0, dy)
        else:
            turn.climb(dy < 0)

    def _tap(self, tap: intents.Tap) -> Outcome:
        turn = self.turn
        if tap.what == "piece":
            return turn.tap_piece(int(tap.which))
        if tap.what == "move":
            return turn.tap_move(str(tap.which))
        if not turn.on_buttons:
            turn.climb(True)
        if not self.on_places:
            turn.jump(int(tap.which))
        return turn.enter()

    def _clicked(self, outcome: Outcome, doubted: Move | None, *, careful: bool) -> Outcome:
        if isinstance(outcome, Chosen) and careful and outcome.move != doubted:
            board = self.turn.board
            if isinstance(board, Careful) and board.costly(self.turn.view, outcome.move):
                self.doubted = outcome.move
                return None
        return self.after(outcome)
