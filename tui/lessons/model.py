"""A lesson as a machine: a board whose moves are answered by the lesson. Pure."""

from __future__ import annotations

from typing import Any

from core.advice import can_advise
from net.wire.names import BOT_NAMES
from tui.boards import BOARDS, choosing
from tui.boards.choosing import Barred, Chosen
from tui.boards.model import BoardModel
from tui.boards.scene import Scene
from tui.drawing.look import Look
from tui.language.text import t
from tui.lessons.walk import Walk
from tui.table import effects
from tui.table.effects import CHOICE, Effect
from tui.table.happenings import Happening


class LessonModel:
    """Read `walk` and `board`; feed it like a TableModel."""

    def __init__(self, walk: Walk, name: str) -> None:
        self.walk = walk
        self.board = BoardModel(BOARDS[walk.lesson.game])
        self._names = (name, *map(t, BOT_NAMES[: walk.lesson.seats - 1]))

    def scene(self, look: Look) -> Scene:
        """Return everything the board may draw."""
        return self.board.scene(look, self._names)

    def heard(self, happening: Happening, now: float) -> list[Effect]:
        """Nothing happens in a lesson but what the learner does."""
        return []

    def tick(self, now: float) -> list[Effect]:
        """Nothing is ever due."""
        return []

    def do(self, name: str, given: tuple[Any, ...], now: float) -> list[Effect]:
        """Do what the learner wants; anything not asked for continues."""
        walk, board = self.walk, self.board
        match name:
            case "go_on":
                return self._go_on()
            case "play" if not walk.asked:
                return self._go_on()
            case "tap" if not walk.asked:
                return self._go_on() if given[0] == "button" else []
            case "play":
                return self._follow(choosing.enter(board))
            case "go_back":
                return self.place() if walk.go_back() else []
            case "hint" if walk.asked:
                choosing.reach(board, walk.step.ask[0])
                return [effects.Redraw(CHOICE)]
            case "back":
                return [
                    effects.Redraw(CHOICE) if choosing.cancel(board) else effects.EndLesson(False)
                ]
            case _ if name in choosing.CURSOR:
                return self._follow(choosing.move_cursor(board, name, *given))
            case _ if name in choosing.CAMERA:
                moved = choosing.move_camera(board, name, *given)
                return [effects.Redraw(("board",))] if moved else []
        return []

    def can(self, name: str) -> bool:
        """Tell whether a wish means something now."""
        match name:
            case "hint":
                return self.walk.view.result is None and can_advise(self.walk.lesson.game)
            case "step":
                return bool(self.board.pieces or self.board.legal)
            case "zoom" | "pan":
                return self.board.grid is not None
        return True

    def place(self) -> list[Effect]:
        """Show where the walk has got to."""
        walk = self.walk
        self.board.take(walk.view, walk.legal, walk.events)
        self.board.show_last = walk.looks_back
        return [effects.Redraw(), effects.ShowKeys()]

    def _go_on(self) -> list[Effect]:
        """Continue once nothing is asked for any more."""
        if self.walk.go_on():
            return self.place()
        return [effects.Ring() if self.walk.asked else effects.EndLesson(True)]

    def _follow(self, outcome: choosing.Outcome) -> list[Effect]:
        """Let the lesson answer a move."""
        match outcome:
            case Chosen(move) if self.walk.play(move).right:
                return self.place()
            case Chosen():  # a wrong one: everything can be chosen anew
                self.board.take(self.walk.view, self.walk.legal, self.walk.events)
                return [effects.Ring(), effects.Redraw()]
            case Barred():
                return [effects.Ring(), effects.Redraw(CHOICE)]
        return [effects.Redraw(CHOICE)]
