"""Belief: how well imagined hands explain the others' bids and plays."""

from collections.abc import Callable, Sequence
from functools import partial
from math import exp
from typing import NamedTuple

from core.bots.weights import learnt
from core.tricks.bot import TrickBot
from core.tricks.kernel import Tricks
from core.tricks.policy import LearntPolicy, still_wanted
from core.tricks.tree import EVEN


class PastPlay(NamedTuple):
    """A play of another seat."""

    before: Tricks
    """The trick on the table; of the hands it has only that of the seat to act."""
    action: int
    held: int
    """A mask of the pieces that the seat has played since, this one included."""
    needs: Sequence[int]
    """The tricks that each seat still wanted."""
    unplayed: int
    """A mask of the pieces that had not been played."""


def bids_explained(bot: TrickBot) -> Callable[[Tricks], float] | None:
    """Return a function that rates hands by the bids; None if no other seat has done anything."""
    if _nothing_done(bot):
        return None
    return partial(_by_bids, bot, bot.hidden.played)


def all_explained(bot: TrickBot) -> Callable[[Tricks], float] | None:
    """Return a function that rates hands by the bids and by the plays.

    None if no other seat has done anything. Plays are as likely as the learnt policy makes them; it
    looks at the hand of the mover alone, so that their chances can be multiplied.
    """
    if _nothing_done(bot):
        return None
    policy: LearntPolicy | None = learnt(bot.GAME)
    known, played = bot.strengths(), bot.hidden.played
    past = _past_plays(bot) if policy else []

    def explains(tricks: Tricks) -> float:
        likely = _by_bids(bot, played, tricks)
        for before, action, held, needs, unplayed in past:
            seat = before.turn
            before.hands[seat] = hand = tricks.hands[seat] | held
            legal = before.legal()
            if policy and len(legal) > 1:
                chances = policy.chances(known, before, needs, unplayed & ~hand)
                likely *= (1 - EVEN) * chances[legal.index(action)] + EVEN / len(legal)
        return likely

    return explains


def _nothing_done(bot: TrickBot) -> bool:
    bidders = [seat for seat, bid in enumerate(bot.bids) if bid is not None]
    return {*bidders, *[seat for seat, _ in bot.hidden.plays]} <= {bot.seat}


def _by_bids(bot: TrickBot, played: Sequence[int], tricks: Tricks) -> float:
    """Rate hands by the bids, taken to be off by a trick (one standard deviation)."""
    squares, seats = 0.0, len(played)
    before: list[int | None] = [None] * seats
    for step in range(seats):
        seat = (bot.first + step) % seats
        bid = bot.bids[seat]
        if bid is not None:
            if seat != bot.seat:
                squares += (bid - bot.likely(tricks.hands[seat] | played[seat], before)) ** 2
            before[seat] = bid
    return exp(-squares / 2)


def _past_plays(bot: TrickBot) -> list[PastPlay]:
    """Play the deal so far again; return the plays of the others."""
    hidden, goals, found = bot.hidden, bot.goals(bot.bids), list[PastPlay]()
    bit, held = hidden.rules.bit, [*hidden.played]
    unplayed = bot.unplayed | sum(held)
    tricks = Tricks(hidden.rules, held, bot.first, bot.size)
    for seat, action in hidden.plays:
        if seat != bot.seat:
            needs = still_wanted(goals, tricks.taken, fixed=bot.fixed)
            found.append(PastPlay(tricks.copy(), action, tricks.hands[seat], needs, unplayed))
        unplayed &= ~bit[action]
        tricks.apply(action)
    return found
