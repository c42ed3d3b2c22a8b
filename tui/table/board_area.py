"""The part of a screen that shows a board and a hand: says what the mouse over it wants."""

from __future__ import annotations

from textual.containers import Container

from tui.table.driver import Driver
from tui.widgets.canvas import CanvasView


class BoardArea(Container):
    """Holds the canvases of a table, among them "board"; tells the driver what the mouse wants."""

    def __init__(self, driver: Driver, *, id: str) -> None:
        super().__init__(id=id)
        self._driver = driver

    def on_mouse_down(self) -> None:
        self._driver.do("press")

    def on_canvas_view_tapped(self, event: CanvasView.Tapped) -> None:
        event.stop()
        self._driver.do("tap", *event.hit.what)

    def on_canvas_view_hovered(self, event: CanvasView.Hovered) -> None:
        if event.hit is not None and event.hit.what[0] == "move":
            self._driver.do("hover", *event.hit.what)

    def on_canvas_view_wheeled(self, event: CanvasView.Wheeled) -> None:
        event.stop()
        if event.ctrl:
            self._driver.do("zoom", -event.notch)
        else:
            self._driver.do("wheel", event.notch)

    def on_canvas_view_dragged(self, event: CanvasView.Dragged) -> None:
        event.stop()
        if event.view.id == "board":
            self._driver.do("pull", event.dx, event.dy)
