"""A limit on messages, per second and in a burst. No I/O: times are given."""

import math


class RateLimit:
    """At most `per_second`; `burst` and one more may come at once, by default a second's worth."""

    def __init__(self, per_second: float, burst: float | None = None) -> None:
        self._step = 1 / per_second
        self._ahead = 1.0 if burst is None else burst * self._step
        self._next = -math.inf

    def note(self, now: float, count: int = 1) -> None:
        """Count a message, or several."""
        self._next = max(self._next, now - self._ahead) + self._step * count

    def wait(self, now: float) -> float:
        """Return the seconds that the last message, or the next, has to wait."""
        return max(0.0, self._next - now)

    def idle(self, now: float) -> bool:
        """Return whether the limit is like a new one."""
        return self._next <= now - self._ahead
