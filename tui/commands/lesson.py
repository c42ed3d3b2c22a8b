"""`kozyr lesson`: a game explained on real positions, on the full screen or line by line."""

import argparse

from tui.commands import Examples, UsageError
from tui.commands.full_screen import open_app
from tui.commands.table import add_plain, find_game
from tui.language.games import no_lesson
from tui.language.text import t
from tui.lessons import LESSONS
from tui.start import StartLesson


def examples() -> Examples:
    """List the command lines that open the help."""
    return [
        ("kozyr lesson", t("asks which game to learn")),
        ("kozyr lesson joker", t("bids, jokers and premiums, in a few minutes")),
        ("kozyr lesson joker --plain", t("line by line: screen readers, pipes, slow links")),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("game", nargs="?", metavar="GAME", help=t("the game"))
    add_plain(parser)


def run(args: argparse.Namespace) -> int:
    """Open the lesson of a game, or let the player choose a game."""
    game = find_game(args.game).NAME if args.game else ""
    if game and game not in LESSONS:
        raise UsageError(no_lesson(game))
    if not args.plain:
        return open_app(args, StartLesson(game))
    if not game:
        raise UsageError(t("which game? 'kozyr rules' lists them"))
    from tui.plain import lesson as plain_lesson

    return plain_lesson.run(game, args.settings)
