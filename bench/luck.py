"""Whether luck averages zero: the luck of a review may not favour the better player.

    python -m bench.luck [GAME...] [--first N] [--matches N] [--playouts N] [--jobs N]
    python -m bench.luck GAME --rule NAME=VALUE [--rule ...]

An expert plays among easy bots, and its matches are reviewed. The longest of all parts, so it runs
by name only: it prints its findings after 5 matches of each game, after 10, 20 .. 200 of each,
and can be stopped. House rules of one game make shorter matches, and fewer playouts a decision than
a review has make shorter reviews.

Beside it stands whether decisions cost what the review says. It knows no hidden cards; here every
deal is also played on with the cards as they lay, after the move made and after the one that a
first look prefers. That brings only the deal's own points: where the review counts more than these
(the premium, the goat, the next round), the two differ.
"""

import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from random import Random
from typing import Any, Final, NamedTuple

from bench import report
from core.bots import BOTS, LEVELS, RULE_OF_THUMB, choose
from core.game import Move, OptionError, parse_options
from core.games import GAMES
from core.records.replay import Replay, walk
from core.review.decision import PLAYOUTS, Decision
from core.review.review import Review, added, judge_rest, results_between, shares
from kozyr_kits.arena.interval import Interval, student
from kozyr_kits.arena.match import play

SEATS: Final = 4
TOLD_AFTER: Final = (5, 10, 20, 50, 100, 200)
"""After each of these numbers of matches of a game the mean is printed."""


def run(words: Sequence[str] = ()) -> None:
    """Measure and print; `words` are the arguments that follow on the command line."""
    parser = report.part_parser("luck", tuple(BOTS), TOLD_AFTER[-1])
    parser.add_argument("--playouts", type=int, default=PLAYOUTS, metavar="N")
    parser.add_argument("--rule", action="append", default=[], metavar="NAME=VALUE")
    args = parser.parse_args(words)
    if args.playouts < 1:
        parser.error("--playouts: 1 or more")
    games = args.games or [*BOTS]
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
        known: dict[str, list[Found]] = {name: [] for name in games}
        for matches, (name, found) in product(told_after, known.items()):
            seeds = range(args.first + len(found), args.first + matches)
            of_match = partial(found_in_match, name, playouts=args.playouts, rules=rules)
            found += pool.map(of_match, seeds)
            _tell(name, found)


class Found(NamedTuple):
    """The findings of the review of a match, in points a deal."""

    luck: float
    """That of the expert."""
    judged: float
    """The points of all seats from the moves preferred, by the review."""
    happened: float
    """Their points from these moves with the cards as they lay."""


def found_in_match(
    name: str, seed: int, playouts: int = PLAYOUTS, rules: Mapping[str, Any] | None = None
) -> Found:
    """Play a match, review it, and return the findings."""
    game, seat = GAMES[name], seed % SEATS
    levels = [LEVELS[-1] if at == seat else LEVELS[0] for at in range(SEATS)]
    options = parse_options(game.Options, rules or {})
    replay = walk(GAMES, play(game, options, levels, seed).text().splitlines())
    review = Review(seed, playouts)
    for _ in judge_rest(replay, review):
        pass
    deals = [shares(replay, deal, review.decisions) for deal in range(len(replay.deal_starts))]
    mine = [found[seat] for found in deals if found]
    looked = [each for each in review.decisions if each.given or each.expert]
    return Found(
        added(mine).luck / len(mine),
        sum(each.given - each.expert for each in looked) / len(mine),
        sum(_brought(replay, each) for each in looked) / len(mine),
    )


def _brought(replay: Replay, decision: Decision) -> float:
    """Return how much more a first look's choice brings than the move made, as the cards lay."""
    preferred, made = (
        _result(replay, decision, move) for move in (decision.moves[0].move, decision.move)
    )
    return preferred - made


def _result(replay: Replay, decision: Decision, move: Move) -> float:
    """Play a deal on after a move by rule of thumb; return its player's result."""
    game, state, rng = replay.game, replay.state(decision.at), Random(0)
    before = replay.view(replay.deal_starts[decision.deal], None).totals
    game.apply(state, decision.seat, move)
    while waiting := game.to_act(state):
        view = game.view(state, waiting[0])
        game.apply(state, waiting[0], choose(game.NAME, view, RULE_OF_THUMB, rng))
    return results_between(game.NAME, before, game.view(state, None).totals)[decision.seat]


def _tell(name: str, found: Sequence[Found]) -> None:
    after = f"{name} after {len(found)} matches"
    luck = student([each.luck for each in found])
    report.line(f"{after}: luck", _interval(luck), "0", not luck.proven)
    apart = student([each.happened - each.judged for each in found])
    judged = sum(each.judged for each in found) / len(found)
    report.line("  what decisions cost, by the review", f"{judged:.1f}")
    report.line("  with the cards as they lay", f"{_interval(apart)} more", "0", not apart.proven)


def _interval(found: Interval) -> str:
    # Where a deal brings only a few points a tenth says too little.
    digits = 1 if found.half >= 1 else 2
    return f"{found.mean:+.{digits}f} ± {found.half:.{digits}f}"


if __name__ == "__main__":
    print(report.machine())
    run(sys.argv[1:])
