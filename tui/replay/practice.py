"""The way from a position of a match being watched to a table where it is played on."""

from __future__ import annotations

from pathlib import Path

from core.bots import levels
from core.game import is_deal_over, plain_options
from tui.language.games import game_title
from tui.language.text import t
from tui.replay.cursor import ReplayCursor
from tui.screens.dialog import Question
from tui.start import StartPractice


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


def practice_start(cursor: ReplayCursor, path: Path) -> StartPractice:
    """Return the start of such a match."""
    replay = cursor.replay
    assert cursor.seat is not None
    known = levels(replay.game.NAME)
    level = "hard" if "hard" in known else known[-1]
    return StartPractice(
        replay.game.NAME,
        len(replay.players),
        level,
        plain_options(replay.options),
        path=str(path),
        at=cursor.at,
        seat=cursor.seat,
    )
