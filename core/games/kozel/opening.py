"""How a deal of Kozel begins: tiles in a hand, hands that are dealt again, who opens with what.

Pure functions; hands are masks of tiles. Paragraphs are those of docs/rules/kozel.en.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from core.game import Seat
from core.games.kozel.sheet import Options
from core.tiles import DOUBLES, WITH

_ALL_DOUBLES: Final = sum(1 << tile for tile in DOUBLES)


def hand_size(options: Options, seats: int) -> int:
    """Return how many tiles each seat is dealt (K-R1)."""
    return 7 if seats == 2 or options.hand_size == 777 else 5


def is_spoilt(hand: int) -> bool:
    """Say whether a hand must be dealt again by the house rule `redeal`."""
    doubles = (hand & _ALL_DOUBLES).bit_count()
    return doubles >= 5 or any((hand & tiles).bit_count() >= 6 for tiles in WITH)


@lru_cache
def _order(direction: str, may_open_00: str) -> tuple[int, ...]:
    """Tiles in the order in which they open a deal (K-R2, K-R3)."""
    numbers = [6, 5, 4, 3, 2, 1, 0] if direction == "from_66_down" else [1, 2, 3, 4, 5, 6, 0]
    doubles = [DOUBLES[n] for n in numbers if n or may_open_00 == "on"]
    # Tile numbers rise with the larger half, then with the smaller: K-R3 read backwards.
    others = [tile for tile in range(27, -1, -1) if not _ALL_DOUBLES >> tile & 1]
    return (*doubles, *others)


def find_opener(options: Options, hands: Sequence[int]) -> tuple[Seat, int]:
    """Return who opens, and the tile he has to open with (K-R2, K-R3)."""
    held = sum(hands)
    order = _order(options.opening_order, options.may_open_00)
    opening = next(tile for tile in order if held >> tile & 1)
    return next(seat for seat, hand in enumerate(hands) if hand >> opening & 1), opening


@lru_cache
def opens_before(options: Options, opening: int) -> int:
    """Return the mask of the tiles that would have opened before this one, had they been held."""
    order = _order(options.opening_order, options.may_open_00)
    return sum(1 << tile for tile in order[: order.index(opening)])
