"""Teaches the value at the leaves of Domino Poker's trees, and says what it wins.

    python -m train.leaves teach [--deals N] [--experts N] [--seed N] [--out FILE]
    python -m train.leaves check [--experts N] [--seed N]
    python -m train.leaves steps [--seed N]
    python -m train.leaves duel [--experts N] [--seed N] [--share X] [--part X]

First the network learns to foretell how the learnt policy plays deals out, of which there are
many, then what experts' own deals come to. `check` compares, in other deals, the ends that were
played with what the value says and with deals played out; `steps` measures how long a step of the
bots' search takes with it. `duel` plays deals twice, experts who search with it against experts as
they are. Experts are a compiled copy (`train/domino_deals.py`), and all deals are for four.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final, NamedTuple

from bench import report
from core.arena.interval import student
from core.bots import LEVELS
from core.bots.training import TRAINERS
from core.bots.weights import learnt
from core.game import against_others, parse_options
from core.games import GAMES
from core.games.domino_poker.bot import TileBot
from core.games.domino_poker.sheet import Options, deal_points
from core.games.domino_poker.tricks import strengths, trick_rules
from core.games.domino_poker.view import View
from core.match import deal_due
from core.shuffle import SeededDecks
from core.tiles import ALL_TILES
from core.tricks.kernel import Tricks
from core.tricks.policy import ALL, Strays, still_wanted
from core.tricks.tree import Tree
from train.domino_deals import Copy, Mind, expert
from train.leaf_value import (
    FILE,
    FINE,
    GAME,
    HIDDEN,
    LAST,
    MISSED,
    SEATS,
    SIZE,
    LeafValue,
    of_bid,
    of_play,
    signs,
    taught_weights,
)

DEALS: Final = 20_000
"""Deals that the policy plays out."""
ENDS: Final = 6
"""How often it plays each position of them out."""
_STRAY: Final = 0.15
"""How often a tile is played at random in these deals, so that other positions are seen too."""
EXPERTS: Final = 10_000
"""Deals of experts."""
TAUGHT_BY: Final = 1 / 3
"""The part of an expert's steps that those who teach have: there are more deals that way."""
SIZES: Final = (3, 4, 5, 6, 7, 7, 7, 7)
"""Tiles a hand, in the deals of experts."""
ROUNDS: Final = 5
STEPS: Final = 100
"""Steps whose time is measured together; the median counts."""
TRIES: Final = (1, 4, 16)
"""How many deals played out the value is compared with."""


class Position(NamedTuple):
    """The beginning of a trick, and what the deal brought each seat in the end."""

    tricks: Tricks
    unplayed: int
    """The tiles that have not been played, as a mask."""
    bids: Sequence[int]
    points: Sequence[float]


# --- where positions come from --------------------------------------------------------------------


def dealt(rng: Random, size: int) -> Tricks:
    """Deal; a seat drawn by lot is to bid first and to lead."""
    deck = [*range(ALL_TILES.bit_count())]
    rng.shuffle(deck)
    hands = [sum(1 << tile for tile in deck[seat * size :][:size]) for seat in range(SEATS)]
    return Tricks(trick_rules(Options(), SEATS), hands, rng.randrange(SEATS), size)


def expert_positions(copy: Copy, mind: Mind, deals: int, rng: Random) -> Iterator[Position]:
    """Yield the beginnings of all tricks in deals of four experts, with what they came to."""
    for _ in range(deals):
        tricks = dealt(rng, rng.choice(SIZES))
        played = copy.play(tricks.hands, tricks.turn, (mind,) * SEATS, rng.getrandbits(63))
        points = deal_points(Options(), "plain", played.bids, played.taken)
        unplayed = ALL_TILES
        for action in played.plays:
            if not tricks.count:
                yield Position(tricks.copy(), unplayed, played.bids, points)
            unplayed &= ~(1 << action)
            tricks.apply(action)


def policy_positions(deals: int, rng: Random) -> Iterator[Position]:
    """Yield positions of deals that the policy plays, each with the mean of some ends by it."""
    policy = learnt(GAME)
    imagined = Strays(expert().strays, LAST, rng)
    for _ in range(deals):
        deal = TRAINERS[GAME].training_deal(rng)
        if len(deal.goals) != SEATS or ALL in deal.goals or deal.fixed:
            continue
        tricks, unplayed, bids = deal.tricks.copy(), deal.unplayed, deal.goals
        while tricks.left > LAST:
            if not tricks.count:
                ends = [
                    policy.play_out(deal.strengths, tricks.copy(), bids, unplayed, strays=imagined)
                    for _ in range(ENDS)
                ]
                points = [deal_points(Options(), "plain", bids, taken) for taken in ends]
                means = [sum(each) / ENDS for each in zip(*points, strict=True)]
                yield Position(tricks.copy(), unplayed, bids, means)
            if rng.random() < _STRAY:
                action = rng.choice(tricks.legal())
            else:
                needs = still_wanted(bids, tricks.taken, fixed=False)
                unseen = unplayed & ~tricks.hands[tricks.turn]
                action = policy.choose(deal.strengths, tricks, needs, unseen)
            unplayed &= ~tricks.rules.bit[action]
            tricks.apply(action)


# --- teaching -------------------------------------------------------------------------------------

_BATCH: Final = 256
_PASSES: Final = (12, 12)
"""How often the positions of the policy are gone through, and then those of the experts."""
_RATES: Final = (3e-3, 1e-3)
_UNIT: Final = 100
"""Squared errors are counted in this, so that steps are of a usual size."""


def teach(copy: Copy, deals: int, experts: int, seed: int) -> list[int]:
    """Return the weights of a network that has learnt from the policy and then from experts."""
    import numpy as np

    rng = np.random.default_rng(seed)
    weights = [
        rng.normal(0, 0.1, (SIZE, HIDDEN)),
        np.zeros(HIDDEN),
        rng.normal(0, 0.1, (HIDDEN, 2)),
        # To begin with, of ten bids six are kept, and a miss costs three points.
        np.array([0.6, -3 / MISSED]),
    ]
    chance = Random(seed)
    found = expert_positions(copy, expert(part=TAUGHT_BY), experts, chance)
    lessons = (
        policy_positions(deals, chance),
        (each for each in found if each.tricks.left > LAST),
    )
    for found, passes, rate in zip(lessons, _PASSES, _RATES, strict=True):
        _fit(weights, _rows(found), passes, rate, rng)
    kept, missed = weights[2].T
    rows = np.concatenate([weights[0].ravel(), weights[1], kept, missed, weights[3]])
    return [int(each) for each in np.rint(rows * FINE)]


def _rows(found: Iterator[Position]) -> tuple[Any, Any, Any]:
    """Return signs, points of a kept bid and points that came, a row for each seat."""
    import numpy as np

    seen: list[list[int]] = []
    worth: list[int] = []
    came: list[float] = []
    for position in found:
        seen += signs(position.tricks, position.bids)
        worth += [10 * bid or 5 for bid in position.bids]
        came += position.points
    table = np.zeros((len(seen), SIZE), np.float32)
    for row, each in zip(table, seen, strict=True):
        row[each] = 1
    print(f"{len(seen) // SEATS} positions", flush=True)
    return table, np.array(worth, np.float32), np.array(came, np.float32)


def _fit(
    weights: list[Any], rows: tuple[Any, Any, Any], passes: int, rate: float, rng: Any
) -> None:
    """Change weights so that squared errors get less (Adam, by a rate that falls to nothing)."""
    import numpy as np

    table, worth, came = rows
    mean = [np.zeros_like(each) for each in weights]
    square = [np.zeros_like(each) for each in weights]
    steps = 0
    for number in range(passes):
        now = rate * 0.5 * (1 + np.cos(np.pi * number / passes))
        order = rng.permutation(len(table))
        for begin in range(0, len(order), _BATCH):
            at = order[begin : begin + _BATCH]
            units = np.maximum(table[at] @ weights[0] + weights[1], 0)
            says = units @ weights[2] + weights[3]
            points = says[:, 0] * worth[at] + says[:, 1] * MISSED
            error = 2 * (points - came[at]) / _UNIT / len(at)
            ends = np.stack([error * worth[at], error * MISSED], 1)
            back = (ends @ weights[2].T) * (units > 0)
            slopes = [table[at].T @ back, back.sum(0), units.T @ ends, ends.sum(0)]
            steps += 1
            for which, slope in enumerate(slopes):
                mean[which] = 0.9 * mean[which] + 0.1 * slope
                square[which] = 0.999 * square[which] + 0.001 * slope**2
                spread = np.sqrt(square[which] / (1 - 0.999**steps)) + 1e-8
                weights[which] -= now * mean[which] / (1 - 0.9**steps) / spread


# --- how far off it is, and what it wins ----------------------------------------------------------


def check(copy: Copy, leaf: LeafValue, experts: int, seed: int, part: float = 1.0) -> None:
    """Print mean squared errors of what seats get compared with the mean of the others.

    `part` is the part of their steps that experts have.
    """
    errors: dict[int, list[list[float]]] = {}
    rng, policy, known = Random(seed), learnt(GAME), strengths(Options(), SEATS)
    imagined = Strays(expert().strays, LAST, rng)
    for tricks, unplayed, bids, came in expert_positions(copy, expert(part=part), experts, rng):
        ends = [
            deal_points(
                Options(),
                "plain",
                bids,
                policy.play_out(known, tricks.copy(), bids, unplayed, strays=imagined),
            )
            for _ in range(TRIES[-1])
        ]
        guesses: list[Sequence[float]] = [[0.0] * SEATS]
        guesses += [
            [sum(each) / tries for each in zip(*ends[:tries], strict=True)] for tries in TRIES
        ]
        guesses.append(leaf.points(tricks, bids))
        guesses += [
            [(one + other) / 2 for one, other in zip(guesses[-1], guess, strict=True)]
            for guess in guesses[1:-1]
        ]
        real = against_others(came)
        found = errors.setdefault(tricks.left, [[] for _ in guesses])
        for each, guess in zip(found, guesses, strict=True):
            ahead = against_others(guess)
            each.append(sum((a - b) ** 2 for a, b in zip(ahead, real, strict=True)) / SEATS)
    tries = ", ".join(map(str, TRIES))
    print(f"tricks left: nothing foretold; {tries} deals played out; the value; half of either")
    for left, found in sorted(errors.items(), reverse=True):
        said = " ".join(f"{sum(each) / len(each):6.1f}" for each in found)
        report.line(f"{left}, {len(found[0])} positions", said)


def steps(seed: int) -> None:
    """Print how long steps take in a tree for a tile and for a bid, with a share of the value."""
    spent: dict[tuple[str, float], list[float]] = {}
    views = [*_views(seed)]
    for _ in range(ROUNDS):
        for share in (0.0, 0.5, 1.0):
            for view in views:
                bot = TileBot(view, LEVELS[-1], Random(seed))
                imagine = bot.imagine()
                if view.phase == "play":
                    simulation = of_play(share, bot, imagine, bot.values)
                else:
                    simulation = of_bid(share, bot, imagine, bot.values, 1)
                tree, begun = Tree(simulation), process_time()
                for _ in range(STEPS):
                    tree.grow()
                each = 1e6 * (process_time() - begun) / STEPS
                spent.setdefault((view.phase, share), []).append(each)
    for (phase, share), found in sorted(spent.items()):
        part = median(spent[phase, 0.0]) / median(found)
        said = f"{median(found):.0f} µs, {part:.2f} of the usual steps"
        report.line(f"to {phase}, the value counts {share}", said)


def _views(seed: int) -> Iterator[View]:
    """Yield what seats see who are to bid or play in full hands, four tiles or more."""
    rng, decks = Random(seed), SeededDecks(seed)
    state = GAMES[GAME].new(parse_options(Options, {"deal_set": "largest"}), SEATS)
    deal_due(GAMES[GAME], state, decks)
    while state.deal <= 4:
        view = GAMES[GAME].view(state, GAMES[GAME].to_act(state)[0])
        if len(view.hand) > 3 and not rng.randrange(4):
            yield view
        legal = GAMES[GAME].legal(state, view.seat)
        GAMES[GAME].apply(state, view.seat, rng.choice(legal[:3] if view.phase == "bid" else legal))
        deal_due(GAMES[GAME], state, decks)


def duel(copy: Copy, minds: tuple[Mind, Mind], deals: int, rng: Random) -> list[float]:
    """Play deals of full hands twice, every second seat by either mind, and swapped.

    Return by deal how far a seat of the first is ahead of one of the second.
    """
    found = []
    for _ in range(deals):
        tricks, total = dealt(rng, max(SIZES)), 0.0
        for swapped in range(2):
            seats = [minds[(seat + swapped) % 2] for seat in range(SEATS)]
            played = copy.play(tricks.hands, tricks.turn, seats, rng.getrandbits(63))
            points = deal_points(Options(), "plain", played.bids, played.taken)
            total += sum(points[swapped::2]) - sum(points[1 - swapped :: 2])
        found.append(total / SEATS)
    return found


def run(words: Sequence[str] = ()) -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m train.leaves")
    parser.add_argument("what", choices=("teach", "check", "steps", "duel"))
    parser.add_argument("--deals", type=int, default=DEALS, help="of the policy")
    parser.add_argument("--experts", type=int, default=EXPERTS, help="deals of experts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FILE)
    parser.add_argument("--share", type=float, default=1.0, help="how much the value counts")
    parser.add_argument("--part", type=float, default=1.0, help="of the usual steps")
    args = parser.parse_args(words)
    if args.what == "teach":
        weights = teach(Copy(), args.deals, args.experts, args.seed)
        args.out.write_text(json.dumps({"weights": weights}) + "\n")
        return
    if args.what == "steps":
        report.heading("leaves", "Processor time of a step", *words, package="train")
        steps(args.seed)
        return
    copy = Copy(taught_weights())
    if args.what == "check":
        report.heading("leaves", "Mean squared errors of points ahead", *words, package="train")
        check(copy, LeafValue(taught_weights()), args.experts, args.seed)
        return
    report.heading(
        "leaves", "Points a deal that experts are ahead, 95 % intervals", *words, package="train"
    )
    minds = expert(args.share, args.part), expert()
    ahead = student(duel(copy, minds, args.experts, Random(args.seed)))
    report.line(f"{ahead.count} deals", f"{ahead.mean:+.3f} ± {ahead.half:.3f}", "above 0")


if __name__ == "__main__":
    print(report.machine())
    run(sys.argv[1:])
