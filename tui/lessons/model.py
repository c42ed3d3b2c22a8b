"""A lesson as a machine: the learner's way through it, and a board whose moves it answers. Pure."""

from dataclasses import dataclass
from typing import Any

from core.advice import can_advise
from core.game import RECORDED, Event, IllegalMoveError, Move
from core.games import GAMES
from core.match import deal_due
from core.shuffle import SeededDecks
from net.wire.names import BOT_NAMES
from tui.boards import BOARDS, choosing
from tui.boards.choosing import Barred, Chosen
from tui.boards.model import BoardModel
from tui.boards.scene import Scene
from tui.drawing.look import Look
from tui.language.text import t
from tui.lessons.lesson import SEAT, Lesson, LessonStep, play
from tui.table import effects
from tui.table.effects import CHOICE, Effect
from tui.table.inputs import TableInput

OTHERWISE = "The rules allow it, but try something else here."


@dataclass(frozen=True, slots=True)
class Feedback:
    """What is said to a move."""

    text: str
    right: bool


class Walk:
    """Read `step`, `view`, `events`, `legal`, `answer`; move on with `play`, `go_on`, `go_back`."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.game = GAMES[lesson.game]
        self.index = 0
        self.answer: Feedback | None = None
        """The reply to the last move of this step."""
        self._state: Any = None
        self.events: tuple[Event, ...] = ()
        """What led to the position, cut to the learner."""
        self.go_to(0)

    @property
    def step(self) -> LessonStep:
        """Where the learner is."""
        return self.lesson.steps[self.index]

    @property
    def view(self) -> Any:
        """The position as the learner may see it."""
        return self.game.view(self._state, SEAT)

    @property
    def asked(self) -> bool:
        """Whether a move is expected."""
        return bool(self.step.ask) and not (self.answer and self.answer.right)

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves that the rules allow now, if one is expected."""
        return tuple(self.game.legal(self.view)) if self.asked else ()

    @property
    def looks_back(self) -> bool:
        """Whether the events finished a trick or a deal, which is then what there is to see."""
        return any(event.kind in ("trick", *RECORDED) for event in self.events)

    @property
    def is_last(self) -> bool:
        """Whether this is the last step."""
        return self.index + 1 == len(self.lesson.steps)

    def go_on(self) -> bool:
        """Go to the next step; tell whether there was one and no move is expected."""
        if self.asked or self.is_last:
            return False
        self.go_to(self.index + 1)
        return True

    def go_back(self) -> bool:
        """Go to the previous step; tell whether there was one."""
        if not self.index:
            return False
        self.go_to(self.index - 1)
        return True

    def go_to(self, index: int) -> None:
        """Set up a step as if all steps before it had been done right."""
        steps = self.lesson.steps
        start = max(at for at in range(index + 1) if steps[at].begin)
        begin = steps[start].begin
        assert begin is not None
        self._state = begin()
        for step in steps[start:index]:
            play(self.game, self._state, (*step.before, *step.ask[:1], *step.then))
            self._deal()
        self.index, self.answer = index, None
        self.events = self._made(steps[index].before)

    def play(self, move: Move) -> Feedback:
        """Try a legal move. A right one is made, with the replies of the others."""
        step = self.step
        if move in step.ask:
            follow = step.then if move == step.ask[0] else ()
            self.events = self._made((move, *follow))
            self.answer = Feedback(step.done, True)
        else:
            why = next((why for start, why in step.wrong if move.startswith(start)), OTHERWISE)
            self.answer = Feedback(why, False)
        return self.answer

    def fault(self, move: Move) -> IllegalMoveError | None:
        """Return why the rules forbid a move; None if they do not."""
        try:
            self.game.apply(self._state.copy(), SEAT, move)
        except IllegalMoveError as error:
            return error
        return None

    def _made(self, moves: tuple[Move, ...]) -> tuple[Event, ...]:
        """Make moves; return the events since the learner's own move, or of the last move."""
        events: tuple[Event, ...] = ()
        for move in moves:
            self._deal()
            made = self.game.apply(self._state, self.game.to_act(self._state)[0], move)
            events = tuple(event.seen_by(SEAT) for event in made)
        return events

    def _deal(self) -> list[Event]:
        """Deal what is due; no lesson looks at what comes after it."""
        return deal_due(self.game, self._state, SeededDecks(0))


class LessonModel:
    """Read `walk` and `board`; feed it like a TableModel."""

    def __init__(self, walk: Walk, name: str) -> None:
        self.walk = walk
        self.board = BoardModel(BOARDS[walk.lesson.game])
        self._names = (name, *map(t, BOT_NAMES[: walk.lesson.seats - 1]))

    def scene(self, look: Look) -> Scene:
        """Return everything the board may draw."""
        return self.board.scene(look, self._names)

    def receive(self, event: TableInput, now: float) -> list[Effect]:
        """Ignore what happens elsewhere: a lesson follows only the learner."""
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
                return self.show_position() if walk.go_back() else []
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
                return self.board.board.grid is not None
        return True

    def show_position(self) -> list[Effect]:
        """Show where the walk has got to."""
        walk = self.walk
        self.board.take(walk.view, walk.legal, walk.events)
        self.board.show_last = walk.looks_back
        return [effects.Redraw(), effects.ShowKeys()]

    def _go_on(self) -> list[Effect]:
        """Continue once nothing is asked for any more."""
        if self.walk.go_on():
            return self.show_position()
        return [effects.Ring() if self.walk.asked else effects.EndLesson(True)]

    def _follow(self, outcome: choosing.Outcome) -> list[Effect]:
        """Let the lesson answer a move."""
        match outcome:
            case Chosen(move) if self.walk.play(move).right:
                return self.show_position()
            case Chosen():  # a wrong one: everything can be chosen anew
                self.board.take(self.walk.view, self.walk.legal, self.walk.events)
                return [effects.Ring(), effects.Redraw()]
            case Barred():
                return [effects.Ring(), effects.Redraw(CHOICE)]
        return [effects.Redraw(CHOICE)]
