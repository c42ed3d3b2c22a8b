"""A lesson as a machine: its walk, a board whose moves it answers, its actions in rows. Pure."""

from typing import Any, Final

from core.advice import can_advise
from net.wire.names import BOT_NAMES
from tui.actions import Action
from tui.boards import BOARDS, choosing
from tui.boards.choosing import Barred, Chosen, hand
from tui.boards.model import BoardModel
from tui.boards.scene import Scene
from tui.drawing.look import Look
from tui.language.rulebook import PARAGRAPH
from tui.language.text import t
from tui.lessons.lesson import Walk
from tui.table import effects
from tui.table.effects import CHOICE, Effect, ModelInput


class LessonModel:
    """A walk through a lesson on the board of its game; feed it like a TableModel."""

    def __init__(self, walk: Walk, name: str) -> None:
        """`name` is the learner's."""
        self.walk = walk
        self.board = BoardModel(BOARDS[walk.lesson.game])
        self.effects: list[Effect] = []
        self._name = name

    def scene(self, look: Look) -> Scene:
        """Return everything the board may draw."""
        return self.board.scene(look)

    def receive(self, event: ModelInput, now: float) -> list[Effect]:
        """Ignore everything: a lesson follows only the learner."""
        return []

    def tick(self, now: float) -> list[Effect]:
        """Do nothing: a lesson waits for no time."""
        return []

    def do(self, name: str, given: tuple[Any, ...], now: float) -> list[Effect]:
        """Carry out a wish of a row or of the mouse."""
        row = _WISHES.get(name)
        if row is not None and row.key_effect is not None:
            row.key_effect(self)
        elif name == "tap" and not self.walk.asked:
            if given[0] == "button":
                _advance(self)
        elif name in choosing.CURSOR:
            _answer(self, choosing.move_cursor(self.board, name, *given))
        elif name in choosing.CAMERA and choosing.move_camera(self.board, name, *given):
            self.effects.append(effects.Redraw(("board",)))
        return self._drain()

    def begin(self) -> list[Effect]:
        """Show the first step."""
        self.show_step()
        return self._drain()

    def show_step(self) -> None:
        """Show the position of the current step."""
        walk, seat = self.walk, self.walk.step.seat
        others = [*map(t, BOT_NAMES[: walk.view.seats - 1])]
        self.board.names = (*others[:seat], self._name, *others[seat:])
        self.board.take(walk.view, walk.legal, walk.events)
        self.board.show_last = walk.looks_back
        self.effects += (effects.Redraw(), effects.ShowKeys())

    def _drain(self) -> list[Effect]:
        drained, self.effects = self.effects, []
        return drained


# --- what keys do --------------------------------------------------------------------------------


def _enter(lesson: LessonModel) -> None:
    """Play the move under the cursor, or continue if no move is requested."""
    if lesson.walk.asked:
        _answer(lesson, choosing.enter(lesson.board))
    else:
        _advance(lesson)


def _advance(lesson: LessonModel) -> None:
    if lesson.walk.advance():
        lesson.show_step()
    else:
        lesson.effects.append(effects.Ring() if lesson.walk.asked else effects.CloseScreen())


def _go_back(lesson: LessonModel) -> None:
    if lesson.walk.go_back():
        lesson.show_step()


def _point(lesson: LessonModel) -> None:
    """Put the cursor on the right move."""
    if lesson.walk.asked:
        choosing.reach(lesson.board, lesson.walk.step.ask[0])
        lesson.effects.append(effects.Redraw(CHOICE))


def _leave(lesson: LessonModel) -> None:
    """Cancel the choice of a way to play a piece; without one leave the lesson."""
    cancelled = choosing.cancel(lesson.board)
    lesson.effects.append(effects.Redraw(CHOICE) if cancelled else effects.CloseScreen())


def _open_rules(lesson: LessonModel) -> None:
    """Open the rule book at the paragraph cited last."""
    answer = lesson.walk.answer
    texts = (lesson.board.trouble, answer.text if answer else "", lesson.walk.step.text)
    found = next((found for text in texts if (found := PARAGRAPH.search(text))), None)
    lesson.effects.append(effects.OpenRules(found[0] if found else ""))


def _answer(lesson: LessonModel, outcome: choosing.Outcome) -> None:
    """Let the lesson answer the outcome of a key or a click."""
    board, walk = lesson.board, lesson.walk
    match outcome:
        case Chosen(move) if walk.play(move).right:
            lesson.show_step()
        case Chosen():  # a wrong one: everything can be chosen again
            board.take(walk.view, walk.legal, walk.events)
            lesson.effects += (effects.Ring(), effects.Redraw())
        case Barred():
            lesson.effects += (effects.Ring(), effects.Redraw(CHOICE))
        case None:
            lesson.effects.append(effects.Redraw(CHOICE))


def _may_step(lesson: LessonModel) -> bool:
    return bool(lesson.board.pieces or lesson.board.legal)


def _enter_means(lesson: LessonModel) -> str:
    return "play" if lesson.walk.asked else "continue"


def _may_point(lesson: LessonModel) -> bool:
    return lesson.walk.view.result is None and can_advise(lesson.walk.lesson.game)


ACTIONS: Final[tuple[Action, ...]] = (
    *hand(_may_step),
    Action("play", "enter,space", "play", when=_enter_means, key_effect=_enter),
    Action("step_back", "backspace,pageup", "a step back", shown="Bksp", key_effect=_go_back),
    Action("step_on", "pagedown", "continue", hidden=True, key_effect=_advance),
    Action("hint", "h", "show me", when=_may_point, key_effect=_point),
    Action("rules", "f3,r", "rules", key_effect=_open_rules),
    Action("back", "escape", "leave", key_effect=_leave),
    Action("help", "question_mark,f1", "help", shown="?", action="help"),
    Action("quit", "q", "quit", action="app.ask_quit"),
)
"""The actions of a lesson, in the order of the bar."""

_WISHES: Final = {action.wished: action for action in ACTIONS}
