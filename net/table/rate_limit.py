"""Limits on messages, lines of chat and changes, a second and at once. No I/O: times come in."""

import math
from typing import Final

from core.game import Seat
from net.wire.from_host import Said
from net.wire.names import clean_text
from net.wire.reasons import RefusalError


class RateLimit:
    """At most `per_second`; `burst` and one more may come at once, by default a second's worth."""

    def __init__(self, per_second: float, burst: float | None = None) -> None:
        self._step = 1 / per_second
        self._ahead = 1.0 if burst is None else burst * self._step
        self._next = -math.inf

    def note(self, now: float, count: int = 1) -> None:
        """Count a message, or several."""
        self._next = max(self._next, now - self._ahead) + self._step * count

    def wait(self, now: float) -> float:
        """Return the seconds that the last message, or the next, has to wait."""
        return max(0.0, self._next - now)

    def idle(self, now: float) -> bool:
        """Return whether the limit is as a new one would be."""
        return self._next <= now - self._ahead


BURST: Final = 5
LINES_PER_SECOND: Final = 1


class ChatLimit:
    """A few lines at once from each seat, then one a second.

    All watchers share one allowance, and a seat keeps its own whichever player has it: joining
    again does not bring another.
    """

    def __init__(self) -> None:
        self._rates: dict[Seat | None, RateLimit] = {}

    def say(self, seat: Seat | None, name: str, text: str, now: float) -> Said:
        """Return the message to all at the table. Raises RefusalError."""
        text = clean_text(text)
        if not text:
            raise RefusalError("empty")
        rate = self._rates.setdefault(seat, RateLimit(LINES_PER_SECOND, BURST - 1))
        if rate.wait(now):
            raise RefusalError("fast")
        rate.note(now)
        return Said(seat, name, text)


OWNER_BURST: Final = 60
OWNER_CHANGES_PER_SECOND: Final = 4


class ChangeLimit:
    """Changes that all players hear of, as many from each player as lines of chat.

    The owner of a table, who seats bots and tries house rules, may make more.
    """

    def __init__(self) -> None:
        self._rates: dict[tuple[Seat, bool], RateLimit] = {}

    def check(self, seat: Seat, now: float, *, owner: bool) -> None:
        """Raise RefusalError if the next change has to wait."""
        rate = self._rates.get((seat, owner))
        if rate is not None and rate.wait(now):
            raise RefusalError("fast")

    def note(self, seat: Seat, now: float, *, owner: bool) -> None:
        """Count a change that others have heard of."""
        pace = (OWNER_CHANGES_PER_SECOND, OWNER_BURST) if owner else (LINES_PER_SECOND, BURST)
        self._rates.setdefault((seat, owner), RateLimit(pace[0], pace[1] - 1)).note(now)
