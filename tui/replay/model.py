"""A replay as a machine: wishes, findings and time in, effects out. Pure."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.game import Seat
from core.records.replay import Replay
from tui.boards import choosing
from tui.boards.scene import Scene
from tui.drawing.look import Look
from tui.replay import wishes
from tui.replay.actions import WISHES
from tui.replay.cursor import ReplayCursor
from tui.replay.wishes import RATES, ReplayDesk
from tui.table import effects
from tui.table.effects import Effect, ModelInput, Preferences
from tui.table.hints import weighed


class ReplayModel:
    """Read the `desk`; feed it like a TableModel."""

    def __init__(
        self,
        replay: Replay,
        seat: Seat | None,
        preferences: Callable[[], Preferences],
        path: Path | None = None,
    ) -> None:
        """Begin with the eyes of a seat; `path` is the record's file, if it has one."""
        self.desk = ReplayDesk(ReplayCursor(replay, seat), preferences, path)
        self._woken_at: float | None = None

    def scene(self, look: Look) -> Scene:
        """Return everything the board may draw."""
        self.desk.board.names = self.desk.cursor.names
        return self.desk.board.scene(look)

    def begin(self, now: float) -> list[Effect]:
        """Show the first position."""
        self.desk.now = now
        wishes.show(self.desk)
        return self._drain()

    def receive(self, event: ModelInput, now: float) -> list[Effect]:
        """Take in findings from beside the loop, and the size of the window."""
        desk = self.desk
        desk.now = now
        match event:
            case effects.HintFound():
                self._advise(event)
            case effects.NumbersFound(position, numbers):
                desk.cursor.counted[position.seq, position.view.seat] = numbers
                desk.effects.append(effects.Redraw(("prompt",)))
            case effects.Judged(review, running):
                wishes.take_review(desk, review, running=running)
            case effects.Resized(width):
                desk.side.width = width
            case _:
                pass
        return self._drain()

    def do(self, name: str, given: tuple[Any, ...], now: float) -> list[Effect]:
        """Carry out a wish of a row or of the mouse."""
        self.desk.now = now
        row = WISHES.get(name)
        if row is not None and row.key_effect is not None:
            row.key_effect(self.desk)
        else:
            self._point(name, given)
        return self._drain()

    def tick(self, now: float) -> list[Effect]:
        """End or continue movements; show the next position of a replay that plays by itself."""
        desk, self._woken_at = self.desk, None
        desk.now = now
        motion = desk.board.motion
        if motion.tick(now):
            # At the end of a movement the summary of a deal may be laid over the table.
            desk.effects.append(effects.MOVED if motion.busy else effects.Redraw())
        if desk.running and not motion.busy and not desk.awaits_advice:
            wishes.run_on(desk)
        return self._drain()

    def _point(self, name: str, given: tuple[Any, ...]) -> None:
        """Follow the mouse: over the table, and on the bar, whose parts are tapped by name."""
        desk = self.desk
        match name, given:
            case "tap", (("step" | "deal" | "at" | "run" | "rate") as part, *of):
                self._point(part, tuple(of))
            case ("step", (direction,)) | ("wheel", (direction, _)):
                wishes.step(desk, direction)
            case "click", _:
                wishes.later(desk)
            case "deal", (direction,):
                wishes.leaf(desk, direction)
            case "at", (at,):
                wishes.go(desk, at)
            case "run", _:
                wishes.run(desk)
            case "rate", _:  # one button goes through all speeds
                wishes.change_rate(desk, 1 if desk.rate < RATES[-1] else 1 - len(RATES))
            case (("zoom" | "pan" | "pull"), _):
                if choosing.move_camera(desk.board, name, *given):
                    desk.effects.append(effects.Redraw(("board",)))
            case _:
                pass

    def _advise(self, found: effects.HintFound) -> None:
        """Remember a hint; something else may be shown by the time it is found."""
        desk, at, seat = self.desk, found.position.seq, found.position.view.seat
        desk.cursor.hints[at, seat] = found.hint
        desk.log.forget(at)
        if (desk.cursor.at, desk.cursor.seat) == (at, seat):
            wishes.show(desk)
        else:
            desk.lines[:] = desk.log.lines()
            desk.effects.append(effects.Redraw())

    def _drain(self) -> list[Effect]:
        desk, cursor = self.desk, self.desk.cursor
        shows_outcome = cursor.summary and cursor.board.outcome(cursor.view) is not None
        layout = desk.side.arrange(
            len(desk.board.pieces),
            edgeless=desk.board.board.grid is not None,
            # The outcome of a deal needs the rows of the hand, a watcher's too.
            watching=cursor.seat is None and not shows_outcome,
        )
        if layout is not None:
            desk.effects.append(effects.Arrange(layout))
        due = desk.board.motion.due
        if due != self._woken_at:
            self._woken_at = due
            desk.effects.append(effects.TickAt(due))
        drained, desk.effects = desk.effects, []
        desk.board.stale |= bool(drained)
        found = cursor.numbers if desk.counts and cursor.mine else None
        desk.board.weighed = weighed(desk.game, found)
        return drained
