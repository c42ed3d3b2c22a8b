"""Search by imagination for tricks: one tree over many imagined deals (an information-set tree).

Every step goes down the tree by what has paid its own mover best, so replies get better while they
are looked at; beyond the tree a policy plays on. Knows no cards, bids or points.
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
    """Return the action most often found best for the seat to act.

    `imagine` gives a new deal every time. `play_out` ends one, given the actions taken so far as a
    mask of pieces, and returns what it is worth to each seat; `spread` is how far such values
    usually lie apart. Told to stop, it has tried each action once at least.
    """
    root = _Node()
    venture = _VENTURE * spread
    for done in range(steps):
        tricks = imagine()
        if stop() and done >= len(tricks.legal()):
            break
        node, played = root, 0
        path: list[tuple[int, _Node]] = []
        while tricks.left:
            seat = tricks.turn
            action, child = _pick(node, tricks.legal(), venture)
            played |= tricks.rules.bit[action]
            tricks.apply(action)
            path.append((seat, child))
            node = child
            if not child.done:
                break
        values = play_out(tricks, played)
        for seat, child in path:
            child.done += 1
            child.sum += values[seat]
    return max(root.after, key=lambda action: root.after[action].done)


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
