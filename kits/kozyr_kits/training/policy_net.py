"""A small network in place of the learnt policy of a trick game: teaches one, and measures it.

    python -m kozyr_kits.training.policy_net GAME [--positions N] [--duels N]
                                                  [--experts N] [--part X] [--seed N]

It learns which actions pay when the policy plays imagined deals on. Then both play deals bare,
without any search, each deal twice with the seats exchanged; with `--experts`, so do experts who
play imagined deals out by the network, with a part of their steps, and experts who do so by the
policy; neither believes plays, as experts did not when this was tried. All is done by the compiled
copy (`policy_net.h`); deals are for four and have hands of full size.
"""

import argparse
import ctypes
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from kozyr_kits.arena.interval import student
from kozyr_kits.training.deals import CompilerError, Copy, expert, ints
from kozyr_kits.training.leaf_value import GAMES, SEATS, LeafGame
from kozyr_kits.training.leaves import duel
from kozyr_kits.training.trainers import TRAINERS

WORLDS: Final = 60
"""Imagined deals in which each action of a decision is tried."""
_FIRST, _SECOND = 64, 32
"""The hidden units of both layers."""
_STATE_SIGNS, _ACTION_SIGNS, _ACTIONS = 56, 8, 54
_PASSES: Final = 8
_BATCH: Final = 512
_RATE: Final = 2e-3
_UNIT: Final = {"joker": 10, "domino_poker": 1}
"""Points are counted in this, so that a softmax over sums can tell good actions from poor ones."""


class Decisions(NamedTuple):
    """What was tried out."""

    states: Any
    """The signs of the state, a row for each decision; -1 for none."""
    signs: Any
    """The signs of the action, a row for each action."""
    counts: Any
    """How many actions each decision has."""
    sums: Any
    """The sum of the policy's weights for each action."""
    paid: Any
    """What each action paid on average, in points compared with the others'."""


class Deal(NamedTuple):
    """A deal that has been bid for, as C takes it."""

    hands: Any
    leader: int
    table: int
    """The number of its tables."""
    bids: Any


def deals(game: LeafGame, rng: Random) -> Iterator[Deal]:
    """Yield plain deals of hands of full size, bid for as in training."""
    tables = {known.trumps: number for number, (_, known) in enumerate(game.tables())}
    while True:
        deal = TRAINERS[game.NAME].training_deal(rng)
        plain = len(deal.goals) == SEATS and min(deal.goals) >= 0 and not deal.fixed
        if plain and deal.tricks.left == game.SIZES[-1]:
            hands = (ctypes.c_uint64 * SEATS)(*deal.tricks.hands)
            table = tables[deal.strengths.trumps]
            yield Deal(hands, deal.tricks.turn, table, ints(deal.goals))


def gathered(copy: Copy, positions: int, rng: Random) -> Decisions:
    """Try out this many decisions, or a few more."""
    parts, found = [], 0
    for deal in deals(copy.game, rng):
        parts.append(_tried(copy, deal, rng.getrandbits(63)))
        found += len(parts[-1].counts)
        if found >= positions:
            break
    return Decisions(*[np.concatenate(each) for each in zip(*parts, strict=True)])


def _tried(copy: Copy, deal: Deal, seed: int) -> Decisions:
    """Try out half of the decisions of a deal."""
    size, strays = copy.game.SIZES[-1], ctypes.c_double(expert(copy.game).strays)
    most = SEATS * size
    states = np.empty((most, _STATE_SIGNS), np.int16)
    signs = np.empty((most * _ACTIONS, _ACTION_SIGNS), np.int16)
    counts = np.empty(most, np.int32)
    sums, paid = np.empty((2, most * _ACTIONS), np.float32)
    out = [each.ctypes for each in (states, signs, counts, sums, paid)]
    copy.c.use(deal.table)
    found = copy.c.try_out(
        *(deal.hands, deal.leader, size, deal.bids),
        *(ctypes.c_uint64(seed), WORLDS, strays, *out),
    )
    rows = counts[:found].sum()
    kept = (states[:found], signs[:rows], counts[:found], sums[:rows], paid[:rows])
    return Decisions(*[each.copy() for each in kept])


def taught(copy: Copy, found: Decisions, seed: int) -> Any:
    """Return weights with which a softmax over actions expects to lose the least (Adam)."""
    rng, sizes = np.random.default_rng(seed), (copy.c.sizes(0), copy.c.sizes(1))
    weights = [
        rng.normal(0, 0.15, (sizes[0] + 1, _FIRST)),
        rng.normal(0, 0.2, (sizes[1] + 1, _FIRST)),
        np.zeros(_FIRST),
        rng.normal(0, (2 / _FIRST) ** 0.5, (_FIRST, _SECOND)),
        np.zeros(_SECOND),
        rng.normal(0, 0.05, _SECOND),
    ]
    weights = [each.astype(np.float32) for each in weights]
    mean, square = ([np.zeros_like(each) for each in weights] for _ in range(2))
    starts = np.cumsum(found.counts) - found.counts
    steps, done = _PASSES * (len(starts) // _BATCH), 0
    for _ in range(_PASSES):
        order = rng.permutation(len(starts))
        for begin in range(0, len(order) - _BATCH + 1, _BATCH):
            slopes = _slopes(weights, found, order[begin : begin + _BATCH], starts, copy.game)
            rate = _RATE * 0.5 * (1 + np.cos(np.pi * done / steps))
            done += 1
            for which, slope in enumerate(slopes):
                mean[which] += 0.1 * (slope - mean[which])
                square[which] += 0.001 * (slope**2 - square[which])
                spread = np.sqrt(square[which] / (1 - 0.999**done)) + 1e-8
                weights[which] -= rate * mean[which] / (1 - 0.9**done) / spread
    rows = [weights[0][:-1], weights[1][:-1], *weights[2:]]  # without the row of no sign
    return np.concatenate([each.ravel() for each in rows]).astype(np.float32)


def _slopes(
    weights: Sequence[Any], found: Decisions, chosen: Any, starts: Any, game: LeafGame
) -> list[Any]:
    """Return how the expected loss of a batch changes with each weight."""
    counts = found.counts[chosen]
    first = np.cumsum(counts) - counts
    whose = np.repeat(np.arange(len(chosen)), counts)
    rows = starts[chosen][whose] - first[whose] + np.arange(counts.sum())
    state = _table(found.states[chosen], len(weights[0]))
    action = _table(found.signs[rows], len(weights[1]))
    one = np.maximum((state @ weights[0])[whose] + action @ weights[1] + weights[2], 0)
    two = np.maximum(one @ weights[3] + weights[4], 0)
    worths = two @ weights[5] + found.sums[rows]
    odds = np.exp(worths - np.maximum.reduceat(worths, first)[whose])
    odds /= np.add.reduceat(odds, first)[whose]
    paid = found.paid[rows] / _UNIT[game.NAME]
    slope = odds * (np.add.reduceat(odds * paid, first)[whose] - paid) / len(chosen)
    back = np.outer(slope, weights[5]) * (two > 0)
    behind = (back @ weights[3].T) * (one > 0)
    states = state.T @ np.add.reduceat(behind, first)
    return [
        *(states, action.T @ behind, behind.sum(0)),
        *(one.T @ back, back.sum(0), two.T @ slope),
    ]


def _table(signs: Any, size: int) -> Any:
    """Return a row of ones and noughts for each row of signs; the last column is of none."""
    table = np.zeros((len(signs), size), np.float32)
    table[np.arange(len(signs))[:, None], signs] = 1
    table[:, -1] = 0
    return table


def bare(copy: Copy, duels: int, rng: Random) -> Iterator[float]:
    """Play deals bare, each twice; yield how far a seat of the network is ahead of the policy's."""
    game, taken = copy.game, ints([0] * SEATS)
    for deal in islice(deals(game, rng), duels):
        copy.c.use(deal.table)
        total = 0
        for seat in range(2):
            copy.c.play_bare(deal.hands, deal.leader, game.SIZES[-1], deal.bids, seat, taken)
            points = game.points(deal.bids, taken)
            total += sum(points[seat::2]) - sum(points[1 - seat :: 2])
        yield total / SEATS


def run(words: Sequence[str] = ()) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m kozyr_kits.training.policy_net")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--positions", type=int, default=600_000, help="decisions to learn from")
    parser.add_argument("--duels", type=int, default=10_000, help="deals of bare play")
    parser.add_argument("--experts", type=int, default=0, help="deals of experts")
    parser.add_argument("--part", type=float, default=1.0, help="of the usual steps")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(words)
    copy = Copy(GAMES[args.game])
    found = gathered(copy, args.positions, Random(args.seed))
    copy.c.set_net(taught(copy, found, args.seed).ctypes)
    print(f"taught by {len(found.counts)} decisions, {len(found.sums)} actions", flush=True)
    ahead = student([*bare(copy, args.duels, Random(f"{args.seed} bare"))])
    print(f"bare, {args.duels} deals: {ahead.mean:+.2f} ± {ahead.half:.2f} a deal", flush=True)
    if args.experts:
        mind, usual = (expert(copy.game, part=part, believes=0.0) for part in (args.part, 1.0))
        mind.net = 1
        chance = Random(f"{args.seed} experts")
        ahead = student([*duel(copy, (mind, usual), args.experts, chance)])
        said = f"{ahead.mean:+.2f} ± {ahead.half:.2f}"
        print(f"experts, {args.part} of the steps, {args.experts} deals: {said} a deal")


if __name__ == "__main__":
    try:
        run(sys.argv[1:])
    except CompilerError as error:
        sys.exit(str(error))
