"""A match being played at a table: numbered positions, cut to each viewer; whose choice is stale.

Holds no connections and no time.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Event, Move, Seat
from core.match import Match
from core.position import between_deals
from net.wire.protocol import Updated
from net.wire.views import brief_view, plain_event


class LiveMatch:
    """A match with a sequence number for each position; numbers go on from match to match."""

    def __init__(self, match: Match, seq: int) -> None:
        self.match = match
        self.seq = seq
        match.deal_due()
        self._waited_for_since = dict.fromkeys(self.to_act(), seq)

    @property
    def between_deals(self) -> bool:
        """Whether a deal is over and lies open, and the next one is due."""
        game, state = self.match.game, self.match.state
        return bool(game.due(state)) and between_deals(game.view(state, None))

    @property
    def over(self) -> bool:
        return self.match.game.result(self.match.state) is not None

    def to_act(self) -> tuple[Seat, ...]:
        return self.match.game.to_act(self.match.state)

    def legal(self, seat: Seat) -> Sequence[Move]:
        return self.match.game.legal(self.match.state, seat)

    def is_current(self, seat: Seat, seq: int) -> bool:
        """Whether what a seat chose in position `seq` can still be meant.

        Where several decide at once, one decision does not make the others' stale: a choice stays
        good as long as the seat has been waited for without a break.
        """
        return self._waited_for_since.get(seat, self.seq) <= seq <= self.seq

    def play(self, seat: Seat, move: Move) -> list[Event]:
        """Make a move; one that ends a deal leaves it open. Raises IllegalMoveError."""
        events = self.match.play(seat, move)
        if not self.between_deals:
            events += self.match.deal_due()  # hands that were thrown in are no finished deal
        self._count(seat)
        return events

    def deal(self) -> list[Event]:
        """Deal the next hands, when a deal is over."""
        events = self.match.deal_due()
        self._count()
        return events

    def _count(self, mover: Seat | None = None) -> None:
        """Number a new position."""
        self.seq += 1
        self._waited_for_since = {
            other: self.seq if other == mover else self._waited_for_since.get(other, self.seq)
            for other in self.to_act()
        }

    def position(
        self,
        viewer: Seat | None,
        events: Sequence[Event],
        number: int,
        left: int = 0,
        late: Seat | None = None,
    ) -> Updated:
        """The position, and what led to it, as a seat or a watcher may see it."""
        view = self.match.game.view(self.match.state, viewer)
        lines = [plain_event(event.seen_by(viewer)) for event in events]
        return Updated(self.seq, brief_view(view), lines, number, left, late)
