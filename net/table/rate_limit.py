"""Limits how many things happen in a second, and at once. No I/O: times come in from outside."""

from __future__ import annotations

import math
from typing import Final

from core.game import Seat
from net.wire.from_host import Said
from net.wire.names import clean_text
from net.wire.reasons import RefusalError


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


BURST: Final = 5
SECONDS_EACH: Final = 1.0


class ChatLimit:
    """The chat allowance of each seat, and of the watchers under None."""

    def __init__(self) -> None:
        self._budgets: dict[Seat | None, tuple[float, float]] = {}

    def say(self, seat: Seat | None, name: str, text: str, now: float) -> Said:
        """Return the message that everybody hears. Raises RefusalError."""
        text = clean_text(text)
        if not text:
            raise RefusalError("empty")
        if not self._allows(seat, now):
            raise RefusalError("fast")
        return Said(seat, name, text)

    def _allows(self, seat: Seat | None, now: float) -> bool:
        """Whether something may be said now; if so, it is counted."""
        budget, since = self._budgets.get(seat, (float(BURST), now))
        budget = min(BURST, budget + (now - since) / SECONDS_EACH)
        allowed = budget >= 1
        self._budgets[seat] = (budget - 1 if allowed else budget, now)
        return allowed
