"""How long a bot may think: a time limit beside its playouts. The clock is passed in."""

from collections.abc import Callable
from typing import Final

LONGEST_SECONDS: Final = 1.0
"""No decision takes longer, however slow or busy the machine; ordinary ones never get near it."""


class Thinking:
    """A Stop for one decision: says when its time is up, and counts its playouts.

    If a bot plays the end of a deal out in every way, each position counts as a playout.
    """

    def __init__(self, clock: Callable[[], float], seconds: float | None = LONGEST_SECONDS) -> None:
        """`clock` returns seconds; `seconds` None means no limit."""
        self._clock = clock
        self._end = None if seconds is None else clock() + seconds
        self.playouts = 0
        self.cut_short = False
        """Whether the time was up before the playouts were done."""

    def __call__(self) -> bool:
        self.playouts += 1
        if self._end is not None and not self.cut_short:
            self.cut_short = self._clock() >= self._end
        return self.cut_short


def at_most(seconds: float | None) -> float:
    """Return how long to think if this many seconds are given, or none are."""
    return LONGEST_SECONDS if seconds is None else min(seconds, LONGEST_SECONDS)
