"""Attempts at a code by address: how many were wrong, whose turn is next, and when. No I/O.

Times come in from outside.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

FIRST_PENALTY_SECONDS: Final = 0.5
LONGEST_PENALTY_SECONDS: Final = 8.0
"""After a wrong code the next attempt from that address waits, each time twice as long."""

FORGOTTEN_SECONDS: Final = 60.0
"""After this long without a wrong code an address is forgiven; after this long its last turn is
forgotten.
"""


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
        self._turns: dict[str, float] = {}
        """When an address last had its turn."""

    def precedence(self, group: str) -> tuple[int, float]:
        """Return what orders addresses: whoever has guessed wrong least often comes first, of
        several the one whose turn is longest ago.

        So a crowd that never confirms, and therefore never guesses wrong, delays only itself.
        """
        wrong = self._wrong.get(group)
        return wrong.count if wrong else 0, self._turns.get(group, -math.inf)

    def take_turn(self, group: str, now: float) -> None:
        """Note that an attempt from an address begins, and forget turns that are long ago."""
        recent = self._turns.items()
        self._turns = {each: at for each, at in recent if now <= at + FORGOTTEN_SECONDS}
        self._turns[group] = now

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
