"""`kozyr arena`: bots against each other on the same decks, with intervals for their leads.

The same seed gives the same results, whatever the number of jobs; only times differ.
"""

import argparse
import re
import sys
from dataclasses import dataclass
from typing import Final

from core.bots.search import TEMPERS
from core.game import Game
from kozyr_kits.arena.duplicate import DeckReport, DeckTask, standings
from kozyr_kits.arena.match import BEGINNER
from kozyr_kits.commands.arena_report import lines, report
from kozyr_kits.programs.program import KIND, fault_of, is_program, missing
from kozyr_kits.workers import add_run, in_order, leave_in_order, pool, undisturbed
from tui.commands import (
    Examples,
    FailedError,
    Progress,
    UsageError,
    did_you_mean,
    print_json,
    table,
)
from tui.language.text import t, tn

OUTSIDER: Final = "outsider"
EXAMPLE: Final = "outsider:1500"
PROGRAM_EXAMPLE: Final = "program:'python3 mine.py {host} {port}'"
LEAST_DECKS: Final = 10
"""The fewest decks whose intervals are trusted to be narrow."""
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
        (
            "kozyr arena kozel --seats 'hard,program:./mine {port}'",
            t("against your own program"),
        ),
        ("kozyr arena kozel --decks 20 --json", t("every number, for a program")),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("game", metavar="GAME", help=t("the game"))
    parser.add_argument(
        "--seats",
        default="medium,easy",
        metavar="BOTS",
        help=t(
            "who plays, taken in turn: levels, also with a temper, such as expert:bold; "
            "beginner, a bot that goes by rule of thumb and once in five moves "
            "bids one off or moves at random; "
            "outsider:N, a plain search of N playouts; "
            "program:COMMAND, a client of the protocol, told where to connect by {host} and {port}"
        ),
    )
    parser.add_argument(
        "--players",
        type=table.positive_number,
        metavar="N",
        help=t("seats at the table; by default as many as you name bots, or as the game needs"),
    )
    parser.add_argument(
        "--decks", type=table.positive_number, default=20, metavar="N", help=t("how many decks")
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
    table.add_rules(parser)
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
    """Play decks with every seating and print the results."""
    game = table.asked_game(args)
    named = contestants(game, args.seats)
    if len(set(named)) < 2:
        raise UsageError(t("name at least two different bots to compare"))
    if not args.dask and (
        lacking := next(filter(None, map(missing, filter(is_program, named))), "")
    ):
        raise UsageError(t("there is no program {word} on this computer", word=lacking))
    seats = _seats(game, args.players, len(named))
    sitting = tuple(named[seat % len(named)] for seat in range(seats))
    options = table.chosen_rules(game, args.rule, seats)
    most = MOST_DECKS if args.until else args.decks
    tasks = [DeckTask(game.NAME, options, sitting, args.seed * MOST_DECKS + n) for n in range(most)]
    leave_in_order()
    reports: list[DeckReport] = []
    end = _End()
    with Progress(args.decks) as progress:
        try:
            with pool(args.jobs, args.dask) as players:
                for played in undisturbed(in_order(players, tasks)):
                    reports.append(played)
                    progress.show(len(reports))
                    if args.until and _narrow(sitting, reports, args.until, progress):
                        break
                end.played_again = players.played_again
                end.lost_workers = players.lost_workers()
        except KeyboardInterrupt:
            end.code = 130
        except FailedError as error:
            if not reports:
                raise
            end.code, end.why = 1, str(error)
    if not reports:
        print(t("stopped before the first deck was played"), file=sys.stderr)
        return end.code
    found = standings(sitting, reports)
    if args.json:
        printed = report(tasks[0], args.seed, found)
        printed |= {"workers_lost": end.lost_workers, "decks_played_again": end.played_again}
        print_json(printed)
    else:
        print("\n".join(lines(tasks[0], found)))
    for line in end.lines(len(reports)):
        print(line, file=sys.stderr)
    return end.code


@dataclass(slots=True)
class _End:
    """The end of a run, with the losses on the way."""

    code: int = 0
    why: str = ""
    lost_workers: int = 0
    played_again: int = 0

    def lines(self, decks: int) -> list[str]:
        """Return sentences for the user beside the numbers."""
        said = []
        if self.lost_workers:
            lost = self.lost_workers
            said.append(
                tn("the cluster has lost {n} worker; ", "the cluster has lost {n} workers; ", lost)
                + t("the others have played what it was playing")
            )
        if self.played_again:
            again = self.played_again
            said.append(tn("{n} deck was played again", "{n} decks were played again", again))
        if self.code:
            said += [self.why] if self.why else []
            said.append(tn("stopped after {n} deck", "stopped after {n} decks", decks))
        return said


def contestants(game: Game, text: str) -> tuple[str, ...]:
    """Read `expert,outsider:1500,program:"COMMAND"`; quotes keep commas. Raises UsageError."""
    return tuple(_contestant(game, word.strip()) for word in _WORDS.findall(text) or [""])


_WORDS: Final = re.compile(r"""(?:[^,"']|"[^"]*"|'[^']*'|["'])+""")


def _contestant(game: Game, word: str) -> str:
    kind, _, rest = _unquoted(word).partition(":")
    match kind.strip().lower():
        case "outsider":
            if not rest.isdecimal() or not 1 <= int(rest) <= 1_000_000:
                raise UsageError(
                    t("an outsider needs its playouts, 1 to 1000000, such as {word}", word=EXAMPLE)
                )
            return f"{OUTSIDER}:{int(rest)}"
        case "program":
            return _program(rest.strip())
        case "beginner" if not rest:
            return BEGINNER
        case _:
            level = table.bot_levels(game, kind or ",")[0]
            temper = rest.strip().lower()
            if temper and temper not in TEMPERS:
                known = ", ".join(TEMPERS)
                raise UsageError(
                    t("no such temper: '{word}'; there are: {known}", word=temper, known=known)
                    + did_you_mean(temper, TEMPERS)
                )
            return f"{level}:{temper}" if temper else level


def _unquoted(text: str) -> str:
    """Return a text without the quotes around all of it."""
    quote = text[:1]
    whole = quote in ("'", '"') and text.find(quote, 1) == len(text) - 1
    return text[1:-1] if whole else text


def _program(command: str) -> str:
    """Read the command line of a program, which may be quoted as a whole."""
    found = f"{KIND}:{_unquoted(command)}"
    if why := fault_of(found):
        raise UsageError(
            t("a program's command line must contain {port}", port="{port}")
            if why == "port"
            else t("a program needs a command line, such as {word}", word=PROGRAM_EXAMPLE)
        )
    return found


def _seats(game: Game, wanted: int | None, named: int) -> int:
    """Return the number of seats: the requested one, or the fewest that can be shared equally."""
    if wanted is None:
        fair = [seats for seats in game.SEATS if seats >= named and seats % named == 0]
        wanted = fair[0] if fair else named
    if wanted < named:
        raise UsageError(t("more bots are named than sit at the table"))
    return table.seat_count(game, wanted, usual=4)


def _narrow(
    sitting: tuple[str, ...], reports: list[DeckReport], points: float, progress: Progress
) -> bool:
    """Tell whether all means are known well enough; tell `progress` how many decks that needs."""
    if len(reports) < LEAST_DECKS:
        return False
    widest = max(standing.a_deal.half for standing in standings(sitting, reports))
    # The half of an interval falls with the root of the number of decks.
    progress.expect(round(len(reports) * (widest / points) ** 2))
    return widest <= points
