"""The question of which game a ladder is to be climbed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.ladder import can_climb, start_of_ladder
from tui.language.games import game_title
from tui.language.text import t
from tui.screens.dialog import Question
from tui.screens.table_choices import games

if TYPE_CHECKING:
    from tui.program import Program


def ask_for_ladder(app: Program) -> None:
    """Ask for the game of a ladder, and begin its first match."""

    def answered(game: str | None) -> None:
        if game:
            app.begin(start_of_ladder(game, app.settings.name))

    about = t("Three short matches, each against stronger bots; the last page has all results.")
    answers = [(game, game_title(game)) for game in games() if can_climb(game)]
    app.push_screen(Question(t("The ladder of which game?"), answers, about), answered)
