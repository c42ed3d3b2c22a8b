"""How bots play Joker: bids by what cards are worth, play for exactly the bid, by rule of thumb.

From level medium on they try bids and cards in imagined deals, which medium bots play out by that
rule and strong ones by what they have learnt. Experts imagine hands that explain the bids.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import exp
from random import Random
from typing import Final, TypeAlias

import core.games.joker.rules as joker
from core.bots.search import Stop, never, search
from core.bots.weights import learnt
from core.game import Move
from core.games.joker.bot_play import ABOVE, SUIT, play
from core.games.joker.bot_stake import Stake
from core.games.joker.moves import bid_of
from core.games.joker.tricks import (
    NO_TRUMP,
    PLAIN,
    PLAY_MOVES,
    SUIT_MASKS,
    TRUMPS,
    WHOLE_DECK,
    WILD,
    card_mask,
    strengths,
)
from core.games.joker.view import HiddenCards
from core.tricks.bids import misjudged
from core.tricks.endings import WORLDS, Counted, World, best, count
from core.tricks.kernel import Tricks, actions
from core.tricks.policy import LearntPolicy, still_wanted
from core.tricks.tree import Imagine, Prior, Simulation, tree_search
from core.tricks.weighted import LEAST, POOL, weighted

_SCALE: Final = (0.0, 0.78, 0.53, 0.53, 0.55, 0.57, 0.61, 0.66, 0.7, 0.76)
"""Cards a hand -> the factor that keeps estimates a little under the tricks: that scores best."""


PLAYOUTS: Final = {"medium": 40, "hard": 200, "expert": 1500}
"""Level -> imagined deals played out per decision."""


def choose(view: joker.View, level: str, rng: Random, stop: Stop = never, temper: str = "") -> Move:
    """Return the move of a bot of that level."""
    playouts = PLAYOUTS.get(level, 0)
    if view.phase == "trump":
        return joker.TRUMP_MOVES[_trump(view)]
    if view.phase == "bid":
        if playouts:
            return _searched_bid(view, level, rng, stop, temper)
        return _bid(view, level, rng)
    if playouts:
        return PLAY_MOVES[_searched_play(view, level, rng, stop, temper)]
    return PLAY_MOVES[_simple_play(view, level, rng)]


def seen_in(view: joker.View) -> int:
    """Return the cards that everybody has seen in this deal."""
    return card_mask([*view.plays, view.upcard] if view.upcard else view.plays)


# --- bids ---------------------------------------------------------------------------------------


def _trump(view: joker.View) -> int:
    """Name the trump that the cards seen so far are worth most in."""
    hand, cards = card_mask(view.hand), view.cards
    worth = [expected(hand, trump, cards, leads=True) for trump in range(5)]
    worth[NO_TRUMP] -= 0.5  # in a nine six cards are still to come, and trumps make them better
    return worth.index(max(worth))


def _bid(view: joker.View, level: str, rng: Random) -> Move:
    """Bid the legal number nearest to what the hand is worth, seen against the others' bids."""
    legal = joker.legal(joker.imagine(view, rng), view.to_act[0])
    hand, trump = card_mask(view.hand), TRUMPS.index(view.trump)
    worth, sure = _worth(hand, trump, view.cards, view.bids), _sure(hand, trump)
    worth = misjudged(worth, sure, view.cards - sure, _MISJUDGED.get(level, 0), rng)
    return min(legal, key=lambda move: (abs(bid_of(move) - worth), move))


_MISJUDGED: Final = {"easy": 0.45}
"""Level -> by how many tricks it misjudges each card that can be beaten, as a standard deviation.

This makes easy bots an even match for the arena's beginner.
"""


def _sure(hand: int, trump: int) -> int:
    """Count the jokers of a hand and the trumps that nothing but a joker beats."""
    trumps = [card for card in actions(hand & PLAIN) if SUIT[card] == trump]
    return (hand >> WILD).bit_count() + sum(not ABOVE[card] & ~hand for card in trumps)


def _worth(hand: int, trump: int, cards: int, bids: Sequence[int | None]) -> float:
    """Estimate the tricks of a hand after these bids of others."""
    made = [bid for bid in bids if bid is not None]
    excess = sum(made) - cards * len(made) / 4
    return expected(hand, trump, cards, leads=not made) - 0.12 * excess


def expected(hand: int, trump: int, cards: int, *, leads: bool) -> float:
    """Estimate how many tricks a hand takes in a deal of this size."""
    unseen = WHOLE_DECK & ~hand
    out = min(1.0, 3 * cards / unseen.bit_count())
    total = 0.0
    for card in actions(hand & PLAIN):
        above = (unseen & ABOVE[card]).bit_count()
        length = (hand & SUIT_MASKS[SUIT[card]]).bit_count()
        if SUIT[card] == trump:
            total += 0.95 * (1 - out * (0.22 + 0.78 / cards)) ** above
            continue
        base = 0.72 if trump != NO_TRUMP else 0.85
        base -= (0.2 if leads else 0.6) / cards
        beaten = 0.45 + 0.5 / cards if trump != NO_TRUMP else 0.33 + 0.6 / cards
        worth = base * (1 - out * beaten) ** above
        total += worth * (0.7 if length > 3 and trump != NO_TRUMP else 1)
    return 0.98 * (hand >> WILD).bit_count() + total * _SCALE[cards]


# --- search -------------------------------------------------------------------------------------


def imagining(view: joker.View, level: str, rng: Random, pool: int = POOL) -> Imagine:
    """Return how a level imagines the hidden cards; experts believe what the others have bid."""
    hidden = HiddenCards(view)
    likely = likelihood(view, level, hidden)

    def deal() -> Tricks:
        return hidden.deal(rng)

    return deal if likely is None else weighted(deal, likely, rng, pool)


def likelihood(
    view: joker.View, level: str, hidden: HiddenCards
) -> Callable[[Tricks], float] | None:
    """Return how well hands explain the bids; None if a level takes all hands as equally likely."""
    trump = TRUMPS.index(view.trump)
    made = [(seat, bid) for seat in _bidders(view) if (bid := view.bids[seat]) is not None]
    if level not in _BELIEVE_BIDS or all(seat == view.seat for seat, _ in made):
        return None

    def explains(tricks: Tricks) -> float:
        squares = 0.0
        before: list[int] = []
        for seat, bid in made:
            if seat != view.seat:
                hand = tricks.hands[seat] | hidden.played[seat]
                squares += (bid - _worth(hand, trump, view.cards, before)) ** 2
            before.append(bid)
        return exp(-squares / 2)

    return explains


_BELIEVE_BIDS: Final = ("expert",)
"""The levels that imagine hands which explain the bids: a trick off is a standard deviation off."""


def _searched_bid(view: joker.View, level: str, rng: Random, stop: Stop, temper: str) -> Move:
    """Play imagined deals out with each bid near the estimate; return the one that paid best."""
    seat, trump, seen = view.to_act[0], TRUMPS.index(view.trump), seen_in(view)
    worth = _worth(card_mask(view.hand), trump, view.cards, view.bids)
    moves = joker.legal(joker.imagine(view, rng), seat)
    near = sorted(moves, key=lambda move: abs(bid_of(move) - worth))[:_TRIED]
    stake, ended = Stake(view), ending(view.options, trump, level)

    def cost(tricks: Tricks, move: Move) -> float:
        bids = [*view.bids]
        bids[seat] = bid_of(move)
        made = bid_on(view, tricks, trump, bids)
        return -stake.values(made, ended(tricks.copy(), made, seen))[seat]

    most = min(4 * PLAYOUTS[level], _MOST)
    return search(near, imagining(view, level, rng), cost, most, stop, temper)


_TRIED: Final = 4
"""How many bids are tried."""
_MOST: Final = 1500
"""A bid matters more than a card: four times the playouts, up to this number."""


def _bidders(view: joker.View) -> list[int]:
    """Return the seats in the order in which they bid (J-R11): the dealer is the last."""
    return [(view.dealer + step) % 4 for step in range(1, 5)]


def bid_on(view: joker.View, tricks: Tricks, trump: int, bids: Sequence[int | None]) -> list[int]:
    """Have the seats that have not bid do so by estimate, each from its own imagined hand."""
    made = list(bids)
    for seat in _bidders(view):
        if made[seat] is None:
            worth = _worth(tricks.hands[seat], trump, view.cards, made)
            bid = round(worth)
            if seat == view.dealer and view.options.forced_dealer == "on":
                others = sum(other or 0 for other in made)
                if bid == view.cards - others:  # barred (J-R12): the next nearest
                    bid += 1 if (worth > bid and bid < view.cards) or not bid else -1
            made[seat] = bid
    return [bid or 0 for bid in made]


def _searched_play(view: joker.View, level: str, rng: Random, stop: Stop, temper: str) -> int:
    """Play imagined deals out; the strong levels let replies get better while they look."""
    counted = last_tricks(view, level)
    if counted is not None:
        return best(counted, view.to_act[0])
    imagine = imagining(view, level, rng)
    simulation = play_simulation(view, level, imagine, Stake(view).values)
    if level in _GROW_TREES:
        return tree_search(simulation, PLAYOUTS[level], stop, temper)

    def cost(tricks: Tricks, action: int) -> float:
        trial = tricks.copy()
        trial.apply(action)
        return -simulation.play_out(trial, tricks.rules.bit[action])[tricks.turn]

    return search(imagine().legal(), imagine, cost, PLAYOUTS[level], stop, temper)


COUNTED: Final = {"hard": 2, "expert": 3}
"""Level -> with this many cards in hand, or fewer, the deal is counted out."""


def last_tricks(view: joker.View, level: str) -> list[Counted] | None:
    """Count the last tricks of a deal out; None if there are too many of them, or of worlds."""
    if len(view.hand) > COUNTED.get(level, 0):
        return None
    hidden, stake = HiddenCards(view), Stake(view)
    deals, likely = hidden.all_deals(WORLDS), likelihood(view, level, hidden)
    if deals is None:
        return None
    bids = [bid or 0 for bid in view.bids]
    worlds = [World(deal, likely(deal) + LEAST if likely else 1.0) for deal in deals]
    return count(worlds, partial(stake.worths, bids), bids[view.to_act[0]])


_GROW_TREES: Final = ("hard", "expert")
_USE_POLICY: Final = ("hard", "expert")
"""The levels that imagine everybody to play by the learnt policy."""
_USE_PRIOR: Final = ("expert",)
"""The levels that try likely cards first."""
_SPREAD: Final = 150.0
"""The spread of a deal's outcomes."""


def play_simulation(
    view: joker.View,
    level: str,
    imagine: Imagine,
    value: Callable[[Sequence[int], Sequence[int]], list[float]],
) -> Simulation:
    """Return how a level imagines that a deal goes on in which a card is to be played.

    `value` says what its end is worth to each seat: bids, tricks taken -> values.
    """
    seen, bids = seen_in(view), [bid or 0 for bid in view.bids]
    trump = TRUMPS.index(view.trump)
    ended = ending(view.options, trump, level)

    def values(tricks: Tricks, played: int) -> list[float]:
        return value(bids, ended(tricks, bids, seen | played))

    return Simulation(imagine, values, _SPREAD, _prior(view, level, bids, seen))


Ending: TypeAlias = Callable[[Tricks, Sequence[int], int], Sequence[int]]
"""Plays a deal out: position, bids, cards seen -> tricks taken by each seat."""


def ending(options: joker.Options, trump: int, level: str) -> Ending:
    """Return how a level imagines that a deal ends."""
    policy: LearntPolicy | None = learnt(joker.NAME) if level in _USE_POLICY else None
    if policy is None:
        return lambda tricks, bids, seen: play_out(tricks, trump, bids, seen)
    known = strengths(options, trump)
    return lambda tricks, bids, seen: policy.play_out(known, tricks, bids, WHOLE_DECK & ~seen)


def _prior(view: joker.View, level: str, bids: Sequence[int], seen: int) -> Prior | None:
    """Return how likely a level thinks each card to be played; None if it tries all alike."""
    policy: LearntPolicy | None = learnt(joker.NAME) if level in _USE_PRIOR else None
    if policy is None:
        return None
    known = strengths(view.options, TRUMPS.index(view.trump))

    def prior(tricks: Tricks, played: int) -> Sequence[float]:
        unseen = WHOLE_DECK & ~(seen | played | tricks.hands[tricks.turn])
        return policy.chances(known, tricks, still_wanted(bids, tricks.taken, fixed=False), unseen)

    return prior


def play_out(tricks: Tricks, trump: int, bids: Sequence[int], seen: int) -> list[int]:
    """Play a deal out by rule of thumb; return the tricks taken."""
    bit, taken = tricks.rules.bit, tricks.taken
    while tricks.left:
        turn = tricks.turn
        action = play(tricks, trump, bids[turn] - taken[turn], seen)
        seen |= bit[action]
        tricks.apply(action)
    return taken


def _simple_play(view: joker.View, level: str, rng: Random) -> int:
    """Play by rule of thumb; easy bots forget the tricks that have been taken."""
    seat = view.to_act[0]
    tricks = HiddenCards(view).deal(rng)
    need = (view.bids[seat] or 0) - tricks.taken[seat]
    seen = card_mask(view.trick) if level in _FORGETFUL else seen_in(view)
    return play(tricks, TRUMPS.index(view.trump), need, seen)


_FORGETFUL: Final = ("easy",)
"""The levels that remember only the trick on the table."""
