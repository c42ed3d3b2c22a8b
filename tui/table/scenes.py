"""The scenes of a table that its boards draw: each built once, however many areas show it."""

from __future__ import annotations

from dataclasses import replace

from core.game import Move
from net.client.told import Position
from tui.boards.scene import Scene
from tui.drawing.look import Look
from tui.table.choosing import Choosing
from tui.table.info import TableInfo
from tui.table.showing import Showing


class Scenes:
    """Builds them from what is shown and chosen."""

    def __init__(self, info: TableInfo, showing: Showing, choosing: Choosing) -> None:
        self.last: Scene | None = None
        """The scene that was drawn last."""
        self._info = info
        self._showing = showing
        self._choosing = choosing
        self._built: dict[bool, Scene] = {}
        """What has been built since something has changed, by whether it is looked back at."""

    def forget(self) -> None:
        """Something has changed."""
        self._built.clear()

    def shown(self, look: Look) -> Scene | None:
        """Return everything the board may draw; None before there is a position."""
        motion, turn = self._showing.motion, self._choosing.turn
        shown = self._showing.playback.shown
        self.last = self._build(look, shown, turn.legal, motion.moment, back=False)
        return self.last

    def on_table(self, look: Look) -> Scene | None:
        """Return what lies on the table: the position, or what the player looks back at."""
        looking = self._showing.playback.looking
        return self._build(look, looking, (), 1.0, back=True) if looking else self.shown(look)

    def _build(
        self,
        look: Look,
        position: Position | None,
        legal: tuple[Move, ...],
        moment: float,
        *,
        back: bool,
    ) -> Scene | None:
        if position is None:
            return None
        built = self._built.get(back)
        if built is not None and built.look is look:
            return built
        told = self._showing.playback.tells_points(position)
        scene = self._built[back] = Scene(
            view=position.view,
            names=tuple(self._info.names),
            legal=legal,
            focus=replace(self._choosing.focus, show_last=told),
            look=look,
            away=frozenset(self._info.away),
            events=position.events,
            moment=moment,
        )
        return scene
