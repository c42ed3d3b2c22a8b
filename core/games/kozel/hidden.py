"""The tiles of a deal of Kozel that a viewer does not see, worked out once and dealt many times."""

from __future__ import annotations

from itertools import permutations
from math import factorial
from random import Random

from core.dealing import all_hands, share_hands
from core.games.kozel.bot_deal import OpenDeal
from core.games.kozel.view import View, may_hold
from core.tiles import ALL_TILES, bits, tile_mask


class HiddenTiles:
    """What the seat to act knows of the other hands and the market."""

    def __init__(self, view: View) -> None:
        self._own, self._turn = tile_mask(view.hand), view.to_act[0]
        self._laid = tile_mask([max(tile, tile[::-1]) for tile in view.line])
        self._ends = view.ends or (-1, -1)
        self._lacks = [sum(1 << number for number in numbers) for numbers in view.lacks]
        self._unseen = ALL_TILES & ~self._laid & ~self._own
        self._pieces = list(bits(self._unseen))
        self._in_market = view.market
        self._slots = [
            [] if seat == self._turn else may_hold(view, seat) for seat in range(view.seats)
        ]

    def deal(self, rng: Random) -> OpenDeal:
        """Deal the hidden tiles at random, each only to a hand that may hold it."""
        hands = share_hands(self._slots, self._pieces, rng)
        market = list(bits(self._unseen & ~sum(hands)))
        rng.shuffle(market)
        return self._dealt(hands, market)

    def all_deals(self, most: int) -> list[OpenDeal] | None:
        """Deal the hidden tiles in every way; None if there are more ways than `most`.

        All the tiles of a hidden hand have to be alike: once a tile lies on the table they are.
        """
        orders = factorial(self._in_market)
        found = all_hands(self._slots, self._pieces, most // orders)
        if found is None:
            return None
        return [
            self._dealt([*hands], [*market])
            for hands in found
            for market in permutations(bits(self._unseen & ~sum(hands)))
        ]

    def _dealt(self, hands: list[int], market: list[int]) -> OpenDeal:
        hands[self._turn] = self._own
        return OpenDeal(hands, market, self._laid, self._ends, self._turn, self._lacks[:])
