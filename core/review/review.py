"""A review as far as it has got: the decisions judged so far, deal by deal. Reads no file."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from core.game import Seat
from core.records.replay import Replay
from core.review.decision import PLAYOUTS, Decision, judge


@dataclass(slots=True)
class Review:
    """Judgements of one record by one seed, in the order of the match."""

    seed: int = 0
    playouts: int = PLAYOUTS
    reached: int = 0
    """All decisions up to this position have been judged."""
    decisions: list[Decision] = field(default_factory=list)

    def take(self, at: int, decision: Decision | None) -> None:
        """Add the judgement of a position; None for one without a choice."""
        self.reached = at + 1
        if decision is not None:
            self.decisions.append(decision)

    def is_complete(self, replay: Replay) -> bool:
        """Tell whether the whole record is judged."""
        return self.reached >= replay.last

    def percent(self, last: int) -> int:
        """Return the part of a record with this last position that is judged, 0 to 100."""
        return 100 * self.reached // max(1, last)

    def deals_done(self, replay: Replay) -> int:
        """Return the number of deals or rounds, from the first on, that are completely judged."""
        ends = [*replay.deal_starts[1:], replay.last]
        return sum(end <= self.reached for end in ends)

    def costly(self, seat: Seat | None = None) -> list[Decision]:
        """List the costly decisions, of one seat or of all, in the order of the match."""
        return [each for each in self.decisions if each.costly and seat in (None, each.seat)]

    def costliest(self, seat: Seat | None = None) -> list[Decision]:
        """List the costly decisions, of one seat or of all, the costliest first."""
        return sorted(self.costly(seat), key=lambda each: (-each.loss, each.at))


def judge_rest(replay: Replay, review: Review) -> Iterator[int]:
    """Judge the rest of the record; yield each position once it is judged."""
    for at in range(review.reached, replay.last):
        review.take(at, judge(replay, at, review.seed, review.playouts))
        yield at


def next_costly(positions: Sequence[int], at: int, direction: int) -> int | None:
    """Return the next (1) or previous (-1) of some positions in order; None if there is none."""
    if direction > 0:
        return next((position for position in positions if position > at), None)
    return next((position for position in reversed(positions) if position < at), None)
