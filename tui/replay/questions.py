"""What a replay asks: which of the costliest decisions to go to, whether to play on from here."""

from pathlib import Path
from textwrap import wrap
from typing import Final

from core.bots import levels
from core.game import Seat, is_deal_over, plain_options
from core.records.replay import Replay
from core.review.decision import Decision
from tui.language.games import game_title
from tui.language.text import t
from tui.replay.cursor import Costly, ReplayCursor
from tui.review.words import costliest_said, match_shares, share_said
from tui.screens.dialog import Question
from tui.start import StartPractice

_MOST: Final = 5
"""As many as the smallest window has room for."""

_WIDTH: Final = 42
"""Columns of a question after the digit of an answer."""

_INDENT: Final = "\n    "


def costliest_question(cursor: ReplayCursor, costly: Costly) -> Question:
    """Offer the costliest decisions of the player being followed; the answer is a position."""
    replay, seat, review = cursor.replay, cursor.seat, costly.review
    assert review is not None
    answers = []
    for decision in review.costliest(seat)[:_MOST]:
        said = costliest_said(replay, decision, seat)
        answers.append((str(decision.at), _INDENT.join(wrap(said, _WIDTH))))
    lines = []
    if seat is not None and (shares := match_shares(replay, review)):
        lines.append(share_said(shares[seat]))
    if costly.running:
        lines.append(t("reviewed {n}%", n=costly.percent))
    if not answers:
        lines.append(t("No decision that was costly beyond doubt."))
    question = t("The costliest decisions")
    return Question(question, [*answers, ("", t("back"))], "\n".join(lines))


def why_not_from_here(cursor: ReplayCursor, *, has_record: bool) -> str:
    """Say why this position cannot be played on; empty if it can."""
    game = cursor.replay.game.NAME
    if not has_record or not levels(game):
        return t("{game} cannot be continued from a record", game=game_title(game))
    if cursor.seat is None:
        return t("A watcher decides nothing: Tab switches to a player's view")
    if is_deal_over(cursor.view):
        return t("There is nothing left to play here: go back a step, or on to the next deal")
    return ""


def practice_question(cursor: ReplayCursor) -> Question:
    """Ask; the answer to go on is "play"."""
    assert cursor.seat is not None
    about = t(
        "You play as {name}, and bots play for everybody else. The cards already dealt stay as "
        "they were; later deals are new. Nothing is recorded.",
        name=cursor.names[cursor.seat],
    )
    answers = [("", t("back")), ("play", t("play on from here"))]
    return Question(t("Play on from here?"), answers, about)


def practice_start(replay: Replay, path: Path, at: int, seat: Seat) -> StartPractice:
    """Return the start of a match played on from a position of a record, at one of its seats."""
    known = levels(replay.game.NAME)
    level = "hard" if "hard" in known else known[-1]
    return StartPractice(
        replay.game.NAME,
        len(replay.players),
        level,
        plain_options(replay.options),
        path=str(path),
        at=at,
        seat=seat,
    )


def start_again(replay: Replay, path: Path, decision: Decision) -> StartPractice:
    """Return the start of a match played on from just before a decision, by whoever made it."""
    return practice_start(replay, path, decision.at, decision.seat)
