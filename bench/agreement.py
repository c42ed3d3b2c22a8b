"""Whether the judge agrees with itself: hint, numbers and review; two seeds; luck.

    python -m bench.agreement [GAME...] [--first N] [--matches N] [--decisions N] [--jobs N]

Each game is played by medium bots, and decisions are drawn from all over the matches. The findings
so far are printed after each match. Long, so it runs by name only; without options, as
`python -m bench agreement`, it takes about ten minutes for each game and core.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from math import fsum, sqrt
from random import Random
from typing import Final

from bench import report
from core.advice import advise, numbers
from core.bots import BOTS, LEVELS
from core.games import GAMES
from core.records.replay import Replay, walk
from core.review.decision import PLAYOUTS, Decision, judge
from kozyr_kits.arena.match import play

SEATS: Final = 4
MATCHES: Final = 4
DECISIONS: Final = 50
"""The decisions judged in each match, drawn from the whole of it."""
LEAST: Final = 0.9
MOST: Final = 1.1
"""The least and the greatest spread between two seeds that agrees with their errors."""
SHARE: Final = 0.85
"""The part of one seed's costly decisions that the other has to find."""


@dataclass(slots=True)
class Agreement:
    """Findings of some decisions."""

    decisions: int = 0
    split: int = 0
    """How often the hint was not the best of the numbers, or was called costly itself."""
    apart: list[float] = field(default_factory=list)
    """The differences between two seeds about a move or its cost, in units of their error."""
    costly: int = 0
    """Costly decisions found by either seed, so a decision that both find counts twice."""
    shared: int = 0
    """Costly decisions that the other seed found as well."""

    @property
    def spread(self) -> float:
        """The standard deviation that should be 1."""
        return sqrt(fsum(each * each for each in self.apart) / max(1, len(self.apart)))

    def __add__(self, other: Agreement) -> Agreement:
        return Agreement(
            self.decisions + other.decisions,
            self.split + other.split,
            [*self.apart, *other.apart],
            self.costly + other.costly,
            self.shared + other.shared,
        )


def run(words: Sequence[str] = ()) -> None:
    """Measure and print; `words` are the arguments that follow on the command line."""
    parser = report.part_parser("agreement", tuple(BOTS), MATCHES)
    parser.add_argument("--decisions", type=int, default=DECISIONS, help="of each match")
    args = parser.parse_args(words)
    report.heading("agreement", "Hint, numbers and review of the same decisions, by two seeds")
    seeds = range(args.first, args.first + args.matches)
    with ProcessPoolExecutor(args.jobs) as pool:
        for name in args.games or BOTS:
            found = Agreement()
            judge_some = partial(of_match, name, wanted=args.decisions)
            for matches, more in enumerate(pool.map(judge_some, seeds), 1):
                found += more
                _tell(f"{name}, {matches} matches", found)


def _tell(name: str, found: Agreement) -> None:
    good = LEAST <= found.spread <= MOST
    said = f"{found.spread:.2f} of {len(found.apart)}"
    report.line(f"{name}, spread between seeds", said, f"{LEAST} .. {MOST}", good)
    good = found.shared >= SHARE * found.costly
    said = f"{found.shared} of {found.costly}"
    report.line(f"{name}, costly by both seeds", said, f"{SHARE:.0%}", good)
    said = f"{found.split} of {found.decisions}"
    report.line(f"{name}, hint against numbers", said, "0", not found.split)


def of_match(name: str, seed: int, wanted: int = DECISIONS) -> Agreement:
    """Judge decisions of a match by two seeds, and ask for hint and numbers in the same places."""
    game = GAMES[name]
    lines = play(game, game.Options(), (LEVELS[1],) * SEATS, seed).text().splitlines()
    replay = walk(GAMES, lines)
    found = Agreement()
    for at in places(replay, seed, wanted):
        pair = [judge(replay, at, each, PLAYOUTS) for each in (0, 1)]
        judged = [each for each in pair if each is not None]
        if len(judged) == 2:
            found += compared(*judged)
            found.split += not is_one_judge(replay, at, judged)
    return found


def places(replay: Replay, seed: int, wanted: int) -> Iterator[int]:
    """Draw positions in which a player had a choice."""
    free = [at for at, step in enumerate(replay.steps) if step.seat is not None]
    Random(seed).shuffle(free)
    chosen = (at for at in free if len(replay.legal(at)) > 1)
    yield from (at for at, _ in zip(chosen, range(wanted), strict=False))


def compared(one: Decision, other: Decision) -> Agreement:
    """Compare the judgements of the same decision by two seeds."""
    worths = {each.move: each for each in other.moves}
    apart = []
    for each in one.moves:
        second = worths.get(each.move)
        doubt = sqrt(each.error**2 + second.error**2) if second else 0.0
        # Where all worlds agree by both seeds there is no spread to measure.
        if second and doubt and each.points != second.points:
            apart.append((each.points - second.points) / doubt)
    doubt = sqrt(one.error**2 + other.error**2)
    if one.error and other.error and one.best == other.best:
        apart.append((one.loss - other.loss) / doubt)
    both = one.costly and other.costly
    return Agreement(1, 0, apart, one.costly + other.costly, 2 * both)


def is_one_judge(replay: Replay, at: int, judged: Sequence[Decision]) -> bool:
    """Tell whether the hint is the best of the numbers, and no review calls it costly."""
    game, view = replay.game.NAME, replay.view(at, replay.steps[at].seat)
    hint = advise(game, view, Random(0)).move
    best = numbers(game, view, Random(0), hint).moves[:1]
    blamed = any(each.costly and each.move == hint for each in judged)
    return all(number.move == hint for number in best) and not blamed


if __name__ == "__main__":
    print(report.machine())
    run(sys.argv[1:])
