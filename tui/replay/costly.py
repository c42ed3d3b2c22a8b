"""The costly decisions of a match being watched: where they are, and how far the review has come.

Pure; tui.review.process judges, tui.review.words words.
"""

from __future__ import annotations

from core.game import Seat
from core.review.decision import Decision
from core.review.review import Review, next_costly


class Costly:
    """Read what is known so far; the page gives it a review and what is judged."""

    def __init__(self, last: int) -> None:
        self.review: Review | None = None
        """As far as it has got; None before anybody asks for it."""
        self.running = False
        """Whether it is being made."""
        self._last = last

    def marks(self, seat: Seat | None) -> tuple[int, ...]:
        """Return where a seat made costly decisions; for a spectator, where anybody did."""
        costly = self.review.costly(seat) if self.review else ()
        return tuple(decision.at for decision in costly)

    def at(self, position: int, seat: Seat | None) -> Decision | None:
        """Return the costly decision made in a position by a seat, or by anybody."""
        costly = self.review.costly(seat) if self.review else ()
        return next((each for each in costly if each.at == position), None)

    def next(self, position: int, direction: int, seat: Seat | None) -> int | None:
        """Return the next (1) or the previous (-1) such position; None if none is known."""
        return next_costly(self.marks(seat), position, direction)

    @property
    def percent(self) -> int:
        """How much of the match is judged, 0 to 100."""
        return self.review.percent(self._last) if self.review else 0
