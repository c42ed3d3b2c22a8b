"""A learner's way through a lesson, and the answers to the moves tried. Pure."""

from dataclasses import dataclass
from typing import Any

from core.game import RECORDED, Event, IllegalMoveError, Move
from core.games import GAMES
from core.match import deal_due
from core.shuffle import SeededDecks
from tui.lessons.lesson import Lesson, LessonStep, play

OTHERWISE = "The rules allow it, but try something else here."


@dataclass(frozen=True, slots=True)
class Feedback:
    """The answer to a move."""

    text: str
    right: bool


class Walk:
    """Read `step`, `view`, `events`, `legal`, `answer`; go with `play`, `advance`, `go_back`."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.game = GAMES[lesson.game]
        self.index = 0
        self.answer: Feedback | None = None
        """The answer to the last move in this step."""
        self.tries: dict[int, bool] = {}
        """Whether the first answer in a step was right, by its index."""
        self._state: Any = None
        self.events: tuple[Event, ...] = ()
        """The events that led to the position, as the learner sees them."""
        self.go_to(0)

    @property
    def step(self) -> LessonStep:
        """The current step."""
        return self.lesson.steps[self.index]

    @property
    def view(self) -> Any:
        """The position as the learner may see it."""
        return self.game.view(self._state, self.step.seat)

    @property
    def asked(self) -> bool:
        """Whether the step asks for a move that has not been made."""
        return bool(self.step.ask) and not (self.answer and self.answer.right)

    @property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves, while one is asked for."""
        return tuple(self.game.legal(self.view)) if self.asked else ()

    @property
    def looks_back(self) -> bool:
        """Whether the events finished a trick or a deal, which then stays in view."""
        return any(event.kind in ("trick", *RECORDED) for event in self.events)

    @property
    def is_last(self) -> bool:
        """Whether this is the last step."""
        return self.index + 1 == len(self.lesson.steps)

    def advance(self) -> bool:
        """Go to the next step; tell whether there is one and no move is asked for."""
        if self.asked or self.is_last:
            return False
        self.go_to(self.index + 1)
        return True

    def go_back(self) -> bool:
        """Go to the previous step; tell whether there is one."""
        if not self.index:
            return False
        self.go_to(self.index - 1)
        return True

    def go_to(self, index: int) -> None:
        """Set up a step, as after right moves in all steps before."""
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
        """Answer a legal move. A right one is made, and the others' moves after it."""
        step = self.step
        if move in step.ask:
            follow = step.then if move == step.ask[0] else ()
            self.events = self._made((move, *follow))
            self.answer = Feedback(step.done, True)
        else:
            why = next((why for start, why in step.wrong if move.startswith(start)), OTHERWISE)
            self.answer = Feedback(why, False)
        self.tries.setdefault(self.index, self.answer.right)
        return self.answer

    def fault(self, move: Move) -> IllegalMoveError | None:
        """Return the rules' refusal of a move; None if it is legal."""
        try:
            self.game.apply(self._state.copy(), self.step.seat, move)
        except IllegalMoveError as error:
            return error
        return None

    def _made(self, moves: tuple[Move, ...]) -> tuple[Event, ...]:
        """Make moves, with the deals due before them; return the events of the last one."""
        events: tuple[Event, ...] = ()
        for move in moves:
            self._deal()
            made = self.game.apply(self._state, self.game.to_act(self._state)[0], move)
            events = tuple(event.seen_by(self.step.seat) for event in made)
        return events

    def _deal(self) -> list[Event]:
        """Deal if it is due, by a fixed seed: no lesson shows such hands."""
        return deal_due(self.game, self._state, SeededDecks(0))
