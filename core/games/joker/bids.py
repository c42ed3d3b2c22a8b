"""What a bid is worth, for reading records without replaying them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from core.games.joker.sheet import Options, cards_in, deals, points


def terms(options: Options, _seats: int, deal: int) -> tuple[int, Callable[[int, int], int]]:
    """Return how many tricks a deal has, and its points for a bid and the tricks taken."""
    if not 1 <= deal <= deals(options):
        return 0, lambda _bid, _taken: 0
    size = cards_in(options, deal)
    return size, cache(lambda bid, taken: points(options, size, bid, taken))
