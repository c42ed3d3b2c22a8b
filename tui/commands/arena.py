"""`kozyr arena`: bots against each other on the same decks, with what that proves.

The same seed gives the same results, whatever the number of jobs; only times differ.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager
from importlib import import_module
from itertools import count
from typing import Any, Final

from core.arena.duplicate import DeckReport, DeckTask, Standing, play_deck, standings, ways
from core.arena.interval import Interval, wilson
from core.game import Game, parse_options, plain_options
from core.games import GAMES
from tui.commands import Examples, FailedError, UsageError
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
from tui.commands.workers import add_run, leave_in_order, processes
from tui.language.games import game_title
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
    """Play decks with every seating and say what they prove."""
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
            for report in _in_order(pool, tasks, ahead=2 * args.jobs):
                reports.append(report)
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
        print(json.dumps(_report(tasks[0], args.seed, found), ensure_ascii=False, indent=2))
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
    """Return how many seats there are: as asked for, or the fewest that treat everybody alike."""
    if wanted is None:
        fair = [seats for seats in game.SEATS if seats >= named and seats % named == 0]
        wanted = fair[0] if fair else named
    if wanted < named:
        raise UsageError(t("more bots are named than sit at the table"))
    return seat_count(game, wanted, usual=4)


@contextmanager
def executor(jobs: int, dask: str | None) -> Iterator[Executor]:
    """Return what plays decks: processes of this machine, or a Dask cluster. Raises FailedError."""
    if dask:
        with _dask(dask) as cluster:
            yield cluster
        return
    with processes(jobs) as pool:
        yield pool


@contextmanager
def _dask(address: str) -> Iterator[Executor]:
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise FailedError(t("for a cluster install the extra: pip install 'kozyr[dask]'")) from None
    try:
        client = distributed.Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise FailedError(
            t("no cluster answers at {address}: {reason}", address=address, reason=str(error))
        ) from None
    with client:
        yield client.get_executor()


def timed_deck(task: DeckTask) -> DeckReport:
    """Play a deck in a separate process; times are those of its core, not of the wall clock."""
    return play_deck(task, time.process_time)


def _in_order(pool: Executor, tasks: list[DeckTask], ahead: int) -> Iterator[DeckReport]:
    """Yield reports in the order of their decks, while a few decks are being played at any time."""
    running: dict[int, Future[DeckReport]] = {}
    for number in count():
        for other in range(number, min(number + ahead, len(tasks))):
            if other not in running:
                running[other] = pool.submit(timed_deck, tasks[other])
        if number not in running:
            return
        future = running.pop(number)
        wait([future], return_when=FIRST_COMPLETED)
        yield future.result()


def _narrow(sitting: tuple[str, ...], reports: list[DeckReport], points: float) -> bool:
    if len(reports) < LEAST_DECKS:
        return False
    return all(standing.a_deal.half <= points for standing in standings(sitting, reports))


def lines(task: DeckTask, found: list[Standing]) -> list[str]:
    """Word what was found: a table, the bids, and what is proven."""
    decks = found[0].a_deal.count
    said = [
        tn("{game}: {n} deck, ", "{game}: {n} decks, ", decks, game=game_title(task.game))
        + tn("played in {n} way", "each played in {n} ways", len(ways(task.contestants))),
        "",
    ]
    head = [
        *(t("bot"), t("lead per deal"), t("lead per match"), t("first"), t("mean place")),
        *(t("ms per decision"), t("slowest"), t("playouts"), t("faults")),
    ]
    rows = [head, *(_row(standing) for standing in found)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *cells in rows:
        rest = (cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
        said.append("  ".join([name.ljust(widths[0]), *rest]).rstrip())
    said += _bids(found)
    said += ["", t("± is the 95 % interval over decks, by Student's distribution.")]
    unproven = [standing.name for standing in found if not standing.a_deal.proven]
    if unproven:
        said.append(t("Not proven to differ from the others: {names}.", names=", ".join(unproven)))
    return said


def _row(standing: Standing) -> list[str]:
    tally = standing.tally
    low, high = wilson(tally.first, tally.matches)
    mean = 1000 * tally.seconds / max(1, tally.decisions)
    return [
        standing.name,
        _interval(standing.a_deal, 2),
        _interval(standing.a_match, 1),
        f"{100 * tally.first / tally.matches:.0f} % ({100 * low:.0f}..{100 * high:.0f})",
        f"{tally.places / tally.matches:.2f}",
        f"{mean:.1f}",
        f"{1000 * tally.slowest:.0f}",
        f"{tally.playouts / max(1, tally.decisions):.0f}",
        str(sum(tally.faults.values())),
    ]


def _interval(interval: Interval, digits: int) -> str:
    if interval.count < 2:
        return f"{interval.mean:+.{digits}f}"
    return f"{interval.mean:+.{digits}f} ± {interval.half:.{digits}f}"


def _bids(found: list[Standing]) -> list[str]:
    """Say how many bids were made, by the tricks of the deal."""
    sizes = sorted({size for standing in found for size in standing.tally.bids})
    if not sizes:
        return []
    said = ["", t("bids made, by tricks of the deal")]
    for standing in found:
        cells = []
        for size in sizes:
            made, bids = standing.tally.bids.get(size, (0, 0))
            cells.append(f"{size}: {100 * made / bids:.0f} %" if bids else f"{size}: -")
        said.append("  " + standing.name.ljust(14) + "  ".join(cells))
    return said


def _report(task: DeckTask, seed: int, found: list[Standing]) -> dict[str, Any]:
    options = parse_options(GAMES[task.game].Options, task.options)
    return {
        "game": task.game,
        "options": plain_options(options),
        "seats": task.contestants,
        "seed": seed,
        "decks": found[0].a_deal.count,
        "ways": len(ways(task.contestants)),
        "contestants": [
            {
                "name": standing.name,
                "ahead_a_deal": _interval_report(standing.a_deal),
                "ahead_a_match": _interval_report(standing.a_match),
                "matches": standing.tally.matches,
                "deals": standing.tally.deals,
                "first": standing.tally.first,
                "mean_place": round(standing.tally.places / standing.tally.matches, 3),
                "bids": {
                    str(size): {"made": made, "bids": bids}
                    for size, (made, bids) in sorted(standing.tally.bids.items())
                },
                "decisions": standing.tally.decisions,
                "mean_ms": round(
                    1000 * standing.tally.seconds / max(1, standing.tally.decisions), 2
                ),
                "slowest_ms": round(1000 * standing.tally.slowest, 1),
                "playouts": round(standing.tally.playouts / max(1, standing.tally.decisions), 1),
                "cut_short": standing.tally.cut_short,
                "faults": sum(standing.tally.faults.values()),
                "faults_by_kind": standing.tally.faults,
                "first_fault": standing.tally.said,
                "luck_out": round(standing.luck_out, 3),
            }
            for standing in found
        ],
    }


def _interval_report(interval: Interval) -> dict[str, Any]:
    known = interval.count > 1
    return {
        "mean": round(interval.mean, 3),
        "half": round(interval.half, 3) if known else None,
        "proven": known and interval.proven,
    }
