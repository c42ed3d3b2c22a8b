"""A page with the board of a game: finds its areas, and looks about on a table without edges.

Whether a hand is played there is another matter: see tui.table.hand_page.
"""

from __future__ import annotations

from typing import Final

from textual.binding import Binding

from tui.boards.scene import Scene
from tui.table.camera import Camera
from tui.table.selection import Turn
from tui.widgets.canvas import CanvasView
from tui.widgets.page import Page

CAMERA_KEYS: Final = (
    Binding("plus,equals_sign", "zoom(1)", "zoom", key_display="+-", id="zoom_in"),
    Binding("minus", "zoom(-1)", "zoom out", show=False, id="zoom_out"),
    Binding("shift+left", "pan(-1, 0)", "look to the left", show=False, id="pan_left"),
    Binding("shift+right", "pan(1, 0)", "look to the right", show=False, id="pan_right"),
    Binding("shift+up", "pan(0, -1)", "look further up", show=False, id="pan_up"),
    Binding("shift+down", "pan(0, 1)", "look further down", show=False, id="pan_down"),
)
"""To be put among the keys of a page: where they stand there is where they stand in its bar."""


class BoardPage(Page):
    """An outlook on a table, its area "board". Subclasses give the scene."""

    AUTO_FOCUS = ""

    def __init__(self, turn: Turn) -> None:
        super().__init__()
        self.turn = turn
        """What is in hand and pointed at, and where the camera is."""
        self.camera = Camera(turn, self)

    # --- what the camera asks for -----------------------------------------------------------------

    def scene(self) -> Scene | None:
        """Return everything the board may draw; None before there is a position."""
        raise NotImplementedError

    def board_size(self) -> tuple[int, int]:
        """Return how many cells the table has."""
        return self.query_one("#board").size

    def redraw_table(self) -> None:
        """Draw the table anew."""
        self.redraw_areas("board")

    # --- drawing --------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Draw everything anew; only what differs is sent."""
        for view in self.query(CanvasView):
            view.repaint()

    def redraw_areas(self, *areas: str) -> None:
        """Draw some areas anew."""
        # At every key, so without a query: matching the style sheet's way costs a tenth of it all.
        for view in self.walk_children(CanvasView):
            if view.id in areas:
                view.repaint()

    def bell(self) -> None:
        """Tell the player that nothing could be done."""
        self.app.bell()

    # --- keys and the mouse -----------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Zoom only what has no edges."""
        if action in ("zoom", "pan") and self.turn.grid is None:
            return False
        return super().check_action(action, parameters)

    def action_zoom(self, steps: int) -> None:
        """Draw an unbounded table larger or smaller."""
        self.camera.zoom(steps)

    def action_pan(self, dx: int, dy: int) -> None:
        """Look at another part of an unbounded table; dy 1 is down."""
        self.camera.pan(dx, dy)

    def on_canvas_view_wheeled(self, event: CanvasView.Wheeled) -> None:
        event.stop()
        if event.ctrl:
            self.camera.zoom(-event.notch)
        else:
            self.wheeled(event.notch)

    def wheeled(self, notch: int) -> None:
        """Follow the wheel; 1 is down."""
        self.camera.pan(0, notch)

    def on_canvas_view_dragged(self, event: CanvasView.Dragged) -> None:
        event.stop()
        if event.view.id == "board":
            self.camera.pull(event.dx, event.dy)
