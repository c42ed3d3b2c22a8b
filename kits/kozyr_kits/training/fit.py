"""Finds the weights that lose the least in given positions, by gradient descent with numpy."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.bots.weights import SCALE
from kozyr_kits.training.work import Position

_EPOCHS: Final = 60
_BATCH: Final = 512
_RATE: Final = 0.05
_HELD_OUT: Final = 10
"""One position in this many is held out for judging."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Fitted(NamedTuple):
    """Learnt weights, and the loss of their best action on the positions held out."""

    weights: tuple[int, ...]
    lost: float
    """The loss of the policy, in points per decision."""
    lost_by_rule: float

    @property
    def said(self) -> str:
        """The quality of the fit, for a line of the command."""
        return f"lost a decision {self.lost:.3f}, by rule of thumb {self.lost_by_rule:.3f}"


class _Table:
    """Positions as arrays: a row for each action."""

    def __init__(self, positions: Sequence[Position], size: int) -> None:
        """The index `size` stands for no weight."""
        found = [row for position in positions for row in position.rows]
        widest = max(map(len, found))
        listed = [[*row, *[size] * (widest - len(row))] for row in found]
        self.rows: Ints = np.array(listed)
        self.counts: Ints = np.array([len(position.worths) for position in positions])
        self.starts: Ints = np.concatenate([[0], np.cumsum(self.counts)[:-1]])
        worths: Floats = np.concatenate([position.worths for position in positions])
        best = np.maximum.reduceat(worths, self.starts)
        self.lost: Floats = np.repeat(best, self.counts) - worths
        rules = self.starts + np.array([position.rule for position in positions])
        self.lost_by_rule = float(self.lost[rules].mean())

    def greedy(self, weights: Floats) -> float:
        """Return the mean loss of the actions with the highest weight."""
        worths = weights[self.rows].sum(1)
        best = np.repeat(np.maximum.reduceat(worths, self.starts), self.counts)
        chosen = (worths >= best).astype(float)
        lost = np.add.reduceat(self.lost * chosen, self.starts)
        return float((lost / np.add.reduceat(chosen, self.starts)).mean())


def fit(positions: Sequence[Position], size: int, seed: int, weight_decay: float) -> Fitted:
    """Return the `size` weights with which a softmax over actions has the least expected loss.

    The gradient weighs decisions by their stakes. Weights that seldom count need little
    `weight_decay`. The same positions and seed give the same weights.
    """
    held = _Table(positions[::_HELD_OUT], size)
    table = _Table([each for at, each in enumerate(positions) if at % _HELD_OUT], size)
    scale = table.lost.mean() or 1.0
    rng, steps = np.random.default_rng(seed), 0
    weights, mean, square = np.zeros(size + 1), np.zeros(size + 1), np.zeros(size + 1)
    rate = _RATE
    for epoch in range(_EPOCHS):
        order = rng.permutation(len(table.counts))
        for begin in range(0, len(order), _BATCH):
            steps += 1
            slope = (
                _slope(table, order[begin : begin + _BATCH], weights, scale)
                + weight_decay * weights
            )
            mean = 0.9 * mean + 0.1 * slope
            square = 0.999 * square + 0.001 * slope**2
            step = mean / (1 - 0.9**steps) / (np.sqrt(square / (1 - 0.999**steps)) + 1e-8)
            weights -= rate * step
            weights[size] = 0
        if epoch % 10 == 9:
            rate *= 0.7
    whole = np.rint(weights * SCALE)
    return Fitted(tuple(map(int, whole[:size])), held.greedy(whole), held.lost_by_rule)


def _slope(table: _Table, chosen: Ints, weights: Floats, scale: float) -> Floats:
    """Return the gradient of the expected loss of a batch (Adam does the rest)."""
    counts = table.counts[chosen]
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    at = np.repeat(table.starts[chosen] - starts, counts) + np.arange(counts.sum())
    worths = weights[table.rows[at]].sum(1)
    odds = np.exp(worths - np.repeat(np.maximum.reduceat(worths, starts), counts))
    odds /= np.repeat(np.add.reduceat(odds, starts), counts)
    lost = table.lost[at] / scale
    expected = np.repeat(np.add.reduceat(odds * lost, starts), counts)
    slope = odds * (lost - expected) / len(chosen)
    rows = table.rows[at]
    spread = np.repeat(slope, rows.shape[1])
    return np.bincount(rows.ravel(), spread, minlength=len(weights)).astype(float)
