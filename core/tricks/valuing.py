"""Tries actions or bids in the same imagined deals, and tells what each has brought."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from core.bots.values import Rollouts
from core.game import Move
from core.tricks.endings import Counted
from core.tricks.kernel import Tricks
from core.tricks.tree import Imagine

Choose: TypeAlias = Callable[[Tricks, int], int]
"""How everybody plays: the next action, given a mask of the pieces played since the position."""


class SameDeals:
    """Imagined deals in each of which all moves are tried, so that luck does not choose."""

    def __init__(self, deal: Imagine) -> None:
        self._deal = deal
        self._dealt: Tricks | None = None
        self.points: Sequence[float] = ()
        """What each seat has at the end of the latest try; set by the function that values it."""

    def imagine(self) -> Tricks:
        """Return the deal at hand, for one more try."""
        if self._dealt is None:
            self._dealt = self._deal()
        return self._dealt.copy()

    def grow(self, tries: Sequence[Callable[[], object]]) -> list[Sequence[float]]:
        """Imagine another deal, make every try in it, and return the points after each."""
        self._dealt = None
        found = []
        for grow in tries:
            grow()
            found.append(self.points)
        return found


def takes(tricks: Tricks, action: int, choose: Choose) -> bool:
    """Play the trick on the table to its end; tell whether the action has taken it."""
    seat, before, played = tricks.turn, tricks.taken[tricks.turn], 0
    while True:
        played |= tricks.rules.bit[action]
        tricks.apply(action)
        if not tricks.count:
            return tricks.taken[seat] > before
        action = choose(tricks, played)


def of_last_tricks(
    counted: Sequence[Counted],
    texts: Sequence[Move],
    takes: Callable[[int], bool],
    beyond: Callable[[], str] = str,
) -> Rollouts:
    """Compare the actions of the last tricks, counted out; `texts` are the moves of all actions.

    `takes` imagines a deal and tells whether an action takes the trick in it.
    """
    worths = [each.worths for each in counted]
    return Rollouts(
        [texts[each.action] for each in counted],
        lambda: worths,
        exact=True,
        takes=lambda: [takes(each.action) for each in counted],
        beyond=beyond,
        sure=[texts[each.action] for each in counted if each.sure],
    )
