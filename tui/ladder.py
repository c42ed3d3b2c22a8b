"""The ladder: three short matches of a game in a row, against stronger bots each time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from core.bots import levels
from core.game import Result, Seat
from core.games import FACTS
from tui.language.games import game_title, level_name
from tui.language.text import t, tn
from tui.screens.dialog import Question
from tui.screens.table_choices import games
from tui.start import Rung, StartLadder
from tui.today import seats_of_day

if TYPE_CHECKING:
    from tui.program import Program


RUNGS: Final = 3


def can_climb(game: str) -> bool:
    """Tell whether a game has bots enough."""
    return len(levels(game)) >= RUNGS


def start_of_ladder(game: str, name: str) -> StartLadder:
    """Return the start of the first match."""
    rules = dict(FACTS[game].SHORT_MATCH)
    return StartLadder(game, seats_of_day(game), _levels(game)[0], rules, name=name)


def next_start(start: StartLadder, result: Result, seat: Seat) -> StartLadder | None:
    """Return the start of the match after one that has ended; None after the last."""
    behind = climbed(start, result, seat)
    if len(behind) >= RUNGS:
        return None
    return replace(start, level=_levels(start.game)[len(behind)], behind=behind)


def climbed(start: StartLadder, result: Result, seat: Seat) -> tuple[Rung, ...]:
    """Return the results up to a match that has ended."""
    rung = Rung(start.level, result.places[seat], len(result.places), result.totals[seat])
    return (*start.behind, rung)


def ladder_said(rungs: tuple[Rung, ...]) -> tuple[str, ...]:
    """Word the results, a sentence each, without full stops; after the last match sum them up."""
    lines = [
        t(
            "{number}. {level}: place {place} of {n}, {points}",
            number=number,
            level=level_name(rung.level),
            place=rung.place,
            n=rung.seats,
            points=tn("{n} point", "{n} points", rung.points),
        )
        for number, rung in enumerate(rungs, 1)
    ]
    if len(rungs) == RUNGS:
        firsts = sum(rung.place == 1 for rung in rungs)
        lines.append(t("First on {n} of {all} rungs", n=firsts, all=RUNGS))
    return tuple(lines)


def _levels(game: str) -> tuple[str, ...]:
    return tuple(levels(game))[-RUNGS:]


def ask_for_ladder(app: Program) -> None:
    """Ask for the game of a ladder, and begin its first match."""

    def answered(game: str | None) -> None:
        if game:
            app.begin(start_of_ladder(game, app.settings.name))

    about = t("Three short matches, each against stronger bots; the last page has all results.")
    answers = [(game, game_title(game)) for game in games() if can_climb(game)]
    app.push_screen(Question(t("The ladder of which game?"), answers, about), answered)
