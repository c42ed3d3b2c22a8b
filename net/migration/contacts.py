"""Whom of the others a program has heard of late, and who can reach whom. No I/O."""

from __future__ import annotations

from typing import Final

from core.game import Seat
from net.migration.epochs import Call, Situation

HEARD_SECONDS: Final = 6.0
"""How long somebody counts as heard."""


class Contacts:
    """The last word of each of the other programs of a match, and when it came."""

    def __init__(self) -> None:
        self.told: dict[Seat, Situation] = {}
        """The last situation of each program."""
        self._heard: dict[Seat, float] = {}
        """Seat -> when its program last told its situation, as an answer or with a call."""
        self._reached: dict[Seat, float] = {}
        """Seat -> when its program last answered a call from here."""
        self._calls: dict[Seat, int] = {}
        """Seat -> the number of its program's last call."""
        self._reached_here: float | None = None
        """When somebody else last reached this program."""

    def called(self, call: Call, now: float) -> None:
        """Note that somebody has called this program."""
        if call.sent > self._calls.get(call.seat, -1):
            self._calls[call.seat], self._reached_here = call.sent, now

    def is_news(self, told: Situation) -> bool:
        """Tell whether a situation is later than the last one of its program."""
        last = self.told.get(told.seat)
        return last is None or told.sent > last.sent

    def hear(self, told: Situation, now: float, *, reached: bool) -> None:
        """Note a situation, and whether its program was reached with a call."""
        self.told[told.seat], self._heard[told.seat] = told, now
        if reached:
            self._reached[told.seat] = now

    def answered(self, seat: Seat) -> Situation | None:
        """Return what a program told last, if it has ever answered a call from here."""
        return self.told[seat] if seat in self._reached else None

    def is_absent(self, seat: Seat) -> bool:
        """Tell whether a program may have no host, as far as it has said."""
        return seat not in self.told or self.told[seat].absent

    def heard(self, seat: Seat, now: float) -> bool:
        """Tell whether a program was heard of late."""
        return _is_recent(self._heard.get(seat), now)

    def waits(self, seat: Seat, now: float) -> bool:
        """Tell whether a program was heard of late, and has no host either."""
        return self.heard(seat, now) and self.told[seat].absent

    def reaches(self, seat: Seat, now: float) -> bool:
        """Tell whether a program has answered a call from here of late."""
        return _is_recent(self._reached.get(seat), now)

    def is_reached(self, now: float) -> bool:
        """Tell whether somebody else has reached this program of late."""
        return _is_recent(self._reached_here, now)


def _is_recent(at: float | None, now: float) -> bool:
    return at is not None and now - at < HEARD_SECONDS
