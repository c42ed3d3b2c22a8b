"""The clock of a table as the model follows it, second by second. No clock of its own."""

from __future__ import annotations

from tui.table.countdown import Countdown, time_text


class TurnTime:
    """Counts down; read `due` and `text`."""

    def __init__(self) -> None:
        self.due: float | None = None
        """When the number changes next."""
        self.text = ""
        """The time as shown; empty if no clock runs."""
        self.short = False
        """Whether there is little time left."""
        self._ends: float | None = None
        self._called: float | None = None
        """The end about which the player was last called."""

    def follow(self, ends: float | None, now: float) -> bool:
        """Follow the time that the host said last; tell whether another number is to be shown."""
        before, self._ends = self.text, ends
        self.text, self.short, self.due = "", False, None
        if ends is not None:
            left = Countdown(ends)
            self.text, self.short = time_text(left.seconds(now)), left.is_short(now)
            wait = left.next_change(now)
            self.due = None if wait is None else now + wait
        return self.text != before

    def hurries(self) -> bool:
        """Tell, once per decision, that little time is left."""
        if not self.short or self._called == self._ends:
            return False
        self._called = self._ends
        return True
