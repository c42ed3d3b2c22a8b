"""Where a table without edges is looked at, and how large. A table with edges stays as it is."""

from __future__ import annotations

from tui.boards.scene import Scene
from tui.table.intents import CameraIntent, Pan, Pull, Wheel, Zoom
from tui.table.selection import Turn


class Camera:
    """Moves the focus of a Turn; it stays where the player has put it."""

    def __init__(self, turn: Turn) -> None:
        self._turn = turn

    def do(self, intent: CameraIntent, scene: Scene | None) -> bool:
        """Move over the scene that is shown; tell whether the table looks otherwise now."""
        turn = self._turn
        if turn.grid is None or scene is None:
            return False
        x, y, zoom = turn.grid.shown(scene, *intent.size)
        match intent:
            case Zoom(steps):
                turn.zoom_to(zoom + steps)
            case Pan(dx, dy):
                turn.look_at(x + dx, y - dy)
            case Wheel(notch):
                turn.look_at(x, y - notch)
            case Pull(dx, dy):
                across, down = turn.pulled(dx, dy, zoom)
                if not across and not down:
                    return False
                turn.look_at(x - across, y + down)
        return True
