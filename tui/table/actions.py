"""A player's actions at a table: playing, taking back, continuing, asking, looking. Pure."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from core.advice.numbers import can_number
from core.game import Move
from net.client.happenings import Position
from net.wire.to_host import Wait
from tui.boards import choosing
from tui.boards.choosing import Barred, Chosen, Outcome
from tui.boards.model import BoardModel
from tui.table import effects
from tui.table.effects import CHOICE, Effect
from tui.table.happenings import HintFound, NumbersFound
from tui.table.hints import Hint, hint_line
from tui.table.info import TableInfo
from tui.table.numbers import numbers_line
from tui.table.preferences import Preferences
from tui.table.showing import Showing


class Actions:
    """Turns wishes into changes and effects."""

    def __init__(
        self,
        info: TableInfo,
        preferences: Preferences,
        board: BoardModel,
        showing: Showing,
        emit: Callable[[Effect], None],
    ) -> None:
        self._info = info
        self._preferences = preferences
        self._board = board
        self._showing = showing
        self._emit = emit
        self._goes_on = False
        """Whether the current click only means to continue, as nothing could be played."""

    def do(self, name: str, given: tuple[Any, ...], now: float) -> None:
        """Do what the player wants."""
        match name:
            case "play":
                self._enter(now)
            case "back":
                self._back(now)
            case "last":
                self._showing.look_back(now)
            case "hint":
                self._ask_hint()
            case "reach":
                choosing.reach(self._board, *given)
                self._emit(effects.Redraw(CHOICE))
            case "more_time":
                self._emit(effects.SendMessage(Wait()))
            case "stand_in":
                self._emit(effects.AskStandIn(self._info.lost[0]))
            case "press" | "click" | "tap":
                self._click(name, given, now)
            case _ if name in choosing.CAMERA:
                if choosing.move_camera(self._board, name, *given):
                    self._emit(effects.Redraw(("board",)))
            case _ if name in choosing.CURSOR:
                self._choose(name, given, now)
            case _:
                pass

    def play(self, move: Move, now: float) -> None:
        """Make a move; until the answer comes there is nothing left to choose."""
        if not self._board.legal:
            return
        if self._board.motion.finish():
            self._showing.show_waiting(now)
        self._board.close()
        self._showing.forced_at = None
        self._emit(effects.MakeMove(move))
        self._emit(effects.Redraw(CHOICE))

    def refuse(self, why: str) -> None:
        """Say why a move was refused."""
        self._board.trouble = why
        self._emit(effects.Ring())
        self._emit(effects.Redraw(CHOICE))

    def take_hint(self, found: HintFound) -> None:
        """Put the cursor on the advised move; the position may have changed by now."""
        showing, board = self._showing, self._board
        if showing.playback.shown is not found.position or not board.legal:
            return
        if showing.hint != found.hint:
            say = partial(hint_line, self._info.rules.NAME, found.position.view, found.hint)
            self._emit(effects.LogNotice(say))
        showing.hint, showing.seeking = found.hint, False
        choosing.reach(board, found.hint.move)
        self._emit(effects.Redraw())

    def take_numbers(self, found: NumbersFound) -> None:
        """Show what the moves would bring; a clearly better one than the hint becomes the hint."""
        showing, board = self._showing, self._board
        hint = showing.hint
        if showing.playback.shown is not found.position or not board.legal or hint is None:
            return
        showing.numbers = found.numbers
        game, view = self._info.rules.NAME, found.position.view
        self._emit(effects.LogNotice(partial(numbers_line, game, view, found.numbers, hint.move)))
        better = found.numbers.better
        if better is not None:
            showing.hint = Hint(better.move, better.reason, better.facts)
            choosing.reach(board, better.move)
        self._emit(effects.Redraw())

    def _enter(self, now: float) -> None:
        shown = self._showing.playback.shown
        if self._showing.playback.reading is not None:
            if not self._showing.walk():
                self._showing.go_on(now)
        elif self._showing.seeking:
            pass  # the hint that was asked for comes first
        elif self._board.legal:
            self._follow(choosing.enter(self._board), now)
        elif shown is not None and shown.view.result is not None:
            self._showing.show_places()
        else:
            self.refuse("")

    def _back(self, now: float) -> None:
        if self._showing.playback.reading is not None:
            self._showing.go_on(now)
        elif choosing.cancel(self._board):
            self._emit(effects.Redraw(CHOICE))
        else:
            self._emit(effects.AskLeave())

    def _ask_hint(self) -> None:
        playback = self._showing.playback
        if playback.shown is None or playback.looking or not self._board.legal:
            self._emit(effects.Ring())
            return
        self._board.trouble = ""
        hint = self._showing.hint
        if hint is not None and can_number(self._info.rules.NAME):
            self._turn_numbers(playback.shown, hint)
            return
        self._showing.seeking = True
        self._emit(effects.FindHint(playback.shown))
        self._emit(effects.Redraw(CHOICE))

    def _turn_numbers(self, position: Position, hint: Hint) -> None:
        """Show numbers instead of the hint, or the hint again."""
        showing = self._showing
        showing.numbers_wanted = not showing.numbers_wanted
        if showing.numbers_wanted and showing.numbers is None:
            self._emit(effects.FindNumbers(position, hint.move))
        self._emit(effects.Redraw(CHOICE))

    def _click(self, name: str, given: tuple[Any, ...], now: float) -> None:
        showing, legal = self._showing, self._board.legal
        match name:
            case "press":
                self._goes_on = not legal or showing.playback.looking is not None
            case "click":
                reading = not showing.interrupt(now) and showing.playback.reading is not None
                if reading and not showing.walk():
                    showing.go_on(now)
            case "tap" if not self._goes_on and legal:
                self._choose(name, given, now)
            case _:
                pass

    def _choose(self, name: str, given: tuple[Any, ...], now: float) -> None:
        careful = self._preferences.careful
        self._follow(choosing.move_cursor(self._board, name, *given, careful=careful), now)

    def _follow(self, outcome: Outcome, now: float) -> None:
        """Carry out what a key or a click has chosen."""
        match outcome:
            case Chosen(move):
                self.play(move, now)
            case Barred(reason):
                self.refuse(reason)
            case None:
                self._emit(effects.Redraw(CHOICE))
