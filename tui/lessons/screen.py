"""The screen of a lesson: the game's board, beside a text and the answers to moves."""

from collections.abc import Iterable
from textwrap import wrap
from time import monotonic
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.widget import Widget

from tui.boards.contract import paint_table
from tui.boards.scene import Choice, Scene
from tui.drawing.canvas import Canvas, Painting
from tui.language.games import game_title
from tui.language.text import t
from tui.lessons import LESSONS
from tui.lessons.lesson import Lesson, Walk, spoken
from tui.lessons.model import ACTIONS, LessonModel
from tui.program import open_rules
from tui.table import effects
from tui.table.driver import BoardArea, BoardScreen, Driver
from tui.table.effects import Effect
from tui.table.lines import asked, below, offered
from tui.widgets.base_screen import BaseScreen
from tui.widgets.canvas import CanvasView
from tui.widgets.keybar import bindings
from tui.widgets.prompt import paint_prompt


class LessonAreas:
    """The widgets of a lesson, and their painting."""

    def __init__(self, screen: BaseScreen, model: LessonModel, driver: Driver) -> None:
        self._screen = screen
        self._model = model
        self._driver = driver

    def widgets(self) -> Iterable[Widget]:
        """Return new widgets for the areas."""
        yield CanvasView(self._paint_headline, id="headline")
        with BoardArea(self._driver, id="lesson"):
            yield CanvasView(self._paint_text, id="lesson-text")
            yield CanvasView(self._paint_table, id="board")
            yield CanvasView(self._paint_prompt, id="prompt")
            yield CanvasView(self._paint_hand, id="hand")

    def _scene(self) -> Scene:
        return self._model.scene(self._screen.look)

    def _paint_headline(self, width: int, height: int) -> Painting:
        look, walk = self._screen.look, self._model.walk
        canvas = Canvas(width, height, look.panel_ink, look.panel)
        game = game_title(walk.lesson.game)
        canvas.put(1, 0, game, look.active, None, "b")
        said = t(walk.lesson.title)
        canvas.put(len(game) + 3, 0, said)
        progress = f"{walk.index + 1}/{len(walk.lesson.steps)}"
        canvas.put(len(game) + len(said) + 4, 0, progress, look.active, None, "b")
        return Painting(canvas)

    def _paint_text(self, width: int, height: int) -> Painting:
        """Write the text of the step or the reply to a move; after a wrong move both."""
        look, walk = self._screen.look, self._model.walk
        canvas = Canvas(width, height, look.panel_ink, look.panel)
        y = 0
        if walk.answer:
            right = walk.answer.right
            sign = ("+ " if right else "x ") if look.ascii else ("✓ " if right else "✗ ")
            ink = look.good if right else look.bad
            for row in wrap(sign + spoken(walk.answer.text), width - 2):
                canvas.put(1, y, row, ink)
                y += 1
            if right:
                return Painting(canvas)
            y += height > y + 4
        ink = look.faded(look.panel_ink, look.panel, 0.35) if walk.answer else look.panel_ink
        for row in wrap(spoken(walk.step.text), width - 2):
            canvas.put(1, y, row, ink)
            y += 1
        return Painting(canvas)

    def _paint_table(self, width: int, height: int) -> Painting:
        board, step = self._model.board.board, self._model.walk.step
        if step.drawn is not None:
            return step.drawn(self._screen.look, width, height)
        if step.sheet:
            return board.paint_sheet(self._scene(), width, height)
        return paint_table(board, self._scene(), width, height)

    def _paint_hand(self, width: int, height: int) -> Painting:
        if self._model.walk.step.sheet or self._model.walk.step.drawn is not None:
            return Painting(Canvas(width, height, self._screen.look.ink, self._screen.look.felt))
        return self._model.board.board.paint_hand(self._scene(), width, height)

    def _paint_prompt(self, width: int, height: int) -> Painting:
        board, walk = self._model.board, self._model.walk
        if walk.asked:
            said = board.trouble or asked(board)
            buttons, chosen = offered(board)
        else:
            said = t("Right!") if walk.answer else t("Read, then continue")
            ended = t("the lesson is over") if walk.lesson.title == "lesson" else t("back")
            label = ended if walk.is_last else t("continue")
            buttons, chosen = (Choice("", label),), 0
        return paint_prompt(
            self._screen.look,
            said,
            below(board),
            buttons,
            chosen,
            width,
            height,
            bad=bool(board.trouble),
            mine=walk.asked,
        )


class LessonScreen(BoardScreen):
    """Teaches a game step by step; returns whether the player has come to the end."""

    AUTO_FOCUS = ""
    HEADING = "A lesson"
    HELP_TEXT = (
        "Read the text beside the table and do what it asks, with the same keys and clicks as in "
        "a match: arrows or a number choose, Enter or Space plays.\n"
        "When you have done it, Enter continues; Backspace goes back a step. H points at the "
        "right move, F3 opens the rule book at the paragraph cited. Esc leaves the lesson."
    )
    ACTIONS = ACTIONS
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)

    def __init__(self, game: str, name: str = "", lesson: Lesson | None = None) -> None:
        super().__init__()
        self.walk = Walk(lesson or LESSONS[game].LESSON)
        self.model = LessonModel(self.walk, name or t("Player"))
        self.driver = Driver(self, self.model, self._perform, monotonic)
        self._areas = LessonAreas(self, self.model, self.driver)

    @property
    def spoken_of(self) -> str:
        return self.walk.lesson.game

    def reword(self) -> None:
        self.model.board.reword()

    def on_mount(self) -> None:
        self.driver.carry_out(self.model.begin())

    def _perform(self, effect: Effect) -> None:
        match effect:
            case effects.OpenRules(paragraph):
                open_rules(self.kozyr, self.walk.lesson.game, paragraph)
            case effects.CloseScreen():
                self.dismiss(self.walk.is_last and not self.walk.asked)

    @property
    def desk(self) -> LessonModel:
        return self.model

    def on_click(self, event: events.Click) -> None:
        """Continue on a click on the text, if no move is requested."""
        if event.widget is not None and event.widget.id == "lesson-text" and not self.walk.asked:
            self.driver.do("step_on")
