"""Ends of Kozel at two: best play of both who see all tiles, by alpha-beta search.

Once the market is empty both do see them. With few tiles in the market every way in which these and
the other hand can lie is solved, and a lay is worth the mean.

A table keeps the value of each position, or a bound of it. Heavy tiles come first, because they cut
off most. Where that would take too long, the search looks a few lays ahead and has the rest of the
deal played out by the players' habits, a little at random.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import inf
from random import Random
from typing import Final, TypeAlias

from core.bots.search import Stop, never
from core.game import Seat
from core.games.kozel.bot_deal import FITS, OpenDeal, PackedLay, lays
from core.tiles import PIPS, bits

Price: TypeAlias = tuple[float, ...]
"""How much more a finished deal costs seat 0 than seat 1; the rest is only carried along."""

_Key: TypeAlias = tuple[int, int, int, int, Seat, int, tuple[int, ...]]

_AHEAD: Final = 3
"""How many lays the search looks ahead where an end takes too long."""
_STRAY: Final = 0.2
"""How often a player then lays at random: none is foreseen for certain."""
_FOREVER: Final = 1 << 10
"""More lays than a deal can have."""


class TooLongError(Exception):
    """Playing a deal out in every way would take more steps, or more time, than allowed."""


class Solver:
    """Plays an open deal of two out in every way that matters: best play of both."""

    def __init__(
        self,
        cost: Callable[[OpenDeal], Price],
        steps: int,
        stop: Stop = never,
    ) -> None:
        """Take the price of a finished deal, and the steps: positions looked at."""
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
        """Price a lay; outside of `low` .. `high` the price is only a bound."""
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
