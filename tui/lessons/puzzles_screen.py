"""The screen of puzzles, and the way to it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.language.games import game_title
from tui.language.text import t, tn
from tui.lessons.puzzles import Puzzle, Tried, find_puzzles, keep_tries, kept_tries, lesson_of
from tui.lessons.screen import LessonScreen
from tui.preferences.settings import player_name
from tui.screens.dialog import Question
from tui.today import today

if TYPE_CHECKING:
    from tui.program import Program


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


def open_puzzles(app: Program) -> None:
    """Find puzzles among the player's records, ask for a game, and open them."""
    app.run_worker(_open_puzzles(app), group="puzzles", exclusive=True)


async def _open_puzzles(app: Program) -> None:
    name = player_name(app.settings)
    puzzles, unread = await asyncio.to_thread(find_puzzles, (name,), kept_tries(), today())
    by_game: dict[str, list[Puzzle]] = {}
    for puzzle in puzzles:
        by_game.setdefault(puzzle.replay.game.NAME, []).append(puzzle)

    def answered(game: str | None) -> None:
        if game:
            app.push_screen(PuzzlesScreen(game, name, by_game[game], unread))

    if not by_game:
        said = t("No puzzle for today: they are made of costly decisions in reviewed matches.")
        app.notify(said)
    elif len(by_game) == 1:
        answered(*by_game)
    else:
        counted = [
            (game, f"{game_title(game)} · {tn('{n} puzzle', '{n} puzzles', len(found))}")
            for game, found in by_game.items()
        ]
        app.push_screen(Question(t("Puzzles of which game?"), counted), answered)
