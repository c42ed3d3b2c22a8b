"""Plays out every bid, tile or decision of Domino Poker, as experts do, to value it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from random import Random
from typing import Final

import core.games.domino_poker.rules as game
from core.bots.values import Rollouts, Worths
from core.bots.weights import learnt
from core.game import Move, against_others
from core.games.domino_poker.bot import (
    bid_simulation,
    ending,
    fifth_worths,
    goals_of,
    imagined_fifth,
    last_tricks,
    needed,
    play_simulation,
    unplayed_in,
)
from core.games.domino_poker.bot_play import play as rule_of_thumb
from core.games.domino_poker.moves import DECISIONS, PLAYS
from core.games.domino_poker.tricks import strengths
from core.games.domino_poker.view import HiddenTiles
from core.tricks.kernel import Tricks
from core.tricks.policy import LearntPolicy, still_wanted
from core.tricks.tree import Tree
from core.tricks.valuing import Choose, SameDeals, of_last_tricks, takes

_LEVEL: Final = "expert"
"""In playouts everybody plays as bots of this level imagine others to play."""


def rollouts(
    view: game.View, asked: Sequence[Move], rng: Random, among: Collection[Move] = ()
) -> Rollouts | None:
    """Compare all moves, except picking from the row of the fifth stage, where nothing is known."""
    seat = view.seat
    assert seat is not None
    moves = [move for move in game.legal(view) if not among or move in among]
    if view.phase in ("bid", "play"):
        return _of_deal(view, moves, rng)
    if view.phase == "decide":
        return Rollouts(
            DECISIONS, partial(_decide, view, rng), beyond=lambda: "what a place is worth"
        )
    return None


def _of_deal(view: game.View, moves: Sequence[Move], rng: Random) -> Rollouts:
    """Let replies get better with each world: a tree for each bid, or one for all tiles."""
    hidden, ended, choose = HiddenTiles(view), ending(view, _LEVEL, rng), _choosing(view)
    deals = SameDeals(lambda: hidden.deal(rng))

    def value(points: Sequence[int]) -> list[float]:
        deals.points = points
        return against_others(points)

    if view.phase == "bid":
        after = partial(bid_simulation, view, ended, deals.imagine, value)
        trees = [Tree(after(move)).grow for move in moves]
        return Rollouts(moves, partial(deals.grow, trees), learns=True)

    def takes_it(tile: int) -> bool:
        return takes(hidden.deal(rng), tile, choose)

    counted = last_tricks(view, _LEVEL)
    if counted is not None:
        return of_last_tricks(counted, PLAYS, takes_it)
    tiles = [PLAYS.index(move) for move in moves]

    def each_takes() -> Sequence[bool]:
        dealt = hidden.deal(rng)
        return [takes(dealt.copy(), tile, choose) for tile in tiles]

    tree = Tree(play_simulation(view, ended, deals.imagine, value))
    tries = [partial(tree.grow, tile) for tile in tiles]
    return Rollouts(moves, partial(deals.grow, tries), learns=True, takes=each_takes)


def _decide(view: game.View, rng: Random) -> Sequence[Worths]:
    values = imagined_fifth(view, rng)
    return [fifth_worths(view, values, move) for move in DECISIONS]


def _choosing(view: game.View) -> Choose:
    """Return how everybody is imagined to play a tile."""
    unplayed, stage = unplayed_in(view), view.now.stage
    policy: LearntPolicy | None = learnt(game.NAME)
    if policy is None:
        return lambda tricks, played: rule_of_thumb(
            tricks, needed(stage, view.bids[tricks.turn], tricks), unplayed & ~played
        )
    known, goals = strengths(view.options, view.seats), goals_of(stage, view.bids)

    def choose(tricks: Tricks, played: int) -> int:
        unseen = unplayed & ~played & ~tricks.hands[tricks.turn]
        needs = still_wanted(goals, tricks.taken, fixed=stage == "mizer")
        return policy.choose(known, tricks, needs, unseen)

    return choose
