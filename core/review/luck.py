"""Play and luck of each deal: what decisions cost is play, the rest of the result is luck.

A result is the points compared with the mean of the others, so before a deal it is zero on average
for everybody, and what one seat gives away goes to the others. docs/review.md has the method.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from core.game import DEAL_ENDS
from core.games import FACTS
from core.records.replay import Replay
from core.review.decision import Decision


@dataclass(frozen=True, slots=True)
class Share:
    """How one seat's result of a deal came about, in points; `play` + `luck` == `result`."""

    result: float
    """Points compared with the mean of the others; more is better."""
    play: float
    """What the others' decisions cost on average, less what the seat's own cost."""
    error: float
    """The standard error of `play`, and so of `luck`."""

    @property
    def luck(self) -> float:
        """Whatever play does not explain: the cards, and how the others happened to play."""
        return self.result - self.play

    def rounded(self, digits: int = 1) -> tuple[float, float, float]:
        """Return play, luck and result for display: the rounded numbers add up as well."""
        play, result = round(self.play, digits), round(self.result, digits)
        return play, round(result - play, digits), result


def shares(replay: Replay, part: int, decisions: Iterable[Decision]) -> tuple[Share, ...]:
    """Return each seat's shares of a deal, given all its decisions; none if it was broken off.

    Decisions of other deals are skipped.
    """
    end = replay.parts[part + 1] if part + 1 < len(replay.parts) else replay.last
    begin = replay.parts[part]
    ended = (event.kind in DEAL_ENDS for step in replay.steps[begin:end] for event in step.events)
    if not any(ended):
        return ()
    before, after = replay.view(begin, None).totals, replay.view(end, None).totals
    sign = -1 if FACTS[replay.game.NAME].LOWEST_WINS else 1
    won = [sign * (new - old) for old, new in zip(before, after, strict=True)]
    lost, doubts = [0.0] * len(won), [0.0] * len(won)
    for decision in decisions:
        if decision.part == part:
            lost[decision.seat] += decision.loss
            doubts[decision.seat] += decision.error**2
    others = len(won) - 1
    results = against_others(won)
    played = [-each for each in against_others(lost)]
    errors = [sqrt(own + (sum(doubts) - own) / others**2) for own in doubts]
    return tuple(map(Share, results, played, errors))


def against_others(points: Sequence[float]) -> list[float]:
    """Return for each seat its points compared with the mean of the others."""
    total, others = sum(points), len(points) - 1
    return [mine - (total - mine) / others for mine in points]


def added(found: Iterable[Share]) -> Share:
    """Add up shares of one seat: those of a match are the sums of those of its deals."""
    known = tuple(found)
    return Share(
        sum(share.result for share in known),
        sum(share.play for share in known),
        sqrt(sum(share.error**2 for share in known)),
    )
