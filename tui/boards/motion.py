"""Movements on a table: their times, and how far they have come. Draws nothing, no clock."""

from collections.abc import Sequence
from typing import Final

from core.game import Event

PLAY_SECONDS: Final = 0.45
"""The flight of a card or tile, and before it that of the last trick."""

DEAL_SECONDS: Final = 0.6
"""A new hand, piece by piece."""


def is_dealt(events: Sequence[Event]) -> bool:
    """Tell whether a deal has begun with these events."""
    return any(event.kind == "began" for event in events)


STEPS: Final = 25
"""Frames per second; each sends only the cells that differ."""


class Motion:
    """One movement at a time, and a hold after it in which its result can be seen."""

    def __init__(self) -> None:
        self.moment = 1.0
        """How far the movement has come, 0..1; 1 is the resting picture."""
        self.due: float | None = None
        """The time of the next `tick`; None at rest."""
        self._begun = 0.0
        self._seconds = 0.0
        self._hold = 0.0

    @property
    def busy(self) -> bool:
        """Whether there is a movement, or a hold in which its result is seen."""
        return self.due is not None

    def begin(self, seconds: float, hold: float, now: float) -> None:
        """Begin a movement of `seconds`, then a hold."""
        self._begun, self._seconds, self._hold = now, seconds, hold
        self.moment, self.due = 1.0, None
        if seconds > 0:
            self.moment, self.due = 0.0, now + 1 / STEPS
        elif hold > 0:
            self.due = now + hold

    def finish(self) -> bool:
        """End movement and hold at once; tell whether there was either."""
        busy = self.busy
        self.moment, self.due = 1.0, None
        return busy

    def tick(self, now: float) -> bool:
        """Advance the movement to now; tell whether another picture is to be drawn.

        A movement that ends here is no longer `busy`.
        """
        if self.due is None or now < self.due:
            return False
        ends = self._begun + self._seconds
        if now < ends:
            self.moment, self.due = (now - self._begun) / self._seconds, now + 1 / STEPS
        elif now < ends + self._hold:
            self.moment, self.due = 1.0, ends + self._hold
        else:
            self.moment, self.due = 1.0, None
        return True
