"""The worth of each move of a position, in points with their errors, by rollouts of imagined deals.

Knows no game: the `rollouts` of a game's bot choose the moves to compare, and play all of them out
in one imagined world by its quick policy.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum, inf, sqrt
from random import Random
from typing import Any, Final

from core.bots import BOTS, Rollouts, Worths
from core.bots.search import Stop, never
from core.game import Move, Seat, against_others


@dataclass(frozen=True, slots=True)
class Estimate:
    """The worth of a move to its player in the rest of the deal."""

    mean: float
    """The player's lead over the others, as bots weigh them: the number to choose by."""
    error: float
    """The standard error of `mean`; infinite after a single world, 0 only if it is exact."""
    points: float
    """The player's own points; penalty points count below zero."""


@dataclass(frozen=True, slots=True)
class Sample:
    """The results of moves that were tried in the same imagined worlds.

    The numbers of a move are independent of each other: one for each world or, where worlds depend
    on those before them, the means of batches.
    """

    moves: tuple[Move, ...]
    ahead: tuple[tuple[float, ...], ...]
    """For each move, the points ahead of the mean of the others, weighed as in `Rollouts`."""
    own: tuple[tuple[float, ...], ...]
    """For each move, the mover's own points."""
    exact: bool
    beyond: str = ""
    """The value counted beside the points of the deal: an English phrase, or nothing."""
    sure: tuple[Move, ...] = ()
    """As in `Rollouts`."""
    settled: tuple[Move, ...] = ()
    """As in `Rollouts`."""
    cut_short: bool = False
    """Whether time was up before all worlds had been imagined."""
    against: float = 1.0
    """As in `Rollouts`."""
    kept: tuple[float, ...] = ()
    """For each move, the share of worlds in which its player has kept the bid, if there is one."""
    at_table: bool = False
    """Whether deals can be played out at a table."""
    settles: bool = True
    """As in `Rollouts`."""
    second: Mapping[Move, tuple[float, float]] = field(default_factory=dict)
    """Move -> its distance from the best by another kind of look, with the standard error."""

    @property
    def results(self) -> tuple[tuple[float, ...], ...]:
        """For each move, the points ahead of the mean of the others, who count in full."""
        if self.against == 1.0:
            return self.ahead
        return tuple(
            tuple(mine - (mine - lead) / self.against for mine, lead in zip(*each, strict=True))
            for each in zip(self.own, self.ahead, strict=True)
        )

    def order(self) -> list[int]:
        """Return the numbers of the moves, the best first: sure ones before all others."""
        means = [mean(each) for each in self.ahead]
        return sorted(
            range(len(self.moves)), key=lambda at: (self.moves[at] not in self.sure, -means[at])
        )

    @property
    def best(self) -> Move:
        """The best move."""
        return self.moves[self.order()[0]]

    @property
    def differs(self) -> bool:
        """Tell whether any move makes more than a tie-break's difference in any world."""
        return not (_equal(self.own) and _equal(self.ahead))

    def behind(self, at: int, best: int) -> tuple[float, float]:
        """Return by how many points a move trails another, and the standard error."""
        apart = [one - other for one, other in zip(self.ahead[best], self.ahead[at], strict=True)]
        return mean(apart), self.error(apart)

    def certain(self, at: int, best: int) -> bool:
        """Tell whether both looks show a move to be worse than the best beyond reasonable doubt."""
        behind, doubt = self.behind(at, best)
        again, error = self.second.get(self.moves[at], (behind, 0.0))
        return behind > CERTAIN * doubt and again > error

    def error(self, numbers: Sequence[float]) -> float:
        """Return the standard error of the mean of these numbers: 0 only if they are exact.

        It is never too small: even if all worlds agree, another one may differ.
        """
        if self.exact:
            return 0.0
        found = error(numbers)
        return found if found > _ROUNDING else _TOLD_APART

    def estimates(self) -> dict[Move, Estimate]:
        """Return the worth of each move, the best first."""
        return {
            self.moves[at]: Estimate(
                mean(self.ahead[at]),
                self.error(self.ahead[at]),
                mean(self.own[at]),
            )
            for at in self.order()
        }


def sample(
    game: str,
    view: Any,
    rng: Random,
    playouts: int,
    asked: Sequence[Move] = (),
    stop: Stop = never,
    among: Collection[Move] = (),
) -> Sample | None:
    """Play out the moves of the view's seat; the same generator gives the same sample.

    The moves share the `playouts`; all are tried in the same worlds, so the differences between
    them are known better than `error` says. `asked` and `among` are as in `rollouts`. None if there
    is no choice, if all moves are alike, or if the game's moves cannot be valued. When told to
    stop, it has tried each move at least twice.
    """
    if game not in BOTS:
        return None
    rolled = BOTS[game].rollouts(view, asked, rng, among, stop)
    if rolled is None or len(rolled.moves) < 2:
        return None
    return _tried(rolled, view.seat, playouts, stop)


def _batches(rolled: Rollouts, playouts: int) -> tuple[int, int]:
    """Return the number of batches of worlds, and the worlds of each."""
    if rolled.exact:
        return 1, 1
    count = min(rolled.worlds or playouts, playouts // len(rolled.moves))
    if rolled.anew:
        batches = max(BATCHES, playouts // _BATCH)
        return batches, max(1, count // batches)
    return max(min(_FEWEST, rolled.worlds or _FEWEST), count), 1


def _tried(rolled: Rollouts, seat: Seat, playouts: int, stop: Stop) -> Sample:
    """Try the moves batch by batch."""
    batches, size = _batches(rolled, playouts)
    own: list[list[float]] = [[] for _ in rolled.moves]
    ahead: list[list[float]] = [[] for _ in rolled.moves]
    kept: list[Sequence[float]] = []
    late = False
    for batch in range(batches):
        if batch >= _LEAST and not rolled.exact and (late or stop()):
            late = True
            break
        now = rolled.anew() if batch and rolled.anew else rolled
        late = not _play(now, size, seat, own, ahead, stop)
        if now.kept is not None:
            kept.append(now.kept())
    return Sample(
        tuple(rolled.moves),
        tuple(map(tuple, ahead)),
        tuple(map(tuple, own)),
        rolled.exact,
        rolled.beyond(),
        tuple(rolled.sure),
        tuple(rolled.settled),
        late,
        rolled.against,
        tuple(map(mean, zip(*kept, strict=True))),
        at_table=rolled.at_table is not None,
        settles=rolled.settles,
    )


def _play(
    rolled: Rollouts,
    size: int,
    seat: Seat,
    own: list[list[float]],
    ahead: list[list[float]],
    stop: Stop,
) -> bool:
    """Imagine a batch of worlds, at least one, and add the means of each move.

    Return whether there was time for all worlds of the batch.
    """
    worlds = [rolled.play()]
    while len(worlds) < size and not stop():
        worlds.append(rolled.play())
    note(rolled, worlds, seat, own, ahead)
    return len(worlds) == size


def note(
    rolled: Rollouts,
    worlds: Sequence[Sequence[Worths]],
    seat: Seat,
    own: list[list[float]],
    ahead: list[list[float]],
) -> None:
    """Add the means of each move's results in some worlds."""
    for at in range(len(own)):
        mine = mean([worths[at][seat] for worths in worlds])
        lead = mean([against_others(worths[at])[seat] for worths in worlds])
        own[at].append(mine)
        ahead[at].append(rolled.against * lead + (1 - rolled.against) * mine)


BATCHES: Final = 15
"""Fewer batches would make the spread too uncertain where worlds depend on each other."""
_BATCH: Final = 100
"""The playouts of a batch, if there are enough: batches of 50 to 1600 choose equally well."""
CERTAIN: Final = 3.0
"""A difference is certain if it is greater than this many of its standard errors."""
_TOLD_APART: Final = 0.1
"""The smallest number of points that counts as different from zero."""
_ROUNDING: Final = 1e-9
"""Sums of the same points in another order differ by less than this."""


def _equal(moves: Sequence[Sequence[float]]) -> bool:
    return all(max(world) - min(world) < _TOLD_APART for world in zip(*moves, strict=True))


_LEAST: Final = 2
"""An error needs this many numbers of each move."""


def trick_chances(
    game: str, view: Any, rng: Random, worlds: int, stop: Stop = never
) -> dict[Move, float]:
    """Return the chance of each move of the view's seat to take the current trick, 0 to 1.

    It is empty unless a piece is to be played to a trick. The same generator gives the same
    chances. Even if it is stopped, it plays the trick out in a few worlds first.
    """
    rolled = BOTS[game].rollouts(view, (), rng, (), stop) if game in BOTS else None
    if rolled is None or rolled.takes is None:
        return {}
    times, played = [0] * len(rolled.moves), 0
    while played < worlds and (played < _FEW_TRICKS or not stop()):
        times = [sum(each) for each in zip(times, rolled.takes(), strict=True)]
        played += 1
    return {move: count / played for move, count in zip(rolled.moves, times, strict=True)}


_FEW_TRICKS: Final = 20
"""The fewest worlds in which a trick is played out."""

_FEWEST: Final = 4
"""The fewest worlds of a sample, however many its moves, unless fewer are enough."""


def mean(numbers: Sequence[float]) -> float:
    """Return the mean of one or more numbers; of equal numbers exactly that number."""
    first = numbers[0]
    return first + fsum([number - first for number in numbers]) / len(numbers)


def error(numbers: Sequence[float]) -> float:
    """Return the standard error of the mean; infinite for a single number, 0 for equal ones."""
    count = len(numbers)
    if count < 2:
        return inf
    middle = mean(numbers)
    return sqrt(fsum([(number - middle) ** 2 for number in numbers]) / (count - 1) / count)
