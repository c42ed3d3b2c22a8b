"""`kozyr arena`: bots against each other on the same decks, with what that proves.

The same seed gives the same results, whatever the number of jobs; only times differ.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Final

from core.arena.duplicate import DeckReport, DeckTask, standings
from core.game import Game
from tui.commands import Examples, UsageError
from tui.commands.arena_pool import executor, in_order
from tui.commands.arena_report import lines, report
from tui.commands.progress import Progress
from tui.commands.table import (
    add_rules,
    bot_levels,
    check_start,
    chosen_rules,
    find_game,
    positive_number,
    rules_list,
    seat_count,
    wants_rules_list,
)
from tui.commands.workers import add_run, leave_in_order
from tui.language.text import t, tn

OUTSIDER: Final = "outsider"
EXAMPLE: Final = "outsider:1500"
LEAST_DECKS: Final = 10
"""Below this many decks no interval is trusted to be narrow."""
MOST_DECKS: Final = 100_000


def examples() -> Examples:
    """List the command lines that open the help."""
    return [
        ("kozyr arena kozel --seats expert,hard", t("is the expert better than the hard bot?")),
        ("kozyr arena joker --seats expert,easy,easy,easy", t("one among three others")),
        (
            "kozyr arena kozel --seats hard,outsider:900",
            t("against a plain search of 900 playouts"),
        ),
        ("kozyr arena kozel --decks 20 --json", t("every number, for a program")),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("game", metavar="GAME", help=t("the game"))
    parser.add_argument(
        "--seats",
        default="medium,easy",
        metavar="BOTS",
        help=t("who plays: levels, or outsider:N, a plain search of N playouts; taken in turn"),
    )
    parser.add_argument(
        "--players",
        type=positive_number,
        metavar="N",
        help=t("seats at the table; by default as many as you name bots, or as the game needs"),
    )
    parser.add_argument(
        "--decks", type=positive_number, default=20, metavar="N", help=t("how many decks")
    )
    parser.add_argument(
        "--until",
        type=_points,
        metavar="POINTS",
        help=t("keep playing until the means are known to within this many points per deal"),
    )
    add_run(
        parser,
        seed=t("the same seed, the same decks"),
        jobs=t("decks at a time; by default one per core"),
    )
    add_rules(parser)
    parser.add_argument(
        "--dask", metavar="ADDRESS", help=t("play on a Dask cluster, such as tcp://10.0.0.5:8786")
    )
    parser.add_argument("--json", action="store_true", help=t("print every number as JSON"))


def _points(text: str) -> float:
    try:
        points = float(text)
    except ValueError:
        points = 0.0
    if not 0 < points < float("inf"):
        raise argparse.ArgumentTypeError(t("'{word}' is not a number above 0", word=text))
    return points


def run(args: argparse.Namespace) -> int:
    """Play decks in all ways and say what they prove."""
    game = find_game(args.game)
    if wants_rules_list(args.rule):
        print(rules_list(game))
        return 0
    named = contestants(game, args.seats)
    if len(set(named)) < 2:
        raise UsageError(t("name at least two different bots to compare"))
    seats = _seats(game, args.players, len(named))
    sitting = tuple(named[seat % len(named)] for seat in range(seats))
    options = chosen_rules(game, args.rule)
    check_start(game, options, seats)
    most = MOST_DECKS if args.until else args.decks
    tasks = [DeckTask(game.NAME, options, sitting, args.seed * MOST_DECKS + n) for n in range(most)]
    leave_in_order()
    reports: list[DeckReport] = []
    stopped = False
    try:
        with executor(args.jobs, args.dask) as pool, Progress(args.decks) as progress:
            for played in in_order(pool, tasks, ahead=2 * args.jobs):
                reports.append(played)
                progress.show(min(len(reports), args.decks))
                if args.until and _narrow(sitting, reports, args.until):
                    break
    except KeyboardInterrupt:
        stopped = True
    if not reports:
        print(t("stopped before the first deck was played"), file=sys.stderr)
        return 130
    found = standings(sitting, reports)
    if args.json:
        print(json.dumps(report(tasks[0], args.seed, found), ensure_ascii=False, indent=2))
    else:
        print("\n".join(lines(tasks[0], found)))
    if stopped:
        print(
            tn("stopped after {n} deck", "stopped after {n} decks", len(reports)), file=sys.stderr
        )
    return 130 if stopped else 0


def contestants(game: Game, text: str) -> tuple[str, ...]:
    """Read "expert,outsider:1500". Raises UsageError."""
    names: list[str] = []
    for word in (word.strip().lower() for word in text.split(",")):
        kind, _, playouts = word.partition(":")
        if kind != OUTSIDER:
            names += bot_levels(game, word)
        elif not playouts.isdecimal() or not 1 <= int(playouts) <= 1_000_000:
            raise UsageError(
                t("an outsider needs its playouts, 1 to 1000000, such as {word}", word=EXAMPLE)
            )
        else:
            names.append(f"{OUTSIDER}:{int(playouts)}")
    return tuple(names)


def _seats(game: Game, wanted: int | None, named: int) -> int:
    """Return how many sit: as asked for, or the least number that seats everybody alike."""
    if wanted is None:
        fair = [seats for seats in game.SEATS if seats >= named and seats % named == 0]
        wanted = fair[0] if fair else named
    if wanted < named:
        raise UsageError(t("more bots are named than sit at the table"))
    return seat_count(game, wanted, usual=4)


def _narrow(sitting: tuple[str, ...], reports: list[DeckReport], points: float) -> bool:
    if len(reports) < LEAST_DECKS:
        return False
    return all(standing.a_deal.half <= points for standing in standings(sitting, reports))
