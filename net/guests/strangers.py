"""Limits the connections on their way in at a gateway, in total and by address. No I/O."""

from __future__ import annotations

from collections import Counter
from typing import Final

from net.host.admission import group_of
from net.host.rate_limit import RateLimit

MOST: Final = 32
"""Connections by which nobody has come in yet; agreeing on keys takes some 5 ms for each."""

MOST_OF_ONE: Final = 8
PER_SECOND: Final = 20.0
"""New connections, from all addresses together."""

PER_SECOND_OF_ONE: Final = 4.0
"""New connections from one address, so that others get their turn."""


class Strangers:
    """Counts connections from their beginning until somebody has come in by them."""

    def __init__(self) -> None:
        self._inside: Counter[str] = Counter()
        self._rate = RateLimit(PER_SECOND, MOST_OF_ONE)
        self._rates: dict[str, RateLimit] = {}

    def enter(self, address: str, now: float) -> bool:
        """Tell whether a new connection may stay; if so, count it."""
        group = group_of(address)
        if self._rate.wait(now) or self._inside.total() >= MOST:
            return False
        own_rate = self._rates.get(group) or RateLimit(PER_SECOND_OF_ONE, MOST_OF_ONE)
        if own_rate.wait(now) or self._inside[group] >= MOST_OF_ONE:
            return False
        self._rates = {at: rate for at, rate in self._rates.items() if not rate.idle(now)}
        self._rates[group] = own_rate
        self._rate.note(now)
        own_rate.note(now)
        self._inside[group] += 1
        return True

    def leave(self, address: str) -> None:
        """Stop counting a connection: somebody has come in by it, or it is gone."""
        group = group_of(address)
        self._inside[group] -= 1
        if self._inside[group] <= 0:
            del self._inside[group]
