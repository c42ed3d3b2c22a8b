"""The record that a command is about: which file is meant, what is in it, whose seat is meant."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tui.commands import FailedError, UsageError, did_you_mean
from tui.commands.history import listed_matches
from tui.language.text import t

if TYPE_CHECKING:
    from core.game import Seat
    from core.records.replay import Replay


def add_file(parser: argparse.ArgumentParser) -> None:
    """Declare the record."""
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help=t("a record, or its number in 'kozyr history'")
    )


def open_record(args: argparse.Namespace) -> tuple[Path, Replay]:
    """Return the record meant, ready to be walked through. Raises FailedError."""
    from core.records.fault import BrokenRecordError
    from net.files.history import StillGoingOnError, load_replay
    from tui.history.words import opening_failed

    path = _chosen(args.file)
    try:
        return path, load_replay(path)
    except (OSError, BrokenRecordError, StillGoingOnError) as error:
        raise FailedError(f"{path}: {opening_failed(error)}") from None


def seat_asked_for(
    args: argparse.Namespace, path: Path, replay: Replay, word: str | None
) -> Seat | None:
    """Return the seat of somebody named, by default the player's own; None for nobody's.

    Raises UsageError if nobody with that name sat there.
    """
    from net.files.history import past_match
    from tui.history.words import chosen_eyes
    from tui.table.links import player_name

    name = player_name(args.settings)
    try:
        return chosen_eyes(replay.players, word or "", name, past_match(path).seat_of((name,)))
    except LookupError:
        raise nobody_called(word, replay) from None


def nobody_called(word: str | None, replay: Replay) -> UsageError:
    """Return what to raise if nobody with a name sat at the table of a record."""
    known = [player.name for player in replay.players]
    said = t(
        "nobody called '{word}' sat there; there were: {known}", word=word, known=", ".join(known)
    )
    return UsageError(said + did_you_mean(word or "", known))


def _chosen(word: str | None) -> Path:
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
