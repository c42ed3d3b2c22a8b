"""What moves on a table: how long, and the clock that drives it. Draws nothing, knows no game.

Where nothing moves no timer runs: an idle table costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import Any, Final

from textual.message_pump import MessagePump
from textual.timer import Timer

from core.game import Event

STEPS: Final = 25
"""Pictures a second; each sends only the cells that differ."""

PLAY_SECONDS: Final = 0.45
"""A card or tile on its way, and before it the last trick on its own."""

DEAL_SECONDS: Final = 0.6

MOST_SECONDS: Final = 8.0
"""However much is shown at the end of a deal, it takes no longer."""

SPEEDS: Final[Mapping[str, float]] = {"off": 0.0, "fast": 0.5, "normal": 1.0}
"""Setting -> by what the times are multiplied."""


def speed(setting: str, environ: Mapping[str, str]) -> float:
    """Return by what to multiply times; "auto" is off over SSH, where each picture is a packet."""
    if setting == "auto":
        far = environ.get("SSH_CONNECTION") or environ.get("SSH_TTY")
        return SPEEDS["off" if far else "normal"]
    return SPEEDS[setting]


def seconds(events: Sequence[Event], movements: Mapping[str, float]) -> float:
    """Return how long the events that led to a position take to be shown, at normal speed.

    `movements` are the kinds of events that the board shows one by one, with their seconds.
    """
    kinds = [event.kind for event in events]
    shown = sum(movements.get(kind, 0.0) for kind in kinds)
    if shown:
        return min(MOST_SECONDS, shown)
    if "began" in kinds:
        return DEAL_SECONDS
    return PLAY_SECONDS if "moved" in kinds else 0.0


class Motion:
    """One movement at a time, and the rest after it in which it can be seen."""

    def __init__(self, node: MessagePump, draw: Callable[[], None], done: Callable[[], Any]):
        self._node = node
        self._draw = draw
        self._done = done
        self._timer: Timer | None = None
        self._begun = 0.0
        self._seconds = 0.0
        self._rest = 0.0
        self.moment = 1.0
        """How far the movement has come, 0..1; 1 is the resting picture."""

    @property
    def busy(self) -> bool:
        """Whether something moves or rests to be seen."""
        return self._timer is not None

    def begin(self, seconds: float, rest: float = 0.0) -> None:
        """Move for so long and then rest; `draw` is called at each step, `done` after it all."""
        self._stop()
        self._begun, self._seconds, self._rest = monotonic(), seconds, rest
        if seconds > 0:
            self.moment = 0.0
            self._timer = self._node.set_interval(1 / STEPS, self._step)
        elif rest > 0:
            self._timer = self._node.set_timer(rest, self.finish)

    def finish(self) -> bool:
        """End movement and rest at once; tell whether there was any."""
        if not self.busy:
            return False
        self._stop()
        self._draw()
        self._done()
        return True

    def _step(self) -> None:
        self.moment = min(1.0, (monotonic() - self._begun) / self._seconds)
        if self.moment < 1:
            self._draw()
        elif self._rest > 0:
            self.begin(0.0, self._rest)
            self._draw()
        else:
            self.finish()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = None
        self.moment = 1.0
