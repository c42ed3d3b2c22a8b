"""Plays out every trump, bid or card of Joker to the end of the deal by rule of thumb, to value it.

What a deal brings is its points and the premium that can still be won, as bots count it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import core.games.joker.rules as joker
from core.bots.values import Rollouts, Worths
from core.game import Move
from core.games.joker.bot import bid_on, play_out, seen_in
from core.games.joker.bot_play import play as rule_of_thumb
from core.games.joker.bot_stake import Stake
from core.games.joker.hidden import HiddenCards
from core.games.joker.moves import bid_of
from core.games.joker.tricks import PLAY_MOVES, TRUMPS, trick_rules
from core.tricks.kernel import Tricks


def rollouts(view: joker.View, asked: Sequence[Move], rng: Random) -> Rollouts | None:
    """Compare all moves."""
    seat = view.seat
    assert seat is not None
    moves = joker.legal(joker.imagine(view, rng), seat)
    ways = {"trump": _after_trump, "bid": _after_bid, "play": _after_play}
    stake, after, hidden = Stake(view), ways[view.phase], HiddenCards(view)

    def play() -> Sequence[Worths]:
        tricks = hidden.deal(rng)
        return [after(view, stake, tricks.copy(), move) for move in moves]

    def takes() -> Sequence[bool]:
        tricks = hidden.deal(rng)
        return [_takes(view, tricks.copy(), move) for move in moves]

    return Rollouts(moves, play, takes=takes if view.phase == "play" else None)


def _takes(view: joker.View, tricks: Tricks, move: Move) -> bool:
    """Play a trick to its end; tell whether the move has taken it."""
    action, seat = PLAY_MOVES.index(move), tricks.turn
    bids, seen = [bid or 0 for bid in view.bids], seen_in(view)
    before = tricks.taken[seat]
    while True:
        seen |= tricks.rules.bit[action]
        tricks.apply(action)
        if not tricks.count:
            return tricks.taken[seat] > before
        need = bids[tricks.turn] - tricks.taken[tricks.turn]
        action = rule_of_thumb(tricks, TRUMPS.index(view.trump), need, seen)


def _after_trump(view: joker.View, stake: Stake, tricks: Tricks, move: Move) -> Worths:
    trump = joker.TRUMP_MOVES.index(move)
    tricks.rules = trick_rules(view.options, trump)
    bids = bid_on(view, tricks, trump, view.bids)
    return stake.worths(bids, play_out(tricks, trump, bids, seen_in(view)))


def _after_bid(view: joker.View, stake: Stake, tricks: Tricks, move: Move) -> Worths:
    assert view.seat is not None
    trump, made = TRUMPS.index(view.trump), [*view.bids]
    made[view.seat] = bid_of(move)
    bids = bid_on(view, tricks, trump, made)
    return stake.worths(bids, play_out(tricks, trump, bids, seen_in(view)))


def _after_play(view: joker.View, stake: Stake, tricks: Tricks, move: Move) -> Worths:
    action, bids = PLAY_MOVES.index(move), [bid or 0 for bid in view.bids]
    tricks.apply(action)
    seen = seen_in(view) | tricks.rules.bit[action]
    return stake.worths(bids, play_out(tricks, TRUMPS.index(view.trump), bids, seen))
