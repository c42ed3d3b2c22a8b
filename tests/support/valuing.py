"""The worth of the moves of a position, for tests that need no more."""

from collections.abc import Sequence
from random import Random
from typing import Any

from core.bots.values import Estimate, sample
from core.game import Move


def move_values(
    game: str, view: Any, rng: Random, playouts: int, asked: Sequence[Move] = ()
) -> dict[Move, Estimate]:
    """Return the worths of the moves of the view's seat, the best first; nothing if unknown."""
    taken = sample(game, view, rng, playouts, asked)
    return taken.estimates() if taken else {}
