"""The pieces as tokens: cards ("Ah", "Ts", jokers "Xr" "Xb"), and the 28 tiles ("6-4").

A tile has its larger half first. For bit masks tiles are numbers 0..27; each game numbers its cards
for itself.
"""

from collections.abc import Iterable, Iterator
from typing import Final

RANKS: Final = "23456789TJQKA"
"""Lowest first."""

SUITS: Final = "shdc"

JOKERS: Final = ("Xr", "Xb")

DECK_52: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)

SUIT_NAMES: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}

HALVES: Final = tuple((high, low) for high in range(7) for low in range(high + 1))
"""Tile number -> its two halves, larger first: 0-0, 1-0, 1-1, 2-0, ... 6-6."""

TILES: Final = tuple(f"{high}-{low}" for high, low in HALVES)
"""Tile number -> token."""

NUMBER: Final = {tile: number for number, tile in enumerate(TILES)}
"""Token -> tile number."""

PIPS: Final = tuple(high + low for high, low in HALVES)
"""Tile number -> sum of its pips, 0..12."""

DOUBLES: Final = tuple(NUMBER[f"{n}-{n}"] for n in range(7))
"""Number of pips on a half -> the double."""

WITH: Final = tuple(
    sum(1 << number for number, halves in enumerate(HALVES) if n in halves) for n in range(7)
)
"""Number of pips on a half -> mask of the seven tiles that show it."""

ALL_TILES: Final = (1 << 28) - 1


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the set bits, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def pips_of(tile: str) -> int:
    """Return the sum of the pips of a token."""
    return PIPS[NUMBER[tile]]


def tile_mask(tiles: Iterable[str]) -> int:
    """Turn tokens into a mask."""
    mask = 0
    for tile in tiles:
        mask |= 1 << NUMBER[tile]
    return mask


def tile_names(mask: int) -> tuple[str, ...]:
    """Turn a mask into tokens, lowest number first."""
    return tuple([TILES[n] for n in bits(mask)])
