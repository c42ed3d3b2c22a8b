"""The tiles of a deal of Kozel that a viewer does not see, worked out once and dealt many times."""

from __future__ import annotations

from random import Random

from core.dealing import share_hands
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
        self._slots = [
            [] if seat == self._turn else may_hold(view, seat) for seat in range(view.seats)
        ]

    def deal(self, rng: Random) -> OpenDeal:
        """Deal the hidden tiles at random, each only to a hand that may hold it."""
        hands = share_hands(self._slots, self._pieces, rng)
        market = list(bits(self._unseen & ~sum(hands)))
        rng.shuffle(market)
        hands[self._turn] = self._own
        return OpenDeal(hands, market, self._laid, self._ends, self._turn, self._lacks[:])
