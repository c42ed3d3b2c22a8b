"""Teaches the value at the leaves of Domino Poker's trees, and says how far off it is.

    python -m bench.leaves gather DIR [--first N] [--matches N] [--playouts N]
    python -m bench.leaves teach DIR [--deals N] [--seed N] [--out FILE]
    python -m bench.leaves check DIR

`gather` has experts with fewer playouts play matches for four, all of them deals with bids. `teach`
first has the network foretell how the learnt policy plays deals out, of which there are many, and
then how those matches went on. `check` compares, in other matches, the ends that were played with
what the value says and with what deals played out by the policy say.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from bench import report
from bench.leaf_value import (
    FILE,
    FINE,
    GAME,
    HIDDEN,
    LAST,
    MISSED,
    SEATS,
    SIZE,
    LeafValue,
    signs,
    taught,
)
from core.arena.match import play
from core.bots import LEVELS
from core.bots.training import TRAINERS
from core.bots.weights import learnt
from core.game import Event, Move, Seat, against_others, parse_options
from core.games import GAMES
from core.games.domino_poker import bot as tile_bot
from core.games.domino_poker.bot import TileBot
from core.games.domino_poker.rules import view
from core.games.domino_poker.sheet import Options, deal_points
from core.match import Match
from core.records.record import play_back
from core.tricks.kernel import Tricks
from core.tricks.policy import ALL, Strays, still_wanted

MATCHES: Final = 100
PLAYOUTS: Final = 100
"""The playouts of the experts who teach; a bid takes three times as many."""
COUNTED: Final = 2
"""With this many tiles in hand, or fewer, they count the deal out."""
RULES: Final = {"hapok_deals": "0", "mizer_deals": "0", "stage5": "off"}
"""A match is then nothing but deals with bids."""
DEALS: Final = 20_000
"""Deals that the policy plays out."""
ENDS: Final = 6
"""How often it plays each position of them out."""
_STRAY: Final = 0.15
"""How often a tile is played at random in these deals, so that other positions are seen too."""
_IMAGINED: Final = tile_bot.LEVELS[LEVELS[-1]].strays
TRIES: Final = (1, 4, 16)
"""How many deals played out the value is compared with."""


class Position(NamedTuple):
    """The beginning of a trick, and what the deal brought each seat in the end."""

    tricks: Tricks
    bids: Sequence[int]
    points: Sequence[float]


# --- where positions come from --------------------------------------------------------------------


def gather(directory: Path, seeds: Sequence[int], playouts: int) -> None:
    """Have experts play a match for each seed; write their records."""
    options = parse_options(Options, RULES)
    tile_bot.PLAYOUTS[LEVELS[-1]] = playouts
    tile_bot.LEVELS[LEVELS[-1]] = replace(tile_bot.LEVELS[LEVELS[-1]], counts=COUNTED)
    TileBot.MOST = 3 * playouts  # in this process
    directory.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        match = play(GAMES[GAME], options, LEVELS[-1:] * SEATS, seed)
        (directory / f"{seed}.jsonl").write_text(match.text())


class _Seen:
    """Notes the positions of a record while it is played back."""

    def __init__(self) -> None:
        self.found: list[tuple[Any, Position]] = []
        """All of the match at the time, and the position."""
        self._deal: list[Any] = []

    def dealt(self, match: Match, order: Sequence[str], events: Sequence[Event]) -> None:
        self._deal = []

    def played(self, match: Match, seat: Seat, move: Move, events: Sequence[Event]) -> None:
        state = match.state
        tricks = state.tricks
        if state.row or tricks.count or None in state.bids:
            return
        if tricks.left:
            self._deal.append(state.copy())
            return
        points = deal_points(state.options, state.now.stage, state.bids, tricks.taken)
        self.found += [(each, Position(each.tricks, each.bids, points)) for each in self._deal]


def positions(directory: Path) -> Iterator[tuple[Any, Position]]:
    """Yield the beginnings of all tricks in the deals with bids of all records of a folder."""
    for record in sorted(directory.glob("*.jsonl")):
        seen = _Seen()
        play_back(GAMES, record.read_text().splitlines(), observer=seen)
        yield from seen.found


def policy_positions(deals: int, rng: Random) -> Iterator[Position]:
    """Yield positions of deals that the policy plays, each with the mean of some ends by it."""
    policy = learnt(GAME)
    stray, imagined = Strays(_STRAY, LAST, rng), Strays(_IMAGINED, LAST, rng)
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
                yield Position(tricks.copy(), bids, means)
            if rng.random() < stray.share:
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


def teach(directory: Path, deals: int, seed: int) -> list[int]:
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
    experts = (each for _, each in positions(directory) if each.tricks.left > LAST)
    for found, passes, rate in zip(
        (policy_positions(deals, Random(seed)), experts), _PASSES, _RATES, strict=True
    ):
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


# --- how far off it is ----------------------------------------------------------------------------


def check(directory: Path, leaf: LeafValue) -> None:
    """Print mean squared errors of what seats get compared with the mean of the others."""
    errors: dict[int, list[list[float]]] = {}
    rng = Random(0)
    for state, (tricks, bids, came) in positions(directory):
        bot = TileBot(view(state, tricks.turn), LEVELS[-1], rng)
        ends = [
            bot.worths(bids, bot.ended(tricks.copy(), bids, bot.unplayed)) for _ in range(TRIES[-1])
        ]
        guesses: list[Sequence[float]] = [[0.0] * SEATS]
        guesses += [
            [sum(each) / tries for each in zip(*ends[:tries], strict=True)] for tries in TRIES
        ]
        guesses.append(leaf.points(tricks, [bid or 0 for bid in bids]))
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


def run(words: Sequence[str] = ()) -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m bench.leaves")
    parser.add_argument("what", choices=("gather", "teach", "check"))
    parser.add_argument("directory", type=Path, metavar="DIR", help="of records")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first match")
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--playouts", type=int, default=PLAYOUTS)
    parser.add_argument("--deals", type=int, default=DEALS, help="of the policy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FILE)
    args = parser.parse_args(words)
    match args.what:
        case "gather":
            seeds = range(args.first, args.first + args.matches)
            gather(args.directory, seeds, args.playouts)
        case "teach":
            weights = teach(args.directory, args.deals, args.seed)
            args.out.write_text(json.dumps({"weights": weights}) + "\n")
        case _:
            report.heading("leaves", "Mean squared errors of points ahead", *words)
            check(args.directory, taught())


if __name__ == "__main__":
    print(report.machine())
    run(sys.argv[1:])
