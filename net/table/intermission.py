"""The intermission after a deal: who has read it, who is still awaited, and how long. No I/O."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Final

from core.game import Seat

EVERYBODY: Final = -1
"""A pause that ends only when everybody present has continued."""

PAUSES: Final = (0, 10, 30, 60, EVERYBODY)
"""The pauses a table may choose, in seconds; 0 means none."""

DEFAULT_PAUSE: Final = 30
"""The default pause of a table on the LAN."""

SOLO_PAUSE: Final = EVERYBODY
"""The pause of solo play."""


class Intermission:
    """A finished deal, the position `seq`, stays open for the people present.

    Whoever is away does not hold up the others. While nobody at all is present it stands still, for
    whoever comes back first; then its time begins anew.
    """

    def __init__(self, seq: int, seconds: int) -> None:
        self.seq = seq
        self._seconds = seconds
        self._present: frozenset[Seat] = frozenset()
        self._gone_on: set[Seat] = set()
        self._due: float | None = None
        self._extended = False

    @property
    def awaited(self) -> list[Seat]:
        """The people who are present and have not continued."""
        return sorted(self._present - self._gone_on)

    @property
    def gone_on(self) -> list[Seat]:
        """The people who have continued."""
        return sorted(self._gone_on)

    def follow(self, people: Collection[Seat], present: Collection[Seat], now: float) -> bool:
        """Note who plays here and which of them are present; tell whether anything changed."""
        before = self.awaited, self.gone_on, self._due
        self._present = frozenset(present)
        self._gone_on &= set(people)
        if not present:
            self._due = None
        elif self._due is None and self._seconds > 0:
            self._due = now + self._seconds
        return before != (self.awaited, self.gone_on, self._due)

    def go_on(self, seat: Seat) -> bool:
        """Note that somebody has read the deal; tell whether that is news."""
        news = seat not in self._gone_on
        self._gone_on.add(seat)
        return news

    def extend(self, now: float) -> bool:
        """Prolong it by its full length, once; tell whether that was possible."""
        if self._due is None or self._extended:
            return False
        self._due = max(self._due, now) + self._seconds
        self._extended = True
        return True

    def is_over(self, now: float) -> bool:
        """Whether the next deal may come."""
        if not self._seconds or (self._present and not self.awaited):
            return True
        return self._due is not None and now >= self._due

    def left(self, now: float) -> int:
        """Return the milliseconds left; EVERYBODY if there is no limit."""
        return EVERYBODY if self._due is None else max(1, math.ceil(1000 * (self._due - now)))

    def deadline(self) -> float | None:
        """When it ends by itself."""
        return self._due
