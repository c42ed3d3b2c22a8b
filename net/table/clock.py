"""The turn clock of a table: until when each person may decide, and who was given more time.

It knows neither the match nor what happens when time is up; the time comes in from outside.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from core.game import Seat

CLOCKS: Final = (0, 15, 30, 60, 120)
"""Seconds that a table may give for each decision of a person; 0 means no clock."""

GRACE_SECONDS: Final = 0.5
"""Grace for a move made in the last second that has not arrived yet; nobody sees it."""

CLOCK_BOT: Final = "medium"
"""The level of the bot that moves when a person's time is up."""


@dataclass(slots=True)
class _Decision:
    due: float
    extended: bool = False
    up: bool = False


class TurnClock:
    """At most one open decision per seat, each with its own time. Without `seconds` it is off."""

    def __init__(self, seconds: int = 0) -> None:
        if seconds not in CLOCKS:
            raise ValueError(f"a clock has one of {CLOCKS} seconds; got {seconds}")
        self.seconds = seconds
        self._open: dict[Seat, _Decision] = {}
        self._helped: set[Seat] = set()

    def keep(self, seats: Collection[Seat], now: float) -> bool:
        """Open the decisions of these people, forget all others; tell whether anything changed."""
        wanted = set(seats) if self.seconds else set()
        if wanted == self._open.keys():
            return False
        kept = {seat: decision for seat, decision in self._open.items() if seat in wanted}
        new = {seat: _Decision(now + self.seconds) for seat in wanted if seat not in kept}
        self._open = {**kept, **new}
        return True

    def moved(self, seat: Seat) -> bool:
        """Close the decision of a seat that has moved; tell whether its time was up."""
        decision = self._open.pop(seat, None)
        late = decision is not None and decision.up
        self.note(seat, late=late)
        return late

    def note(self, seat: Seat, *, late: bool) -> None:
        """Note, for a resumed match, whether a seat's time was up when it moved."""
        (self._helped.add if late else self._helped.discard)(seat)

    def extend(self, giver: Seat, now: float) -> list[Seat]:
        """Give all others who are awaited one more period, once per decision; return them."""
        given = [
            seat
            for seat, decision in sorted(self._open.items())
            if seat != giver and not decision.extended and not decision.up
        ]
        for seat in given:
            decision = self._open[seat]
            decision.due = max(decision.due, now) + self.seconds
            decision.extended = True
        return given

    def tick(self, now: float) -> bool:
        """Note whose time is up; tell whether anybody's has just run out."""
        late = [d for d in self._open.values() if not d.up and now >= d.due + GRACE_SECONDS]
        for decision in late:
            decision.up = True
        return bool(late)

    def is_up(self, seat: Seat) -> bool:
        """Whether the time for the open decision of a seat is up."""
        return seat in self._open and self._open[seat].up

    def helped(self, seat: Seat) -> bool:
        """Whether the last move of a seat was made for it because its time was up."""
        return seat in self._helped

    def left(self, viewer: Seat | None, now: float) -> int:
        """Return the milliseconds shown to a viewer: their own decision's, or the fewest.

        0 if no time runs.
        """
        if not self._open:
            return 0
        own = self._open.get(viewer) if viewer is not None else None
        running = [own] if own is not None else list(self._open.values())
        times = [decision.due - now for decision in running if not decision.up]
        return max(1, math.ceil(1000 * min(times))) if times else 0

    def deadline(self) -> float | None:
        """When somebody's time will be up."""
        times = [decision.due for decision in self._open.values() if not decision.up]
        return min(times) + GRACE_SECONDS if times else None
