"""Imagined deals drawn by how well they explain what is known, such as bids. Knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate
from random import Random
from typing import Final

from core.tricks.kernel import Tricks
from core.tricks.tree import Imagine

POOL: Final = 200
"""How many deals a pool has, and how many are drawn from it."""
LEAST: Final = 1e-9
"""The weight of a deal that explains nothing, so that something can always be drawn."""


def weighted(
    deal: Imagine, weight: Callable[[Tricks], float], rng: Random, size: int = POOL
) -> Imagine:
    """Imagine deals in proportion to their weights.

    Each pool of `size` deals is drawn from as often as it is large (sampling/importance resampling:
    Rubin, 1987), so likely deals come several times and unlikely ones hardly ever.
    """

    def draws() -> Iterator[Tricks]:
        while True:
            pool = [deal() for _ in range(size)]
            up_to = [*accumulate(weight(tricks) + LEAST for tricks in pool)]
            for tricks in rng.choices(pool, cum_weights=up_to, k=size):
                yield tricks.copy()

    return draws().__next__
