"""A page where a hand is played: binds keys and the mouse to its Hands.

Textual binds keys to the class of a screen, hence a class; what they mean is in tui.table.hands.
"""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from core.game import Move
from tui.boards.scene import Board
from tui.table.board_page import CAMERA_KEYS, BoardPage
from tui.table.hands import Hands
from tui.widgets.canvas import CanvasView


class HandPage(BoardPage):
    """A holder of Hands, its areas "board", "prompt" and "hand". Subclasses give the rest of it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "choose", key_display="←→", id="left"),
        Binding("right", "step(1)", show=False, id="right"),
        Binding("up", "climb(-1)", show=False, id="up"),
        Binding("down", "climb(1)", show=False, id="down"),
        *CAMERA_KEYS,
        Binding("home", "jump(0)", "the first piece", show=False, id="first"),
        Binding("end", "jump(-1)", "the last piece", show=False, id="last_piece"),
        *[Binding(str(n), f"digit({n})", show=False) for n in range(10)],
    ]

    def __init__(self, board: Board) -> None:
        self.hands = Hands(board, self)
        super().__init__(self.hands.turn)

    def reword(self) -> None:
        self.hands.reword()

    # --- what hands ask for -----------------------------------------------------------------------

    def made(self, move: Move) -> None:
        """Take a move that the player has chosen."""
        raise NotImplementedError

    def costly(self, move: Move) -> bool:
        """Tell whether a click on a move has to come twice."""
        return False

    def redraw_hand(self) -> None:
        """Draw what the player's own keys change."""
        self.redraw_areas("board", "prompt", "hand")

    # --- keys -----------------------------------------------------------------------------------

    def action_step(self, delta: int) -> None:
        """Choose the next or the previous piece, button or place."""
        self.hands.step(delta)

    def action_climb(self, dy: int) -> None:
        """Go up to the buttons or down to the hand, or to a place above or below."""
        self.hands.climb(dy)

    def action_jump(self, index: int) -> None:
        """Go to the first or the last piece or button."""
        self.hands.jump(index)

    def action_digit(self, digit: int) -> None:
        """Choose by number."""
        self.hands.digit(digit)

    # --- mouse ----------------------------------------------------------------------------------

    def on_canvas_view_hovered(self, event: CanvasView.Hovered) -> None:
        if event.hit is not None:
            self.hands.hover(*event.hit.what)
