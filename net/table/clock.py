"""The time of the players in a match: the clock of each decision, the intermission after a deal.

No I/O, and cheap to load: forms and the command line take their choices from here.
"""

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from core.game import Seat

CLOCKS: Final = (0, 15, 30, 60, 120)
"""The clocks that a table may have, in seconds for each decision; 0 means none."""

GRACE_SECONDS: Final = 0.5
"""The time for a last-moment move to arrive; the clock on the screen does not show it."""

CLOCK_BOT: Final = "medium"
"""The level of the bot that moves when a player's time is up."""


@dataclass(slots=True)
class _Decision:
    due: float
    extended: bool = False
    up: bool = False

    def is_over(self, now: float) -> bool:
        """Return whether the time has run out without having been noted as up."""
        return not self.up and now >= self.due + GRACE_SECONDS


class TurnClock:
    """The open decision of each seat, with its own time; `seconds` = 0 turns the clock off."""

    def __init__(self, seconds: int) -> None:
        if seconds not in CLOCKS:
            raise ValueError(f"a clock has one of {CLOCKS} seconds; got {seconds}")
        self.seconds = seconds
        self._open: dict[Seat, _Decision] = {}
        self._helped: set[Seat] = set()

    def keep(self, seats: Collection[Seat], now: float) -> bool:
        """Open the decisions of these seats, forget all others; return whether anything changed."""
        wanted = set(seats) if self.seconds else set()
        if wanted == self._open.keys():
            return False
        kept = {seat: decision for seat, decision in self._open.items() if seat in wanted}
        new = {seat: _Decision(now + self.seconds) for seat in wanted if seat not in kept}
        self._open = {**kept, **new}
        return True

    def moved(self, seat: Seat) -> bool:
        """Close the decision of a seat that has moved; return whether its time was up."""
        decision = self._open.pop(seat, None)
        late = decision is not None and decision.up
        self.note(seat, late=late)
        return late

    def note(self, seat: Seat, *, late: bool) -> None:
        """Note, for a resumed match, whether a seat's time was up when it moved."""
        (self._helped.add if late else self._helped.discard)(seat)

    def extend(self, giver: Seat, now: float) -> list[Seat]:
        """Give all other open decisions one more period, once each; return their seats."""
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

    def tick(self, now: float, heard: float = math.inf) -> bool:
        """Note whose time is up; return whether that has changed.

        `heard` is the last time at which the network was known to work: the time of a decision that
        was due later is not up yet.
        """
        late = [d for d in self._open.values() if d.is_over(now) and d.due <= heard]
        for decision in late:
            decision.up = True
        return bool(late)

    def is_overdue(self, now: float) -> bool:
        """Return whether any time has run out without having been noted as up."""
        return any(decision.is_over(now) for decision in self._open.values())

    def is_up(self, seat: Seat) -> bool:
        """Return whether the time for the open decision of a seat is up."""
        return seat in self._open and self._open[seat].up

    def helped(self, seat: Seat) -> bool:
        """Return whether a bot made the last move of a seat because its time was up."""
        return seat in self._helped

    def left(self, viewer: Seat | None, now: float) -> int:
        """Return the milliseconds left for the viewer's decision, else the fewest; 0 for none."""
        if not self._open:
            return 0
        own = self._open.get(viewer) if viewer is not None else None
        running = [own] if own is not None else list(self._open.values())
        times = [decision.due - now for decision in running if not decision.up]
        return max(1, math.ceil(1000 * min(times))) if times else 0

    def deadline(self, now: float) -> float | None:
        """Return the time at which the next decision runs out."""
        times = [decision.due for decision in self._open.values() if not decision.up]
        coming = (due + GRACE_SECONDS for due in times)
        return min((time for time in coming if time > now), default=None)


EVERYBODY: Final = -1
"""A pause that ends only when all players present have continued."""

PAUSES: Final = (0, 10, 30, 60, EVERYBODY)
"""The pauses that a table may have, in seconds; 0 means none."""

DEFAULT_PAUSE: Final = 30
"""The default pause of a table on the LAN."""

SOLO_PAUSE: Final = EVERYBODY
"""The pause of solo play."""


class Intermission:
    """A finished deal, at position `seq`, stays open for the players present.

    A player who is away does not hold up the others. While no player is present, or the host is cut
    off, its time stands still; it starts afresh when the first player is back.
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
        """The seats of the players who are present and have not continued."""
        return sorted(self._present - self._gone_on)

    @property
    def gone_on(self) -> list[Seat]:
        """The seats of the players who have continued."""
        return sorted(self._gone_on)

    def follow(
        self,
        people: Collection[Seat],
        present: Collection[Seat],
        now: float,
        *,
        cut_off: bool = False,
    ) -> bool:
        """Note the seats of `people`, and those present; return whether anything changed."""
        before = self.awaited, self.gone_on, self._due
        self._present = frozenset(present)
        self._gone_on &= set(people)
        if not present or cut_off:
            self._due = None
        elif self._due is None and self._seconds > 0:
            self._due = now + self._seconds
        return before != (self.awaited, self.gone_on, self._due)

    def note_continue(self, seat: Seat) -> bool:
        """Note that a player has read the deal; return whether that is new."""
        news = seat not in self._gone_on
        self._gone_on.add(seat)
        return news

    def extend(self, now: float) -> bool:
        """Prolong the intermission by its full length, once; return whether that was possible."""
        if self._due is None or self._extended:
            return False
        self._due = max(self._due, now) + self._seconds
        self._extended = True
        return True

    def is_over(self, now: float) -> bool:
        """Return whether the next deal may come."""
        if not self._seconds or (self._present and not self.awaited):
            return True
        return self._due is not None and now >= self._due

    def left(self, now: float) -> int:
        """Return the milliseconds left; EVERYBODY if there is no limit."""
        return EVERYBODY if self._due is None else max(1, math.ceil(1000 * (self._due - now)))

    def deadline(self) -> float | None:
        """Return the time at which the intermission ends by itself."""
        return self._due
