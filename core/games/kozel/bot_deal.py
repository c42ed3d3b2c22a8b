"""A deal of Kozel in brief, for searches: masks and ends only, played out by a quick rule.

The hidden tiles of a View are dealt here too, worked out once and dealt many times. Knows no moves
as texts and no score; the policy prices the end of a deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from math import factorial
from random import Random
from typing import Final, NamedTuple

from core.dealing import all_hands, share_hands
from core.game import Seat
from core.games.kozel.sheet import Options
from core.games.kozel.view import View, may_hold
from core.tiles import ALL_TILES, DOUBLES, PIPS, WITH, bits, tile_mask

PackedLay = tuple[int, int, int]
"""Tiles laid, as a mask, and the numbers that then show at the two ends; no tile is a pass."""

FITS: Final = tuple(tuple(WITH[left] | WITH[right] for right in range(7)) for left in range(7))
"""The numbers at the two ends -> the tiles that fit."""

_DOUBLES: Final = sum(1 << tile for tile in DOUBLES)
_HEAVY: Final = tuple(PIPS[t] + (4.0 if _DOUBLES >> t & 1 else 0.0) for t in range(28))
"""The worth of shedding a tile; a double has one number and is the hardest to place."""
_GOES_ON: Final = 3.0
"""The worth of each own tile that fits the new ends."""
_SHUTS: Final = 5.0
"""The worth of an end that the next player is known not to have."""


class DealRules(NamedTuple):
    """The house rules that matter while a deal is played out."""

    pairs: bool
    blank: float
    """The points of 0-0 beside its pips, as the quick rule weighs them."""


@lru_cache(8)
def deal_rules(options: Options) -> DealRules:
    """Return the house rules of a match that matter in its deals."""
    blank = 25.0 if options.zero_double_25 == "always" else 0.0
    return DealRules(options.double_double == "on", blank)


class OpenDeal:
    """The hands, the market (the next tile last), the ends, and the house rules."""

    __slots__ = ("hands", "lacks", "laid", "left", "market", "right", "rules", "turn")

    def __init__(
        self,
        hands: list[int],
        market: list[int],
        laid: int,
        ends: tuple[int, int],
        turn: Seat,
        lacks: list[int],
        rules: DealRules,
    ) -> None:
        self.hands = hands
        self.market = market
        self.laid = laid
        self.left, self.right = ends
        self.turn = turn
        self.lacks = lacks
        self.rules = rules

    def copy(self) -> OpenDeal:
        """Return an independent deal."""
        other = OpenDeal.__new__(OpenDeal)
        other.hands = self.hands[:]
        other.market = self.market[:]
        other.laid = self.laid
        other.left = self.left
        other.right = self.right
        other.turn = self.turn
        other.lacks = self.lacks[:]
        other.rules = self.rules
        return other

    def lay(self, lay: PackedLay) -> bool:
        """Lay tiles for the seat to act and pass the turn on; tell whether that ends the deal."""
        tiles, self.left, self.right = lay
        turn = self.turn
        self.hands[turn] ^= tiles
        self.laid |= tiles
        self.turn = (turn + 1) % len(self.hands)
        return not self.hands[turn] or self.is_fish()

    def is_fish(self) -> bool:
        """Tell whether no player can lay or draw any more (K-R10)."""
        return not self.market and not ALL_TILES & ~self.laid & FITS[self.left][self.right]

    def fetch(self) -> bool:
        """Let the seat to act draw until a tile fits, or pass (K-R8); tell if it is a fish."""
        hands, market, fits = self.hands, self.market, FITS[self.left][self.right]
        while not hands[self.turn] & fits:
            turn, ends = self.turn, 1 << self.left | 1 << self.right
            if market:
                hands[turn] |= 1 << market.pop()
                self.lacks[turn] = ends
                if not market and self.is_fish():
                    return True
            else:
                self.lacks[turn] |= ends
                self.turn = (turn + 1) % len(hands)
        return False


def lays(hand: int, left: int, right: int, *, pairs: bool) -> Sequence[PackedLay]:
    """List the lays of a hand, equivalent ones once; with a pair of doubles if rules allow it."""
    return _lays(hand & FITS[left][right], left, right, pairs)


@lru_cache(1 << 12)
def _lays(fits: int, left: int, right: int, pairs: bool) -> Sequence[PackedLay]:
    found = [(1 << tile, PIPS[tile] - left, right) for tile in bits(fits & WITH[left])]
    if left != right:
        found += [(1 << tile, left, PIPS[tile] - right) for tile in bits(fits & WITH[right])]
        pair = 1 << DOUBLES[left] | 1 << DOUBLES[right]
        if pairs and fits & pair == pair:
            found.append((pair, left, right))
    return found


def quick(hand: int, left: int, right: int, lacks: int, rules: DealRules) -> PackedLay:
    """Lay by rule of thumb: weight, own tiles that fit next, numbers that the next player lacks.

    The first of equally good lays, so that a seed repeats itself.
    """
    best: PackedLay = (0, left, right)
    most = -1.0
    ends = ((left, right, False), (right, left, True)) if left != right else ((left, right, False),)
    for end, other, to_right in ends:
        fits = hand & WITH[end]
        while fits:
            bit = fits & -fits
            fits ^= bit
            tile = bit.bit_length() - 1
            outer = PIPS[tile] - end
            worth = _HEAVY[tile] + _GOES_ON * ((hand ^ bit) & FITS[outer][other]).bit_count()
            if lacks:
                worth += _SHUTS * ((lacks >> outer & 1) + (outer != other and lacks >> other & 1))
            if not tile:
                worth += rules.blank
            if worth > most:
                most = worth
                best = (bit, other, outer) if to_right else (bit, outer, other)
    if left != right and rules.pairs:
        pair = 1 << DOUBLES[left] | 1 << DOUBLES[right]
        if hand & pair == pair:
            rest = hand ^ pair
            worth = 2 * (left + right) + 8 + _GOES_ON * (rest & FITS[left][right]).bit_count()
            worth += _SHUTS * ((lacks >> left & 1) + (lacks >> right & 1))
            worth += rules.blank if not left or not right else 0
            if worth > most:
                return pair, left, right
    return best


def quick_lay(deal: OpenDeal) -> PackedLay:
    """Lay by rule of thumb for the seat to act."""
    turn = deal.turn
    lacks = deal.lacks[(turn + 1) % len(deal.hands)]
    return quick(deal.hands[turn], deal.left, deal.right, lacks, deal.rules)


def play_out(deal: OpenDeal) -> None:
    """Play a deal to its end, in place."""
    while not deal.fetch():
        if deal.lay(quick_lay(deal)):
            return


class HiddenDeal:
    """The knowledge of the seat to act about the other hands and the market."""

    def __init__(self, view: View) -> None:
        self._own, self._turn = tile_mask(view.hand), view.to_act[0]
        self._laid = tile_mask([max(tile, tile[::-1]) for tile in view.line])
        self._ends = view.ends or (-1, -1)
        self._lacks = [sum(1 << number for number in numbers) for numbers in view.lacks]
        self._unseen = ALL_TILES & ~self._laid & ~self._own
        self._pieces = list(bits(self._unseen))
        self._in_market = view.market
        self._rules = deal_rules(view.options)
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
        lacks = self._lacks[:]
        return OpenDeal(hands, market, self._laid, self._ends, self._turn, lacks, self._rules)
