"""The tempers of bots: a bot's style among choices that are worth nearly the same to it.

The search values choices alike for every temper, which decides only where that costs next to
nothing. So a temper is a style within a level, and no level of its own.
"""

from collections.abc import Hashable, Mapping, Sequence
from math import sqrt
from typing import Final, TypeVar

TEMPERS: Final = ("bold", "careful", "spoiler")
"""A bot that takes risks, one that avoids them, and one that spoils the others' best deals."""

SPITE: Final = 0.35
"""How much a spoiler adds to the weight of the others' points."""

_NEAR: Final = 0.06
"""How much less a choice may be worth, in standard deviations of the results of deals."""

_Choice = TypeVar("_Choice", bound=Hashable)


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
    """Return the cost to a bot of a point for the others, in points of its own."""
    return 1 + SPITE if temper == "spoiler" else 1.0


def lean(temper: str, ranked: Sequence[_Choice], outcomes: Mapping[_Choice, Outcomes]) -> _Choice:
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
