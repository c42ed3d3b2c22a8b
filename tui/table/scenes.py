"""The scenes that boards draw: each is built once, however many areas show it."""

from __future__ import annotations

from dataclasses import replace

from core.game import Move
from net.client.happenings import Position
from tui.boards.choosing import Choosing
from tui.boards.scene import Scene
from tui.drawing.look import Look
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
        self._shown: Scene | None = None
        self._looking: Scene | None = None
        """The scenes built since the last change."""

    def forget(self) -> None:
        """Drop all scenes: something has changed."""
        self._shown = self._looking = None

    def shown(self, look: Look) -> Scene | None:
        """Return everything the board may draw; None before there is a position."""
        shown = self._showing.playback.shown
        if shown is None:
            return None
        if self._shown is None or self._shown.look is not look:
            motion, selection = self._showing.motion, self._choosing.selection
            summary = self._showing.summary and not motion.busy
            self._shown = self._build(look, shown, selection.legal, motion.moment, summary=summary)
        self.last = self._shown
        return self._shown

    def on_table(self, look: Look) -> Scene | None:
        """Return the scene of the table: the position, or what the player looks back at."""
        past = self._showing.playback.looking
        if past is None:
            return self.shown(look)
        if self._looking is None or self._looking.look is not look:
            self._looking = self._build(look, past.position, summary=past.summary)
            self._looking = replace(self._looking, hands=past.hands)
        return self._looking

    def _build(
        self,
        look: Look,
        position: Position,
        legal: tuple[Move, ...] = (),
        moment: float = 1.0,
        *,
        summary: bool,
    ) -> Scene:
        return Scene(
            view=position.view,
            names=tuple(self._info.names),
            legal=legal,
            focus=replace(self._choosing.focus, stop=self._showing.stop),
            look=look,
            away=frozenset(self._info.away),
            events=position.events,
            moment=moment,
            summary=summary,
            show_last=self._showing.show_last,
        )
