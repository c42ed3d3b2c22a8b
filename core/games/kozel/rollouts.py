"""The value of each lay of Kozel, played out to the end of the deal as experts imagine it.

With two players and an empty market the other hand is known; lays are then valued by best play of
both. With one to three tiles in the market every way is tried in which these and the other hand can
lie: best play of both in each of them, though neither really sees it.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import partial
from itertools import cycle
from random import Random

import core.games.kozel.rules as kozel
from core.bots.search import Stop, never
from core.bots.values import Rollouts, Worths
from core.game import Move
from core.games.kozel.bot import (
    GUESSES,
    STEPS,
    Cost,
    GuessedCosts,
    brief,
    in_all_deals,
    keeps_blank,
    learnt_policy,
    packed,
)
from core.games.kozel.bot_deal import HiddenDeal, OpenDeal, PackedLay, Solver, TooLongError


def rollouts(
    view: kozel.View,
    asked: Sequence[Move],
    rng: Random,
    among: Collection[Move] = (),
    stop: Stop = never,
) -> Rollouts | None:
    """Compare all lays: minus the points written, and the price of being the goat."""
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
    """Write equivalent lays alike."""
    tiles, left, right = lay
    return tiles, min(left, right), max(left, right)
