"""A deal of Kozel in brief, for searches: masks and ends only, played out by a quick rule; with two
players its end by best play of both, as if they saw all tiles.

The hidden tiles of a View are dealt here too, worked out once and dealt many times. Knows no moves
as texts and no score; the policy prices the end of a deal.

Once the market is empty, both know all tiles. With few tiles in the market, every way in which
these and the other hand can lie is solved, and a lay is worth the mean. The search is alpha-beta: a
table keeps the value of each position, or a bound of it, and heavy tiles come first, because they
cut off most. Where that would take too long, it looks a few lays ahead, and the rest of the deal is
played out by the players' habits, a little at random.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import permutations
from math import factorial, inf
from random import Random
from typing import Final, NamedTuple, TypeAlias

from core.bots.search import Stop, never
from core.dealing import all_hands, share_hands
from core.game import Seat
from core.games.kozel.sheet import Options
from core.games.kozel.view import View, may_hold
from core.pieces import ALL_TILES, DOUBLES, PIPS, WITH, bits, tile_mask

PackedLay = tuple[int, int, int]
"""Tiles laid, as a mask, and the numbers that then show at the two ends; without a tile, a pass."""

FITS: Final = tuple(tuple(WITH[left] | WITH[right] for right in range(7)) for left in range(7))
"""The numbers at the two ends -> the tiles that fit."""

_DOUBLES: Final = sum(1 << tile for tile in DOUBLES)
_HEAVY: Final = tuple(PIPS[t] + (4.0 if _DOUBLES >> t & 1 else 0.0) for t in range(28))
"""The worth of shedding a tile; doubles have only one number and are hardest to place."""
_GOES_ON: Final = 3.0
"""The worth of each tile of one's own that fits the new ends."""
_SHUTS: Final = 5.0
"""The worth of an end that the next player is known not to have."""


class DealRules(NamedTuple):
    """The house rules that matter while a deal is played out."""

    pairs: bool
    blank: float
    """The points of 0-0 beside its pips, as weighed by the quick rule."""


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
        """Let the seat to act draw until a tile fits, or pass (K-R8); tell whether it is a fish."""
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
    """List the lays of a hand, equivalent ones once; with a pair of doubles if allowed."""
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

    Of equally good lays the first is taken, so that a seed gives the same deal again.
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
    """The knowledge that the seat to act has of the other hands and the market."""

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


Price: TypeAlias = tuple[float, ...]
"""The cost of a finished deal to seat 0 less that to seat 1; the rest is only carried along."""

_Key: TypeAlias = tuple[int, int, int, int, Seat, int, tuple[int, ...]]

_AHEAD: Final = 3
"""The number of lays that the search looks ahead where an end takes too long."""
_STRAY: Final = 0.2
"""The share of lays that a player then makes at random: no player is predicted for certain."""
_FOREVER: Final = 1 << 10
"""More lays than a deal can have."""


class TooLongError(Exception):
    """Playing out every line of a deal would take more steps, or more time, than allowed."""


class Solver:
    """Plays out every line that matters of an open deal of two: best play of both."""

    def __init__(
        self,
        cost: Callable[[OpenDeal], Price],
        steps: int,
        stop: Stop = never,
    ) -> None:
        """Take the price of a finished deal, and the steps: the positions that may be looked at."""
        self._cost = cost
        self._steps = steps
        self._stop = stop
        self._guess: Callable[[OpenDeal], Price] | None = None
        self._least: dict[_Key, Price] = {}
        self._most: dict[_Key, Price] = {}

    def prices(self, deal: OpenDeal, choices: Sequence[PackedLay]) -> list[Price]:
        """Return the cost of each lay with best play of both. Raises TooLongError."""
        return [self._after(deal, lay, -inf, inf, _FOREVER) for lay in choices]

    def best(self, deal: OpenDeal, choices: Sequence[PackedLay]) -> PackedLay:
        """Return the best lay for the seat to act, the first of equal ones. Raises TooLongError."""
        best, low, high = choices[0], -inf, inf
        for lay in choices:
            price = self._after(deal, lay, low, high, _FOREVER)[0]
            if deal.turn and price > low:
                best, low = lay, price
            elif not deal.turn and price < high:
                best, high = lay, price
        return best

    def guessed(
        self, deal: OpenDeal, choices: Sequence[PackedLay], habit: Habit, rng: Random
    ) -> list[Price]:
        """Guess the cost of each lay: best play for a few lays, then habits with slips."""

        def guess(trial: OpenDeal) -> Price:
            trial = trial.copy()
            while True:
                slips = rng.random() < _STRAY
                lay = rng.choice(self._choices(trial)) if slips else habit(trial)
                if trial.lay(lay) or trial.fetch():
                    return self._cost(trial)

        self._guess = guess
        self._least, self._most = {}, {}
        return [self._after(deal, lay, -inf, inf, _AHEAD) for lay in choices]

    def _choices(self, deal: OpenDeal) -> Sequence[PackedLay]:
        fits = deal.hands[deal.turn] & FITS[deal.left][deal.right]
        return _heavy_first(fits, deal.left, deal.right, deal.rules.pairs)

    def _after(self, deal: OpenDeal, lay: PackedLay, low: float, high: float, ahead: int) -> Price:
        """Price a lay; outside `low` .. `high` the price is only a bound."""
        trial = deal.copy()
        if trial.lay(lay) or trial.fetch():
            return self._cost(trial)
        if not ahead and self._guess is not None:
            return self._guess(trial)
        left, right = sorted((trial.left, trial.right))
        depth = ahead if self._guess is not None else 0
        key = (trial.hands[0], trial.hands[1], left, right, trial.turn, depth, tuple(trial.market))
        least, most = self._least.get(key), self._most.get(key)
        if least is not None:
            if least[0] >= high or (most is not None and least[0] == most[0]):
                return least
            low = max(low, least[0])
        if most is not None:
            if most[0] <= low:
                return most
            high = min(high, most[0])
        return self._looked_into(trial, key, low, high, ahead)

    def _looked_into(self, deal: OpenDeal, key: _Key, low: float, high: float, ahead: int) -> Price:
        if self._guess is None:
            self._steps -= 1
            if self._steps < 0 or self._stop():
                raise TooLongError
        begun_low, begun_high, rises = low, high, bool(deal.turn)
        best: Price | None = None
        for lay in self._choices(deal):
            price = self._after(deal, lay, low, high, ahead - 1)
            if best is None or (price[0] > best[0] if rises else price[0] < best[0]):
                best = price
                if rises:
                    low = max(low, price[0])
                else:
                    high = min(high, price[0])
                if low >= high:
                    break
        assert best is not None, "the seat to act has a tile to lay"
        if best[0] < begun_high:
            self._most[key] = best
        if best[0] > begun_low:
            self._least[key] = best
        return best


Habit: TypeAlias = Callable[[OpenDeal], PackedLay]
"""The lay that any player is assumed to choose."""


@lru_cache(1 << 12)
def _heavy_first(fits: int, left: int, right: int, pairs: bool) -> Sequence[PackedLay]:
    choices = lays(fits, left, right, pairs=pairs)
    return sorted(choices, key=lambda lay: -sum(PIPS[tile] for tile in bits(lay[0])))
