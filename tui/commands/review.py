"""`kozyr review`: the worth of each decision in a past match, and the share of luck.

The review is kept beside the record; the next run shows it, or continues it.
"""

import argparse
import shutil
import sys
from collections.abc import Mapping
from itertools import chain
from pathlib import Path
from textwrap import fill
from typing import Any, Final

from core.bots import BOTS
from core.game import Seat
from core.records.replay import Replay
from core.review.decision import PLAYOUTS
from core.review.review import Review, as_plain, shares
from kozyr import own_version
from net.files.history import PastMatch, past_match
from net.files.reviews import keep_review, kept_review
from tui.commands import Examples, FailedError, Progress, print_json
from tui.commands.history import add_file, nobody_called, open_record, seat_asked_for
from tui.commands.table import positive_number, whole_number
from tui.history.words import fault_said
from tui.language.games import game_title, speak_of_game
from tui.language.text import t
from tui.review.process import judge_rest_beside
from tui.review.words import closing_lines, deal_lines, match_shares

_INDENT: Final = 3
"""The columns by which the rest of a long line is indented."""


def examples() -> Examples:
    """List the command lines that open the help."""
    return [
        ("kozyr review", t("the last match: play, luck, and the costliest decisions")),
        ("kozyr review 3", t("the third of 'kozyr history'")),
        ("kozyr review match.jsonl --player Ann", t("what Ann's decisions were worth")),
        ("kozyr review --json", t("every decision, for a program")),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_file(parser)
    parser.add_argument(
        "--player", metavar="PLAYER", help=t("whose decisions to tell: a name, or a seat from 1")
    )
    parser.add_argument(
        "--seed",
        type=whole_number,
        metavar="N",
        help=t("the same seed, the same review; by default 0"),
    )
    parser.add_argument(
        "--playouts",
        type=positive_number,
        metavar="N",
        help=t(
            "how often each decision is played out to the end of the deal; more takes longer and "
            "errs less"
        ),
    )
    parser.add_argument("--json", action="store_true", help=t("print every number as JSON"))


def run(args: argparse.Namespace) -> int:
    """Judge the match deal by deal, as far as its record can be followed.

    Ctrl+C keeps the judgements made so far.
    """
    path, replay = open_record(args)
    speak_of_game(replay.game.NAME)
    if replay.game.NAME not in BOTS:
        title = game_title(replay.game.NAME)
        raise FailedError(t("{game} cannot be reviewed", game=title))
    seat = seat_asked_for(args, path, replay, args.player)
    if seat is None:
        raise nobody_called(args.player, replay)
    review = _asked_for(args, kept_review(path, replay))
    stopped = not _finish(path, replay, review, seat, quiet=args.json)
    if args.json:
        print_json(_report(path, replay, review))
    else:
        _say_result(replay, review, seat)
        if said := _other_bots(past_match(path)):
            _print(said)
    if stopped:
        said = t("stopped at move {n} of {last}", n=review.reached, last=replay.last)
        print(said, file=sys.stderr)
    if replay.fault is not None:
        why = fault_said(replay.fault)
        print(t("The record cannot be followed further: {why}", why=why) + ".", file=sys.stderr)
    return 130 if stopped else int(replay.fault is not None)


def _asked_for(args: argparse.Namespace, kept: Review | None) -> Review:
    """Return the kept review if it has the requested seed and playouts, else an empty one."""
    if kept and args.seed in (None, kept.seed) and args.playouts in (None, kept.playouts):
        return kept
    return Review(args.seed or 0, args.playouts or PLAYOUTS)


def _finish(path: Path, replay: Replay, review: Review, seat: Seat, *, quiet: bool) -> bool:
    """Judge the rest, report each deal once it is judged, keep the review; False if stopped."""
    begun, told, kept = review.reached, 0, True
    try:
        with Progress(max(1, replay.last - begun)) as progress:
            for at in chain((begun - 1,), judge_rest_beside(path, replay, review)):
                if at >= begun:
                    progress.show(at + 1 - begun)
                while told < review.deals_done(replay):
                    if not quiet:
                        progress.hide()
                        for line in deal_lines(replay, review, told, seat):
                            _print(line)
                    told += 1
                    if at >= begun:
                        kept = keep_review(path, review)
            if review.reached > begun:
                kept = keep_review(path, review)
    except KeyboardInterrupt:
        keep_review(path, review)
        return False
    if not kept:
        print(t("the review could not be kept beside the record"), file=sys.stderr)
    return True


def _say_result(replay: Replay, review: Review, seat: Seat) -> None:
    print()
    for line in closing_lines(replay, review, seat):
        _print(line)
    print()
    _print(
        t("In points, compared with the mean of the others; docs/review.md explains the method.")
    )


def _other_bots(past: PastMatch) -> str:
    """Say that the match's bots may differ from those that judge it; empty if not."""
    theirs, ours = past.release, own_version()
    if theirs == ours or not any(player.kind.startswith("bot:") for player in past.players):
        return ""
    if not theirs:
        return t(
            "The record does not say of which release the bots of this match were; "
            "the review asks the experts of release {ours}.",
            ours=ours,
        )
    return t(
        "The bots of this match were those of release {theirs}; "
        "the review asks the experts of release {ours}.",
        theirs=theirs,
        ours=ours,
    )


def _print(line: str) -> None:
    """Print a line; in a terminal the rest of a long one is indented."""
    if sys.stdout.isatty():
        indent = " " * (len(line) - len(line.lstrip()) + _INDENT)
        width = max(_INDENT * 10, shutil.get_terminal_size().columns)
        line = fill(line, width, subsequent_indent=indent, break_on_hyphens=False)
    print(line, flush=True)


def _report(path: Path, replay: Replay, review: Review) -> Mapping[str, Any]:
    """Return all numbers for JSON; even rounded, play, others and luck add up to the result."""

    def plain(seat: Seat, share: Any) -> dict[str, Any]:
        play, others, luck, result = share.rounded(3)
        parts = {"play": play, "others": others, "luck": luck, "result": result}
        errors = {
            "play_error": round(share.error, 3),
            "others_error": round(share.others_error, 3),
            "luck_error": round(share.luck_error, 3),
        }
        return {"seat": seat, **parts, **errors, "expert_play": round(share.expert, 3)}

    deals = [
        {"deal": deal + 1, "seats": [plain(*each) for each in enumerate(found)]}
        for deal in range(review.deals_done(replay))
        if (found := shares(replay, deal, review.decisions))
    ]
    return {
        "file": str(path),
        "game": replay.game.NAME,
        "players": [player.name for player in replay.players],
        "seed": review.seed,
        "playouts": review.playouts,
        "complete": review.is_complete(replay) and replay.fault is None,
        "match": [plain(*each) for each in enumerate(match_shares(replay, review))],
        "deals": deals,
        "decisions": [as_plain(each) for each in review.decisions],
    }
