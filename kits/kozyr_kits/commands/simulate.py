"""`kozyr simulate`: matches between bots, counted, and recorded if asked.

The same seed gives the same output, whatever the number of jobs.
"""

import argparse
import sys
import time
from collections.abc import Generator, Iterator
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from core.game import Value, parse_options, plain_options
from core.games import GAMES
from kozyr_kits.arena import match as arena
from kozyr_kits.workers import add_run, leave_in_order, processes, undisturbed
from tui.commands import Examples, FailedError, Progress, UsageError, print_json, table
from tui.drawing.canvas import columns
from tui.language.text import t, tn
from tui.language.words import decimal


@dataclass(frozen=True, slots=True)
class MatchTask:
    """A match to be played; small enough to be sent to another process."""

    game: str
    options: dict[str, Value]
    levels: tuple[str, ...]
    seed: int
    number: int


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a match, and its record."""

    number: int
    totals: tuple[int, ...]
    places: tuple[int, ...]
    goats: tuple[int, ...]
    moves: int
    record: str


def examples() -> Examples:
    """List the command lines that open the help."""
    return [
        ("kozyr simulate kozel", t("a hundred matches of four easy bots")),
        ("kozyr simulate kozel --seats easy,medium,hard", t("which is better?")),
        ("kozyr simulate kozel --rule fish=lightest_exempt", t("with a house rule")),
        (
            "kozyr simulate kozel --seed 1 --record games",
            t("one record per match, for 'kozyr verify'"),
        ),
        ("kozyr simulate kozel --matches 20 --json", t("every result, for a program")),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("game", metavar="GAME", help=t("the game"))
    parser.add_argument(
        "--seats",
        metavar="LEVELS",
        help=t("the bot at each seat: easy,easy,hard; or how many easy ones"),
    )
    parser.add_argument(
        "--matches",
        type=table.positive_number,
        default=100,
        metavar="N",
        help=t("how many matches"),
    )
    add_run(
        parser,
        seed=t("the same seed, the same matches"),
        jobs=t("matches at a time; by default one per core"),
    )
    table.add_rules(parser)
    parser.add_argument("--record", metavar="DIR", help=t("write the record of each match there"))
    parser.add_argument("--json", action="store_true", help=t("print every result as JSON"))


def run(args: argparse.Namespace) -> int:
    """Play, record and count the matches."""
    game = table.asked_game(args)
    if args.seats is None or args.seats.isdecimal():
        number = None if args.seats is None else int(args.seats)
        levels = table.bot_levels(game) * table.seat_count(game, number, usual=4)
    else:
        levels = table.bot_levels(game, args.seats)
        table.seat_count(game, len(levels), usual=4)
    options = table.chosen_rules(game, args.rule, len(levels))
    folder = _folder(args.record) if args.record else None
    tasks = [
        MatchTask(game.NAME, options, levels, args.seed, n) for n in range(1, args.matches + 1)
    ]
    leave_in_order()
    played: list[Played] = []
    started = time.perf_counter()
    try:
        with Progress(len(tasks)) as progress, closing(_matches(tasks, args.jobs)) as matches:
            for match in matches:
                if folder is not None:
                    _write(folder / _file_name(tasks[0], match.number), match.record)
                played.append(match)
                progress.show(len(played))
    except KeyboardInterrupt:
        print(
            t("stopped after {n} of {all} matches", n=len(played), all=len(tasks)), file=sys.stderr
        )
        return 130
    seconds = time.perf_counter() - started
    if args.json:
        report = _report(tasks[0], played, recorded=folder is not None)
        print_json(report)
    else:
        print(_table(tasks[0], played, seconds))
    return 0


def _matches(tasks: list[MatchTask], jobs: int) -> Generator[Played, None, None]:
    """Yield the matches in order, played by as many processes as useful."""
    jobs = min(jobs, len(tasks))
    if jobs == 1:
        yield from map(_play, tasks)
        return
    with processes(jobs) as pool:
        yield from undisturbed(_played(pool, tasks, max(1, min(16, len(tasks) // (4 * jobs)))))


def _played(pool: Executor, tasks: list[MatchTask], chunk: int) -> Iterator[Played]:
    """Yield the matches in order; all are given out when the first one is requested."""
    yield from pool.map(_play, tasks, chunksize=chunk)


def _play(task: MatchTask) -> Played:
    game = GAMES[task.game]
    digest = sha256(f"{task.seed}/{task.number}".encode()).digest()
    options = parse_options(game.Options, task.options)
    match = arena.play(game, options, task.levels, int.from_bytes(digest[:6]))
    result = game.result(match.state)
    if result is None:
        raise FailedError(t("a match stopped before its end"))
    moves = sum("move" in line for line in match.lines)
    return Played(
        task.number, result.totals, result.places, result.goats or (), moves, match.text()
    )


def _folder(name: str) -> Path:
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(_no_records(folder, error)) from None
    return folder


def _file_name(task: MatchTask, number: int) -> str:
    return f"{task.game}-{task.seed}-{number:05}.jsonl"


def _write(path: Path, text: str) -> None:
    """Write a whole file or none: it gets its name last."""
    part = path.with_suffix(".part")
    try:
        part.write_text(text, "utf-8")
        part.replace(path)
    except OSError as error:
        raise FailedError(_no_records(path.parent, error)) from None
    finally:
        part.unlink(missing_ok=True)


def _no_records(folder: Path, error: OSError) -> str:
    return t(
        "records cannot be written to {folder}: {reason}",
        folder=str(folder),
        reason=error.strerror or str(error),
    )


def _report(task: MatchTask, played: list[Played], *, recorded: bool) -> dict[str, Any]:
    """Return all results without the time, so that two runs with one seed print the same bytes."""
    options = parse_options(GAMES[task.game].Options, task.options)
    return {
        "game": task.game,
        "options": plain_options(options),
        "seed": task.seed,
        "matches": len(played),
        "seats": [_seat_report(level, seat, played) for seat, level in enumerate(task.levels)],
        "results": [
            {
                "match": match.number,
                **({"file": _file_name(task, match.number)} if recorded else {}),
                "totals": match.totals,
                "places": match.places,
                "goats": match.goats,
                "moves": match.moves,
            }
            for match in played
        ],
    }


def _seat_report(level: str, seat: int, played: list[Played]) -> dict[str, Any]:
    return {
        "seat": seat,
        "level": level,
        "wins": sum(match.places[seat] == 1 for match in played),
        "last": sum(match.places[seat] == max(match.places) for match in played),
        "goats": sum(seat in match.goats for match in played),
        "mean_points": round(sum(match.totals[seat] for match in played) / len(played), 2),
    }


def _table(task: MatchTask, played: list[Played], seconds: float) -> str:
    moves = sum(match.moves for match in played)
    goats = any(match.goats for match in played)
    head = [t("seat"), t("bot"), t("wins"), t("mean points")] + [t("goat")] * goats
    rows = [head]
    for seat, level in enumerate(task.levels):
        line = _seat_report(level, seat, played)
        wins = f"{line['wins']} ({100 * line['wins'] / len(played):.0f}%)"
        row = [str(seat), level, wins, decimal(line["mean_points"])]
        rows.append(row + [str(line["goats"])] * goats)
    speed = t(
        "{matches}/s, {moves} moves/s",
        matches=decimal(len(played) / seconds),
        moves=f"{moves / seconds:.0f}",
    )
    count = tn("{n} match of {game}", "{n} matches of {game}", len(played), game=task.game)
    return "\n".join([f"{count}, {speed}", "", *columns(rows, right=range(len(head)))])
