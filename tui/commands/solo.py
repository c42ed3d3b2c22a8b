"""`kozyr solo`: a match against bots, on the full screen or line by line."""

import argparse
from dataclasses import replace

from net.files.folders import state_directory
from tui.commands import Examples, table
from tui.commands.full_screen import open_table
from tui.language.text import t
from tui.preferences.settings import remember
from tui.short_matches import start_of_day, today
from tui.start import StartResume, StartSolo, as_chosen


def examples() -> Examples:
    """List the command lines that open the help."""
    return [
        ("kozyr solo", t("the game you played last, against easy bots")),
        ("kozyr solo kozel --seats 3", t("against two bots")),
        ("kozyr solo kozel --bots easy,hard,hard", t("against three, each of its own level")),
        ("kozyr solo kozel --rule target=51", t("with a house rule; '--rule list' names them all")),
        ("kozyr solo --today kozel", t("the deal of the day: the same for everybody")),
        ("kozyr solo --resume", t("resume an unfinished match")),
        ("kozyr solo kozel --plain", t("line by line: screen readers, pipes, slow links")),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    table.add_table(parser, t("easy, medium, hard or expert; or one for each bot"))
    parser.add_argument(
        "--seed",
        type=table.whole_number,
        metavar="N",
        help=t("the same seed and moves give the same match"),
    )
    parser.add_argument(
        "--today",
        action="store_true",
        help=t("the deal of the day: a short match against experts, the same for everybody"),
    )
    parser.add_argument("--resume", action="store_true", help=t("resume an unfinished match"))
    parser.add_argument(
        "--coach", action="store_true", help=t("be told at once of a decision that was costly")
    )
    table.add_plain(parser)


def run(args: argparse.Namespace) -> int:
    """Check all arguments, then open the match."""
    if args.coach:
        args.settings = replace(args.settings, coach=True)
    if args.resume:
        return _resume(args)
    game = table.asked_game(args)
    if args.today:
        table.check_today(args, "bots", "seats", "rule", "seed")
        table.bot_levels(game)  # raises UsageError for a game without bots
        start = start_of_day(game.NAME, today(), args.settings.name)
    else:
        levels = table.opponents(game, args.bots, args.seats)
        seats = len(levels) + 1
        rules = table.chosen_rules(game, args.rule, seats)
        start = StartSolo(game.NAME, seats, levels[0], rules, args.seed, args.settings.name, levels)
        args.settings = replace(args.settings, table=as_chosen(start, args.settings.table))
        remember(state_directory(), table=args.settings.table)
    return open_table(args, start, alone=True)


def _resume(args: argparse.Namespace) -> int:
    table.check_resumed(args, "bots", "seats", "rule", "seed", "today")
    word = table.find_game(args.game).NAME if args.game else ""
    start = StartResume(table.unfinished_match(word, alone=True).id)
    return open_table(args, start, alone=True)
