"""The time of tables: none passes while their program, or its computer, stands still. No I/O."""

from collections.abc import Callable
from typing import Final

LONGEST_STALL: Final = 2.0
"""No more time than this passes from one beat to the next."""


class RunningTime:
    """Counts the time in which `beat` is called, again and again; before that all time.

    Whoever closes the lid, or stops the program, takes nobody's time to think: what others have
    sent meanwhile, or that they are gone, is read only afterwards.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._beat: float | None = None
        self._lost = 0.0

    def beat(self) -> None:
        """Note that the program runs."""
        self.now()
        self._beat = self._clock()

    def now(self) -> float:
        """Return the time; it never goes back."""
        now = self._clock()
        if self._beat is not None and (stall := now - self._beat - LONGEST_STALL) > 0:
            self._lost += stall
            self._beat = now
        return now - self._lost

    def until(self, time: float) -> float:
        """Return how many seconds are left until a time if the program goes on running."""
        return time - self.now()
