"""The question which game's deal of the day to play, with a week of places beside each game."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from rich.style import Style
from rich.text import Text

from core.bots import levels
from tui.drawing.canvas import text_width
from tui.drawing.look import Look, ink_on
from tui.language.games import game_title
from tui.language.text import t, tn
from tui.screens.dialog import Question
from tui.screens.table_choices import games
from tui.today import days_played, start_of_day, streak, today, week

if TYPE_CHECKING:
    from tui.program import Program


def ask_for_day(app: Program) -> None:
    """Ask which game's deal of the day to play, or of yesterday, and open it."""
    app.run_worker(_ask_for_day(app, today()), group="today", exclusive=True)


async def _ask_for_day(app: Program, day: str) -> None:
    found = await asyncio.to_thread(days_played)
    before = (date.fromisoformat(day) - timedelta(1)).isoformat()
    late = day != today()

    def answered(game: str | None) -> None:
        if game == _YESTERDAY:
            app.run_worker(_ask_for_day(app, before), group="today", exclusive=True)
        elif game:
            app.begin(start_of_day(game, day, app.settings.name))

    known, look = [game for game in games() if levels(game)], app.appearance.look
    wide = max(text_width(game_title(game)) for game in known) + 2
    answers: list[tuple[str, str | Text]] = [
        (game, _with_week(game_title(game).ljust(wide), week(found, game, day), look))
        for game in known
    ]
    about = t(
        "A short match against experts. Everybody who plays it today is dealt the same; at the "
        "end there is a line to send to others. The first attempt counts."
    )
    if late:
        about = t("Dealt as it was for everybody, but there is no line to send any more.")
    else:
        answers.append((_YESTERDAY, t("yesterday's deals")))
    if days := streak(found, today()):
        about += "\n" + t("The squares are your places in the last seven days.")
        about += " " + tn("{n} day in a row", "{n} days in a row", days) + "."
    question = t("Deal of the day {day}: which game?", day=day)
    app.push_screen(Question(question, answers, about), answered)


_YESTERDAY: Final = "yesterday"


def _with_week(said: str, places: Sequence[str], look: Look) -> Text:
    """Write behind a game a square for each of seven days, with the place in it."""
    text = Text(said)
    for place in places:
        text.append(" ")
        if place == "1":
            text.append("1 ", Style(color=ink_on(look.chosen), bgcolor=look.chosen, bold=True))
        elif place:
            text.append(f"{place} ", Style(color=look.ink, bgcolor=look.felt_line))
        else:
            text.append("--" if look.shapes else "  ", Style(bgcolor=look.felt))
    return text
