"""`kozyr rules`: prints a rule book, or one paragraph of it, as plain text."""

import argparse
import pydoc
import shutil
import sys

from core.games import GAMES
from tui.commands import Examples, FailedError, UsageError, did_you_mean
from tui.commands.table import find_game
from tui.drawing.canvas import columns
from tui.language import rulebook
from tui.language.games import game_title
from tui.language.text import language, t
from tui.language.words import as_sentence


def examples() -> Examples:
    """List the command lines that open the help."""
    return [
        ("kozyr rules", t("the list of games")),
        ("kozyr rules kozel", t("the whole rule book")),
        ("kozyr rules kozel K-R7", t("the paragraph that a refused move cites")),
        ("kozyr rules kozel --lang ru", t("in Russian")),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("game", nargs="?", metavar="GAME", help=t("the game"))
    parser.add_argument("paragraph", nargs="?", metavar="PARAGRAPH", help=t("such as K-R7"))


def run(args: argparse.Namespace) -> int:
    """Print the games, a book or a paragraph; in a terminal a book goes through the pager."""
    if args.game is None:
        print("\n".join(columns([(name, game_title(name)) for name in GAMES])))
        if sys.stdout.isatty():
            print(as_sentence(t("kozyr rules GAME shows a rule book")))
        return 0
    game = find_game(args.game).NAME
    try:
        book = rulebook.read(game, language())
    except FileNotFoundError:
        raise FailedError(t("{game} has no rule book", game=game)) from None
    if args.paragraph is None:
        _show(rulebook.plain(book, _width()))
        return 0
    text = rulebook.paragraph(book, args.paragraph)
    if not text:
        raise UsageError(
            t("the rule book of {game} has no paragraph {name}", game=game, name=args.paragraph)
            + did_you_mean(args.paragraph, rulebook.paragraphs(book))
        )
    print(rulebook.plain(text, _width()), end="")
    return 0


def _width() -> int:
    return min(rulebook.WIDEST, shutil.get_terminal_size().columns)


def _show(text: str) -> None:
    if sys.stdin.isatty() and sys.stdout.isatty():
        pydoc.pager(text)
    else:
        print(text, end="")
