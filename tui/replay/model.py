"""A replay as a machine: wishes, findings and time in, effects out. Pure.

Its actions are rows in the order of the bar: keys, the words of plain mode, help. The keys have
their effects on a `ReplayDesk`; the effects of the words are in `tui/plain/replay.py`, by the names
of the rows there.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from core.game import Seat
from core.records.replay import Replay
from tui.actions import Action, Chapter
from tui.boards import choosing
from tui.boards.choosing import CAMERA_KEYS
from tui.boards.scene import Scene
from tui.drawing.look import Look
from tui.replay import wishes
from tui.replay.cursor import ReplayCursor
from tui.replay.wishes import RATES, ReplayDesk
from tui.table import effects
from tui.table.effects import Effect, ModelInput, Page, Preferences
from tui.table.hints import weighed


def _opens(page: Page) -> Callable[[ReplayDesk], None]:
    return partial(wishes.open_page, page=page)


ACTIONS: Final[tuple[Action, ...]] = (
    Action(
        *("later", "right", "step"),
        shown="←→",
        in_place=True,
        key_effect=wishes.later,
        words="next, continue, go on, дальше, вперёд, вперед",
        help="Enter or next: one move forward; next 5: five; back: one back",
    ),
    Action(
        *("earlier", "left", "a step back"),
        hidden=True,
        in_place=True,
        key_effect=lambda desk: wishes.step(desk, -1),
        words="back, назад",
    ),
    Action("run", "space,enter", "play it", shown="Space", key_effect=wishes.run),
    Action(
        *("hint", "h,f7", "adviser"),
        shown="h",
        key_effect=wishes.turn_adviser,
        words="hint, подсказка, совет",
        help="hint: what the adviser would have said here; numbers: what each move would bring",
        chapter=Chapter.ADVICE,
    ),
    Action(
        *("deal_on", "pagedown", "deal"),
        shown="PgUp/Dn",
        key_effect=lambda desk: wishes.leaf(desk, 1),
        words="deal, round, next deal, next round, раздача, следующая раздача, круг, кон",
        help="deal, deal back: the next deal or round, the one before; deal 3: the third",
    ),
    Action(
        *("deal_back", "pageup", "a deal back"),
        hidden=True,
        key_effect=lambda desk: wishes.leaf(desk, -1),
        words="deal back, round back, раздача назад, прошлая раздача, круг назад, кон назад",
    ),
    Action(
        *("go_to", "g,f6", "go to"),
        shown="g",
        key_effect=_opens("where"),
        words="go, к, перейти",
        help="a number: to that move; all: everything from here to the end",
    ),
    Action(
        *("costly_on", "n", "costly"),
        shown="nN",
        key_effect=lambda desk: wishes.go_costly(desk, 1),
        words="costly, n, т, дорогое",
        help="n, N: the next costly decision, the one before; costliest: the costliest of them",
    ),
    Action(
        *("costly_back", "N", "the costly one before"),
        hidden=True,
        key_effect=lambda desk: wishes.go_costly(desk, -1),
        words="costly back, дорогое назад",
    ),
    Action(
        *("dearest", "d", "costliest"),
        shown="d",
        key_effect=wishes.list_costliest,
        words="costliest, d, dearest, в, дорогие, самые дорогие",
    ),
    Action("play_from_here", "b", "play on", shown="b", key_effect=wishes.play_from_here),
    Action(
        *("try_again", "t", "retry"),
        shown="t",
        key_effect=wishes.try_again,
        words="retry, try, t, переиграть, е",
        help="retry: play the costliest decision again, against bots",
        chapter=Chapter.OTHERS,
    ),
    Action(
        *("faster", "up", "speed"), shown="↑↓", key_effect=lambda desk: wishes.change_rate(desk, 1)
    ),
    Action(
        *("slower", "down", "slower"),
        hidden=True,
        key_effect=lambda desk: wishes.change_rate(desk, -1),
    ),
    Action(
        *("eyes", "v", "eyes"),
        shown="v",
        key_effect=lambda desk: wishes.look_through(desk, 1),
        words="eyes, глаза",
        help="eyes NAME: what another player saw; eyes nobody: what a watcher saw",
    ),
    Action(
        *("eyes_back", "V", "the previous player's eyes"),
        hidden=True,
        key_effect=lambda desk: wishes.look_through(desk, -1),
    ),
    Action(
        *("back", "escape", "back"),
        key_effect=wishes.leave,
        words="quit, q, exit, leave, выход, уйти",
        help="quit: leave",
        chapter=Chapter.LEAVING,
    ),
    Action(
        *("help", "question_mark,f1", "help"),
        shown="?",
        action="help",
        words="help, ?, h, помощь, справка",
    ),
    Action(
        *("beginning", "home", "the beginning"),
        hidden=True,
        key_effect=lambda desk: wishes.go(desk, 0),
    ),
    Action(
        *("end", "end", "the end"),
        hidden=True,
        key_effect=lambda desk: wishes.go(desk, desk.cursor.replay.last),
    ),
    Action(
        *("all_hands", "a", "all hands"),
        rare=True,
        when=wishes.may_see_hands,
        key_effect=wishes.look_at_hands,
    ),
    Action("side", "tab", "side", shown="Tab", key_effect=lambda desk: desk.side.toggle()),
    Action("scores", "f2,p", "scores", key_effect=_opens("scores")),
    Action("rules", "f3,r", "rules", key_effect=wishes.open_rules),
    *CAMERA_KEYS,
    Action("quit", "q", "quit", action="app.ask_quit"),
    Action(words="all, всё, все"),
    Action(words="numbers, числа, цифры"),
    Action(
        words="summary, итоги, итог",
        help="summary: how the match came out, with the totals deal by deal\n"
        "{paragraph}: that paragraph of the rule book",
        chapter=Chapter.OTHERS,
    ),
)
"""The actions of a replay's screen, then those that are only typed."""

WISHES: Final = {action.wished: action for action in ACTIONS}

ABOUT_POSITIONS: Final = (
    Action(help="hand, table, moves, score: what there was to see and do in this position"),
    Action(
        help="picture, sheet: the table and the score sheet as drawings of characters",
        chapter=Chapter.DRAWINGS,
    ),
)
"""The lines of help about questions that a position answers, as at a table."""


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
        """Take in findings from the background, and the size of the window."""
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
            # At the end of a movement, the summary of a deal may be laid over the table.
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

    def _advise(self, found: effects.HintFound) -> None:
        """Remember a hint; by the time it is found, another position may be shown."""
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
            # The outcome of a deal needs the rows of the hand, even a watcher's.
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
