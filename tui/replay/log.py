"""The log of a replay: what has happened so far, and where the hint was different."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from core.game import RECORDED, Event, is_deal_over
from tui.language.text import t
from tui.replay.cursor import ReplayCursor
from tui.table.hints import Hint, move_text
from tui.table.log import LineKind, LogLine, badge_of


class ReplayLog:
    """Words every position once; read `lines`."""

    def __init__(self, cursor: ReplayCursor) -> None:
        self._cursor = cursor
        self._lines: list[tuple[int, bool, LogLine]] = []
        """Position, whether the line reports what a deal brought, and the line."""
        self._worded = 0
        """Lines exist up to this position."""

    def forget(self, after: int = 0) -> None:
        """Word everything after a position again."""
        self._lines = [line for line in self._lines if line[0] <= after]
        self._worded = min(self._worded, after)

    def lines(self) -> list[LogLine]:
        """Return what has happened up to here, a line each."""
        here = self._cursor.place
        for at in range(self._worded + 1, here[0] + 1):
            self._lines += ((at, brought, line) for brought, line in self._new_lines(at))
        self._worded = max(self._worded, here[0])
        return [line for at, brought, line in self._lines if (at, brought) <= here]

    def happened(self) -> str:
        """Say what led here, in a sentence or some."""
        cursor = self._cursor
        events = [event for brought, event in self._told(cursor.at) if brought == cursor.summary]
        said = [cursor.board.sentence(event, cursor.names, cursor.seat) for event in events]
        return " ".join(filter(None, said))

    def _told(self, at: int) -> Iterator[tuple[bool, Event]]:
        """Return the events of a position; a finished deal's points come with its summary."""
        replay, seat = self._cursor.replay, self._cursor.seat
        events, brought = replay.events(at, seat), False
        scored = any(event.kind in RECORDED for event in events)
        over = scored and is_deal_over(replay.view(at, seat))
        for event in events:
            brought = brought or (over and event.kind in RECORDED)
            yield brought, event

    def _new_lines(self, at: int) -> Iterator[tuple[bool, LogLine]]:
        """Word what led to a position; events without words are left out."""
        cursor = self._cursor
        for number, (brought, event) in enumerate(self._told(at)):
            kind: LineKind = "deal" if event.kind in ("began", *RECORDED) else "event"
            say = partial(cursor.board.sentence, event, cursor.names, cursor.seat)
            if say():
                yield brought, LogLine(kind, say, badge=badge_of(cursor.names, event.seat))
            if number == 0 and self.differs(at - 1):
                yield brought, LogLine("notice", partial(self._differing, at - 1))

    def differs(self, at: int) -> bool:
        """Whether the seat did something other than the hint in a position."""
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
