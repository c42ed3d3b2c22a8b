"""The bots of Kozel: a search that plays imagined deals out, and exact ends.

Deals are played out by rule of thumb, for experts by a learnt policy. With two players the other
hand is known once the market is empty: the strong levels then play every line out. With one to
three tiles in the market they do so for every way in which these and the other hand can lie.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import partial
from itertools import cycle
from math import fsum
from random import Random
from typing import Final

import core.games.kozel.rules as kozel
from core.bots import Rollouts, Worths
from core.bots.search import Stop, never, search, weight_of_others
from core.bots.weights import learnt
from core.game import Move
from core.games.kozel.bot_deal import (
    Habit,
    HiddenDeal,
    OpenDeal,
    PackedLay,
    Price,
    Solver,
    TooLongError,
    deal_rules,
    play_out,
    quick_lay,
)
from core.games.kozel.moves import LAYS
from core.games.kozel.policy import LearntPolicy
from core.games.kozel.sheet import count, owed, settle, written
from core.pieces import HALVES, PIPS, bits, tile_mask

PLAYOUTS: Final = {"medium": 16, "hard": 200, "expert": 3000}
"""Level -> imagined deals played out per decision."""

STEPS: Final = {"hard": 3_000, "expert": 30_000}
"""Level -> the most positions looked at to play every line of an open end."""


def choose(view: kozel.View, level: str, rng: Random, stop: Stop = never, temper: str = "") -> Move:
    """Return the move of a bot of that level."""
    state = kozel.imagine(view, rng)
    legal = kozel.legal(state, state.turn)
    if len(legal) == 1:
        return legal[0]
    moves = different_lays(legal, view.ends)
    lays = sorted(moves, key=keeps_blank)
    if level not in PLAYOUTS:
        return moves[max(lays, key=_pips)]
    cost = Cost(
        view, weight_of_others(temper), policy=learnt_policy() if level in _USE_POLICY else None
    )
    if view.seats == 2 and not view.market and level in STEPS:
        deal = brief(state)
        solver = Solver(cost.of_seat_0, STEPS[level], stop)
        with suppress(TooLongError):
            return moves[solver.best(deal, lays)]
        guesses = GuessedCosts(cost, deal, lays, rng)
        return moves[search(lays, guesses.draw, guesses.price, len(lays) * GUESSES, stop, temper)]

    hidden = HiddenDeal(view)
    if level in STEPS:
        priced = in_all_deals(view, hidden, cost, lays, level, stop)
        if priced is not None:
            leads = [fsum(price[0] for price in each) for each in zip(*priced, strict=True)]
            return moves[lays[leads.index(max(leads) if view.to_act[0] else min(leads))]]
    return moves[
        search(lays, lambda: hidden.deal(rng), cost.played_out, PLAYOUTS[level], stop, temper)
    ]


def in_all_deals(
    view: kozel.View,
    hidden: HiddenDeal,
    cost: Cost,
    lays: Sequence[PackedLay],
    level: str,
    stop: Stop = never,
) -> list[list[Price]] | None:
    """Return the cost of each lay for each way the hidden tiles may lie, by best play of both, as
    if they saw all tiles.

    None if more than two play, if too much is hidden, or if it takes too long: a third of the steps
    that a known end may take.
    """
    if view.seats > 2 or view.market > LAST_TILES or not view.line:
        return None
    deals = hidden.all_deals(WAYS)
    if deals is None:
        return None
    solver = Solver(cost.of_seat_0, STEPS[level] // 3, stop)
    try:
        return [solver.prices(deal, lays) for deal in deals]
    except TooLongError:
        return None


LAST_TILES: Final = 3
"""With no more tiles in the market, strong levels try every way the hidden tiles may lie."""
WAYS: Final = 400
"""No ways are tried if there are more of them than this."""

_USE_POLICY: Final = ("expert",)
"""The levels whose imagined players play by the learnt policy."""


def learnt_policy() -> LearntPolicy | None:
    """Return the policy of the players that experts imagine; None if there is none."""
    policy: LearntPolicy | None = learnt(kozel.NAME)
    return policy


def different_lays(legal: Sequence[Move], ends: tuple[int, int] | None) -> dict[PackedLay, Move]:
    """Turn moves into lays; of equivalent ones only the first is kept."""
    lays: dict[PackedLay, Move] = {}
    for move in legal:
        tiles, left, right = packed(move, ends)
        if (tiles, right, left) not in lays:
            lays.setdefault((tiles, left, right), move)
    return lays


def keeps_blank(lay: PackedLay) -> bool:
    """Sort lays: of those worth the same the first is made, and 0-0 is better laid than kept."""
    return not lay[0] & _BLANK


_BLANK: Final = tile_mask(["0-0"])


def packed(move: Move, ends: tuple[int, int] | None) -> PackedLay:
    """Turn a move into the tiles it lays and the ends that the line then has."""
    tiles = 0
    left, right = ends or (0, 0)
    for tile, to_right in LAYS[move]:
        tiles |= 1 << tile
        if ends is None:
            left, right = HALVES[tile]
        elif to_right:
            right = PIPS[tile] - right
        else:
            left = PIPS[tile] - left
    return tiles, left, right


def _pips(lay: PackedLay) -> int:
    """Count the pips that are laid: beginners think of nothing else, and ignore 0-0."""
    return sum(PIPS[tile] for tile in bits(lay[0]))


def brief(state: kozel.State) -> OpenDeal:
    """Return the deal of a state for searches."""
    ends, rules = (state.left, state.right), deal_rules(state.options)
    return OpenDeal(state.hands, state.market, state.laid, ends, state.turn, state.lacks, rules)


_TO_COME: Final = 0.25
"""The weight of points that are counted but not yet written."""
_LEAST: Final = 0.001
"""Their weight where both hands are known: it decides only between ends that write the same."""

GUESSES: Final = 16
"""The number of guesses at an open end that takes too long to solve."""


class Cost:
    """The price of the end of a deal: one's own points against those of the others."""

    def __init__(
        self, view: kozel.View, weight: float = 1.0, policy: LearntPolicy | None = None
    ) -> None:
        """Take the weight of a point of the others; a point of the seat to act has weight 1.

        Without a policy, deals are played out by rule of thumb.
        """
        self._view = view
        self._weight = weight
        self._policy = policy
        self._counted: dict[int, int] = {}
        self._has_goats = False

    def played_out(self, deal: OpenDeal, lay: PackedLay) -> float:
        """Lay, play the deal out, and return its cost for the seat to act."""
        prices = self.prices(self.ended(deal, lay))
        own = prices[deal.turn]
        return own - self._weight * (fsum(prices) - own) / (len(prices) - 1)

    def ended(self, deal: OpenDeal, lay: PackedLay) -> OpenDeal:
        """Lay, play the deal out, and return it finished."""
        trial = deal.copy()
        if not trial.lay(lay):
            if self._policy is None:
                play_out(trial)
            else:
                self._policy.play_out(trial)
        return trial

    def of_seat_0(self, deal: OpenDeal) -> tuple[float, ...]:
        """Return seat 0's cost of a finished deal less seat 1's, and the points of both."""
        one, other = self.prices(deal, to_come=_LEAST)
        return one - other, *self.prices(deal, to_come=0.0)

    def beyond(self) -> str:
        """Name the price counted beside the points written, as an English phrase."""
        return "the price of being the goat" if self._has_goats else ""

    @property
    def habit(self) -> Habit:
        """The assumed habit of all players."""
        return quick_lay if self._policy is None else self._policy.choose

    def prices(self, deal: OpenDeal, to_come: float = _TO_COME) -> list[float]:
        """Price each seat's points: those written, and for less those still to be written."""
        view, counted = self._view, self._counted
        options = view.options
        left = []
        for hand in deal.hands:
            if hand not in counted:
                counted[hand] = count(hand, options)
            left.append(counted[hand])
        prices = []
        totals = []
        for seat, points in enumerate(owed(left, options, fish=all(deal.hands))):
            more = written(points, view.totals[seat], view.hanging[seat], options)[0]
            prices.append(more + left[seat] * to_come)
            totals.append(view.totals[seat] + more)
        if max(totals) >= options.target:
            over = settle(totals, options)
            for seat in over.goats if over and over.goats else ():
                prices[seat] += _GOAT
                self._has_goats = True
        return prices


_GOAT: Final = 20.0
"""The worth of not being the goat, in points."""


class GuessedCosts:
    """The costs of the lays of an open end, guessed anew for each imagined way of playing on."""

    def __init__(
        self, cost: Cost, deal: OpenDeal, choices: Sequence[PackedLay], rng: Random
    ) -> None:
        self._cost = cost
        self._deal = deal
        self._choices = list(choices)
        self._rng = rng

    def draw(self) -> dict[PackedLay, tuple[float, ...]]:
        """Guess once: lay -> its cost to seat 0 less that to seat 1, and the points of both."""
        cost = self._cost
        solver = Solver(cost.of_seat_0, 0)
        prices = solver.guessed(self._deal, self._choices, cost.habit, self._rng)
        return dict(zip(self._choices, prices, strict=True))

    def price(self, world: dict[PackedLay, tuple[float, ...]], lay: PackedLay) -> float:
        """Return the cost of a lay for the seat to act in one of these guesses."""
        return -world[lay][0] if self._deal.turn else world[lay][0]


# --- what each move is worth ----------------------------------------------------------------------


def rollouts(
    view: kozel.View,
    asked: Sequence[Move],
    rng: Random,
    among: Collection[Move] = (),
    stop: Stop = never,
) -> Rollouts | None:
    """Compare all lays by the points to be written and the price of being the goat.

    With two players and an empty market the other hand is known: lays are valued by best play of
    both. With one to three tiles in the market, every way in which these and the other hand can lie
    is tried, with best play of both, although neither really sees the tiles.
    """
    state = kozel.imagine(view, rng)
    moves = [move for move in kozel.legal(view) if not among or move in among]
    if len(moves) < 2:
        return None
    cost = Cost(view, policy=learnt_policy())
    moves.sort(key=lambda move: keeps_blank(packed(move, view.ends)))
    lays = [_alike(packed(move, view.ends)) for move in moves]
    if view.seats == 2 and not view.market:
        return _of_open_end(brief(state), cost, moves, lays, rng, stop)
    hidden = HiddenDeal(view)
    going_out = [
        move
        for move, (tiles, *_) in zip(moves, lays, strict=True)
        if tiles.bit_count() == len(view.hand)
    ]
    compared = partial(Rollouts, moves, beyond=cost.beyond, settled=going_out)
    priced = in_all_deals(view, hidden, cost, lays, "expert", stop)
    if priced is not None:
        deals = [[_worths(price) for price in prices] for prices in priced]
        rng.shuffle(deals)
        ways = cycle(deals)
        return compared(lambda: next(ways), exact=len(deals) == 1, worlds=len(deals))
    return compared(lambda: _played_out(hidden.deal(rng), cost, lays))


def _of_open_end(
    deal: OpenDeal,
    cost: Cost,
    moves: Sequence[Move],
    lays: Sequence[PackedLay],
    rng: Random,
    stop: Stop,
) -> Rollouts:
    """Solve an open end, or guess its costs if that takes too long."""
    solver = Solver(cost.of_seat_0, STEPS["expert"], stop)
    with suppress(TooLongError):
        solved = [_worths(price) for price in solver.prices(deal, lays)]
        return Rollouts(moves, lambda: solved, exact=True, beyond=cost.beyond)
    guesses = GuessedCosts(cost, deal, lays, rng)

    def guess() -> Sequence[Worths]:
        world = guesses.draw()
        return [_worths(world[lay]) for lay in lays]

    return Rollouts(moves, guess, worlds=GUESSES, beyond=cost.beyond)


def _played_out(deal: OpenDeal, cost: Cost, lays: Sequence[PackedLay]) -> Sequence[Worths]:
    """Return the worths of each lay in one imagined deal; equivalent lays are played out once."""
    known: dict[PackedLay, Worths] = {}
    for lay in lays:
        if lay not in known:
            prices = cost.prices(cost.ended(deal, lay), to_come=0.0)
            known[lay] = [-price for price in prices]
    return [known[lay] for lay in lays]


def _worths(price: Sequence[float]) -> Worths:
    return [-written for written in price[1:]]


def _alike(lay: PackedLay) -> PackedLay:
    """Give equivalent lays the same values."""
    tiles, left, right = lay
    return tiles, min(left, right), max(left, right)
