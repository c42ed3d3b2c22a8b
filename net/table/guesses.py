"""Wrong codes by address: how many there were, and when the next may be tried. No I/O.

Times come in from outside.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

FIRST_PENALTY_SECONDS: Final = 0.5
LONGEST_PENALTY_SECONDS: Final = 8.0
"""After a wrong code the next attempt from that address waits, each time twice as long."""

FORGOTTEN_SECONDS: Final = 60.0
"""After this long without a wrong code an address is forgiven."""


@dataclass(slots=True)
class _Wrong:
    count: int = 0
    since: float = 0.0

    def over(self) -> float:
        seconds = FIRST_PENALTY_SECONDS * (1 << min(self.count - 1, 10))
        return self.since + min(LONGEST_PENALTY_SECONDS, seconds)


class Guesses:
    """Addresses count as `group_of` says."""

    def __init__(self) -> None:
        self._wrong: dict[str, _Wrong] = {}

    def count(self, group: str) -> int:
        """Return how many wrong codes have come from an address of late."""
        wrong = self._wrong.get(group)
        return wrong.count if wrong else 0

    def due(self, group: str) -> float:
        """Return when the next attempt from an address may be made."""
        wrong = self._wrong.get(group)
        return wrong.over() if wrong else 0.0

    def fail(self, group: str, now: float) -> None:
        """Count a wrong code, and forgive those whose last one is long ago."""
        for address, wrong in list(self._wrong.items()):
            if now > wrong.since + FORGOTTEN_SECONDS:
                del self._wrong[address]
        wrong = self._wrong.setdefault(group, _Wrong())
        wrong.count += 1
        wrong.since = now

    def forgive(self, group: str) -> None:
        """Forget the wrong codes of an address: a right one has come."""
        self._wrong.pop(group, None)
