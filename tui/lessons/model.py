"""A lesson as a machine: the model of a table whose moves are answered by the lesson. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.game import Move
from core.games import GAMES
from net.client.happenings import Position, Refusal
from net.wire.names import BOT_NAMES
from tui.boards import BOARDS
from tui.language.text import t
from tui.lessons.lesson import SEAT
from tui.lessons.walk import Walk
from tui.table import effects, happenings
from tui.table.effects import Effect
from tui.table.happenings import Happening
from tui.table.info import StillTable
from tui.table.model import TableModel
from tui.table.preferences import Quiet


class LessonModel:
    """Read `walk` and `table`; feed it like a TableModel."""

    def __init__(self, walk: Walk, name: str) -> None:
        game = walk.lesson.game
        names = (name, *map(t, BOT_NAMES[: walk.lesson.seats - 1]))
        self.walk = walk
        self.table = TableModel(StillTable(GAMES[game], BOARDS[game], names, SEAT), Quiet())

    def heard(self, happening: Happening, now: float) -> list[Effect]:
        """Follow what has happened."""
        return self._answered(self.table.heard(happening, now), now)

    def do(self, name: str, given: tuple[Any, ...], now: float) -> list[Effect]:
        """Do what the learner wants; anything not asked for continues."""
        walk = self.walk
        match name:
            case "go_on":
                return self._go_on(now)
            case "play" if not walk.asked:
                return self._go_on(now)
            case "tap" if not walk.asked:
                return self._go_on(now) if given[0] == "button" else []
            case "go_back":
                return self.place(now) if walk.go_back() else []
            case "hint" if walk.asked:
                return self.table.do("reach", (walk.step.ask[0],), now)
            case "hint":
                return self.table.do("other", (), now)
        return self._answered(self.table.do(name, given, now), now)

    def tick(self, now: float) -> list[Effect]:
        """Do what is due."""
        return self._answered(self.table.tick(now), now)

    def can(self, name: str) -> bool:
        """Tell whether a wish means something now."""
        return self.table.can(name)

    def place(self, now: float) -> list[Effect]:
        """Show where the walk has got to."""
        walk = self.walk
        position = Position(walk.index, walk.view, walk.events)
        placed = happenings.Placed(position, walk.legal, show_last=walk.looks_back)
        return [*self.table.heard(placed, now), effects.ShowKeys()]

    def _go_on(self, now: float) -> list[Effect]:
        """Continue once nothing is asked for any more."""
        if self.walk.go_on():
            return self.place(now)
        return [effects.Ring() if self.walk.asked else effects.EndLesson(True)]

    def _answered(self, asked: Sequence[Effect], now: float) -> list[Effect]:
        """Let the lesson instead of a host answer moves."""
        answered: list[Effect] = []
        for effect in asked:
            match effect:
                case effects.MakeMove(move):
                    answered += self._play(move, now)
                case effects.AskLeave():
                    answered.append(effects.EndLesson(False))
                case _:
                    answered.append(effect)
        return answered

    def _play(self, move: Move, now: float) -> list[Effect]:
        if self.walk.play(move).right:
            return self.place(now)
        return [*self.table.heard(Refusal("", "", "", {}, move), now), effects.Redraw()]
