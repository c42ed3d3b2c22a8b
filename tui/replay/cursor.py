"""The place of a viewer in a recorded match, the costly decisions, matches continued from there.

As at the table, a finished deal shows first its last trick, then its summary. No Textual;
`tui.review.process` judges decisions and `tui.review.words` words them.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from core.advice import Numbers
from core.bots import levels
from core.game import Event, Move, Seat, is_deal_over, plain_options
from core.records.replay import Replay
from core.review.decision import Decision
from core.review.review import Review, next_costly
from tui.boards import BOARDS, Board
from tui.language.words import player_said
from tui.start import StartPractice
from tui.table.hints import Hint, move_text

_REMEMBERED: Final = 16
"""The number of positions whose Views are kept for steps back and forth."""


class ReplayCursor:
    """A position and the seat followed; moved by `forward`, `back` and `go`."""

    def __init__(self, replay: Replay, seat: Seat | None) -> None:
        self.replay = replay
        self.seat = seat
        """The seat whose View is shown; None for a watcher's."""
        self.board: Board = BOARDS[replay.game.NAME]
        self.names = tuple(player_said(player.name, player.kind) for player in replay.players)
        self.at = 0
        """The position."""
        self.summary = False
        """Whether the summary of the finished deal is shown."""
        self.hints: dict[tuple[int, Seat], Hint] = {}
        """The hints found, by position and seat."""
        self.counted: dict[tuple[int, Seat], Numbers] = {}
        """The numbers counted, by position and seat."""
        self._view = lru_cache(_REMEMBERED)(replay.view)

    # --- the position ---------------------------------------------------------------------------

    @property
    def view(self) -> Any:
        """The View of the position for this seat."""
        return self._view(self.at, self.seat)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that led to the position."""
        return self.replay.events(self.at, self.seat)

    @property
    def where(self) -> tuple[int, bool]:
        """The position, and whether its summary is shown; later places compare as greater."""
        return self.at, self.summary

    @property
    def at_end(self) -> bool:
        """Whether this is the last place."""
        return self.at == self.replay.last and self.summary == is_deal_over(self.view)

    # --- moving about --------------------------------------------------------------------------

    def forward(self) -> bool:
        """Go to the next place; tell whether there is one."""
        if self.at_end:
            return False
        if is_deal_over(self.view) and not self.summary:
            self.summary = True
        else:
            self.at, self.summary = self.at + 1, False
        return True

    def back(self) -> bool:
        """Go to the place before; tell whether there is one."""
        if self.summary:
            self.summary = False
        elif self.at:
            self.go(self.at - 1)
        else:
            return False
        return True

    def go(self, at: int) -> None:
        """Go to a position, with its summary if it has one."""
        self.at = max(0, min(at, self.replay.last))
        self.summary = is_deal_over(self.view)

    def next_deal(self, direction: int) -> int:
        """Return the start of the next deal or round (1), or of this one or the one before (-1)."""
        replay = self.replay
        return replay.deal_after(self.at) if direction > 0 else replay.deal_before(self.at)

    # --- decisions ------------------------------------------------------------------------------

    @property
    def mine(self) -> bool:
        """Whether this seat is to act now."""
        if self.seat is None or self.at == self.replay.last:
            return False
        return self.replay.steps[self.at].seat == self.seat

    @property
    def played(self) -> Move:
        """The move that was played here."""
        return self.replay.steps[self.at].move

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves of this seat, if it is to act."""
        return self.replay.legal(self.at) if self.mine else ()

    @property
    def hint(self) -> Hint | None:
        """The hint for the decision made here, if it has been found."""
        seat = self.seat if self.mine else None
        return None if seat is None else self.hints.get((self.at, seat))

    @property
    def numbers(self) -> Numbers | None:
        """The numbers of the moves here, if they have been counted."""
        return None if self.seat is None else self.counted.get((self.at, self.seat))

    def move_said(self, move: Move) -> str:
        """Word a move that can be made here."""
        return move_text(self.replay.game.NAME, self.view, move)


class Costly:
    """The costly decisions of a review, finished or not."""

    def __init__(self, last: int) -> None:
        self.review: Review | None = None
        """The review; None until the viewer asks for one."""
        self.running = False
        """Whether the review is still being made."""
        self._last = last

    def marks(self, seat: Seat | None) -> tuple[int, ...]:
        """Return the positions of a seat's costly decisions; of all seats for None."""
        costly = self.review.costly(seat) if self.review else ()
        return tuple(decision.at for decision in costly)

    def at(self, position: int, seat: Seat | None) -> Decision | None:
        """Return the costly decision of a seat, or of any for None, in a position."""
        costly = self.review.costly(seat) if self.review else ()
        return next((each for each in costly if each.at == position), None)

    def next(self, position: int, direction: int, seat: Seat | None) -> int | None:
        """Return the next (1) or the previous (-1) of these positions; None if none is known."""
        return next_costly(self.marks(seat), position, direction)

    @property
    def percent(self) -> int:
        """The part of the match that is judged, 0 to 100."""
        return self.review.percent(self._last) if self.review else 0


def practice_start(replay: Replay, path: Path, at: int, seat: Seat) -> StartPractice:
    """Return the start of a match continued from a position of a record, at one of its seats."""
    known = levels(replay.game.NAME)
    level = "hard" if "hard" in known else known[-1]
    return StartPractice(
        replay.game.NAME,
        len(replay.players),
        level,
        plain_options(replay.options),
        path=str(path),
        at=at,
        seat=seat,
    )


def start_again(replay: Replay, path: Path, decision: Decision) -> StartPractice:
    """Return the start of a match continued from just before a decision, by its player."""
    return practice_start(replay, path, decision.at, decision.seat)
