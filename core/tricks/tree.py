"""Search by imagination for tricks: one tree over many imagined deals (an information-set tree).

The first actions are tried equally often and the worse half is dropped, again and again (sequential
halving), so that none is lost by bad luck in its first tries. After them every step goes down the
tree by what has paid its own mover best, so replies get better while they are looked at; beyond the
tree a policy plays on. Knows no cards, bids or points.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import Final

from core.bots.search import Stop, never
from core.tricks.kernel import Tricks

_VENTURE: Final = 0.7
"""How strongly rarely tried actions are explored, in units of the spread of results."""


class _Node:
    """An action that has been taken in this line of play."""

    __slots__ = ("after", "could", "done", "sum")

    def __init__(self) -> None:
        self.after: dict[int, _Node] = {}
        self.could = 0
        """How often the action could be taken."""
        self.done = 0
        self.sum = 0.0
        """What it brought its mover, added up over all times."""


def tree_search(
    imagine: Callable[[], Tricks],
    play_out: Callable[[Tricks, int], Sequence[float]],
    steps: int,
    spread: float,
    stop: Stop = never,
) -> int:
    """Return the action that pays the seat to act best.

    `imagine` gives a new deal every time. `play_out` ends one, given the actions taken so far as a
    mask of pieces, and returns what it is worth to each seat; `spread` is how far such values
    usually lie apart. Told to stop, it tries each action once at least.
    """
    tree = _Tree(imagine, play_out, _VENTURE * spread)
    left = [*imagine().legal()]
    rounds = (len(left) - 1).bit_length()
    while len(left) > 1:
        for _ in range(max(1, steps // (rounds * len(left)))):
            if stop() and tree.tried(left):
                break
            for action in left:
                tree.grow(action)
        left.sort(key=tree.worth, reverse=True)
        del left[(len(left) + 1) // 2 :]
    return left[0]


class _Tree:
    """What has been tried from one position on."""

    def __init__(
        self,
        imagine: Callable[[], Tricks],
        play_out: Callable[[Tricks, int], Sequence[float]],
        venture: float,
    ) -> None:
        self._imagine = imagine
        self._play_out = play_out
        self._venture = venture
        self._root = _Node()

    def tried(self, actions: Sequence[int]) -> bool:
        """Tell whether each of these first actions has been tried."""
        return all(action in self._root.after for action in actions)

    def worth(self, action: int) -> float:
        """Return what a first action has brought on average."""
        node = self._root.after[action]
        return node.sum / node.done

    def grow(self, action: int) -> None:
        """Try a first action once more, in a new deal."""
        tricks = self._imagine()
        child = self._root.after.setdefault(action, _Node())
        played, path = 0, []
        while True:
            path.append((tricks.turn, child))
            played |= tricks.rules.bit[action]
            tricks.apply(action)
            if not child.done or not tricks.left:
                break
            action, child = _pick(child, tricks.legal(), self._venture)
        values = self._play_out(tricks, played)
        for seat, node in path:
            node.done += 1
            node.sum += values[seat]


def _pick(node: _Node, legal: Sequence[int], venture: float) -> tuple[int, _Node]:
    """Pick what was never tried, else what has paid well or been tried little."""
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
