"""Puzzles made of the player's own costly decisions, and their screen.

The judge of the review has the answers. A puzzle is a step of a lesson, asked once, and again when
it may have been forgotten.
"""

import asyncio
import contextlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from core.records import BrokenRecordError
from core.records.replay import Replay
from core.review.decision import Decision
from net.files.folders import read_file, state_directory
from net.files.history import StillGoingOnError, load_replay, past_match, record_paths
from net.files.reviews import kept_review, review_path, write_whole
from tui.boards import BOARDS
from tui.boards.contract import distinct
from tui.drawing.canvas import Canvas, Painting
from tui.drawing.charts import Series, curve
from tui.drawing.look import Look
from tui.language.games import game_title, words_of
from tui.language.text import t, tn
from tui.language.words import begun
from tui.lessons.lesson import Lesson, LessonStep
from tui.lessons.screen import LessonScreen
from tui.preferences.settings import player_name
from tui.program import Program
from tui.review.words import deal_said, decision_said
from tui.screens.dialog import Question
from tui.short_matches import today

A_DAY: Final = 5
"""The most puzzles of a day."""

FORGOTTEN: Final[Mapping[bool, timedelta]] = {True: timedelta(60), False: timedelta(7)}
"""Whether a puzzle was solved -> when it may be asked again."""

_RECENT: Final = 60
"""The most records looked at."""

_MEAN_OF: Final = 10
"""The number of tries whose mean is a point of the curve."""

_MOST_BYTES: Final = 1 << 20


class Puzzle(NamedTuple):
    """A costly decision of the player's."""

    record: str
    day: str
    replay: Replay
    decision: Decision


@dataclass(frozen=True, slots=True)
class Tried:
    """The first answer to a puzzle on a day."""

    record: str
    at: int
    day: str
    solved: bool


def kept_tries() -> list[Tried]:
    """Return all tries, the first one first; none if the file is damaged."""
    try:
        rows = json.loads(read_file(_file(), _MOST_BYTES))
        tries = [Tried(str(row[0]), int(row[1]), str(row[2]), bool(row[3])) for row in rows]
        for each in tries:
            date.fromisoformat(each.day)
    except (OSError, ValueError, TypeError, LookupError, RecursionError):
        return []
    return tries


def keep_tries(tries: Iterable[Tried]) -> None:
    """Keep more tries."""
    with contextlib.suppress(OSError):
        state_directory().mkdir(mode=0o700, parents=True, exist_ok=True)
    rows = [[each.record, each.at, each.day, each.solved] for each in (*kept_tries(), *tries)]
    write_whole(_file(), json.dumps(rows))


def _file() -> Path:
    return state_directory() / "puzzles.json"


def find_puzzles(
    names: Sequence[str], tries: Sequence[Tried], today: str
) -> tuple[list[Puzzle], int]:
    """Return the day's puzzles, the costliest first, and the number of records left out."""
    left = A_DAY - sum(each.day == today for each in tries)
    last = {(each.record, each.at): each for each in tries}
    found: list[Puzzle] = []
    unread = 0
    for path in [path for path in _recorded() if review_path(path).exists()][:_RECENT]:
        read = _read(path, names)
        unread += read is None
        for puzzle in read or ():
            before = last.get((puzzle.record, puzzle.decision.at))
            if before is None or _is_forgotten(before, today):
                found.append(puzzle)
    found.sort(key=lambda puzzle: -puzzle.decision.loss)
    return found[: max(0, left)], unread


def _recorded() -> list[Path]:
    try:
        return record_paths()
    except OSError:
        return []


def _is_forgotten(tried: Tried, today: str) -> bool:
    return date.fromisoformat(today) - date.fromisoformat(tried.day) >= FORGOTTEN[tried.solved]


def _read(path: Path, names: Sequence[str]) -> list[Puzzle] | None:
    """Return the costly decisions of a record; None if it or its review cannot be read."""
    try:
        replay = load_replay(path)
    except (OSError, BrokenRecordError, StillGoingOnError):
        return None
    review, past = kept_review(path, replay), past_match(path)
    if review is None:
        return None
    seat, day = past.seat_of(names), past.begun.date().isoformat()
    costly = review.costly(seat) if seat is not None else []
    return [Puzzle(path.name, day, replay, decision) for decision in costly]


# --- as a lesson ---------------------------------------------------------------------------------


def lesson_of(
    game: str, puzzles: Sequence[Puzzle], unread: int, solved: Sequence[bool], tried: Any
) -> Lesson:
    """Make a lesson of puzzles of one game; `tried` gives the answers of this lesson so far."""
    with words_of(game):  # the screen speaks of it only once it is open
        steps = [_step(puzzle) for puzzle in puzzles]
    text = t("That was all for today. The curve is the share that you have solved, in per cent.")
    if unread:
        text += " " + tn(
            "{n} record is left out: damaged, or reviewed by another release.",
            "{n} records are left out: damaged, or reviewed by another release.",
            unread,
        )
    steps.append(LessonStep(text, drawn=lambda *room: _paint_share([*solved, *tried()], *room)))
    return Lesson(game, len(puzzles[0].replay.players), tuple(steps), title="puzzles")


def _step(puzzle: Puzzle) -> LessonStep:
    replay, decision = puzzle.replay, puzzle.decision
    deal = deal_said(replay, decision.deal)
    deal = deal[0].lower() + deal[1:]
    where = t("Your match of {day}, {deal}.", day=puzzle.day, deal=deal)
    board, view = BOARDS[replay.game.NAME], replay.view(decision.at, decision.seat)
    right = tuple(dict.fromkeys(board.twin(view, move) for move in _right(decision)))
    wrong = [
        (move, _why_wrong(decision, move))
        for move in distinct(board, view, replay.legal(decision.at))
        if move not in right
    ]
    return LessonStep(
        f"{where} {t('What would you do here?')}",
        ask=right,
        done=begun(decision_said(replay, decision)) + ".",
        wrong=tuple(wrong),
        begin=partial(_state, replay, decision.at),
        seat=decision.seat,
    )


def _state(replay: Replay, at: int) -> Any:
    return replay.state(at).copy()


def _right(decision: Decision) -> tuple[str, ...]:
    """Return the best move, and others that are worth the same as far as known."""
    best = decision.worth_of(decision.best)
    alike = [
        each.move
        for each in decision.moves
        if each.move not in (decision.best, decision.move) and best - each.points <= each.error
    ]
    return (decision.best, *alike)


def _why_wrong(decision: Decision, move: str) -> str:
    if move == decision.move:
        return t("That is what you did then. Another move is worth more.")
    known = {each.move: each.points for each in decision.moves}
    less = round(decision.worth_of(decision.best) - known.get(move, 0.0))
    if move not in known or less < 1:
        return t("Another move is worth more.")
    return t("About {n} less than the best move.", n=less)


def _paint_share(solved: Sequence[bool], look: Look, width: int, height: int) -> Painting:
    """Draw the share solved, try by try."""
    windows = (solved[max(0, at + 1 - _MEAN_OF) : at + 1] for at in range(len(solved)))
    shares = [100 * sum(window) / len(window) for window in windows]
    canvas = Canvas(width, height, look.ink, look.felt)
    line = Series([shares[0], *shares] if len(shares) == 1 else shares, look.good)
    canvas.blit(curve([line], look, max(0, width - 2), height, level=0), 1, 0)
    return Painting(canvas)


class PuzzlesScreen(LessonScreen):
    """Asks for a move where the player once chose a costly one; keeps the first answers."""

    HEADING = "Puzzles"
    HELP_TEXT = (
        "Each puzzle is a position of one of your matches in which you once chose a move that was "
        "costly. Make the move that you would make now; the answer is that of the review.\n"
        "There are at most five a day, and none comes again until you may have forgotten it. The "
        "first answer counts. H points at the right move."
    )

    def __init__(self, game: str, name: str, puzzles: Sequence[Puzzle], unread: int) -> None:
        solved = [each.solved for each in kept_tries()]
        self._puzzles = puzzles
        lesson = lesson_of(game, puzzles, unread, solved, lambda: self.walk.tries.values())
        super().__init__(game, name, lesson)

    def on_unmount(self) -> None:
        tried = [(self._puzzles[at], solved) for at, solved in self.walk.tries.items()]
        keep_tries(
            Tried(puzzle.record, puzzle.decision.at, today(), solved) for puzzle, solved in tried
        )


_NONE: Final = "No puzzle for today: they are made of costly decisions in reviewed matches."
_ALL_ANSWERED: Final = "Today's puzzles are answered; matches that you play bring new ones."


def open_puzzles(app: Program) -> None:
    """Find puzzles among the player's records, ask for a game, and open them."""
    app.run_worker(_open_puzzles(app), group="puzzles", exclusive=True)


async def _open_puzzles(app: Program) -> None:
    name, tries = player_name(app.settings), kept_tries()
    puzzles, unread = await asyncio.to_thread(find_puzzles, (name,), tries, today())
    by_game: dict[str, list[Puzzle]] = {}
    for puzzle in puzzles:
        by_game.setdefault(puzzle.replay.game.NAME, []).append(puzzle)

    def answered(game: str | None) -> None:
        if game:
            app.push_screen(PuzzlesScreen(game, name, by_game[game], unread))

    if not by_game:
        solved = any(each.day == today() for each in tries)
        app.notify(t(_ALL_ANSWERED if solved else _NONE))
    elif len(by_game) == 1:
        answered(*by_game)
    else:
        counted = [
            (game, f"{game_title(game)} · {tn('{n} puzzle', '{n} puzzles', len(found))}")
            for game, found in by_game.items()
        ]
        app.push_screen(Question(t("Puzzles of which game?"), counted), answered)
