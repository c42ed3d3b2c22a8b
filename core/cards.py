"""Cards as tokens ("Ah", "Ts", jokers "Xr" "Xb"). Each game numbers them for its own bit masks."""

from typing import Final

RANKS: Final = "23456789TJQKA"
"""Lowest first."""

SUITS: Final = "shdc"

JOKERS: Final = ("Xr", "Xb")

DECK_52: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)

SUIT_NAMES: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
