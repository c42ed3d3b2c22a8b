"""The words of a replay: its log, and the line above the hand."""

from collections.abc import Iterator, Sequence
from functools import partial

from core.game import RECORDED, Event, Result, is_deal_over
from core.review.decision import Decision
from tui.history.words import fault_said
from tui.language.games import rules_text
from tui.language.text import t, tn
from tui.replay.cursor import Costly, ReplayCursor
from tui.review.words import decision_said
from tui.table.hints import Hint, move_text, numbers_line
from tui.table.log import LineKind, LogLine, badge_of


class ReplayLog:
    """The log of a replay; each position is worded once."""

    def __init__(self, cursor: ReplayCursor) -> None:
        self._cursor = cursor
        self._lines: list[tuple[int, bool, LogLine]] = []
        """Each line with its position, and whether it belongs to the summary of a deal."""
        self._worded = 0
        """The last position that has lines."""

    def forget(self, after: int = 0) -> None:
        """Drop the lines after a position, to be worded again."""
        self._lines = [line for line in self._lines if line[0] <= after]
        self._worded = min(self._worded, after)

    def lines(self) -> list[LogLine]:
        """Return the lines of the log up to here."""
        here = self._cursor.where
        for at in range(self._worded + 1, here[0] + 1):
            self._lines += ((at, brought, line) for brought, line in self._new_lines(at))
        self._worded = max(self._worded, here[0])
        return [line for at, brought, line in self._lines if (at, brought) <= here]

    def happened(self) -> str:
        """Return the events that led here, in a sentence or more."""
        cursor = self._cursor
        events = [event for brought, event in self._told(cursor.at) if brought == cursor.summary]
        said = [cursor.board.sentence(event, cursor.names, cursor.seat) for event in events]
        return " ".join(filter(None, said))

    def _told(self, at: int) -> Iterator[tuple[bool, Event]]:
        """Yield the events of a position, and whether each belongs to the summary of a deal."""
        replay, seat = self._cursor.replay, self._cursor.seat
        events, brought = replay.events(at, seat), False
        scored = any(event.kind in RECORDED for event in events)
        over = scored and is_deal_over(replay.view(at, seat))
        for event in events:
            brought = brought or (over and event.kind in RECORDED)
            yield brought, event

    def _new_lines(self, at: int) -> Iterator[tuple[bool, LogLine]]:
        """Yield the lines about the events that led to a position."""
        cursor = self._cursor
        for number, (brought, event) in enumerate(self._told(at)):
            kind: LineKind = "deal" if event.kind in ("began", *RECORDED) else "event"
            say = partial(cursor.board.sentence, event, cursor.names, cursor.seat)
            if say():
                yield brought, LogLine(kind, say, badge=badge_of(cursor.names, event.seat))
            if number == 0 and self.differs(at - 1):
                yield brought, LogLine("notice", partial(self._differing, at - 1))

    def differs(self, at: int) -> bool:
        """Tell whether the seat followed played a different move than the hint of a position."""
        hint = self._hint(at)
        return hint is not None and hint.move != self._cursor.replay.steps[at].move

    def _hint(self, at: int) -> Hint | None:
        seat = self._cursor.replay.steps[at].seat
        mine = seat is not None and seat == self._cursor.seat
        return self._cursor.hints.get((at, seat)) if mine and seat is not None else None

    def _differing(self, at: int) -> str:
        hint, replay = self._hint(at), self._cursor.replay
        view = replay.view(at, self._cursor.seat)
        return t(
            "The hint was: {move}",
            move=move_text(replay.game.NAME, view, hint.move) if hint else "",
        )


def status(
    cursor: ReplayCursor, log: ReplayLog, costly: Costly, *, advised: bool, counts: bool = False
) -> tuple[str, bool]:
    """Return the line about a position, and whether it is shown as important."""
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
        return t("A watcher decides nothing: V switches to a player's view"), False
    if advised and cursor.mine:
        return advice_said(cursor)
    if at_end and cursor.view.result is None:
        return t("Here the match was broken off"), True
    if at_end:
        return places_said(cursor.view.result, cursor.names), True
    if not cursor.at:
        count = tn("{n} step", "{n} steps", replay.last)
        said = t("from the beginning, {count}", count=count)
        return f"{said} · {rules_text(replay.options)}", False
    return log.happened(), False


def places_said(result: Result, names: Sequence[str]) -> str:
    """List the places: "The match is over: 1. Ann 1910, 2. Bob 1350"."""
    order = sorted(range(len(names)), key=lambda seat: (result.places[seat], seat))
    said = [f"{result.places[seat]}. {names[seat]} {result.totals[seat]}" for seat in order]
    return f"{t('The match is over')}: {', '.join(said)}"


def _cost(cursor: ReplayCursor, decision: Decision) -> str:
    """State the cost of the decision made here, and the adviser's reason for another."""
    said = decision_said(cursor.replay, decision)
    if cursor.seat is None:
        said = f"{cursor.names[decision.seat]}: {said}"
    hint = cursor.hint
    return f"{said}. {hint.text}" if hint and hint.move == decision.best else f"{said}."


def _counted(cursor: ReplayCursor) -> str:
    """State the points expected of each move, once they are counted."""
    if cursor.hint is None or cursor.numbers is None:
        return t("counting …")
    game, hint = cursor.replay.game.NAME, cursor.hint.move
    return numbers_line(game, cursor.view, cursor.numbers, hint, screen=True)


def advice_said(cursor: ReplayCursor) -> tuple[str, bool]:
    """Compare the move played with the hint; the second value tells whether they differ."""
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
    """Name the player, or watcher, whose view is shown."""
    if cursor.seat is None:
        return t("seen by a watcher")
    return t("seen by {name}", name=cursor.names[cursor.seat])
