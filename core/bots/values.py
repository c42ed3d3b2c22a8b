"""What each move of a position is worth, in points with their errors: rollouts of imagined deals.

Knows no game: the `rollouts` module of a game says which moves are compared, and plays all of them
out in one imagined world by the quick policy of its bots.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import fsum, inf, sqrt
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from core.game import Move, ViewT_contra, against_others
from core.games import NAMES
from core.registry import Registry

Worths = Sequence[float]
"""For each seat, the points that the rest of a deal brings it; more is better in every game."""


class Rollouts(NamedTuple):
    """The moves of one position to be compared, and how to compare them."""

    moves: Sequence[Move]
    play: Callable[[], Sequence[Worths]]
    """Imagines a world; returns what the deal then brings for each of the moves."""
    exact: bool = False
    """Whether every world is the same, so that nothing is left to imagine."""
    takes: Callable[[], Sequence[bool]] | None = None
    """Imagines a world; returns whether each move takes the trick in it, None without tricks."""


class Roller(Protocol[ViewT_contra]):
    """A module that plays out the moves of a game."""

    def rollouts(self, view: ViewT_contra, asked: Sequence[Move], rng: Random) -> Rollouts | None:
        """Compare the moves of the view's seat, which is to act; None if they are all alike.

        Compares all legal moves or, if there are too many, those worth trying and the legal ones
        among `asked`.
        """
        ...


ROLLERS: Final[Registry[Roller[Any]]] = Registry("core.games", "rollouts", NAMES)
"""Name of a game -> the module that plays its moves out, if it has one."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a move is worth to its player in the rest of the deal."""

    mean: float
    """How far the move puts the player ahead of the mean of the others: choose by this."""
    error: float
    """The standard error of `mean`; infinite after a single world, 0 where it is exact."""
    points: float
    """The player's own points; penalty points count below zero."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Every move tried in the same imagined worlds, so that luck does not decide between them."""

    moves: tuple[Move, ...]
    ahead: tuple[tuple[float, ...], ...]
    """For each move and world, the points ahead of the mean of the others."""
    own: tuple[tuple[float, ...], ...]
    """For each move and world, the mover's own points."""
    exact: bool

    def estimates(self) -> dict[Move, Estimate]:
        """Return what each move is worth, the best first."""
        found = {
            move: Estimate(mean(ahead), 0.0 if self.exact else error(ahead), mean(own))
            for move, ahead, own in zip(self.moves, self.ahead, self.own, strict=True)
        }
        return dict(sorted(found.items(), key=lambda item: -item[1].mean))


def can_value(game: str) -> bool:
    """Tell whether the moves of a game can be valued."""
    return game in ROLLERS


def move_values(
    game: str, view: Any, rng: Random, playouts: int, asked: Sequence[Move] = ()
) -> dict[Move, Estimate]:
    """Return what the moves of the view's seat are worth, the best first.

    `playouts` are shared out among the moves; all are tried in the same worlds, so the differences
    between them are known better than `error` says. If a game has very many moves, only those worth
    trying and those in `asked` are valued. Returns nothing if there is no choice, if all moves are
    alike, or if the game's moves cannot be valued. The same generator gives the same values.
    """
    taken = sample(game, view, rng, playouts, asked)
    return taken.estimates() if taken else {}


def sample(
    game: str, view: Any, rng: Random, playouts: int, asked: Sequence[Move] = ()
) -> Sample | None:
    """Play out the moves of the view's seat; None where `move_values` has nothing to return."""
    rolled = ROLLERS[game].rollouts(view, asked, rng) if can_value(game) else None
    if rolled is None or len(rolled.moves) < 2:
        return None
    worlds = 1 if rolled.exact else max(_FEWEST, playouts // len(rolled.moves))
    seat = view.seat
    own: list[list[float]] = [[] for _ in rolled.moves]
    ahead: list[list[float]] = [[] for _ in rolled.moves]
    for _ in range(worlds):
        for at, worths in enumerate(rolled.play()):
            own[at].append(worths[seat])
            ahead[at].append(against_others(worths)[seat])
    return Sample(
        tuple(rolled.moves), tuple(map(tuple, ahead)), tuple(map(tuple, own)), rolled.exact
    )


def trick_chances(game: str, view: Any, rng: Random, worlds: int) -> dict[Move, float]:
    """Return how likely each move of the view's seat takes the current trick, 0 to 1.

    Returns nothing unless a piece is to be played to a trick. The same generator gives the same
    chances.
    """
    rolled = ROLLERS[game].rollouts(view, (), rng) if can_value(game) else None
    if rolled is None or rolled.takes is None:
        return {}
    times = [0] * len(rolled.moves)
    for _ in range(worlds):
        times = [sum(each) for each in zip(times, rolled.takes(), strict=True)]
    return {move: count / worlds for move, count in zip(rolled.moves, times, strict=True)}


_FEWEST: Final = 4
"""At least this many worlds, however many moves there are."""


def mean(numbers: Sequence[float]) -> float:
    """Return the mean of one number or more; of equal numbers that number, to the last bit."""
    first = numbers[0]
    return first + fsum([number - first for number in numbers]) / len(numbers)


def error(numbers: Sequence[float]) -> float:
    """Return the standard error of the mean; infinite for a single number, 0 for equal ones."""
    count = len(numbers)
    if count < 2:
        return inf
    middle = mean(numbers)
    return sqrt(fsum([(number - middle) ** 2 for number in numbers]) / (count - 1) / count)
