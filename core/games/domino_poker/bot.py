"""How bots play Domino Poker: count likely tricks, bid them, then take exactly that many.

From level medium on they try bids and tiles in imagined deals that are played out by rule of thumb,
experts by what they have learnt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from math import fsum
from random import Random
from typing import Final, TypeAlias

import core.games.domino_poker.rules as game
from core.bots.search import Stop, never, search
from core.bots.weights import learnt
from core.game import Move, against_others
from core.game import places as places_of
from core.games.domino_poker.bot_play import expected, play, unbeatable
from core.games.domino_poker.moves import PLAYS, bid_of
from core.games.domino_poker.row import fifth_points
from core.games.domino_poker.sheet import Deal, deal_points
from core.games.domino_poker.tricks import hand_mask, strengths
from core.games.domino_poker.view import HiddenTiles
from core.tiles import ALL_TILES, TILES, pips_of
from core.tricks.bids import misjudged
from core.tricks.endings import WORLDS, Counted, World, best, count
from core.tricks.kernel import Tricks
from core.tricks.policy import ALL, LearntPolicy, Strays
from core.tricks.tree import Imagine, Simulation, bid_search, tree_search

PLAYOUTS: Final = {"medium": 40, "hard": 200, "expert": 1500}
"""Level -> imagined deals played out per decision."""


def choose(view: game.View, level: str, rng: Random, stop: Stop = never, temper: str = "") -> Move:
    """Return the move of a bot of that level."""
    seat = view.seat
    assert seat is not None
    state = game.imagine(view, rng)
    moves = game.legal(state, seat)
    if len(moves) == 1:
        return moves[0]
    playouts = PLAYOUTS.get(level, 0)
    match view.phase:
        case "bid" if playouts:
            return _searched_bid(view, moves, level, rng, stop, temper)
        case "bid":
            return _bid(view, state, moves, level, rng)
        case "play" if playouts:
            return PLAYS[_searched_play(view, level, rng, stop, temper)]
        case "play":
            return PLAYS[_simple_play(view, state, level)]
        case "decide":
            return _decide(view, rng, stop, temper)
    return rng.choice(moves)  # nobody knows what lies in the row


# --- bids -------------------------------------------------------------------------------------


def _bid(
    view: game.View, state: game.State, moves: Sequence[Move], level: str, rng: Random
) -> Move:
    """Return the bid nearest to the tricks to be expected."""
    likely = _likely(state.now, state.tricks, state.bids)
    hand = hand_mask(view.hand)  # empty in a blind deal: there is nothing to misjudge
    sure = unbeatable(hand)
    likely = misjudged(likely, sure, hand.bit_count() - sure, _MISJUDGED.get(level, 0), rng)
    return min(moves, key=lambda move: abs(bid_of(move) - likely))


_MISJUDGED: Final = {"easy": 0.3}
"""Level -> by how many tricks it misjudges each tile that can be beaten, as a standard deviation.

This makes easy bots an even match for the arena's beginner.
"""


def _likely(now: Deal, tricks: Tricks, bids: Sequence[int | None]) -> float:
    """Estimate the tricks of the next bidder; in a blind deal, a little under a fair share."""
    seats = len(bids)
    made = [bid for bid in bids if bid is not None]
    if now.stage == "blind":
        likely = now.size / seats - 0.5  # a trick too few costs ten times what one too many does
    else:
        hand = tricks.hands[(tricks.turn + len(made)) % seats]
        likely = expected(hand, (seats - 1) * now.size)
    # Where the others bid little the tricks are easier to have, and the other way round.
    return likely + _PULL * (now.size * len(made) / seats - sum(made))


_PULL: Final = 0.3
"""How much of the tricks left over by earlier bids a bidder counts on; 0.3 scored best."""


# --- search -----------------------------------------------------------------------------------


def _searched_bid(
    view: game.View, moves: Sequence[Move], level: str, rng: Random, stop: Stop, temper: str
) -> Move:
    """Play imagined deals out with every bid; return the one that paid best."""
    seat, hidden, ended = view.to_act[0], HiddenTiles(view), ending(view, level, rng)

    def imagine() -> Tricks:
        return hidden.deal(rng)

    if level in _GROW_TREES:
        likely = _likely(view.now, imagine(), view.bids)
        near = sorted(moves, key=lambda move: abs(bid_of(move) - likely))[:_TRIED]
        goes_on = partial(bid_simulation, view, ended, imagine, against_others)
        return bid_search(near, goes_on, seat, _BID_STEPS[level], stop, temper)

    def cost(tricks: Tricks, move: Move) -> float:
        bids = _bids_after(view, tricks, move)
        return -against_others(ended(tricks.copy(), bids, ALL_TILES))[seat]

    return search(moves, imagine, cost, 4 * PLAYOUTS[level], stop, temper)


_TRIED: Final = 4
"""How many bids are tried in trees."""
_BID_STEPS: Final = {"hard": 800, "expert": 3000}
"""Level -> steps of the trees of bids. A bid matters more than a tile."""


def _bid_on(view: game.View, tricks: Tricks, bids: list[int | None]) -> None:
    """Have the seats that have not bid do so by estimate, each from its own imagined hand."""
    size = view.now.size
    while None in bids:
        left = bids.count(None)
        likely = _likely(view.now, tricks, bids)
        bid = min(size, max(0, round(likely)))
        if (
            left == 1
            and view.options.hook == "on"
            and bid + sum(each or 0 for each in bids) == size
        ):
            bid += 1 if (likely > bid and bid < size) or not bid else -1  # barred (D-R11)
        bids[(view.starter - left) % view.seats] = bid


Ending: TypeAlias = Callable[[Tricks, Sequence[int | None], int], Sequence[int]]
"""Plays a deal out: position, bids, tiles not played yet -> each seat's points."""

Value: TypeAlias = Callable[[Sequence[int]], list[float]]
"""What the points of a deal are worth to each seat."""


def bid_simulation(
    view: game.View, ended: Ending, imagine: Imagine, value: Value, move: Move
) -> Simulation:
    """Return how a deal is imagined to go on after a bid."""
    bids: list[int | None] = []

    def bid() -> Tricks:
        tricks = imagine()
        bids[:] = _bids_after(view, tricks, move)
        return tricks

    def values(tricks: Tricks, played: int) -> list[float]:
        return value(ended(tricks, bids, ALL_TILES & ~played))

    return Simulation(bid, values, _SPREAD)


def play_simulation(view: game.View, ended: Ending, imagine: Imagine, value: Value) -> Simulation:
    """Return how a deal is imagined to go on in which a tile is to be played."""
    unseen = unplayed_in(view)

    def values(tricks: Tricks, played: int) -> list[float]:
        return value(ended(tricks, view.bids, unseen & ~played))

    return Simulation(imagine, values, _SPREAD)


def _bids_after(view: game.View, tricks: Tricks, move: Move) -> list[int | None]:
    """Return all bids: this one, and the bids to come as the others would answer it."""
    bids = [*view.bids]
    bids[view.to_act[0]] = bid_of(move)
    _bid_on(view, tricks, bids)
    return bids


def _searched_play(view: game.View, level: str, rng: Random, stop: Stop, temper: str) -> int:
    """Play imagined deals out; the strong levels let replies get better while they look."""
    counted = last_tricks(view, level)
    if counted is not None:
        return best(counted, view.to_act[0])
    hidden = HiddenTiles(view)

    def imagine() -> Tricks:
        return hidden.deal(rng)

    simulation = play_simulation(view, ending(view, level, rng), imagine, against_others)
    if level in _GROW_TREES:
        return tree_search(simulation, PLAYOUTS[level], stop, temper)

    def cost(tricks: Tricks, number: int) -> float:
        trial = tricks.copy()
        trial.apply(number)
        return -simulation.play_out(trial, 1 << number)[tricks.turn]

    return search(imagine().legal(), imagine, cost, PLAYOUTS[level], stop, temper)


COUNTED: Final = {"hard": 2, "expert": 3}
"""Level -> with this many tiles in hand, or fewer, the deal is counted out."""


def last_tricks(view: game.View, level: str) -> list[Counted] | None:
    """Count the last tricks of a deal out; None if there are too many of them, or of worlds."""
    if len(view.hand) > COUNTED.get(level, 0):
        return None
    deals, stage = HiddenTiles(view).all_deals(WORLDS), view.now.stage
    if deals is None:
        return None
    made = [bid for bid in view.bids if bid is not None]
    goal = goals_of(stage, view.bids)[view.to_act[0]]
    return count(
        [World(deal, 1.0) for deal in deals],
        partial(deal_points, view.options, stage, made),
        None if goal == ALL else goal,
    )


_GROW_TREES: Final = ("hard", "expert")
_USE_POLICY: Final = ("expert",)
"""The levels that imagine everybody to play by the learnt policy."""
_STRAY: Final = 0.4
"""How often somebody plays at random in the playouts of these levels, until the last tricks.

Real players are not so easily foreseen; this lowers the bids, and more of them are made.
"""
_SURE: Final = 2
"""In this many last tricks everybody plays by the learnt policy."""
_SPREAD: Final = 15.0
"""The spread of a deal's outcomes."""


def ending(view: game.View, level: str, rng: Random) -> Ending:
    """Return how a level imagines that a deal ends."""
    policy: LearntPolicy | None = learnt(game.NAME) if level in _USE_POLICY else None
    if policy is None:
        return lambda tricks, bids, unplayed: play_out(view, tricks, bids, unplayed)
    stage, known = view.now.stage, strengths(view.options, view.seats)
    mizer, strays = stage == "mizer", Strays(_STRAY, _SURE, rng)

    def ended(tricks: Tricks, bids: Sequence[int | None], unplayed: int) -> Sequence[int]:
        goals = goals_of(stage, bids)
        taken = policy.play_out(known, tricks, goals, unplayed, fixed=mizer, strays=strays)
        return deal_points(view.options, stage, [bid for bid in bids if bid is not None], taken)

    return ended


def goals_of(stage: str, bids: Sequence[int | None]) -> list[int]:
    """Return the tricks that each seat wants in all, as a policy counts them."""
    return [0 if stage == "mizer" else ALL if bid is None else bid for bid in bids]


def play_out(
    view: game.View, tricks: Tricks, bids: Sequence[int | None], unplayed: int
) -> tuple[int, ...]:
    """Play a deal out by rule of thumb; return each seat's points."""
    stage = view.now.stage
    while tricks.left:
        number = play(tricks, needed(stage, bids[tricks.turn], tricks), unplayed)
        unplayed ^= 1 << number
        tricks.apply(number)
    made = [bid for bid in bids if bid is not None]
    return deal_points(view.options, stage, made, tricks.taken)


# --- tricks -----------------------------------------------------------------------------------


def _simple_play(view: game.View, state: game.State, level: str) -> int:
    """Play by rule of thumb; easy bots forget the tricks that have been taken."""
    tricks = state.tricks
    need = needed(view.now.stage, view.bids[tricks.turn], tricks)
    unplayed = ALL_TILES & ~hand_mask(view.trick) if level in _FORGETFUL else unplayed_in(view)
    return play(tricks, need, unplayed)


_FORGETFUL: Final = ("easy",)
"""The levels that remember only the trick on the table."""


def unplayed_in(view: game.View) -> int:
    return ALL_TILES & ~hand_mask(view.played)


def needed(stage: str, bid: int | None, tricks: Tricks) -> int:
    """Return how many tricks are still wanted; negative where every further trick scores."""
    if stage == "mizer":
        return 0
    return -1 if bid is None else bid - tricks.taken[tricks.turn]


# --- the fifth stage --------------------------------------------------------------------------


def _decide(view: game.View, rng: Random, stop: Stop, temper: str) -> Move:
    """Show or keep: what brings more points and places if the others show their high tiles."""
    seat = view.seat
    assert seat is not None

    def cost(values: list[int | None], move: Move) -> float:
        worths = fifth_worths(view, values, move)
        others = [worth for other, worth in enumerate(worths) if other != seat]
        return fsum(others) / len(others) - worths[seat]

    return search(("show", "keep"), lambda: imagined_fifth(view, rng), cost, _FIFTH, stop, temper)


def imagined_fifth(view: game.View, rng: Random) -> list[int | None]:
    """Imagine by seat the pips shown, None for a tile kept; the own tile always counts as shown."""
    seat, fifth = view.seat, view.fifth
    assert fifth is not None
    shown_from = _shown_from(view.seats)
    state = game.imagine(view, rng)
    places = dict(enumerate(fifth.positions()))
    values: list[int | None] = []
    for other, made in enumerate(fifth.decisions):
        pips = pips_of(state.row[places[other]])
        shows = made == "show" or (not made and pips >= shown_from)
        values.append(pips if shows or other == seat else None)
    return values


def fifth_worths(view: game.View, values: Sequence[int | None], move: Move) -> list[float]:
    """Return by seat the points of the fifth stage after a move; the mover's include his place."""
    seat, values = view.seat, [*values]
    assert seat is not None
    if move == "keep":
        values[seat] = None
    won = fifth_points(values, view.options.stage5_top_tie)
    totals = list(map(int.__add__, view.totals, won))
    worths = [float(points) for points in won]
    worths[seat] -= _PLACE * places_of(totals)[seat]
    return worths


_FIFTH: Final = 400
"""Imagined rows per decision of the fifth stage, at every level: they cost next to nothing."""
_PLACE: Final = 8.0
"""How many points a place in the final order is worth."""


@lru_cache
def _shown_from(seats: int) -> int:
    """Return the fewest pips with which the others are assumed to show their tile.

    The largest number at which probably not all of them keep: if all kept, one could always show.
    """
    pips = [pips_of(tile) for tile in TILES]

    def all_keep(least: int) -> float:
        below = sum(other < least for other in pips)
        return float((below / len(pips)) ** (seats - 1))

    return max(least for least in range(13) if all_keep(least) < 0.5)
