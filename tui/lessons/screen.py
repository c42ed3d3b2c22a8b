"""A lesson on the game's own board: a position, what is asked in it, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap
from time import monotonic
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget

from tui.boards.scene import Choice, Scene
from tui.drawing.canvas import Canvas, Painting
from tui.language.games import game_title
from tui.language.rulebook import PARAGRAPH
from tui.language.text import t
from tui.lessons import LESSONS
from tui.lessons.lesson import spoken
from tui.lessons.model import LessonModel
from tui.lessons.walk import Walk
from tui.table import effects, happenings, intents
from tui.table.board_area import BoardArea
from tui.table.driver import Driver
from tui.table.effects import Effect
from tui.table.keys import HAND_KEYS
from tui.table.lines import asked, below, offered
from tui.widgets.canvas import CanvasView
from tui.widgets.page import Page
from tui.widgets.prompt import paint_prompt


class LessonScreen(Page):
    """Learn a game step by step. Gives whether the lesson was played to its end."""

    AUTO_FOCUS = ""
    HEADING = "A lesson"
    HELP_TEXT = (
        "Read what stands beside the table and do what it asks for, with the same keys and clicks "
        "as in a match: arrows or a number choose, Enter or Space plays.\n"
        "When it is done Enter goes on; Backspace goes back a step. H points at the right move, F3 "
        "opens the rule book at the paragraph that was cited. Esc leaves the lesson."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        *HAND_KEYS,
        Binding("enter,space", "do('play')", "play", id="play"),
        Binding(
            "backspace,pageup", "do('go_back')", "a step back", key_display="Bksp", id="step_back"
        ),
        Binding("pagedown", "do('go_on')", "go on", show=False, id="step_on"),
        Binding("h,р", "do('hint')", "show me", id="hint"),
        Binding("f3,r,к", "rules", "rules", id="rules"),
        Binding("escape", "do('back')", "leave", id="back"),
        Binding("question_mark,f1", "help", "help", key_display="?", id="help"),
        Binding("q,й", "app.ask_quit", "quit", id="quit"),
    ]

    def __init__(self, game: str, name: str = "") -> None:
        super().__init__()
        self.walk = Walk(LESSONS[game].LESSON)
        self.model = LessonModel(self.walk, name or t("Player"))
        self.driver = Driver(self, self.model, self._perform, monotonic)

    def body(self) -> Iterable[Widget]:
        yield CanvasView(self._paint_headline, id="headline")
        with BoardArea(self.driver, id="lesson"):
            yield CanvasView(self._paint_text, id="lesson-text")
            yield CanvasView(self._paint_table, id="board")
            yield CanvasView(self._paint_prompt, id="prompt")
            yield CanvasView(self._paint_hand, id="hand")

    def reword(self) -> None:
        self.model.table.choosing.reword()

    def on_mount(self) -> None:
        self.driver.carry_out(self.model.place(monotonic()))

    def on_resize(self, event: events.Resize) -> None:
        self.driver.hear(happenings.Resized(event.size.width))

    def _perform(self, effect: Effect, driver: Driver) -> None:
        if isinstance(effect, effects.EndLesson):
            self.dismiss(effect.finished)

    # --- drawing --------------------------------------------------------------------------------

    def _scene(self) -> Scene:
        scene = self.model.table.scenes.shown(self.look)
        assert scene is not None, "a lesson has a position from its beginning"
        return scene

    def _paint_headline(self, width: int, height: int) -> Painting:
        look, walk = self.look, self.walk
        canvas = Canvas(width, height, look.panel_ink, look.panel)
        game = game_title(walk.lesson.game)
        canvas.put(1, 0, game, look.active, None, "b")
        said = t("lesson")
        canvas.put(len(game) + 3, 0, said)
        progress = f"{walk.index + 1}/{len(walk.lesson.steps)}"
        canvas.put(len(game) + len(said) + 4, 0, progress, look.active, None, "b")
        return Painting(canvas)

    def _paint_text(self, width: int, height: int) -> Painting:
        """Write the answer to the last move, or what is to be done; after a mistake both."""
        look, walk = self.look, self.walk
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
        board = self.model.table.info.board
        paint = board.paint_sheet if self.walk.step.sheet else board.paint_table
        return paint(self._scene(), width, height)

    def _paint_hand(self, width: int, height: int) -> Painting:
        if self.walk.step.sheet:
            return Painting(Canvas(width, height, self.look.ink, self.look.felt))
        return self.model.table.info.board.paint_hand(self._scene(), width, height)

    def _paint_prompt(self, width: int, height: int) -> Painting:
        table, walk = self.model.table, self.walk
        choosing = table.choosing
        if walk.asked:
            said = choosing.trouble or asked(choosing)
            buttons, chosen = offered(choosing)
        else:
            said = t("Right!") if walk.answer else t("Read, then go on")
            label = t("the lesson is over") if walk.is_last else t("go on")
            buttons, chosen = (Choice("", label),), 0
        return paint_prompt(
            self.look,
            said,
            below(table.turn, said),
            buttons,
            chosen,
            width,
            height,
            bad=bool(choosing.trouble),
            mine=walk.asked,
        )

    # --- keys and the mouse -----------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Show the keys that mean something now."""
        if action == "do" and not self.model.can(str(parameters[0])):
            return False
        return super().check_action(action, parameters)

    def action_do(self, name: str, number: int | None = None, other: int | None = None) -> None:
        """Do what a key stands for."""
        self.driver.do_named(name, number, other)

    def action_rules(self) -> None:
        """Open the rule book at the paragraph that was cited last."""
        walk = self.walk
        answer = walk.answer.text if walk.answer else ""
        texts = (self.model.table.choosing.trouble, answer, walk.step.text)
        found = next((found for text in texts if (found := PARAGRAPH.search(text))), None)
        self.kozyr.open_rules(walk.lesson.game, found[0] if found else "")

    def on_click(self, event: events.Click) -> None:
        """A click on the text goes on as well."""
        if event.widget is not None and event.widget.id == "lesson-text" and not self.walk.asked:
            self.driver.do(intents.GoOn())
