"""What the moves of a position would bring, in numbers, for a player who asks about a hint.

Moves are compared in the same imagined deals, so the differences between them are known better than
each number alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from core.advice import ADVISERS, Advice
from core.bots.values import can_value, error, mean, sample, trick_chances
from core.game import Move

PLAYOUTS: Final = 1600
"""Deals played out in total; they take up to half a second."""

WORLDS: Final = 200
"""Imagined deals in which a trick is played to its end."""

_SURE: Final = 2.0
"""Two moves count as different only if they lie this many standard errors apart."""


_WORTH_TELLING: Final = 40
"""A difference below this fraction of the largest number means nothing to a player."""

_STEPS: Final = (1, 5, 10, 50, 100)
"""The steps that numbers are rounded to, in tenths of a point or in points."""


@dataclass(frozen=True, slots=True)
class Number:
    """One move."""

    move: Move
    points: float
    """What the rest of the deal brings the player, rounded to what is really known."""
    close: bool
    """Whether neither its lead nor its points can be told apart from those of the best move."""
    takes: float | None = None
    """How likely it takes the current trick, 0 to 1; None if it is not part of a trick."""
    worse: bool = False
    """Whether it clearly leaves its player worse off against the others than the best move."""
    error: float = 0.0
    """The standard error of `points`; 0 where they are exact."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The moves of a position, the best first."""

    moves: tuple[Number, ...]
    better: Advice | None = None
    """The best move and the reason for it, if the hint turns out to be clearly worse."""

    @property
    def tricks(self) -> bool:
        """Whether the moves are parts of a trick."""
        return any(number.takes is not None for number in self.moves)

    @property
    def in_order(self) -> bool:
        """Whether the moves are listed by points, apart from those that cannot be told apart."""
        best = max(number.points for number in self.moves if number.close)
        points = [best, *(number.points for number in self.moves if not number.close)]
        return points == sorted(points, reverse=True)

    def doubts(self, hint: Move) -> bool:
        """Tell whether, by these numbers, another move is clearly better than the hint."""
        return any(number.move == hint and number.worse for number in self.moves)


def can_number(game: str) -> bool:
    """Tell whether the moves of a game can be put into numbers."""
    return can_value(game)


def numbers(game: str, view: Any, rng: Random, hint: Move) -> Numbers:
    """Compare the moves of the view's seat, which is to act.

    The best move puts its player furthest ahead of the others, which is not always the one that
    brings the most points. Returns no moves if there is no choice, or if no move makes a difference
    in any world. The same generator gives the same numbers.
    """
    taken = sample(game, view, rng, PLAYOUTS, (hint,))
    if taken is None or (_equal(taken.own) and _equal(taken.ahead)):
        return Numbers(())
    chances = trick_chances(game, view, rng, WORLDS)
    order = sorted(range(len(taken.moves)), key=lambda at: -mean(taken.ahead[at]))
    own = [mean(points) for points in taken.own]
    errors = [0.0 if taken.exact else error(points) for points in taken.own]
    step = _step(max(map(abs, own)), max(errors))
    best = order[0]
    found = []
    for at in order:
        worse = not _alike(taken.ahead[best], taken.ahead[at], step)
        close = not worse and _alike(taken.own[best], taken.own[at], step)
        points = round(round(own[at] / step) * step, 1)
        move = taken.moves[at]
        found.append(Number(move, points, close, chances.get(move), worse, errors[at]))
    compared = Numbers(tuple(found))
    if not compared.doubts(hint):
        return compared
    move = found[0].move
    return Numbers(compared.moves, Advice(move, *ADVISERS[game].explain(view, move)))


def _step(greatest: float, known: float) -> float:
    """Return the step to round numbers to, from the largest of them and how well they are known."""
    unit = 0.1 if greatest < _SMALL else 1.0
    least = max(known, greatest / _WORTH_TELLING)
    return next((unit * step for step in _STEPS if unit * step >= least), unit * _STEPS[-1])


_SMALL: Final = 3.0
"""Tenths are shown below this many points."""


def _equal(moves: Sequence[Sequence[float]]) -> bool:
    """Tell whether all moves bring the same in each world, but for what only breaks ties."""
    return all(max(world) - min(world) < _LEAST for world in zip(*moves, strict=True))


_LEAST: Final = 0.1
"""The smallest number of points that is ever told apart from none."""


def _alike(some: Sequence[float], others: Sequence[float], step: float) -> bool:
    """Tell whether the difference between two moves is zero or may be due to chance."""
    apart = [one - another for one, another in zip(some, others, strict=True)]
    by_chance = _SURE * error(apart) if len(apart) > 1 else 0.0
    return abs(mean(apart)) <= max(by_chance, step / 2)
