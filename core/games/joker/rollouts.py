"""Plays out every trump, bid or card of Joker to the end of the deal, as experts do, to value it.

What a deal brings is its points and the premium that can still be won, as bots count it. The others
count half, as for the bots, and in full where the last tricks are counted out.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from random import Random
from typing import Final

import core.games.joker.rules as joker
from core.bots.values import Rollouts, Worths
from core.bots.weights import learnt
from core.game import Move
from core.games.joker.bot import bid_on, ending, imagining, last_tricks, play_simulation, seen_in
from core.games.joker.bot_play import play as rule_of_thumb
from core.games.joker.bot_stake import Stake
from core.games.joker.moves import bid_of
from core.games.joker.tricks import PLAY_MOVES, TRUMPS, WHOLE_DECK, strengths, trick_rules
from core.games.joker.view import HiddenCards
from core.tricks.kernel import Tricks
from core.tricks.policy import LearntPolicy, still_wanted
from core.tricks.tree import Tree
from core.tricks.valuing import Choose, SameDeals, of_last_tricks, takes

LEVEL: Final = "expert"
"""In playouts everybody plays as bots of this level imagine others to play."""
AGAINST: Final = 0.5
"""The weight of the others' mean against one's own points, the same as in `Stake.values`.

So what an expert searches for is what it is judged by.
"""
_POOL: Final = 32
"""How many deals are imagined to draw from: batches are small, and each begins with a new pool."""


def rollouts(
    view: joker.View, asked: Sequence[Move], rng: Random, among: Collection[Move] = ()
) -> Rollouts | None:
    """Compare all moves."""
    seat = view.seat
    assert seat is not None
    moves = [move for move in joker.legal(view) if not among or move in among]
    if view.phase == "play":
        return _of_cards(view, moves, rng)
    return _of_bids(view, moves, rng) if view.phase == "bid" else _of_trumps(view, moves, rng)


def _of_trumps(view: joker.View, moves: Sequence[Move], rng: Random) -> Rollouts:
    stake, hidden, options, seen = Stake(view), HiddenCards(view), view.options, seen_in(view)
    trumps = [joker.TRUMP_MOVES.index(move) for move in moves]
    endings = {trump: ending(options, trump, LEVEL) for trump in trumps}

    def after(tricks: Tricks, trump: int) -> Worths:
        tricks.rules = trick_rules(options, trump)
        bids = bid_on(view, tricks, trump, view.bids)
        return stake.worths(bids, endings[trump](tricks, bids, seen))

    def play() -> Sequence[Worths]:
        dealt = hidden.deal(rng)
        return [after(dealt.copy(), trump) for trump in trumps]

    return Rollouts(moves, play, beyond=stake.beyond, against=AGAINST)


def _of_bids(view: joker.View, moves: Sequence[Move], rng: Random) -> Rollouts:
    seat, trump, seen = view.to_act[0], TRUMPS.index(view.trump), seen_in(view)
    stake, imagine = Stake(view), imagining(view, LEVEL, rng, _POOL)
    ended = ending(view.options, trump, LEVEL)

    def after(tricks: Tricks, move: Move) -> Worths:
        made = [*view.bids]
        made[seat] = bid_of(move)
        bids = bid_on(view, tricks, trump, made)
        return stake.worths(bids, ended(tricks, bids, seen))

    def play() -> Sequence[Worths]:
        dealt = imagine()
        return [after(dealt.copy(), move) for move in moves]

    return Rollouts(moves, play, learns=True, beyond=stake.beyond, against=AGAINST)


def _of_cards(view: joker.View, moves: Sequence[Move], rng: Random) -> Rollouts:
    """Let replies get better with each world, in a tree that tries all cards equally often."""
    stake, imagine = Stake(view), imagining(view, LEVEL, rng, _POOL)
    choose, counted = _choosing(view), last_tricks(view, LEVEL)

    def takes_it(card: int) -> bool:
        return takes(imagine(), card, choose)

    if counted is not None:
        return of_last_tricks(counted, PLAY_MOVES, takes_it, stake.beyond)
    cards = [PLAY_MOVES.index(move) for move in moves]
    deals = SameDeals(imagine)

    def value(bids: Sequence[int], taken: Sequence[int]) -> list[float]:
        deals.points = stake.worths(bids, taken)
        return stake.values(bids, taken)

    tree = Tree(play_simulation(view, LEVEL, deals.imagine, value))
    grown = partial(deals.grow, [partial(tree.grow, card) for card in cards])

    def each_takes() -> Sequence[bool]:
        dealt = imagine()
        return [takes(dealt.copy(), card, choose) for card in cards]

    return Rollouts(
        *(moves, grown),
        learns=True,
        takes=each_takes,
        beyond=stake.beyond,
        against=AGAINST,
    )


def _choosing(view: joker.View) -> Choose:
    """Return how everybody is imagined to play a card."""
    trump, seen = TRUMPS.index(view.trump), seen_in(view)
    bids = [bid or 0 for bid in view.bids]
    policy: LearntPolicy | None = learnt(joker.NAME)
    if policy is None:
        return lambda tricks, played: rule_of_thumb(
            tricks, trump, bids[tricks.turn] - tricks.taken[tricks.turn], seen | played
        )
    known = strengths(view.options, trump)

    def choose(tricks: Tricks, played: int) -> int:
        unseen = WHOLE_DECK & ~(seen | played | tricks.hands[tricks.turn])
        return policy.choose(known, tricks, still_wanted(bids, tricks.taken, fixed=False), unseen)

    return choose
