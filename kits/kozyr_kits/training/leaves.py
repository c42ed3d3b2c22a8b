"""Teaches the value at the leaves of the trees of trick games, and measures its gain.

    python -m kozyr_kits.training.leaves teach GAME [--deals N] [--experts N] [--seed N] [--out F]
    python -m kozyr_kits.training.leaves check GAME [--experts N] [--seed N]
    python -m kozyr_kits.training.leaves steps GAME [--seed N]
    python -m kozyr_kits.training.leaves duel GAME [--experts N] [--seed N] [--share X] [--part X]
                                              [--follows X] [--believes X] [--blind]
                                              [--keep FILE]

First the network learns to foretell how the learnt policy plays deals out, of which there are
many, then the results of experts' own deals. `check` compares, in other deals, the ends that were
played with the value and with deals played out; `steps` measures how long a step of the
bots' search takes with it. `duel` plays deals twice, experts who search with it, or in another way
(`--follows`, `--believes`, `--blind`), against experts as they are; with `--keep` it writes each
deal to a file, and continues from there once it has been stopped. Experts are a compiled copy
(`deals.py`); all deals are for four, at Joker of nine cards, and premiums do not count.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final, NamedTuple

from core.bots import LEVELS
from core.bots.weights import learnt
from core.game import against_others, parse_options
from core.games import GAMES as RULES
from core.match import deal_due
from core.shuffle import SeededDecks
from core.tricks.kernel import Tricks
from core.tricks.policy import ALL, Strays, still_wanted
from core.tricks.tree import Tree
from kozyr_kits.arena.interval import student
from kozyr_kits.training.deals import CompilerError, Copy, Mind, expert
from kozyr_kits.training.leaf_value import (
    FINE,
    GAMES,
    HIDDEN,
    LAST,
    SEATS,
    LeafGame,
    LeafValue,
    bid_simulation,
    file_of,
    play_simulation,
    taught_weights,
)
from kozyr_kits.training.trainers import TRAINERS

DEALS: Final = 20_000
"""The number of deals that the policy plays out."""
_STRAY: Final = 0.15
"""How often a random action is played in these deals, so that other positions are seen too."""
EXPERTS: Final = 10_000
"""The number of experts' deals."""
TAUGHT_BY: Final = 1 / 3
"""The part of the usual steps used by the experts who teach, which allows more deals."""
ROUNDS: Final = 5
VIEWED: Final = 4
"""The number of deals from which decisions are taken to measure steps."""
STEPS: Final = 100
"""The number of steps whose time is measured together; the median counts."""


class Position(NamedTuple):
    """The beginning of a trick, and the final points of each seat in the deal."""

    tricks: Tricks
    unplayed: int
    """The pieces not played yet, as a mask."""
    trumps: int
    bids: Sequence[int]
    points: Sequence[float]


# --- the sources of positions --------------------------------------------------------------


def expert_positions(copy: Copy, mind: Mind, deals: int, rng: Random) -> Iterator[Position]:
    """Yield the beginnings of all tricks in deals of four experts, with their results."""
    game = copy.game
    trumps = [known.trumps for _, known in game.tables()]
    for _ in range(deals):
        tricks, table = game.dealt(rng, rng.choice(game.SIZES))
        played = copy.play(tricks, table, (mind,) * SEATS, rng.getrandbits(63))
        points = game.points(played.bids, played.taken)
        unplayed = game.DECK
        for action in played.plays:
            if not tricks.count:
                yield Position(tricks.copy(), unplayed, trumps[table], played.bids, points)
            unplayed &= ~tricks.rules.bit[action]
            tricks.apply(action)


def policy_positions(game: LeafGame, deals: int, rng: Random) -> Iterator[Position]:
    """Yield positions of deals played by the policy, each with the mean of some of its ends."""
    policy = learnt(game.NAME)
    imagined = _strays(game, rng)
    for _ in range(deals):
        deal = TRAINERS[game.NAME].training_deal(rng)
        if len(deal.goals) != SEATS or ALL in deal.goals or deal.fixed:
            continue
        if deal.tricks.left not in game.SIZES:
            continue
        tricks, unplayed, bids = deal.tricks.copy(), deal.unplayed, deal.goals
        known = deal.strengths
        while tricks.left > LAST:
            if not tricks.count:
                ends = [
                    policy.play_out(known, tricks.copy(), bids, unplayed, strays=imagined)
                    for _ in range(game.ENDS)
                ]
                points = [game.points(bids, taken) for taken in ends]
                means = [sum(each) / game.ENDS for each in zip(*points, strict=True)]
                yield Position(tricks.copy(), unplayed, known.trumps, bids, means)
            if rng.random() < _STRAY:
                action = rng.choice(tricks.legal())
            else:
                needs = still_wanted(bids, tricks.taken, fixed=False)
                unseen = unplayed & ~tricks.hands[tricks.turn]
                action = policy.choose(known, tricks, needs, unseen)
            unplayed &= ~tricks.rules.bit[action]
            tricks.apply(action)


def _strays(game: LeafGame, rng: Random) -> Strays | None:
    """Return the share of plays that experts imagine to be random."""
    share = game.LEVELS[LEVELS[-1]].strays
    return Strays(share, LAST, rng) if share else None


# --- teaching -------------------------------------------------------------------------------------

_BATCH: Final = 256
_PASSES: Final = (12, 12)
"""The passes over the positions of the policy, and then over those of the experts."""
_RATES: Final = (3e-3, 1e-3)
_UNIT: Final = 100
"""The unit of squared errors, chosen so that steps have a usual size."""


def teach(copy: Copy, deals: int, experts: int, seed: int) -> list[int]:
    """Return the weights of a network that has learnt from the policy and then from experts."""
    import numpy as np

    game, rng = copy.game, np.random.default_rng(seed)
    weights = [
        rng.normal(0, 0.1, (game.SIZE, HIDDEN)),
        np.zeros(HIDDEN),
        rng.normal(0, 0.1, (HIDDEN, 2)),
        # To begin with, six bids in ten are kept.
        np.array([0.6, game.MISSES / game.MISSED]),
    ]
    chance = Random(seed)
    found = expert_positions(copy, expert(game, part=TAUGHT_BY), experts, chance)
    lessons = (
        policy_positions(game, deals, chance),
        (each for each in found if each.tricks.left > LAST),
    )
    for found, passes, rate in zip(lessons, _PASSES, _RATES, strict=True):
        _fit(weights, _rows(game, found), game.MISSED, passes, rate, rng)
    kept, missed = weights[2].T
    rows = np.concatenate([weights[0].ravel(), weights[1], kept, missed, weights[3]])
    return [int(each) for each in np.rint(rows * FINE)]


def _rows(game: LeafGame, found: Iterator[Position]) -> tuple[Any, Any, Any]:
    """Return signs, points of a kept bid and actual points, one row for each seat."""
    import numpy as np

    seen: list[list[int]] = []
    worth: list[int] = []
    came: list[float] = []
    for position in found:
        tricks, bids = position.tricks, position.bids
        seen += game.signs(tricks, bids, position.trumps)
        size = tricks.left + sum(tricks.taken)
        worth += [game.kept(size, bid) for bid in bids]
        came += position.points
    table = np.zeros((len(seen), game.SIZE), np.float32)
    for row, each in zip(table, seen, strict=True):
        np.add.at(row, each, 1)
    print(f"{len(seen) // SEATS} positions", flush=True)
    return table, np.array(worth, np.float32), np.array(came, np.float32)


def _fit(
    weights: list[Any],
    rows: tuple[Any, Any, Any],
    missed: int,
    passes: int,
    rate: float,
    rng: Any,
) -> None:
    """Change weights so that squared errors decrease (Adam, with a rate that falls to zero)."""
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
            points = says[:, 0] * worth[at] + says[:, 1] * missed
            error = 2 * (points - came[at]) / _UNIT / len(at)
            ends = np.stack([error * worth[at], error * missed], 1)
            back = (ends @ weights[2].T) * (units > 0)
            slopes = [table[at].T @ back, back.sum(0), units.T @ ends, ends.sum(0)]
            steps += 1
            for which, slope in enumerate(slopes):
                mean[which] = 0.9 * mean[which] + 0.1 * slope
                square[which] = 0.999 * square[which] + 0.001 * slope**2
                spread = np.sqrt(square[which] / (1 - 0.999**steps)) + 1e-8
                weights[which] -= now * mean[which] / (1 - 0.9**steps) / spread


# --- its error, and its gain ----------------------------------------------------------------------


def check(copy: Copy, leaf: LeafValue, experts: int, seed: int, part: float = 1.0) -> None:
    """Print mean squared errors of the points of seats, compared with the mean of the others.

    `part` is the experts' share of the usual steps.
    """
    errors: dict[int, list[list[float]]] = {}
    game, rng = copy.game, Random(seed)
    policy, imagined, tried = learnt(game.NAME), _strays(game, rng), game.TRIES
    known = {each.trumps: each for _, each in game.tables()}
    for position in expert_positions(copy, expert(game, part=part), experts, rng):
        tricks, unplayed, trumps, bids, came = position
        ends = [
            game.points(
                bids,
                policy.play_out(known[trumps], tricks.copy(), bids, unplayed, strays=imagined),
            )
            for _ in range(tried[-1])
        ]
        guesses: list[Sequence[float]] = [[0.0] * SEATS]
        guesses += [
            [sum(each) / tries for each in zip(*ends[:tries], strict=True)] for tries in tried
        ]
        guesses.append(leaf.points(tricks, bids, trumps))
        guesses += [
            [(one + other) / 2 for one, other in zip(guesses[-1], guess, strict=True)]
            for guess in guesses[1:-1]
        ]
        real = against_others(came)
        found = errors.setdefault(tricks.left, [[] for _ in guesses])
        for each, guess in zip(found, guesses, strict=True):
            ahead = against_others(guess)
            each.append(sum((a - b) ** 2 for a, b in zip(ahead, real, strict=True)) / SEATS)
    tries = ", ".join(map(str, tried))
    print(f"tricks left: nothing foretold; {tries} deals played out; the value; half of either")
    for left, found in sorted(errors.items(), reverse=True):
        said = " ".join(f"{sum(each) / len(each):6.1f}" for each in found)
        _line(f"{left}, {len(found[0])} positions", said)


def steps(game: LeafGame, seed: int) -> None:
    """Print the time of steps in a tree, for a piece and for a bid, by the weight of the value."""
    spent: dict[tuple[str, float], list[float]] = {}
    in_trees = game.LEVELS[LEVELS[-1]].bids_in_trees
    views = [view for view in _views(game, seed) if in_trees or view.phase == "play"]
    for _, share, view in product(range(ROUNDS), (0.0, 0.5, 1.0), views):
        bot = game.BOT(view, LEVELS[-1], Random(seed))
        imagine = bot.imagine()
        if view.phase == "play":
            simulation = play_simulation(share, bot, imagine, bot.values)
        else:
            simulation = bid_simulation(share, bot, imagine, bot.values, 1)
        tree, begun = Tree(simulation), process_time()
        for _ in range(STEPS):
            tree.grow()
        each = 1e6 * (process_time() - begun) / STEPS
        spent.setdefault((view.phase, share), []).append(each)
    for (phase, share), found in sorted(spent.items()):
        part = median(spent[phase, 0.0]) / median(found)
        said = f"{median(found):.0f} µs, {part:.2f} of the usual steps"
        _line(f"to {phase}, the value counts {share}", said)


def _views(game: LeafGame, seed: int) -> Iterator[Any]:
    """Yield the views of seats about to bid or play in full hands, with four pieces or more."""
    rules, rng, decks = RULES[game.NAME], Random(seed), SeededDecks(seed)
    state: Any = rules.new(parse_options(rules.Options, game.OPTIONS), SEATS)
    deal_due(rules, state, decks)
    while state.deal <= VIEWED:
        view: Any = rules.view(state, rules.to_act(state)[0])
        if view.phase in ("bid", "play") and len(view.hand) > 3 and not rng.randrange(4):
            yield view
        legal = rules.legal(state, view.seat)
        rules.apply(state, view.seat, rng.choice(legal[:3] if view.phase == "bid" else legal))
        deal_due(rules, state, decks)


def duel(
    copy: Copy, minds: tuple[Mind, Mind], deals: int, rng: Random, done: int = 0
) -> Iterator[float]:
    """Play deals of full hands twice, every second seat by either mind, and swapped.

    Yield by deal the lead of a seat of the first kind over one of the second; the first `done`
    deals are dealt, but not played.
    """
    game = copy.game
    for number in range(deals):
        (tricks, table), total = game.dealt(rng, game.SIZES[-1]), 0.0
        chance = rng.getrandbits(63)
        chances = chance, chance if game.SAME_CHANCE else rng.getrandbits(63)
        if number < done:
            continue
        for swapped in range(2):
            seats = [minds[(seat + swapped) % 2] for seat in range(SEATS)]
            played = copy.play(tricks, table, seats, chances[swapped])
            points = game.points(played.bids, played.taken)
            total += sum(points[swapped::2]) - sum(points[1 - swapped :: 2])
        yield total / SEATS


def _kept(file: Path, found: Callable[[int], Iterator[float]]) -> list[float]:
    """Return the deals in a file and those still to be played, each of which is added to it."""
    before = [*map(float, file.read_text().split())] if file.exists() else []
    with file.open("a") as out:
        for each in found(len(before)):
            print(each, file=out, flush=True)
            before.append(each)
    return before


def run(words: Sequence[str] = ()) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m kozyr_kits.training.leaves")
    parser.add_argument("what", choices=("teach", "check", "steps", "duel"))
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--deals", type=int, default=DEALS, help="of the policy")
    parser.add_argument("--experts", type=int, default=EXPERTS, help="deals of experts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="where the weights go instead of the repository")
    parser.add_argument("--share", type=float, default=1.0, help="how much the value counts")
    parser.add_argument("--part", type=float, default=1.0, help="of the usual steps")
    other_ways = parser.add_argument_group("other ways to search, without the value")
    other_ways.add_argument("--follows", type=float, help="how often the others follow the policy")
    other_ways.add_argument(
        "--believes", type=float, help="how much the likelihood of the others' plays counts; 0 or 1"
    )
    other_ways.add_argument(
        "--blind", action="store_true", help="others reply as pays if the own hand is not known"
    )
    parser.add_argument("--keep", type=Path, help="write each deal here, and go on from there")
    args = parser.parse_args(words)
    game = GAMES[args.game]
    if args.what == "teach":
        weights = teach(Copy(game), args.deals, args.experts, args.seed)
        (args.out or file_of(game)).write_text(json.dumps({"weights": weights}) + "\n")
        return
    if args.what == "steps":
        _heading("Processor time of a step", words)
        steps(game, args.seed)
        return
    copy = Copy(game, taught_weights(game))
    if args.what == "check":
        _heading("Mean squared errors of points ahead", words)
        check(copy, LeafValue(game, taught_weights(game)), args.experts, args.seed)
        return
    _heading("Points a deal that experts are ahead, 95 % intervals", words)
    mind = expert(game, args.share, args.part)
    if args.blind or args.follows is not None or args.believes is not None:
        others = args.follows or 0.0, args.believes
        mind = expert(game, 0.0, args.part, *others, blind=args.blind)
    play = partial(duel, copy, (mind, expert(game)), args.experts, Random(args.seed))
    ahead = student(_kept(args.keep, play) if args.keep else [*play()])
    _line(f"{ahead.count} deals", f"{ahead.mean:+.3f} ± {ahead.half:.3f}  above 0")


def _heading(what: str, words: Sequence[str]) -> None:
    """Open a table and name the command that prints it."""
    print(f"\n{what}\n  $ python -m kozyr_kits.training.leaves {' '.join(words)}", flush=True)


def _line(what: str, value: str) -> None:
    print(f"  {what:46} {value:>24}", flush=True)


if __name__ == "__main__":
    try:
        run(sys.argv[1:])
    except CompilerError as error:
        sys.exit(str(error))
