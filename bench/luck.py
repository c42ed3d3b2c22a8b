"""Whether luck averages zero: what a review calls luck may not favour whoever plays better.

    python -m bench.luck [GAME...] [--first N] [--matches N] [--jobs N]
    python -m bench.luck GAME --rule NAME=VALUE [--rule ...]

An expert plays among easy bots, and its matches are reviewed. The longest of all parts, so it runs
by name only: it says what it has found after 5 matches of each game, after 10, 20 .. 200 of each,
and can be stopped. House rules of one game make shorter matches.
"""

import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from typing import Any, Final

from bench import report
from core.arena.interval import student
from core.arena.match import play
from core.bots import LEVELS
from core.bots.values import ROLLERS
from core.game import OptionError, parse_options
from core.games import GAMES
from core.records.replay import walk
from core.review.decision import PLAYOUTS
from core.review.luck import added, shares
from core.review.review import Review, go_on

SEATS: Final = 4
TOLD_AFTER: Final = (5, 10, 20, 50, 100, 200)
"""After each of these numbers of matches of a game the mean is printed."""


def run(words: Sequence[str] = ()) -> None:
    """Measure and print; `words` are the arguments that follow on the command line."""
    parser = report.part_parser("luck", tuple(ROLLERS), TOLD_AFTER[-1])
    parser.add_argument("--rule", action="append", default=[], metavar="NAME=VALUE")
    args = parser.parse_args(words)
    games = args.games or [*ROLLERS]
    rules = dict(rule.partition("=")[::2] for rule in args.rule)
    if rules:
        if len(games) != 1:
            parser.error("--rule needs one GAME: each game has house rules of its own")
        try:
            parse_options(GAMES[games[0]].Options, rules)
        except OptionError as error:
            parser.error(str(error))
    report.heading("luck", "Points a deal that an expert among easy bots owes to luck, of a review")
    told_after = [*(count for count in TOLD_AFTER if count < args.matches), args.matches]
    with ProcessPoolExecutor(args.jobs) as pool:
        lucks: dict[str, list[float]] = {name: [] for name in games}
        for matches, (name, found) in product(told_after, lucks.items()):
            seeds = range(args.first + len(found), args.first + matches)
            found += pool.map(partial(luck_of_match, name, rules=rules), seeds)
            _tell(name, found)


def luck_of_match(
    name: str, seed: int, playouts: int = PLAYOUTS, rules: Mapping[str, Any] | None = None
) -> float:
    """Play a match, review it, and return the expert's luck in points a deal."""
    game, seat = GAMES[name], seed % SEATS
    levels = [LEVELS[-1] if at == seat else LEVELS[0] for at in range(SEATS)]
    options = parse_options(game.Options, rules or {})
    replay = walk(GAMES, play(game, options, levels, seed).text().splitlines())
    review = Review(seed, playouts)
    for _ in go_on(replay, review):
        pass
    deals = [shares(replay, deal, review.decisions) for deal in range(len(replay.deal_starts))]
    mine = [found[seat] for found in deals if found]
    return added(mine).luck / len(mine)


def _tell(name: str, lucks: Sequence[float]) -> None:
    found = student(lucks)
    # Where a deal brings only a few points a tenth says too little.
    digits = 1 if found.half >= 1 else 2
    said = f"{found.mean:+.{digits}f} ± {found.half:.{digits}f}"
    report.line(f"{name}, luck after {len(lucks)} matches", said, "0", not found.proven)


if __name__ == "__main__":
    print(report.machine())
    run(sys.argv[1:])
