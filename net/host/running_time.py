"""The time of tables: none passes while their program, or its computer, stands still. No I/O."""

from collections.abc import Callable
from typing import Final

LONGEST_STALL: Final = 2.0
"""The most time that counts from one beat to the next."""


class RunningTime:
    """Counts the time while `beat` is called again and again; all time before its first call.

    A closed lid or a stopped program takes no player's time to think: messages of others, and their
    absence, are noticed only afterwards.
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
        """Return the seconds until a time, if the program keeps running."""
        return time - self.now()
