"""Search by imagination: play all choices out in the same imagined worlds, drop the worse half.

Knows no game: a policy module imagines the worlds, and in each of them plays a choice out by its
own quick policy to the end of the deal or round.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from core.bots.temper import Outcomes, lean

_World = TypeVar("_World")
_Choice = TypeVar("_Choice")

Stop: TypeAlias = Callable[[], bool]
"""Whether to answer now with the best found so far; asked once before each playout."""


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
    """Return the choice that costs least over about `playouts` playouts, however many there are.

    `cost` plays a choice out and leaves the world as it was. All choices still in the running are
    tried in the same worlds, so that luck does not choose between them; the first of equally good
    ones wins, unless a temper leans to another. Told to stop, it finishes the world at hand, so
    every choice has been tried in at least one.
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
