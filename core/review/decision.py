"""One decision of a match judged: what it was worth, what the best was worth, and the difference.

Only what the player knew counts: the moves are valued from the player's View.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

from core.bots.values import Sample, error, mean, sample
from core.game import Move, Seat
from core.records.replay import Replay

PLAYOUTS: Final = 1000
"""Imagined ends of the deal per decision: enough to judge a whole match of the longest game in
about a minute on one core.
"""

_DIGITS: Final = 3
"""Decimals of what each move was worth: far more than is known of it."""

_LEAST: Final = 0.5
"""A mistake of less than this many points is not worth going back to, however certain it is."""


class Worth(NamedTuple):
    """What one of the moves compared was worth."""

    move: Move
    points: float
    """Ahead of the mean of the others."""
    error: float
    """The standard error of `points`; 0 where they are exact."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What somebody decided where there was a choice; values are points ahead of the others."""

    at: int
    """The position in which the decision was made."""
    part: int
    """The number of the deal or round, from 0."""
    seat: Seat
    move: Move
    best: Move
    """The best move; the one played if none is known to be better."""
    loss: float
    """What the move cost, at least 0: the best value less its own, with chance taken out."""
    error: float
    """The standard error of `loss`."""
    moves: tuple[Worth, ...]
    """All moves that were compared, the best first."""

    def worth_of(self, move: Move) -> float:
        """Return what one of the moves compared was worth."""
        return next(each.points for each in self.moves if each.move == move)

    @property
    def costly(self) -> bool:
        """Whether it was a mistake beyond doubt, and one that matters."""
        return self.loss >= _LEAST and self.loss > 2 * self.error


def judge(replay: Replay, at: int, seed: int, playouts: int) -> Decision | None:
    """Judge the move made in a position; None if there was no choice or nothing can be known.

    The same seed gives the same judgement, whatever was judged before.
    """
    step = replay.steps[at]
    if step.seat is None or len(replay.legal(at)) < 2:
        return None
    view = replay.view(at, step.seat)
    rng = Random(f"{seed}/{at}")
    tried = sample(replay.game.NAME, view, rng, playouts, (step.move,))
    if tried is None or step.move not in tried.moves:
        return None
    played = tried.moves.index(step.move)
    means = [mean(each) for each in tried.ahead]
    best = means.index(max(means))
    loss, doubt = _loss(tried, played, best)
    if not loss:
        best = played
    return Decision(
        at,
        replay.part_of(at),
        step.seat,
        step.move,
        tried.moves[best],
        loss,
        doubt,
        tuple(
            Worth(move, round(each.mean, _DIGITS), round(each.error, _DIGITS))
            for move, each in tried.estimates().items()
        ),
    )


def _loss(tried: Sample, played: int, best: int) -> tuple[float, float]:
    """Return what the move played cost, and the error of that.

    The highest of several means usually owes something to chance. So the move to compare with is
    chosen in one half of the worlds and its lead measured in the other half, and then the other way
    round.
    """
    leads = [
        ahead - mine for ahead, mine in zip(tried.ahead[best], tried.ahead[played], strict=True)
    ]
    if tried.exact:
        return mean(leads), 0.0
    halves = [[each[start::2] for each in tried.ahead] for start in (0, 1)]
    crossed = sum(
        _lead(measured, _best(chosen), played) for chosen, measured in (halves, reversed(halves))
    )
    loss = max(0.0, crossed / 2)
    return (loss, error(leads)) if loss else (0.0, 0.0)


def _best(worths: Sequence[Sequence[float]]) -> int:
    means = [mean(each) for each in worths]
    return means.index(max(means))


def _lead(worths: Sequence[Sequence[float]], best: int, played: int) -> float:
    return mean(worths[best]) - mean(worths[played])
