"""`kozyr history`: past matches, on the full screen or as a table, newest first."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from tui.commands import Examples, FailedError
from tui.commands.full_screen import fits_screen, open_app
from tui.commands.table import add_plain, find_game, positive_number
from tui.language.text import t
from tui.start import StartHistory

if TYPE_CHECKING:
    from net.files.history import PastMatch


def examples() -> Examples:
    """List the command lines that open the help."""
    return [
        ("kozyr history", t("past matches; Enter replays one")),
        ("kozyr history joker --last 10 --plain", t("the last ten of a game, as a table")),
        ("kozyr history --json", t("for a program")),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("game", nargs="?", metavar="GAME", help=t("the game"))
    parser.add_argument(
        "--last", type=positive_number, metavar="N", help=t("at most this many matches")
    )
    parser.add_argument("--json", action="store_true", help=t("print the matches as JSON"))
    add_plain(parser)


def run(args: argparse.Namespace) -> int:
    """Open the list or print it: through a pipe, in a plain terminal, and if asked for."""
    game = find_game(args.game).NAME if args.game else ""
    if not (args.json or args.last) and fits_screen(args):
        return open_app(args, StartHistory(game))
    return _print(args, game)


def _print(args: argparse.Namespace, game: str) -> int:
    from itertools import islice

    found = enumerate(listed_matches(), 1)
    chosen = (each for each in found if not game or each[1].game == game)
    matches = list(islice(chosen, args.last))
    if args.json:
        print(json.dumps([_plain(past) for _, past in matches], ensure_ascii=False, indent=2))
    elif matches:
        _print_table(args, matches)
    else:
        print(t("No match has been played here yet."), file=sys.stderr)
    return 0


def listed_matches() -> list[PastMatch]:
    """List the past matches. Raises FailedError where the folder cannot be read."""
    from net.files.history import matches_folder, past_matches
    from tui.history.words import opening_failed

    try:
        return list(past_matches())
    except OSError as error:
        raise FailedError(f"{matches_folder()}: {opening_failed(error)}") from None


def _print_table(args: argparse.Namespace, matches: list[tuple[int, PastMatch]]) -> None:
    from tui.history.words import cells, columns, titles
    from tui.table.links import player_name

    names = (player_name(args.settings),)
    rows = [("", *titles()), *((str(n), *cells(past, names)) for n, past in matches)]
    print("\n".join(columns(rows, _ROOM)))


_ROOM = 1000
"""Cells of a line: readers of a pipe want nothing cut off."""


def _plain(past: PastMatch) -> dict[str, Any]:
    return {
        "file": str(past.path),
        "begun": past.begun.isoformat(timespec="seconds"),
        "game": past.game or None,
        "players": [{"name": player.name, "kind": player.kind} for player in past.players],
        "finished": past.finished,
        "going_on": past.going_on,
        "totals": list(past.totals),
        "places": list(past.places),
        "goats": list(past.goats),
        "taken_back": past.taken_back,
        "problem": None if past.fault is None else str(past.fault),
    }
