"""Plays a move that is the only one and no piece of the hand, for who likes that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual.message_pump import MessagePump
from textual.timer import Timer

from core.game import Move
from tui.table.selection import Turn

FORCED_SECONDS: Final = 0.7
"""How long a forced move waits, so that one sees what happens."""


class ForcedMove:
    """Waits a moment in each position where there is such a move, then plays it by `play`."""

    def __init__(self, turn: Turn, play: Callable[[Move], None], timers: MessagePump) -> None:
        self._turn = turn
        self._play = play
        self._timers = timers
        self._timer: Timer | None = None

    def follow(self, *, wanted: bool) -> None:
        """Begin anew in another position."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if wanted and len(self._turn.legal) == 1 and len(self._turn.choices) == 1:
            self._timer = self._timers.set_timer(FORCED_SECONDS, self._now)

    def _now(self) -> None:
        if self._turn.choices:  # else the player was faster
            self._play(self._turn.choices[0].move)
