"""The worth of the moves of a position in numbers, for a player who asks about a hint.

Moves are compared in the same imagined deals, so the differences between them are known better than
each number alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Final

from core.advice import PLAYOUTS, Advice, reasoned
from core.bots.search import Stop, never
from core.bots.settled import settled_sample
from core.bots.values import mean, trick_chances
from core.game import Move

WORLDS: Final = 200
"""Imagined deals in which a trick is played to its end."""

_WORTH_TELLING: Final = 40
"""A difference means nothing to a player below the largest number divided by this."""

_STEPS: Final = (1, 2, 5, 10, 20, 50, 100)
"""The steps that numbers are rounded to, in tenths of a point or in points."""


@dataclass(frozen=True, slots=True)
class Number:
    """A move with its numbers."""

    move: Move
    points: float
    """The player's points from the rest of the deal, rounded to the digits that are known."""
    takes: float | None = None
    """The chance to take the current trick, 0 to 1; None without a trick."""
    error: float = 0.0
    """The standard error of `points`; 0 only if they are proven."""
    behind: float = 0.0
    """How many points of the lead over the others it gives up against the best move, rounded like
    `points`; 0 if both come to about the same.
    """
    certain: bool = False
    """Whether it is behind the best move beyond reasonable doubt."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of a position, those of the best move first."""

    moves: tuple[Number, ...]
    better: Advice | None = None
    """The best move and the reason for it, if a rough hint named another move."""
    sure: bool = False
    """Whether the best move reaches its player's goal, whatever the others hold and do."""
    beyond: str = ""
    """The value counted beside the points of the deal, an English phrase."""
    rough: bool = False
    """Whether they were cut short for lack of time."""

    @property
    def tricks(self) -> bool:
        """Whether the moves are plays to a trick."""
        return any(number.takes is not None for number in self.moves)

    @property
    def by_points(self) -> bool:
        """Whether the points shown explain the order of the moves and the lead of the first."""
        points = [number.points for number in self.moves]
        leads = [round(points[0] - number.points, 1) for number in self.moves[:2]]
        in_order = points == sorted(points, reverse=True)
        return in_order and leads == [number.behind for number in self.moves[:2]]


def numbers(game: str, view: Any, rng: Random, hint: Move, stop: Stop = never) -> Numbers:
    """Compare the moves of the view's seat, which is to act.

    The best move puts its player furthest ahead of the others, and need not bring the most points.
    There are no moves if there is no choice, or if no move makes a difference in any world. The
    same generator gives the same numbers unless `stop` cuts them short.
    """
    taken = settled_sample(game, view, rng, PLAYOUTS, stop=stop)
    if taken is None or not taken.differs:
        return Numbers(())
    chances = trick_chances(game, view, rng, WORLDS, stop)
    own = [mean(points) for points in taken.own]
    errors = [
        0.0 if move in taken.settled else taken.error(points)
        for move, points in zip(taken.moves, taken.own, strict=True)
    ]
    step = step_of(max(map(abs, own)), max(errors), exact=taken.exact)
    best, *_ = order = taken.order()
    found = []
    for at in order:
        behind, _ = taken.behind(at, best)
        move = taken.moves[at]
        found.append(
            Number(
                move,
                _rounded(own[at], step),
                chances.get(move),
                errors[at],
                max(0.0, _rounded(behind, step)),
                taken.certain(at, best),
            )
        )
    first = found[0].move
    better = None if first == hint else reasoned(game, view, first)
    return Numbers(tuple(found), better, first in taken.sure, taken.beyond, taken.cut_short)


def _rounded(points: float, step: float) -> float:
    return round(round(points / step) * step, 1)


def step_of(greatest: float, known: float, *, exact: bool = False) -> float:
    """Return the step to round numbers to, given the largest of them and the largest error."""
    unit = 0.1 if greatest < _SMALL else 1.0
    if exact:
        return unit
    least = max(known, greatest / _WORTH_TELLING)
    return next((unit * step for step in _STEPS if unit * step >= least), unit * _STEPS[-1])


_SMALL: Final = 3.0
"""Tenths are shown below this many points."""
