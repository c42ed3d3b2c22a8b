"""What is said under a replay: what has happened, what the hint would have been, how it ended."""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Result
from core.review.decision import Decision
from tui.history.words import fault_said
from tui.language.games import rules_text
from tui.language.text import t, tn
from tui.replay.costly import Costly
from tui.replay.cursor import ReplayCursor
from tui.replay.log import ReplayLog
from tui.review.words import decision_said
from tui.table.hints import numbers_line


def status(
    cursor: ReplayCursor, log: ReplayLog, costly: Costly, *, advised: bool, counts: bool = False
) -> tuple[str, bool]:
    """Say what there is to say about a position, and whether it is to be noted."""
    if counts and len(cursor.legal) > 1 and not cursor.summary:
        return _counted(cursor), False
    decision = None if cursor.summary else costly.at(cursor.at, cursor.seat)
    if decision is not None:
        return _cost(cursor, decision), True
    replay, at_end = cursor.replay, cursor.at_end
    if at_end and replay.fault is not None:
        why = fault_said(replay.fault)
        return t("The record cannot be followed further: {why}", why=why), True
    if advised and cursor.seat is None:
        return t("A watcher decides nothing: Tab switches to a player's view"), False
    if advised and cursor.mine:
        return advice_said(cursor)
    if at_end and cursor.view.result is None:
        return t("Here the match was broken off"), True
    if at_end:
        return places_said(cursor.view.result, cursor.names), True
    if not cursor.at:
        count = tn("{n} move", "{n} moves", replay.moves)
        said = t("from the beginning, {count}", count=count)
        return f"{said} · {rules_text(replay.options)}", False
    return log.happened(), False


def places_said(result: Result, names: Sequence[str]) -> str:
    """Say who came in where: "The match is over: 1. Ann 1910, 2. Bob 1350"."""
    order = sorted(range(len(names)), key=lambda seat: (result.places[seat], seat))
    said = [f"{result.places[seat]}. {names[seat]} {result.totals[seat]}" for seat in order]
    return f"{t('The match is over')}: {', '.join(said)}"


def _cost(cursor: ReplayCursor, decision: Decision) -> str:
    """Say what the decision made here cost, and why the adviser would have decided otherwise."""
    said = decision_said(cursor.replay, decision)
    if cursor.seat is None:
        said = f"{cursor.names[decision.seat]}: {said}"
    hint = cursor.hint
    return f"{said}. {hint.text}" if hint and hint.move == decision.best else f"{said}."


def _counted(cursor: ReplayCursor) -> str:
    """Say what each move would have brought, once that has been counted."""
    if cursor.hint is None or cursor.numbers is None:
        return t("counting …")
    return numbers_line(cursor.replay.game.NAME, cursor.view, cursor.numbers, cursor.hint.move)


def advice_said(cursor: ReplayCursor) -> tuple[str, bool]:
    played, hint = cursor.move_said(cursor.played), cursor.hint
    if len(cursor.legal) == 1:
        return t("The only move there is: {move}", move=played), False
    if hint is None:
        return t("thinking about a hint …"), False
    facts = {"move": cursor.move_said(hint.move), "reason": hint.text}
    if hint.move == cursor.played:
        return t("Played as the hint says: {move}. {reason}", **facts), False
    return t("Played: {played}. The hint: {move}. {reason}", played=played, **facts), True


def seen_by(cursor: ReplayCursor) -> str:
    """Say through whose eyes the match is seen."""
    if cursor.seat is None:
        return t("seen by a watcher")
    return t("seen by {name}", name=cursor.names[cursor.seat])
