"""Search by imagination for tricks: one tree over many imagined deals (an information-set tree).

The first actions are tried equally often and the worse half is dropped, again and again (sequential
halving), so that none is lost by bad luck in its first tries. Below them every step takes the
action that has paid its own mover best, so replies get better from try to try; beyond the tree a
policy plays on. If the policy also gives the chance of each action, likely ones are tried first and
more often (PUCT: Rosin, Multi-armed bandits with episode context, 2011; Silver and others, AlphaGo,
2016). Knows no cards, bids or points.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import accumulate
from math import fsum, log, sqrt
from random import Random
from typing import Final, NamedTuple, TypeAlias, TypeVar

from core.bots.search import Outcomes, Stop, best_rival, lean, never
from core.tricks.kernel import Tricks

_VENTURE: Final = 0.7
"""The weight of exploring rarely tried actions, in standard deviations of the results."""

EVEN: Final = 0.3
"""The share of a prior that is spread evenly, as the policy may underrate an action."""


class _Node:
    """An action that was tried at this point of the play."""

    __slots__ = ("after", "could", "done", "sum")

    def __init__(self) -> None:
        self.after: dict[int, _Node] = {}
        self.could = 0
        """The number of times that the action was legal."""
        self.done = 0
        self.sum = 0.0
        """The sum of its tries' worth to its mover."""


Imagine: TypeAlias = Callable[[], Tricks]
"""Gives a new deal every time."""

Prior: TypeAlias = Callable[[Tricks, int], Sequence[float]]
"""Returns the chance of each legal action, given a mask of the pieces played; they add up to 1."""

PlayOut: TypeAlias = Callable[[Tricks, int], Sequence[float]]
"""Plays a deal to its end, given a mask of the pieces played; returns its value to each seat."""

_Bid = TypeVar("_Bid", bound=Hashable)


class Simulation(NamedTuple):
    """The course of the deals that a search imagines."""

    imagine: Imagine
    play_out: PlayOut
    spread: float
    """The usual standard deviation of the values of deals."""
    prior: Prior | None = None
    """Without it, each action is tried once before any is tried again."""


def tree_search(
    simulation: Simulation,
    steps: int,
    stop: Stop = never,
    temper: str = "",
    among: Sequence[int] = (),
) -> int:
    """Return the action that pays the seat to act best, among those of `among` if it names any.

    When told to stop, it has tried each action at least once.
    """
    tree = Tree(simulation)
    left = [*(among or simulation.imagine().legal())]
    rounds = (len(left) - 1).bit_length()
    late = False
    outcomes = {action: Outcomes() for action in left} if temper else {}
    while len(left) > 1 and not late:
        for _ in range(max(1, steps // (rounds * len(left)))):
            for action in left:
                late = stop() or late
                values = tree.grow(action)
                if temper:
                    outcomes[action].add(values[tree.seat], best_rival(values, tree.seat))
            if late:
                break
        left.sort(key=tree.worth, reverse=True)
        if temper and (late or len(left) == 2):
            return lean(temper, left, outcomes)
        del left[(len(left) + 1) // 2 :]
    return left[0]


def bid_search(
    bids: Sequence[_Bid],
    simulations: Callable[[_Bid], Simulation],
    seat: int,
    steps: int,
    stop: Stop = never,
    temper: str = "",
) -> _Bid:
    """Return the bid that pays a seat best.

    Each bid has a tree of its own, so that the others learn to spoil it; the worse half is dropped
    again and again, by the results of the latest round, when the trees are largest. When told to
    stop, it has tried each bid at least once.
    """
    left = [*bids]
    trees = {bid: Tree(simulations(bid)) for bid in left}
    paid: dict[_Bid, float] = {}
    rounds = (len(left) - 1).bit_length()
    late = False
    while len(left) > 1 and not late:
        outcomes = {bid: Outcomes() for bid in left}
        before, paid = paid, dict.fromkeys(left, 0.0)
        for done in range(max(1, steps // (rounds * len(left)))):
            for bid in left:
                late = stop() or late
                values = trees[bid].grow()
                paid[bid] += values[seat]
                if temper:
                    outcomes[bid].add(values[seat], best_rival(values, seat))
            if late:
                # A few results say less than the whole round before them.
                paid = before if before and not done else paid
                break
        left.sort(key=paid.__getitem__, reverse=True)
        if temper and not late and len(left) == 2:
            return lean(temper, left, outcomes)
        del left[(len(left) + 1) // 2 :]
    return left[0]


class Tree:
    """The actions tried from one position on, with their results."""

    def __init__(self, simulation: Simulation) -> None:
        self._imagine, self._play_out, self._spread, self._prior = simulation
        self.seat = -1
        """The seat that decides at the root, once the tree has grown."""
        self._root = _Node()

    def worth(self, action: int) -> float:
        """Return the mean worth of a first action."""
        node = self._root.after[action]
        return node.sum / node.done

    def grow(self, action: int | None = None) -> Sequence[float]:
        """Play one more deal, with this first action if one is given; return its value."""
        tricks = self._imagine()
        self.seat = tricks.turn
        if action is None:
            action, child = self._pick(self._root, tricks, 0)
        else:
            child = self._root.after.setdefault(action, _Node())
        played, path = 0, []
        while True:
            path.append((tricks.turn, child))
            played |= tricks.rules.bit[action]
            tricks.apply(action)
            if not child.done or not tricks.left:
                break
            action, child = self._pick(child, tricks, played)
        values = self._play_out(tricks, played)
        for seat, node in path:
            node.done += 1
            node.sum += values[seat]
        return values

    def _pick(self, node: _Node, tricks: Tricks, played: int) -> tuple[int, _Node]:
        legal = tricks.legal()
        if self._prior is None:
            return _pick(node, legal, _VENTURE * self._spread)
        if len(legal) == 1:
            return legal[0], node.after.setdefault(legal[0], _Node())
        return _pick_likely(node, legal, self._prior(tricks, played), self._spread)


def _pick_likely(
    node: _Node, legal: Sequence[int], chances: Sequence[float], spread: float
) -> tuple[int, _Node]:
    """Pick an action that has paid well, or is likely and has rarely been tried."""
    after = node.after
    tried = [child for action in legal if (child := after.get(action))]
    done = sum([child.done for child in tried])
    # An untried action is assumed to pay as much as the others do on average.
    usual = fsum([child.sum for child in tried]) / done if done else 0.0
    venture = spread * sqrt(done + 1)
    even = EVEN / len(legal)
    best, most = -1, -1e9
    for action, likely in zip(legal, chances, strict=True):
        chance = (1 - EVEN) * likely + even
        child = after.get(action)
        if child:
            worth = child.sum / child.done + venture * chance / (1 + child.done)
        else:
            worth = usual + venture * chance
        if worth > most:
            best, most = action, worth
    found = after.get(best)
    if found is None:
        found = after[best] = _Node()
    return best, found


def _pick(node: _Node, legal: Sequence[int], venture: float) -> tuple[int, _Node]:
    """Pick an untried action or, if there is none, one that paid well or was rarely tried."""
    after = node.after
    fresh = -1
    best, most = -1, -1e9
    for action in legal:
        child = after.get(action)
        if child is None:
            if fresh < 0:
                fresh = action
            continue
        child.could += 1
        worth = child.sum / child.done + venture * sqrt(log(child.could + 1) / child.done)
        if worth > most:
            best, most = action, worth
    if fresh >= 0:
        child = after[fresh] = _Node()
        child.could = 1
        return fresh, child
    return best, after[best]


# --- imagined deals by weight ---------------------------------------------------------------------

POOL: Final = 200
"""The deals of a pool, and the draws from it."""
LEAST: Final = 1e-9
"""Added to each weight, so that a pool without any weight can still be drawn from."""


def weighted(
    deal: Imagine, weight: Callable[[Tricks], float], rng: Random, size: int = POOL
) -> Imagine:
    """Imagine deals in proportion to their weights.

    Each pool has `size` deals and as many draws (sampling/importance resampling: Rubin, 1987), so
    likely deals come several times and unlikely ones rarely.
    """

    def draws() -> Iterator[Tricks]:
        while True:
            pool = [deal() for _ in range(size)]
            up_to = [*accumulate(weight(tricks) + LEAST for tricks in pool)]
            for tricks in rng.choices(pool, cum_weights=up_to, k=size):
                yield tricks.copy()

    return draws().__next__
