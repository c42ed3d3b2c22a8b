"""Shows one position of a table after another: how long each moves and stays, whose turn it is.

Pure: times are given, effects are appended to a list.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from core.advice.numbers import Numbers
from core.position import legal as legal_moves
from net.client.happenings import IntermissionChanged, Position
from net.wire.to_host import Continue
from tui.boards.model import BoardModel
from tui.boards.scene import Paged, Remembering, Walking
from tui.boards.timing import DEAL_SECONDS, is_dealt
from tui.language.text import t
from tui.table import effects
from tui.table.effects import Effect
from tui.table.hints import Hint
from tui.table.info import TableInfo
from tui.table.playback import Playback
from tui.table.preferences import Preferences

FAR_BEHIND: Final = 4
"""If this many positions are waiting, a trick no longer stays."""

LEAST_WALK: Final = 3
"""If there are fewer results than this, a finished round is shown all at once."""

KEY_SECONDS: Final = 3600.0
"""How long at most a trick waits for a key."""

FORCED_SECONDS: Final = 0.7
"""How long a forced move waits, so that players see what happens."""


class Showing:
    """Read `playback` and `hint`."""

    def __init__(
        self,
        info: TableInfo,
        preferences: Preferences,
        board: BoardModel,
        emit: Callable[[Effect], None],
    ) -> None:
        self.playback = Playback()
        self.playback.lays_open = isinstance(board.board, Remembering)
        self.hint: Hint | None = None
        """The hint for this position, once asked for."""
        self.seeking = False
        """Whether one has been asked for and is being looked for."""
        self.numbers: Numbers | None = None
        """What the moves of this position would bring, once asked for."""
        self.numbers_wanted = False
        """Whether they are shown instead of the hint."""
        self.forced_at: float | None = None
        """When the only possible move will be made; None if the player chooses."""
        self.waits_for_key = False
        """Whether a finished trick stays until the player continues."""
        self._gone_on = -1
        """The last finished deal from which the player has continued, which is sent once."""
        self._info = info
        self._preferences = preferences
        self._board = board
        self._emit = emit

    def show_waiting(self, now: float) -> None:
        """Show what has come, once nothing moves or still has to be seen."""
        playback, shown = self.playback, False
        while not self._board.motion.busy and (position := playback.next()) is not None:
            if position.late is not None:
                self._emit(effects.LogLate(position))
                if position.late == self._info.seat:
                    self._emit(effects.Notify(t("Your time is up: a bot has moved for you")))
            self._emit(effects.Log(position.events))
            self._show(position, now)
            shown = True
        if shown:
            self._emit(effects.Redraw())

    def _show(self, position: Position, now: float) -> None:
        playback = self.playback
        before, behind = playback.shown, len(playback.waiting)
        stays = playback.show(position) and (behind <= FAR_BEHIND or self._waits)
        self.open(position, now)
        rest = self._rest() if stays else 0.0
        # A player who is behind sees the moves, but not how they are made.
        moving = self._moving_seconds(before, position) if behind <= 1 + stays else 0.0
        if moving or rest:
            self._board.motion.begin(moving, rest, now)

    @property
    def _waits(self) -> bool:
        """Whether what is shown stays until a key is pressed; a deal has to be read anyway."""
        return self._preferences.waits_for_key and self.playback.reading is None

    def _rest(self) -> float:
        """Return how long a finished trick stays; the player who leads next ends that."""
        if self._board.legal:
            if self.forced_at is not None:
                self.forced_at = None if self._waits else self.forced_at + self._trick_seconds
            return 0.0
        self.waits_for_key = self._waits
        return KEY_SECONDS if self._waits else self._trick_seconds

    @property
    def _trick_seconds(self) -> float:
        return self._preferences.trick_seconds

    def _moving_seconds(self, before: Position | None, position: Position) -> float:
        events = position.events
        fresh = before is None or before.view.result is not None
        first = fresh and position.view.deal == 1 and not events  # a match begins without any
        dealing = DEAL_SECONDS if first or is_dealt(events) else 0.0
        longest = max(dealing, self._board.board.moving_seconds(events))
        return longest * self._preferences.speed

    def open(self, position: Position, now: float) -> None:
        """Let the player choose in a position; not while a deal is being read."""
        was_mine = bool(self._board.legal)
        legal = () if self.playback.reading else legal_moves(self._info.rules, position.view)
        self._board.take(position.view, legal, position.events)
        self.hint, self.seeking = None, False
        self.numbers, self.numbers_wanted = None, False
        self.waits_for_key = False
        self.forced_at = now + FORCED_SECONDS if self._is_forced() else None
        if legal and not was_mine:
            self._emit(effects.Call())
        elif not legal:
            self._emit(effects.EndCall())

    def _is_forced(self) -> bool:
        """Whether there is only one move and the player wants such a move made automatically."""
        board, wanted = self._board, self._preferences.autoplay
        if len(board.legal) != 1 or wanted == "off":
            return False
        last = wanted == "last" and len(board.pieces) == 1
        return len(board.choices) == 1 or last or wanted == "every"

    def open_again(self, now: float) -> None:
        """Let the player choose anew in the position that is shown."""
        shown = self.playback.shown
        if shown is not None and self.playback.reading is None:
            self.open(shown, now)

    def interrupt(self, now: float) -> bool:
        """End what moves or rests, otherwise looking back; tell whether anything ended."""
        if not self._board.motion.finish() and not self.playback.look_ahead():
            return False
        self._emit(effects.Redraw())
        self.show_waiting(now)
        return True

    def look_back(self, now: float) -> None:
        """Look at the last trick, then at the last deal, then at the table again."""
        self._board.motion.finish()
        self.playback.look_back()
        self._emit(effects.Redraw())
        self.show_waiting(now)

    def pause(self, paused: IntermissionChanged, now: float) -> None:
        """Follow an intermission; a player who has already continued is not asked again."""
        playback = self.playback
        playback.intermission = paused
        if self._info.seat in paused.awaited:
            self._gone_on = -1  # what was sent on a broken connection may be lost
        shown = playback.shown
        if shown is not None and paused.seq == shown.seq and playback.reading is None:
            self.go_on(now)
        self._emit(effects.Redraw())

    @property
    def stops(self) -> int:
        """How many results there are to walk through in the round being read; 0 if few."""
        reading, board = self.playback.reading, self._board.board
        if reading is None or self._board.motion.busy:
            return 0
        if self.page:
            return 1
        if not isinstance(board, Walking):
            return 0
        count = board.stops(reading.view)
        return count if count >= LEAST_WALK else 0

    @property
    def page(self) -> str:
        """What ended with the deal being read and has a page after it; empty if nothing."""
        reading, board = self.playback.reading, self._board.board
        if reading is None or not isinstance(board, Paged):
            return ""
        return board.page_title(reading.view)

    def walk(self) -> bool:
        """Show the next result of the round; tell whether there was one."""
        focus = self._board.focus
        at = 0 if focus.stop is None else focus.stop + 1
        if at >= self.stops:
            return False
        self._board.focus = replace(focus, stop=at)
        self._emit(effects.Redraw())
        return True

    def go_on(self, now: float) -> None:
        """Note that a deal has been read: tell the host if it waits for that, otherwise go on."""
        playback = self.playback
        paused, seat = playback.paused, self._info.seat
        if paused is not None:
            if seat in paused.awaited and self._gone_on != paused.seq:
                self._gone_on = paused.seq
                self._emit(effects.SendMessage(Continue(paused.seq)))
            return
        playback.finish_reading()
        if playback.shown is not None:
            self.open(playback.shown, now)
        self._emit(effects.Redraw())
        self.show_waiting(now)
        self.show_places()

    def show_places(self) -> None:
        """Show who won, if the match is over."""
        shown = self.playback.shown
        if shown is not None and shown.view.result is not None:
            self._emit(effects.ShowPlaces(shown.view.result))

    def tick(self, now: float) -> None:
        """Continue with what moves or rests."""
        motion = self._board.motion
        if motion.tick(now):
            self._emit(effects.MOVED if motion.busy else effects.Redraw())
            self.show_waiting(now)
