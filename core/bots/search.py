"""Search by imagination: play all choices out in the same imagined worlds, drop the worse half.

Knows no game: a policy module imagines the worlds, and plays each choice out in them, by its own
quick policy, to the end of the deal or round. Here too is the time limit of a decision.

Choices have the same value for bots of every temper; the temper decides only between choices of
nearly equal value. So it is a style within a level, not a level of its own.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from math import sqrt
from typing import Final, TypeAlias, TypeVar

_World = TypeVar("_World")
_Choice = TypeVar("_Choice")
_Key = TypeVar("_Key", bound=Hashable)

Stop: TypeAlias = Callable[[], bool]
"""Tells whether to answer now with the best found so far; asked once before each playout."""


def never() -> bool:
    """Think to the end, so that the same seed gives the same move."""
    return False


def search(
    choices: Sequence[_Choice],
    imagine: Callable[[], _World],
    cost: Callable[[_World, _Choice], float],
    playouts: int,
    stop: Stop = never,
    temper: str = "",
) -> _Choice:
    """Return the choice that costs least over about `playouts` playouts in all.

    `cost` plays a choice out and leaves the world as it was. All choices still in the running are
    tried in the same worlds, so that luck does not decide; the first of equally good ones wins,
    unless a temper prefers another. When told to stop, it finishes the world at hand, so every
    choice has been tried in at least one.
    """
    left = list(range(len(choices)))
    costs = [0.0] * len(choices)
    rounds = (len(choices) - 1).bit_length()
    late = False
    outcomes = {index: Outcomes() for index in left} if temper else {}
    while len(left) > 1:
        for _ in range(max(1, playouts // (rounds * len(left)))):
            world = imagine()
            for index in left:
                late = stop() or late
                paid = cost(world, choices[index])
                costs[index] += paid
                if temper:
                    outcomes[index].add(-paid)
            if late:
                break
        left.sort(key=costs.__getitem__)
        if late or len(left) == 2:
            return choices[lean(temper, left, outcomes) if temper else left[0]]
        del left[(len(left) + 1) // 2 :]
    return choices[left[0]]


# --- the time of a decision -----------------------------------------------------------------------

LONGEST_SECONDS: Final = 1.0
"""The time limit of a decision, however slow or busy the machine; few ever get near it."""


class Thinking:
    """A Stop for one decision: says when its time is up, and counts its playouts.

    When a bot plays every line of an ending, each position counts as a playout.
    """

    def __init__(self, clock: Callable[[], float], seconds: float | None = LONGEST_SECONDS) -> None:
        """`clock` returns seconds; `seconds` None means no limit."""
        self._clock = clock
        self._end = None if seconds is None else clock() + seconds
        self.playouts = 0
        self.cut_short = False
        """Whether the time was up before the playouts were done."""

    def __call__(self) -> bool:
        self.playouts += 1
        if self._end is not None and not self.cut_short:
            self.cut_short = self._clock() >= self._end
        return self.cut_short


def at_most(seconds: float | None) -> float:
    """Return the time to think: at most this many seconds, if a limit is given."""
    return LONGEST_SECONDS if seconds is None else min(seconds, LONGEST_SECONDS)


TEMPERS: Final = ("bold", "careful", "spoiler")
"""A bot that takes risks, one that avoids them, and one that spoils the others' best deals."""

SPITE: Final = 0.35
"""The number that a spoiler adds to the weight of the others' points."""

_NEAR: Final = 0.06
"""The most by which a choice may be worth less, in standard deviations of the results of deals."""


class Outcomes:
    """The results of a choice in many imagined deals."""

    __slots__ = ("count", "rival", "squares", "sum")

    def __init__(self) -> None:
        self.count = 0
        self.sum = 0.0
        self.squares = 0.0
        self.rival = 0.0
        """The sum, over the deals, of the points of the best of the others."""

    def add(self, mine: float, rival: float = 0.0) -> None:
        """Add the result of a deal."""
        self.count += 1
        self.sum += mine
        self.squares += mine * mine
        self.rival += rival

    @property
    def mean(self) -> float:
        return self.sum / max(1, self.count)

    @property
    def spread(self) -> float:
        """The standard deviation."""
        return sqrt(max(0.0, self.squares / max(1, self.count) - self.mean**2))


def best_rival(values: Sequence[float], seat: int) -> float:
    """Return the value of a deal to the best of the others."""
    return max(value for other, value in enumerate(values) if other != seat)


def weight_of_others(temper: str) -> float:
    """Return the cost to a bot of one point for the others, in points of its own."""
    return 1 + SPITE if temper == "spoiler" else 1.0


def lean(temper: str, ranked: Sequence[_Key], outcomes: Mapping[_Key, Outcomes]) -> _Key:
    """Return the choice that suits a temper best among those worth nearly as much as the first.

    `ranked` are the choices that were compared last, the best first.
    """
    spread = max(outcomes[choice].spread for choice in ranked)
    least = outcomes[ranked[0]].mean - _NEAR * spread
    near = [choice for choice in ranked if outcomes[choice].mean >= least]
    match temper:
        case "bold":
            return max(near, key=lambda choice: outcomes[choice].spread)
        case "careful":
            return min(near, key=lambda choice: outcomes[choice].spread)
        case "spoiler":
            return min(near, key=lambda choice: outcomes[choice].rival / outcomes[choice].count)
    return ranked[0]
