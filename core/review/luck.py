"""The sources of a deal's result: one's own play, the others' play, and luck.

A result is the points compared with the mean of the others. So before a deal it is zero on average
for every seat, and the points that one seat gives away go to the others. docs/review.md has the
method.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot, sqrt

from core.game import DEAL_ENDS, against_others
from core.games import FACTS
from core.records.replay import Replay
from core.review.decision import Decision


@dataclass(frozen=True, slots=True)
class DealLuck:
    """A seat's result of a deal and its sources, in points: `play` + `others` + `luck`.

    The result is points compared with the mean of the others; more is better.
    """

    result: float
    play: float
    """The effect of the seat's own decisions: minus their cost."""
    error: float
    """The standard error of `play`."""
    others: float
    """The effect of the others' decisions: the mean of their cost."""
    others_error: float
    """The standard error of `others`."""
    expert: float = 0.0
    """The value that `play` would have, had an expert made each of the seat's decisions."""

    @property
    def luck(self) -> float:
        """The rest of the result, which no decision explains."""
        return self.result - self.play - self.others

    @property
    def luck_error(self) -> float:
        """The standard error of `luck`."""
        return hypot(self.error, self.others_error)

    def rounded(self, digits: int = 1) -> tuple[float, float, float, float]:
        """Return play, others, luck and result for display: the rounded numbers add up as well."""
        play, others, result = (round(n, digits) for n in (self.play, self.others, self.result))
        return play, others, round(result - play - others, digits), result


def results_between(game: str, before: Sequence[int], after: Sequence[int]) -> list[float]:
    """Return each seat's result between two lists of totals; more is better in every game."""
    sign = -1 if FACTS[game].LOWEST_WINS else 1
    return against_others([sign * (new - old) for old, new in zip(before, after, strict=True)])


def shares(replay: Replay, deal: int, decisions: Iterable[Decision]) -> tuple[DealLuck, ...]:
    """Return the sources of each seat's result of a deal; none if it was broken off.

    `decisions` are all of the deal; those of other deals are skipped.
    """
    end = replay.deal_starts[deal + 1] if deal + 1 < len(replay.deal_starts) else replay.last
    begin = replay.deal_starts[deal]
    ended = (event.kind in DEAL_ENDS for step in replay.steps[begin:end] for event in step.events)
    if not any(ended):
        return ()
    before, after = replay.view(begin, None).totals, replay.view(end, None).totals
    results = results_between(replay.game.NAME, before, after)
    lost, doubts, experts = ([0.0] * len(results) for _ in range(3))
    for decision in decisions:
        if decision.deal == deal:
            lost[decision.seat] += decision.given
            doubts[decision.seat] += decision.given_error**2
            experts[decision.seat] += decision.expert
    seats, total, doubt = range(len(results)), sum(lost), sum(doubts)
    others = len(results) - 1
    return tuple(
        DealLuck(
            result,
            -lost[seat],
            sqrt(doubts[seat]),
            (total - lost[seat]) / others,
            sqrt(max(0.0, doubt - doubts[seat])) / others,
            -experts[seat],
        )
        for seat, result in zip(seats, results, strict=True)
    )


def added(found: Iterable[DealLuck]) -> DealLuck:
    """Add up the deals of one seat: a match has the sums of its deals."""
    known = tuple(found)
    return DealLuck(
        sum(share.result for share in known),
        sum(share.play for share in known),
        hypot(*(share.error for share in known)),
        sum(share.others for share in known),
        hypot(*(share.others_error for share in known)),
        sum(share.expert for share in known),
    )
