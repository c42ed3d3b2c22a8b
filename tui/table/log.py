"""The log of a table: what has happened, a line each, worded when it is read. No Textual."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal, TypeAlias

from core.game import RECORDED, Event, Seat
from tui.boards import Board
from tui.boards.seats import letters_of

KEPT: Final = 500
"""Lines remembered: more than two deals of any match can have."""

LineKind: TypeAlias = Literal["event", "chat", "notice", "deal"]

Phrase: TypeAlias = Callable[[], str]
"""Words something in the language used when it is read."""


@dataclass(frozen=True, slots=True)
class Badge:
    """Whom a line is about: a letter on the colour of a seat, as at the table."""

    seat: Seat
    letter: str


def badge_of(names: Sequence[str], seat: Seat | None) -> Badge | None:
    """Return the badge of a seat among these names; None for whoever has no seat."""
    if seat is None or seat >= len(names):
        return None
    return Badge(seat, letters_of(names)[seat])


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of what has happened."""

    kind: LineKind
    say: Phrase
    about: str = ""
    """The thing whose state it reports; a newer line about the same thing replaces it."""
    badge: Badge | None = None
    """Who did or said it."""


class TableLog:
    """The lines of one table, the oldest first."""

    def __init__(self) -> None:
        self.lines: deque[LogLine] = deque(maxlen=KEPT)

    def chat(self, name: str, text: str, badge: Badge | None = None) -> None:
        """Write what somebody has said."""
        self.lines.append(LogLine("chat", lambda: f"{name}: {text}", badge=badge))

    def note(self, say: Phrase, about: str = "", badge: Badge | None = None) -> None:
        """Write a notice; the new state of a thing replaces the last line about it."""
        if about and self.lines and self.lines[-1].about == about:
            self.lines.pop()
        if say():
            self.lines.append(LogLine("notice", say, about, badge))

    def tell(
        self, board: Board, events: Iterable[Event], names: Sequence[str], seat: Seat | None
    ) -> None:
        """Write what has happened in the match, as `seat` sees it."""
        for event in events:
            kind: LineKind = "deal" if event.kind in ("began", *RECORDED) else "event"
            say = partial(board.sentence, event, names, seat)
            if say():
                self.lines.append(LogLine(kind, say, badge=badge_of(names, event.seat)))
