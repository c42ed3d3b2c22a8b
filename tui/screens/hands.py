"""A page where a hand is played: its keys and the mouse end in a Turn. Draws and decides nothing.

Who shows the page gives the position and takes the moves.
"""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from core.game import Move
from tui.boards.scene import Board, Scene
from tui.turn import Barred, Chosen, Outcome, Turn
from tui.widgets.canvas import CanvasView
from tui.widgets.page import Page


class Hands(Page):
    """Choosing pieces, buttons and places. Subclasses give `scene` and `made`."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "choose", key_display="←→", id="left"),
        Binding("right", "step(1)", show=False, id="right"),
        Binding("up", "climb(-1)", show=False, id="up"),
        Binding("down", "climb(1)", show=False, id="down"),
        Binding("plus,equals_sign", "zoom(1)", "zoom", key_display="+-", id="zoom_in"),
        Binding("minus", "zoom(-1)", "zoom out", show=False, id="zoom_out"),
        Binding("shift+left", "pan(-1, 0)", "look to the left", show=False, id="pan_left"),
        Binding("shift+right", "pan(1, 0)", "look to the right", show=False, id="pan_right"),
        Binding("shift+up", "pan(0, -1)", "look further up", show=False, id="pan_up"),
        Binding("shift+down", "pan(0, 1)", "look further down", show=False, id="pan_down"),
        Binding("home", "jump(0)", "the first piece", show=False, id="first"),
        Binding("end", "jump(-1)", "the last piece", show=False, id="last_piece"),
        *[Binding(str(n), f"digit({n})", show=False) for n in range(10)],
    ]

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.turn = Turn(board)
        self.trouble = ""
        """Why the last attempt did nothing."""

    def scene(self) -> Scene | None:
        """Return everything the board may draw; None before there is a position."""
        raise NotImplementedError

    def made(self, move: Move) -> None:
        """Take a move that the player has chosen."""
        raise NotImplementedError

    def reword(self) -> None:
        self.turn.reword()
        self.trouble = ""

    @property
    def on_places(self) -> bool:
        """Whether places are chosen that the table itself shows: a list would be too long."""
        return self.turn.part == "targets" and self.turn.grid is not None

    def redraw(self) -> None:
        """Draw everything anew; only what differs is sent."""
        for view in self.query(CanvasView):
            view.repaint()

    def redraw_hand(self) -> None:
        """Draw what the player's own keys change."""
        self._repaint("board", "prompt", "hand")

    def _repaint(self, *areas: str) -> None:
        # At every key, so without a query: matching the style sheet's way costs a tenth of it all.
        for view in self.walk_children(CanvasView):
            if view.id in areas:
                view.repaint()

    def after(self, outcome: Outcome, *, clicked: bool = False) -> None:
        """Do what the hand has come to, by a key or a click."""
        self.trouble = ""
        match outcome:
            case Chosen(move):
                self.made(move)
            case Barred(reason):
                self.trouble = reason
                self.app.bell()
            case None:
                pass
        self.redraw_hand()

    # --- keys -----------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Zoom only what has no edges."""
        if action in ("zoom", "pan") and self.turn.grid is None:
            return False
        return super().check_action(action, parameters)

    def action_step(self, delta: int) -> None:
        """Choose the next or the previous piece, button or place."""
        self.trouble = ""
        self.turn.aim(delta, 0)
        self.redraw_hand()

    def action_climb(self, dy: int) -> None:
        """Go up to the buttons or down to the hand, or to a place above or below."""
        self.trouble = ""
        turn = self.turn
        if turn.part == "targets" or (turn.part == "choices" and not turn.pieces):
            turn.aim(0, dy)
        elif not turn.climb(dy < 0):
            return
        self.redraw_hand()

    def action_zoom(self, steps: int) -> None:
        """Draw an unbounded table larger or smaller."""
        shown = self._grid_shown()
        if shown is not None:
            self.turn.zoom_to(shown[2] + steps)
            self.redraw_hand()

    def action_pan(self, dx: int, dy: int) -> None:
        """Look at another part of an unbounded table; dy 1 is down."""
        shown = self._grid_shown()
        if shown is not None:
            self.turn.look_at(shown[0] + dx, shown[1] - dy)
            self.redraw_hand()

    def _grid_shown(self) -> tuple[int, int, int] | None:
        """Return the middle and the zoom of an unbounded table."""
        grid, scene = self.turn.grid, self.scene()
        if grid is None or scene is None:
            return None
        return grid.shown(scene, *self.query_one("#board").size)

    def action_jump(self, index: int) -> None:
        """Go to the first or the last piece or button."""
        self.turn.jump(index)
        self.redraw_hand()

    def action_digit(self, digit: int) -> None:
        """Choose by number."""
        self.after(self.turn.digit(digit))

    # --- mouse ----------------------------------------------------------------------------------

    def tapped(self, what: str, which: int | str) -> None:
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

    def on_canvas_view_hovered(self, event: CanvasView.Hovered) -> None:
        if event.hit is not None and event.hit.what[0] == "move":
            self.turn.point_at(str(event.hit.what[1]))
            self.redraw_hand()

    def on_canvas_view_wheeled(self, event: CanvasView.Wheeled) -> None:
        event.stop()
        if event.ctrl:
            self.action_zoom(-event.notch)
        else:
            self.action_pan(0, event.notch)

    def on_canvas_view_dragged(self, event: CanvasView.Dragged) -> None:
        """Pull an unbounded table along with the mouse, by whole cards."""
        event.stop()
        shown = self._grid_shown()
        if event.view.id == "board" and shown is not None:
            dx, dy = self.turn.pulled(event.dx, event.dy, shown[2])
            if dx or dy:
                self.action_pan(-dx, -dy)
