"""`kozyr history`: past matches, newest first; other commands choose their records here."""

import argparse
import sys
from itertools import islice
from pathlib import Path
from typing import Any

from core.game import Seat
from core.records import BrokenRecordError
from core.records.replay import Replay
from net.files import history
from net.files.history import PastMatch
from tui.commands import Examples, FailedError, UsageError, did_you_mean, print_json
from tui.commands.full_screen import fits_screen, open_app
from tui.commands.table import add_plain, find_game, positive_number
from tui.drawing.canvas import columns
from tui.history.words import cells, chosen_eyes, none_played, opening_failed, titles
from tui.language.text import t
from tui.preferences.settings import player_name
from tui.start import StartHistory


def examples() -> Examples:
    """List the command lines that open the help."""
    return [
        ("kozyr history", t("past matches; Enter replays one")),
        ("kozyr history joker --last 10 --plain", t("the last ten of a game, as a table")),
        ("kozyr history --json", t("for a program")),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("game", nargs="?", metavar="GAME", help=t("the game"))
    parser.add_argument(
        "--last", type=positive_number, metavar="N", help=t("at most this many matches")
    )
    parser.add_argument("--json", action="store_true", help=t("print the matches as JSON"))
    add_plain(parser)


def run(args: argparse.Namespace) -> int:
    """Open the list on the screen; print it in a pipe, in a dumb terminal, and with --plain."""
    game = find_game(args.game).NAME if args.game else ""
    if not (args.json or args.last) and fits_screen(args):
        return open_app(args, StartHistory(game))
    return _print(args, game)


def _print(args: argparse.Namespace, game: str) -> int:
    found = enumerate(listed_matches(), 1)
    chosen = (each for each in found if not game or each[1].game == game)
    matches = list(islice(chosen, args.last))
    if args.json:
        print_json([_plain(past) for _, past in matches])
    elif matches:
        _print_table(args, matches)
    else:
        print(none_played(game), file=sys.stderr)
    return 0


def listed_matches() -> list[PastMatch]:
    """List the past matches. Raises FailedError if the folder cannot be read."""
    try:
        return list(history.past_matches())
    except OSError as error:
        raise FailedError(f"{history.matches_folder()}: {opening_failed(error)}") from None


def _print_table(args: argparse.Namespace, matches: list[tuple[int, PastMatch]]) -> None:
    names = (player_name(args.settings),)
    rows = [("", *titles()), *((str(n), *cells(past, names)) for n, past in matches)]
    print("\n".join(columns(rows)))


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
        "apart": past.apart,
        "branch": past.branch or None,
        "problem": None if past.fault is None else str(past.fault),
    }


def add_file(parser: argparse.ArgumentParser) -> None:
    """Declare the argument that names a record."""
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help=t("a record, or its number in 'kozyr history'")
    )


def open_record(args: argparse.Namespace) -> tuple[Path, Replay]:
    """Open the record that the arguments name. Raises FailedError, UsageError."""
    path = record_meant(args.file)
    try:
        return path, history.load_replay(path)
    except (OSError, BrokenRecordError, history.StillGoingOnError) as error:
        raise FailedError(f"{path}: {opening_failed(error)}") from None


def seat_asked_for(
    args: argparse.Namespace, path: Path, replay: Replay, word: str | None
) -> Seat | None:
    """Return the seat that a word names, by default the player's own; None for a watcher's view.

    Raises UsageError for a name that no player of the match had.
    """
    name = player_name(args.settings)
    try:
        return chosen_eyes(
            replay.players, word or "", name, history.past_match(path).seat_of((name,))
        )
    except LookupError:
        raise nobody_called(word, replay) from None


def nobody_called(word: str | None, replay: Replay) -> UsageError:
    """Return the error that no player of a record had this name."""
    known = [player.name for player in replay.players]
    said = t(
        "nobody called '{word}' sat there; there were: {known}", word=word, known=", ".join(known)
    )
    return UsageError(said + did_you_mean(word or "", known))


def record_meant(word: str | None) -> Path:
    """Return the record that a word names: a file, or a number in the list of matches.

    Without a word it is the last match that can be watched. Raises UsageError for a number that is
    too large, FailedError if there are no matches.
    """
    if word is not None and not (word.isdecimal() and not Path(word).exists()):
        return Path(word)
    matches = listed_matches()
    if not matches:
        raise FailedError(t("No match has been played here yet."))
    if word is None:
        return next(
            (past.path for past in matches if not past.going_on and not past.fault), matches[0].path
        )
    paths, number = [past.path for past in matches], int(word)
    if not 1 <= number <= len(paths):
        last = len(paths)
        raise UsageError(t("there are matches 1 to {last}; got {n}", last=last, n=number))
    return paths[number - 1]
