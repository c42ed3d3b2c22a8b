"""Limits chat at a table: a few lines at once from each seat, then one a second.

All watchers share one allowance, and a seat keeps its own whoever sits there: coming anew does not
bring another.
"""

from __future__ import annotations

from typing import Final

from core.game import Seat
from net.wire.from_host import Said
from net.wire.names import clean_text
from net.wire.reasons import RefusalError

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
