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
        self._countdown: Countdown | None = None
        self._called: Countdown | None = None

    def follow(self, countdown: Countdown | None, now: float) -> bool:
        """Follow the host's last time; tell whether another number is to be shown."""
        before, self._countdown = self.text, countdown
        self.text, self.short, self.due = "", False, None
        if countdown is not None:
            self.text, self.short = time_text(countdown.seconds(now)), countdown.is_short(now)
            wait = countdown.next_change(now)
            self.due = None if wait is None else now + wait
        return self.text != before

    def hurries(self) -> bool:
        """Tell, once per decision, that little time is left."""
        if not self.short or self._called is self._countdown:
            return False
        self._called = self._countdown
        return True
