"""The worth of bids, for reading records without replaying them."""

from collections.abc import Callable
from functools import cache
from typing import Final

from core.games.joker.sheet import Options, cards_in, deals, points

CLEAN: Final = "clean pulkas"
PENALTY: Final = "khishts"


def is_penalty(options: Options, bid: int, points: int) -> bool:
    """Tell from its points whether a bid was a khisht (J-R29)."""
    return points <= 0 and bid >= options.khisht_min_bid


def terms(options: Options, _seats: int, deal: int) -> tuple[int, Callable[[int, int], int]]:
    """Return the number of tricks of a deal, and its points for a bid and the tricks taken."""
    if not 1 <= deal <= deals(options):
        return 0, lambda _bid, _taken: 0
    size = cards_in(options, deal)
    return size, cache(lambda bid, taken: points(options, size, bid, taken))
