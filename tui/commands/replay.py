"""`kozyr replay`: a past match once more, on its board or in sentences."""

from __future__ import annotations

import argparse
from pathlib import Path

from tui.commands import Examples, FailedError, UsageError, did_you_mean
from tui.commands.full_screen import fits_screen, open_app
from tui.commands.history import listed_matches
from tui.commands.table import add_plain
from tui.language.text import t
from tui.start import StartReplay


def examples() -> Examples:
    """List the command lines that open the help."""
    return [
        ("kozyr replay", t("the last match again")),
        ("kozyr replay 3", t("the third of 'kozyr history'")),
        ("kozyr replay match.jsonl --seat Ann", t("a record, as Ann saw it")),
        ("kozyr replay match.jsonl --plain", t("the whole match in sentences")),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help=t("a record, or its number in 'kozyr history'")
    )
    parser.add_argument(
        "--seat", metavar="SEAT", help=t("whose view to show: a name, a number from 1, or nobody")
    )
    add_plain(parser)


def run(args: argparse.Namespace) -> int:
    """Show the match, or tell it: through a pipe, in a plain terminal and where asked for."""
    from core.records.fault import BrokenRecordError
    from net.files.history import StillGoingOnError, load_replay, past_match
    from tui.history.words import chosen_eyes, opening_failed
    from tui.table.links import player_name

    path = chosen_record(args.file)
    try:
        replay = load_replay(path)
    except (OSError, BrokenRecordError, StillGoingOnError) as error:
        raise FailedError(f"{path}: {opening_failed(error)}") from None
    name = player_name(args.settings)
    try:
        seat = chosen_eyes(replay.players, args.seat or "", name, past_match(path).seat_of((name,)))
    except LookupError:
        known = ", ".join(player.name for player in replay.players)
        raise UsageError(
            t("nobody called '{word}' sat there; there were: {known}", word=args.seat, known=known)
            + did_you_mean(args.seat, [player.name for player in replay.players])
        ) from None
    if fits_screen(args):
        return open_app(args, StartReplay(str(path), args.seat or ""))
    from net.files.reviews import kept_review
    from tui.language.words import use_words
    from tui.plain.replay import told
    from tui.plain.shell import say

    use_words("spoken")
    for sentence in told(replay, seat, kept_review(path, replay)):
        say(sentence)
    return 0


def chosen_record(word: str | None) -> Path:
    """Return the record that is meant: a file, or a number in the list of matches."""
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
