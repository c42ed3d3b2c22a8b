"""The ladder: three short matches of a game in a row, against stronger bots each time.

The program remembers the rung that is to be played next, so that a ladder can be left and resumed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from core.bots import BOTS, levels
from core.game import Result, Seat
from core.games import FACTS
from tui.language.games import game_title, level_name
from tui.language.text import t, tn
from tui.start import Rung, StartLadder
from tui.today import seats_of_day

RUNGS: Final = 3


def can_climb(game: str) -> bool:
    """Tell whether a game has enough levels of bots."""
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


def noted(start: StartLadder | None, table: str = "") -> dict[str, Any]:
    """Return the memory of a match of a ladder and of its table; empty for none.

    The rest of its start follows from that.
    """
    if start is None:
        return {}
    return {"game": start.game, "table": table, "behind": [[*rung] for rung in start.behind]}


def remembered(memory: Mapping[str, Any], name: str) -> StartLadder | None:
    """Return the match that comes next on the ladder; None without one, or if it is damaged."""
    match memory:
        case {"game": str(game), "behind": [*rungs]} if game in BOTS and can_climb(game):
            known = _levels(game)
        case _:
            return None
    behind = tuple(Rung(*rung) for rung in rungs if _is_rung(rung))
    if not len(behind) == len(rungs) < RUNGS or any(rung.level not in known for rung in behind):
        return None
    start = start_of_ladder(game, name)
    return replace(start, level=known[len(behind)], behind=behind)


def _is_rung(rung: object) -> bool:
    match rung:
        case [str(), int(place), int(seats), int()]:
            return 1 <= place <= seats
    return False


def next_said(start: StartLadder) -> str:
    """Name the match that comes next, by its game and rung."""
    number, game = len(start.behind) + 1, game_title(start.game)
    return t("{game}, rung {number} of {all}", game=game, number=number, all=RUNGS)


def climbed(start: StartLadder, result: Result, seat: Seat) -> tuple[Rung, ...]:
    """Return the results up to a match that has ended."""
    rung = Rung(start.level, result.places[seat], len(result.places), result.totals[seat])
    return (*start.behind, rung)


def ladder_said(rungs: tuple[Rung, ...]) -> tuple[str, ...]:
    """Word the results, one sentence each, without full stops; after the last match sum them up."""
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
