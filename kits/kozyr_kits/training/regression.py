"""Fits the weights of Graph-Poker by least squares over the sums of its self-play, with numpy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from core.games.graph_poker.policy import SCALE, SIGNS, SIZE
from kozyr_kits.training.graph_poker import WIDTH, Moments

_RIDGE: Final = 5e4
"""The ridge for a weight decay of 1."""
_TRUST: Final = 0.5
"""The part of a fitted worth that is used (with all of it, bots were less far ahead)."""


class Fitted(NamedTuple):
    """Learnt weights, and their errors in predicting later points."""

    weights: tuple[int, ...]
    explained: float
    """The explained share of the variance of those points."""

    @property
    def said(self) -> str:
        """The quality of the fit, for a line of the command."""
        return f"{self.explained:.1%} of the variance explained"


def fit(found: Sequence[Moments], size: int, seed: int, weight_decay: float) -> Fitted:
    """Return the weights with which lines best predict the points; the seed plays no part."""
    assert size == SIZE, seed
    ridge = _RIDGE * weight_decay * np.eye(WIDTH)
    weights = np.zeros((SIZE // SIGNS, SIGNS))
    explained = squares = 0.0
    for table in sorted({moments.table for moments in found}):
        parts = [moments for moments in found if moments.table == table]
        products = sum(np.array(part.products).reshape(WIDTH, WIDTH) for part in parts)
        targets = sum(np.array(part.targets) for part in parts)
        fitted = np.linalg.solve(products + ridge, targets)
        weights[table] = fitted[:SIGNS]
        explained += float(fitted @ targets)
        squares += sum(part.squares for part in parts)
    whole = np.rint(weights.ravel() * _TRUST * SCALE)
    return Fitted(tuple(map(int, whole)), explained / (squares or 1.0))
