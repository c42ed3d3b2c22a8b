"""A replay as a machine: where its viewer is, what runs by itself, what the adviser says. Pure."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from core.bots.values import can_value
from core.game import Seat, is_deal_over
from core.records.replay import Replay
from net.client.events import Position
from tui.boards import choosing
from tui.boards.contract import open_hands
from tui.boards.model import BoardModel
from tui.boards.motion import DEAL_SECONDS, is_dealt
from tui.boards.scene import Scene
from tui.drawing.look import Look
from tui.replay.cursor import Costly, ReplayCursor
from tui.replay.words import ReplayLog
from tui.table import effects, inputs
from tui.table.effects import Effect
from tui.table.hints import weighed
from tui.table.inputs import Preferences, TableInput
from tui.table.log import LogLine
from tui.table.side import SidePanel

RATES: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
"""The speeds at which a replay can play by itself."""

_LEAST_PAUSE: Final = 0.01

_MOVE, _TRICK, _SUMMARY, _ADVICE = 1.5, 3.0, 6.0, 5.0
"""How long positions then stay, in multiples of a bot's apparent thinking time."""


class ReplayModel:
    """Read `cursor`, `costly`, `running`, `rate` and so on; feed it like a TableModel."""

    def __init__(
        self, replay: Replay, seat: Seat | None, preferences: Callable[[], Preferences]
    ) -> None:
        self.cursor = cursor = ReplayCursor(replay, seat)
        self.log = ReplayLog(cursor)
        self.costly = Costly(replay.last)
        self.running = False
        self.rate = 1.0
        self.advised = False
        """Whether the adviser is on."""
        self.counts = False
        """Whether it also says what each move would have brought."""
        self.lines: list[LogLine] = []
        """What has happened up to here."""
        self.board = BoardModel(cursor.board)
        self.side = SidePanel()
        self._preferences = preferences
        self._effects: list[Effect] = []
        self._woken_at: float | None = None

    @property
    def awaits_advice(self) -> bool:
        """Whether the adviser has yet to speak about this position."""
        cursor = self.cursor
        return self.advised and cursor.mine and cursor.hint is None and len(cursor.legal) > 1

    @property
    def _shows_outcome(self) -> bool:
        """Whether what a deal has brought needs the rows of the hand, a watcher's too."""
        cursor = self.cursor
        return cursor.summary and cursor.board.outcome(cursor.view) is not None

    def scene(self, look: Look) -> Scene:
        """Return everything the board may draw."""
        return self.board.scene(look, self.cursor.names)

    # --- in -------------------------------------------------------------------------------------

    def receive(self, event: TableInput, now: float) -> list[Effect]:
        """Follow what has happened."""
        match event:
            case inputs.HintFound():
                self._advise(event, now)
            case inputs.NumbersFound():
                self._count(event)
            case inputs.Judged():
                self._judge(event)
            case inputs.Resized(width):
                self.side.width = width
            case _:
                pass
        return self._drain()

    def begin(self, now: float) -> list[Effect]:
        """Show the first position."""
        self._show(now)
        return self._drain()

    def do(self, name: str, given: tuple[Any, ...], now: float) -> list[Effect]:
        """Do what the viewer wants."""
        if name == "tap" and given[0] in ("step", "deal", "at", "run", "rate"):  # on the bar
            name, given = ("go_to" if given[0] == "at" else given[0]), given[1:]
            if name == "rate":  # one button goes through all speeds
                given = (1 if self.rate < RATES[-1] else 1 - len(RATES),)
        match name, given:
            case ("step", (direction,)) | ("wheel", (direction, _)):
                self._step(direction, now)
            case "click", _:
                self._step(1, now)
            case "deal", (direction,):
                self._go(self.cursor.next_deal(direction), now)
            case "costly", (direction,):
                self._go_costly(direction, now)
            case "go_to", (at,):
                self._go(at, now)
            case "run", _:
                self._run(now)
            case "rate", (steps,):
                rate = RATES.index(self.rate) + steps
                possible = 0 <= rate < len(RATES)
                self.rate = RATES[rate] if possible else self.rate
                self._effects.append(effects.Redraw(("prompt",)) if possible else effects.Ring())
            case "eyes", (direction,):
                self._look_through(direction, now)
            case "hint", _:
                self._turn_adviser(now)
            case "all_hands", _ if open_hands(self.cursor.board, self.cursor.view):
                self._halt(now)
                self.board.hands = not self.board.hands
                self._effects.append(effects.Redraw())
            case "halt", _:
                self._halt(now)
            case (("zoom" | "pan" | "pull"), _):
                if choosing.move_camera(self.board, name, *given):
                    self._effects.append(effects.Redraw(("board",)))
            case "side", _:
                self.side.toggle()
            case _:
                pass
        return self._drain()

    def tick(self, now: float) -> list[Effect]:
        """Do what is due."""
        self._woken_at = None
        motion = self.board.motion
        if motion.tick(now):
            # At the end of a movement the summary of a deal may be laid over the table.
            self._effects.append(effects.MOVED if motion.busy else effects.Redraw())
        if self.running and not motion.busy and not self.awaits_advice:
            self._run_on(now)
        return self._drain()

    # --- going about ----------------------------------------------------------------------------

    def _step(self, direction: int, now: float) -> None:
        """Go one position forward or back."""
        self._halt(now)
        if self.cursor.forward() if direction > 0 else self.cursor.back():
            self._show(now, moving=direction > 0)
        else:
            self._effects.append(effects.Ring())

    def _go(self, at: int, now: float) -> None:
        """Go to a position."""
        self._halt(now)
        self.cursor.go(at)
        self._show(now)

    def _go_costly(self, direction: int, now: float) -> None:
        """Go to the next costly decision, or ring if none is known."""
        at = self.costly.next(self.cursor.at, direction, self.cursor.seat)
        if at is None:
            self._effects.append(effects.Ring())
        else:
            self._go(at, now)

    def _run(self, now: float) -> None:
        """Play automatically, from the beginning if this is the end; or stop."""
        if self.running:
            self._halt(now)
            return
        self.running = True
        if self.cursor.at_end:
            self.cursor.go(0)
            self._show(now)
        else:
            self._run_on(now)

    def _run_on(self, now: float) -> None:
        if self.cursor.forward():
            self._show(now, moving=True)
        else:
            self._halt(now)

    def _halt(self, now: float) -> None:
        """Stop playing and moving."""
        self.running = False
        self.board.motion.finish()
        self._effects.append(effects.Redraw())

    def _look_through(self, direction: int, now: float) -> None:
        """Look through the next (1) or the previous (-1) pair of eyes."""
        self._halt(now)
        cursor = self.cursor
        viewers = [*range(len(cursor.replay.players)), None]
        index = viewers.index(cursor.seat) + direction
        cursor.seat = viewers[index % len(viewers)]
        self.log.forget()
        self._show(now)

    def _turn_adviser(self, now: float) -> None:
        """Turn the adviser on, to its numbers, or off."""
        self._halt(now)
        numbered = can_value(self.cursor.replay.game.NAME)
        self.counts = self.advised and not self.counts and numbered
        self.advised = self.counts or not self.advised
        # The adviser needs lines to speak in.
        lines = self.advised or self.costly.review is not None
        self._effects.append(effects.Arrange({"-lines-4": lines}))
        self._show(now)

    # --- showing --------------------------------------------------------------------------------

    def _show(self, now: float, *, moving: bool = False) -> None:
        """Show where the viewer is; when playing automatically, set the time of the next step."""
        cursor, board, wanted = self.cursor, self.board, self._preferences()
        legal = cursor.legal if cursor.hint or board.board.grid is None else ()
        board.take(cursor.view, legal, cursor.events)
        board.summary, board.hands = cursor.summary, False
        if cursor.hint is not None:
            choosing.reach(board, cursor.hint.move)
        else:
            board.focus = replace(board.focus, piece=-1)  # nobody chooses here
            offered = board.offered if cursor.mine else ()
            if cursor.mine and cursor.played in offered:  # a choice shows what it brought
                board.focus = replace(board.focus, target=offered.index(cursor.played))
        hold = 0.0
        # Wait for the adviser: otherwise its advice would come too late.
        if self.running and not self.awaits_advice:
            hold = max(_LEAST_PAUSE, _worth(cursor) * wanted.bot_seconds / self.rate)
        seconds = _moving_seconds(cursor) if moving and not cursor.summary else 0.0
        seconds *= wanted.speed / (self.rate if self.running else 1.0)
        board.motion.begin(seconds, hold, now)
        self._effects.append(effects.Redraw())
        self.lines[:] = self.log.lines()
        position, game = Position(cursor.at, cursor.view, cursor.events), cursor.replay.game.NAME
        if self.awaits_advice:
            self._effects.append(effects.FindHint(game, position))
        elif self.counts and cursor.hint is not None and cursor.numbers is None:
            self._effects.append(effects.FindNumbers(game, position, cursor.hint.move))

    def _advise(self, found: inputs.HintFound, now: float) -> None:
        """Remember a hint; something else may be shown by the time it is found."""
        cursor, at, seat = self.cursor, found.position.seq, found.position.view.seat
        cursor.hints[at, seat] = found.hint
        self.log.forget(at)
        if (cursor.at, cursor.seat) == (at, seat):
            self._show(now)
        else:
            self.lines[:] = self.log.lines()
            self._effects.append(effects.Redraw())

    def _count(self, found: inputs.NumbersFound) -> None:
        """Remember numbers; something else may be shown by the time they are counted."""
        self.cursor.counted[found.position.seq, found.position.view.seat] = found.numbers
        self._effects.append(effects.Redraw(("prompt",)))

    def _judge(self, found: inputs.Judged) -> None:
        """Show the review as far as it has got."""
        if self.costly.review is None:
            # The judgement of a decision needs lines to stand in.
            self._effects.append(effects.Arrange({"-lines-4": True}))
        self.costly.review, self.costly.running = found.review, found.running
        self._effects.append(effects.Redraw(("headline", "prompt")))

    def _drain(self) -> list[Effect]:
        layout = self.side.arrange(
            len(self.board.pieces),
            edgeless=self.board.board.grid is not None,
            watching=self.cursor.seat is None and not self._shows_outcome,
        )
        if layout is not None:
            self._effects.append(effects.Arrange(layout))
        due = self.board.motion.due
        if due != self._woken_at:
            self._woken_at = due
            self._effects.append(effects.TickAt(due))
        drained, self._effects = self._effects, []
        self.board.stale |= bool(drained)
        found = self.cursor.numbers if self.counts and self.cursor.mine else None
        self.board.weighed = weighed(self.cursor.replay.game.NAME, found)
        return drained


def _moving_seconds(cursor: ReplayCursor) -> float:
    """Return how long it takes to show what led here, at normal speed."""
    events = cursor.events
    return max(DEAL_SECONDS * is_dealt(events), cursor.board.moving_seconds(events))


def _worth(cursor: ReplayCursor) -> float:
    """Return how long a position stays, in multiples of a bot's apparent thinking time."""
    if cursor.hint is not None:
        return _ADVICE
    if cursor.summary:
        return _SUMMARY
    closing = is_deal_over(cursor.view) or any(e.kind == "trick" for e in cursor.events)
    return _TRICK if closing else _MOVE
