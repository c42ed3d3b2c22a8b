"""`kozyr replay`: a past match again, on its board or in sentences."""

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import Final

from core.bots import BOTS
from core.game import Seat
from core.records.replay import Replay
from core.review.decision import Decision
from core.review.review import Review, judge_rest
from net.files.reviews import keep_review, kept_review
from tui.commands import Examples
from tui.commands.full_screen import fits_screen, open_app
from tui.commands.history import add_file, open_record, seat_asked_for
from tui.commands.table import add_plain
from tui.language.games import game_title
from tui.language.text import t
from tui.language.words import use_words
from tui.plain.replay import PlainReplay
from tui.plain.stdio import say, typed_lines
from tui.replay.cursor import start_again
from tui.start import StartReplay

_TELL_PERCENT: Final = 20
"""The least progress of a review, in per cent, between two reports."""


def examples() -> Examples:
    """List the command lines that open the help."""
    return [
        ("kozyr replay", t("the last match again")),
        ("kozyr replay 3", t("the third of 'kozyr history'")),
        ("kozyr replay match.jsonl --seat Ann", t("a record, as Ann saw it")),
        ("kozyr replay match.jsonl --plain", t("line by line: screen readers, pipes, slow links")),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_file(parser)
    parser.add_argument(
        "--seat", metavar="SEAT", help=t("whose view to show: a name, a number from 1, or nobody")
    )
    add_plain(parser)


def run(args: argparse.Namespace) -> int:
    """Open the match on its board; in a pipe, in a dumb terminal and with --plain, tell it."""
    path, replay = open_record(args)
    seat = seat_asked_for(args, path, replay, args.seat)
    if fits_screen(args):
        return open_app(args, StartReplay(str(path), args.seat or ""))
    decision = _talk(path, replay, seat)
    if decision is None:
        return 0
    from tui.plain.start import play  # not loaded for those who only listen

    return play(start_again(replay, path, decision), args.settings, alone=True)


def _talk(path: Path, replay: Replay, seat: Seat | None) -> Decision | None:
    """Carry out the lines from stdin; without any, tell the whole match.

    Returns the decision that the player wants to make again, if there is one.
    """
    use_words("spoken")
    typing = sys.stdin is not None and sys.stdin.isatty()
    asks = typing and sys.stdout.isatty()
    judge = partial(_judged, path, replay)
    dialogue = PlainReplay(replay, seat, say, judge, kept_review(path, replay))
    dialogue.begin(asks=asks)
    answered = asks
    for line in () if typing and not asks else typed_lines():
        answered = True
        dialogue.typed(line)
        if dialogue.done:
            break
    if not answered:
        dialogue.tell_all()
    return dialogue.again


def _judged(path: Path, replay: Replay, begun: Review | None) -> Review | None:
    """Review the match, or the rest of it, and keep the review; Ctrl+C ends only the reviewing."""
    if replay.game.NAME not in BOTS:
        say(t("{game} cannot be reviewed", game=game_title(replay.game.NAME)) + ".")
        return None
    review = begun or Review()
    say(t("The match is being reviewed; this takes a minute or so") + ".")
    said = review.percent(replay.last)
    try:
        for _ in judge_rest(replay, review):
            if (percent := review.percent(replay.last)) >= said + _TELL_PERCENT:
                said = percent
                say(t("reviewed {n}%", n=percent))
    except KeyboardInterrupt:
        say(t("stopped at move {n} of {last}", n=review.reached, last=replay.last))
    keep_review(path, review)
    return review
