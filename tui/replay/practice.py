"""Matches played on from a record: the position, the seat and the bots they begin with. Pure."""

from pathlib import Path

from core.bots import levels
from core.game import Seat, plain_options
from core.records.replay import Replay
from core.review.decision import Decision
from tui.start import StartPractice


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
    """Return the start of a match played on from just before a decision, by its player."""
    return practice_start(replay, path, decision.at, decision.seat)
