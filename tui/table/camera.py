"""Where a table without edges is looked at, and how large: by keys, the wheel and pulling.

A table with edges stays as it is. Chooses nothing and draws nothing.
"""

from __future__ import annotations

from typing import Protocol

from tui.boards.scene import Scene
from tui.table.selection import Turn


class Outlook(Protocol):
    """Where such a table is shown."""

    def scene(self) -> Scene | None:
        """Return everything the board may draw; None before there is a position."""
        ...

    def board_size(self) -> tuple[int, int]:
        """Return how many cells the table has."""
        ...

    def redraw_table(self) -> None:
        """Draw the table from where the camera is now."""
        ...


class Camera:
    """Moves the focus of a Turn; it stays where the player has put it."""

    def __init__(self, turn: Turn, outlook: Outlook) -> None:
        self._turn = turn
        self._outlook = outlook

    def zoom(self, steps: int) -> None:
        """Draw the table larger or smaller."""
        shown = self._shown()
        if shown is not None:
            self._turn.zoom_to(shown[2] + steps)
            self._outlook.redraw_table()

    def pan(self, dx: int, dy: int) -> None:
        """Look at another part of the table; dy 1 is down."""
        shown = self._shown()
        if shown is not None:
            self._turn.look_at(shown[0] + dx, shown[1] - dy)
            self._outlook.redraw_table()

    def pull(self, dx: int, dy: int) -> None:
        """Pull the table along with the mouse, by whole cards."""
        shown = self._shown()
        if shown is not None:
            across, down = self._turn.pulled(dx, dy, shown[2])
            if across or down:
                self.pan(-across, -down)

    def _shown(self) -> tuple[int, int, int] | None:
        """Return the middle and the zoom of what is shown."""
        grid, scene = self._turn.grid, self._outlook.scene()
        if grid is None or scene is None:
            return None
        return grid.shown(scene, *self._outlook.board_size())
