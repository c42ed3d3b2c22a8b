"""The camera over a table without edges: which part is shown, and how large."""

from __future__ import annotations

from tui.boards.scene import Scene
from tui.table.intents import CameraIntent, Pan, Pull, Wheel, Zoom
from tui.table.selection import Selection


class Camera:
    """Moves the focus of a Selection; it stays where the player has put it."""

    def __init__(self, selection: Selection) -> None:
        self._selection = selection

    def do(self, intent: CameraIntent, scene: Scene | None) -> bool:
        """Move the camera; tell whether the table looks different now."""
        selection = self._selection
        if selection.grid is None or scene is None:
            return False
        x, y, zoom = selection.grid.shown(scene, *intent.size)
        match intent:
            case Zoom(steps):
                selection.zoom_to(zoom + steps)
            case Pan(dx, dy):
                selection.look_at(x + dx, y - dy)
            case Wheel(notch):
                selection.look_at(x, y - notch)
            case Pull(dx, dy):
                across, down = selection.pulled(dx, dy, zoom)
                if not across and not down:
                    return False
                selection.look_at(x - across, y + down)
        return True
