"""The time left to decide, counted down on this machine's own clock, and its wording."""

import math
from dataclasses import dataclass
from typing import Final

from tui.language.text import t, tn

WARN_SECONDS: Final = 10
"""The last seconds, in which the time is shown with emphasis."""


@dataclass(frozen=True, slots=True)
class Countdown:
    """The end of a time, by this machine's own clock: the clocks of others may be wrong."""

    ends: float

    def seconds(self, now: float) -> int:
        """Return the seconds left, rounded up."""
        return max(0, math.ceil(round(self.ends - now, 3)))

    def is_short(self, now: float) -> bool:
        """Whether there is little time left."""
        return self.seconds(now) <= WARN_SECONDS

    def next_change(self, now: float) -> float | None:
        """Return the seconds until the number changes; None at the end."""
        left = self.ends - now
        # A little later, so that a timer that fires early does not find the same number.
        return left - math.ceil(left) + 1.01 if left > 0 else None


def time_text(seconds: int) -> str:
    """Write a time as clocks do: 0:07."""
    return f"{seconds // 60}:{seconds % 60:02}"


def clock_value(seconds: int) -> str:
    """Word a setting of the clock: "no clock", "30 seconds"."""
    return tn("{n} second", "{n} seconds", seconds) if seconds else t("no clock")


def clock_said(seconds: int) -> str:
    """Describe the clock of a table."""
    if not seconds:
        return t("No clock: everybody takes the time they want")
    return tn(
        "Clock: {n} second for each decision", "Clock: {n} seconds for each decision", seconds
    )


class TurnTime:
    """Counts the time of a decision down; `due` and `text` are for the caller."""

    def __init__(self) -> None:
        self.due: float | None = None
        """The time at which the number changes next."""
        self.text = ""
        """The time as shown; empty if no clock runs."""
        self.short = False
        """Whether there is little time left."""
        self._ends: float | None = None
        self._called: float | None = None
        """The end of time for which the player has already been called."""

    def follow(self, ends: float | None, now: float) -> bool:
        """Follow the time last told by the host; tell whether another number is to be shown."""
        before, self._ends = self.text, ends
        self.text, self.short, self.due = "", False, None
        if ends is not None:
            left = Countdown(ends)
            self.text, self.short = time_text(left.seconds(now)), left.is_short(now)
            wait = left.next_change(now)
            self.due = None if wait is None else now + wait
        return self.text != before

    def hurries(self) -> bool:
        """Tell, once per decision, whether little time is left."""
        if not self.short or self._called == self._ends:
            return False
        self._called = self._ends
        return True
