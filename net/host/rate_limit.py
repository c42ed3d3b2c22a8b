"""Limits how many things happen in a second, and at once. No I/O: times come in from outside."""

from __future__ import annotations

import math


class RateLimit:
    """At most `per_second`; `burst` of them may come at once, a second's worth by default."""

    def __init__(self, per_second: float, burst: float | None = None) -> None:
        self._step = 1 / per_second
        self._ahead = 1.0 if burst is None else burst * self._step
        self._next = -math.inf

    def note(self, now: float) -> None:
        """Count one."""
        self._next = max(self._next, now - self._ahead) + self._step

    def wait(self, now: float) -> float:
        """Return how many seconds the last one, or the next, has to wait."""
        return max(0.0, self._next - now)

    def idle(self, now: float) -> bool:
        """Tell whether nothing is left to remember."""
        return self._next <= now - self._ahead + self._step
