"""The camera over a table without edges: which part is shown, and how large."""

from __future__ import annotations

from typing import Any

from tui.boards.scene import Scene
from tui.boards.selection import Selection


class Camera:
    """Moves the focus of a Selection; it stays where the player has put it."""

    def __init__(self, selection: Selection) -> None:
        self._selection = selection

    def do(self, name: str, given: tuple[Any, ...], scene: Scene | None) -> bool:
        """Move the camera; tell whether the table looks different now.

        The last given is the size of the table as it is drawn, in columns and rows.
        """
        selection = self._selection
        if selection.grid is None or scene is None:
            return False
        x, y, zoom = selection.grid.shown(scene, *given[-1])
        match name, given:
            case "zoom", (steps, _):
                selection.zoom_to(zoom + steps)
            case "pan", (dx, dy, _):
                selection.look_at(x + dx, y - dy)
            case "wheel", (notch, _):
                selection.look_at(x, y - notch)
            case "pull", (dx, dy, _):
                across, down = selection.pulled(dx, dy, zoom)
                if not across and not down:
                    return False
                selection.look_at(x - across, y + down)
        return True
