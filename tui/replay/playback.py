"""A recorded match as its players saw it, picture by picture, both ways. No Textual.

Shown as at the table: a deal's end is the table as it lay, then its points, then the next deal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from core.game import RECORDED, Event, Move, Seat
from core.records.replay import Replay
from tui.boards import BOARDS, Board
from tui.language.text import t
from tui.language.words import name_said
from tui.table.connection import LineKind, LogLine
from tui.table.deal_end import ends_deal, played_out, whole_deal
from tui.table.hints import Hint, move_text

_REMEMBERED: Final = 16
"""Positions of which the pictures are kept: a step back and forth makes none anew."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture of a position; most positions have one."""

    at: int
    view: Any
    events: tuple[Event, ...] = ()
    """What led to this picture."""
    told: int = 0
    """How many events of the position have happened in it."""
    summary: bool = False
    """The points of a deal lie over the table."""


class Film:
    """Where a viewer is in a match, and what there is to see."""

    def __init__(self, replay: Replay, seat: Seat | None) -> None:
        self.replay = replay
        self.seat = seat
        """Through whose eyes; None looks on."""
        self.board: Board = BOARDS[replay.game.NAME]
        self.names = tuple(name_said(player.name) for player in replay.players)
        self._pictures: dict[int, tuple[Picture, ...]] = {}
        self.here = self.pictures(0)[0]
        self.hints: dict[tuple[int, Seat], Hint] = {}
        """What was found for decisions: by position and seat."""
        self._lines: list[tuple[int, int, LogLine]] = []
        """Position, number of the event in it, and its line."""
        self._worded = 0
        """The position up to which there are lines."""

    # --- pictures -------------------------------------------------------------------------------

    def pictures(self, at: int) -> tuple[Picture, ...]:
        """Return the pictures of a position."""
        if at not in self._pictures:
            if len(self._pictures) >= _REMEMBERED:
                self._pictures.clear()
            self._pictures[at] = self._drawn_up(at)
        return self._pictures[at]

    def _drawn_up(self, at: int) -> tuple[Picture, ...]:
        after, events = self.replay.view(at, self.seat), self.replay.events(at, self.seat)
        if not ends_deal(events):
            return (Picture(at, after, events, len(events)),)
        found = []
        whole, finished = whole_deal(events), self.replay.finished_deal(at, self.seat)
        told = played_out(finished, events) if finished else 0
        if told:
            found.append(Picture(at, finished, events[:told], told))
        found.append(Picture(at, finished or after, events[:whole], whole, summary=True))
        if after.to_act:
            found.append(Picture(at, after, events[whole:], len(events)))
        return tuple(found)

    def forward(self) -> bool:
        """Go to the next picture; tell whether there was one."""
        same = self.pictures(self.here.at)
        index = same.index(self.here) + 1
        if index < len(same):
            self.here = same[index]
        elif self.here.at < self.replay.last:
            self.here = self.pictures(self.here.at + 1)[0]
        else:
            return False
        return True

    def back(self) -> bool:
        """Go to the picture before; tell whether there was one."""
        same = self.pictures(self.here.at)
        index = same.index(self.here)
        if index:
            self.here = same[index - 1]
        elif self.here.at:
            self.here = self.pictures(self.here.at - 1)[-1]
        else:
            return False
        return True

    def go(self, at: int) -> None:
        """Go to a position: to the last picture of it."""
        self.here = self.pictures(max(0, min(at, self.replay.last)))[-1]

    def part(self, direction: int) -> int:
        """Return where the next deal or round begins, or this one, or the one before."""
        replay, at = self.replay, self.here.at
        return replay.part_after(at) if direction > 0 else replay.part_before(at)

    def look_as(self, seat: Seat | None) -> None:
        """See the same through other eyes."""
        index = self.pictures(self.here.at).index(self.here)
        self.seat = seat
        self._pictures.clear()
        self._lines, self._worded = [], 0
        same = self.pictures(self.here.at)
        self.here = same[min(index, len(same) - 1)]

    # --- decisions ------------------------------------------------------------------------------

    @property
    def decides(self) -> Seat | None:
        """Whose decision comes next after this picture; None if something else does."""
        at = self.here.at
        if at == self.replay.last or self.here != self.pictures(at)[-1]:
            return None
        return self.replay.steps[at].seat

    @property
    def mine(self) -> bool:
        """Whether the one whose eyes these are decides now."""
        return self.seat is not None and self.decides == self.seat

    @property
    def played(self) -> Move:
        """The move that is played next."""
        return self.replay.steps[self.here.at].move

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves among which the one whose eyes these are decides now."""
        return self.replay.legal(self.here.at) if self.mine else ()

    @property
    def hint(self) -> Hint | None:
        """What was found for the decision that is to be made here."""
        return (
            self.hints.get((self.here.at, self.seat))
            if self.mine and self.seat is not None
            else None
        )

    def keep_hint(self, at: int, seat: Seat, hint: Hint) -> None:
        """Remember what was found for a decision; the log marks it if something else was played."""
        self.hints[at, seat] = hint
        self._lines = [line for line in self._lines if line[0] <= at]
        self._worded = min(self._worded, at)

    def move_said(self, move: Move) -> str:
        """Name a move that can be made here."""
        return move_text(self.replay.game.NAME, self.here.view, move)

    # --- the log --------------------------------------------------------------------------------

    def lines(self) -> list[LogLine]:
        """Return what has happened up to here, a line each."""
        here = self.here
        for at in range(self._worded + 1, here.at + 1):
            self._lines += ((at, number, line) for number, line in self._new_lines(at))
        self._worded = max(self._worded, here.at)
        return [
            line
            for at, number, line in self._lines
            if at < here.at or (at == here.at and number < here.told)
        ]

    def _new_lines(self, at: int) -> Iterator[tuple[int, LogLine]]:
        """Word what led to a position; what says nothing is left out."""
        board, names, seat = self.board, self.names, self.seat
        for number, event in enumerate(self.replay.events(at, seat)):
            kind: LineKind = "deal" if event.kind in ("began", *RECORDED) else "event"
            say = partial(board.sentence, event, names, seat)
            if say():
                yield number, LogLine(kind, say)
            if number == 0 and self.differs(at - 1):
                yield number, LogLine("notice", partial(self._differing, at - 1))

    def differs(self, at: int) -> bool:
        """Whether in a position the seat of these eyes did not do what the hint says."""
        step = self.replay.steps[at]
        hint = self.hints.get((at, step.seat)) if step.seat == self.seat else None
        return hint is not None and hint.move != step.move

    def _differing(self, at: int) -> str:
        view = self.replay.view(at, self.seat)
        assert self.seat is not None, "only a seat is advised"
        advised = move_text(self.replay.game.NAME, view, self.hints[at, self.seat].move)
        return t("The hint was: {move}", move=advised)

    def happened(self) -> str:
        """Say what led to this picture, in a sentence or some."""
        same = self.pictures(self.here.at)
        index = same.index(self.here)
        told = same[index - 1].told if index else 0
        fresh = self.replay.events(self.here.at, self.seat)[told : self.here.told]
        said = [self.board.sentence(event, self.names, self.seat) for event in fresh]
        return " ".join(filter(None, said))
