"""Leads keys and clicks into a Turn, and hands on the moves that come of it.

Knows no widget and no host: whoever holds it draws, and takes the moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from core.game import Move
from tui.boards.scene import Board
from tui.table.selection import Barred, Chosen, Outcome, Turn


class Holder(Protocol):
    """Where hands play."""

    def redraw_hand(self) -> None:
        """Draw what the player's own keys change."""
        ...

    def costly(self, move: Move) -> bool:
        """Tell whether a click on a move has to come twice."""
        ...

    def made(self, move: Move) -> None:
        """Take a move that the player has chosen."""
        ...

    def bell(self) -> None:
        """Tell the player that nothing could be done."""
        ...


class Hands:
    """Chooses pieces, buttons and places; read `turn`, `trouble` and `doubted`."""

    def __init__(self, board: Board, holder: Holder) -> None:
        self.turn = Turn(board)
        self.trouble = ""
        """Why the last attempt did nothing."""
        self.doubted: Move | None = None
        """A costly move that was clicked once."""
        self._holder = holder

    def take(self, view: Any, legal: Sequence[Move]) -> None:
        """Go on with another position."""
        self.trouble, self.doubted = "", None
        self.turn.take(view, legal)

    def reword(self) -> None:
        """Say everything anew after the language has changed."""
        self.turn.reword()
        self.trouble = ""

    @property
    def on_places(self) -> bool:
        """Whether places are chosen that the table itself shows: a list would be too long."""
        return self.turn.part == "targets" and self.turn.grid is not None

    def after(self, outcome: Outcome, *, clicked: bool = False) -> None:
        """Do what a key or a click has come to; a click on a costly move has to come twice."""
        self.trouble = ""
        doubted, self.doubted = self.doubted, None
        match outcome:
            case Chosen(move):
                if clicked and move != doubted and self._holder.costly(move):
                    self.doubted = move
                else:
                    self._holder.made(move)
            case Barred(reason):
                self.refuse(reason)
            case None:
                pass
        self._holder.redraw_hand()

    def cancel(self) -> bool:
        """Take the hand back; tell whether it held something out."""
        self.doubted = None
        if not self.turn.cancel():
            return False
        self._holder.redraw_hand()
        return True

    def refuse(self, why: str) -> None:
        """Say why what was played has come to nothing."""
        self.trouble = why
        self._holder.bell()

    # --- keys -----------------------------------------------------------------------------------

    def enter(self) -> None:
        """Play what is chosen."""
        self.after(self.turn.enter())

    def digit(self, digit: int) -> None:
        """Choose by number."""
        self.after(self.turn.digit(digit))

    def step(self, delta: int) -> None:
        """Choose the next or the previous piece, button or place."""
        self.trouble = ""
        self.turn.aim(delta, 0)
        self._holder.redraw_hand()

    def climb(self, dy: int) -> None:
        """Go up to the buttons or down to the hand, or to a place above or below."""
        self.trouble = ""
        turn = self.turn
        if turn.part == "targets" or (turn.part == "choices" and not turn.pieces):
            turn.aim(0, dy)
        elif not turn.climb(dy < 0):
            return
        self._holder.redraw_hand()

    def jump(self, index: int) -> None:
        """Go to the first or the last piece or button."""
        self.turn.jump(index)
        self._holder.redraw_hand()

    # --- mouse ----------------------------------------------------------------------------------

    def tap(self, what: str, which: int | str) -> None:
        """Do what a click on a piece, a place of the table or a button means."""
        turn = self.turn
        if what == "piece":
            self.after(turn.tap_piece(int(which)), clicked=True)
        elif what == "move":
            self.after(turn.tap_move(str(which)), clicked=True)
        elif what == "button":
            if not turn.on_buttons:
                turn.climb(True)
            if not self.on_places:
                turn.jump(int(which))
            self.after(turn.enter(), clicked=True)

    def hover(self, what: str, which: int | str) -> None:
        """Point at a place of the table that the mouse is over."""
        if what == "move":
            self.turn.point_at(str(which))
            self._holder.redraw_hand()
