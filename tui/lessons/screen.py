"""A lesson on the game's own board: a position, what is asked in it, and the answer to a move."""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget

from tui.language.rulebook import PARAGRAPH
from tui.language.text import t
from tui.lessons import LESSONS
from tui.lessons.areas import LessonAreas
from tui.lessons.model import LessonModel
from tui.lessons.walk import Walk
from tui.opening import open_rules
from tui.table import effects
from tui.table.driver import HAND_KEYS, Driver
from tui.table.effects import Effect
from tui.widgets.page import Page


class LessonScreen(Page):
    """Learn a game step by step. Returns whether the lesson was played to its end."""

    AUTO_FOCUS = ""
    HEADING = "A lesson"
    HELP_TEXT = (
        "Read the text beside the table and do what it asks, with the same keys and clicks as in "
        "a match: arrows or a number choose, Enter or Space plays.\n"
        "When you have done it, Enter continues; Backspace goes back a step. H points at the "
        "right move, F3 opens the rule book at the paragraph cited. Esc leaves the lesson."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        *HAND_KEYS,
        Binding("enter,space", "do('play')", "play", id="play"),
        Binding(
            "backspace,pageup", "do('go_back')", "a step back", key_display="Bksp", id="step_back"
        ),
        Binding("pagedown", "do('go_on')", "continue", show=False, id="step_on"),
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
        self._areas = LessonAreas(self, self.model, self.driver)

    def body(self) -> Iterable[Widget]:
        return self._areas.widgets()

    def reword(self) -> None:
        self.model.board.reword()

    def on_mount(self) -> None:
        self.driver.carry_out(self.model.place())

    def _perform(self, effect: Effect, driver: Driver) -> None:
        if isinstance(effect, effects.EndLesson):
            self.dismiss(effect.finished)

    # --- keys and the mouse -----------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Show only the keys that mean something now."""
        if action == "do" and not self.model.can(str(parameters[0])):
            return False
        return super().check_action(action, parameters)

    def action_do(self, name: str, number: int | None = None, other: int | None = None) -> None:
        """Do what a key stands for."""
        self.driver.do(name, *(given for given in (number, other) if given is not None))

    def action_rules(self) -> None:
        """Open the rule book at the paragraph cited last."""
        walk = self.walk
        answer = walk.answer.text if walk.answer else ""
        texts = (self.model.board.trouble, answer, walk.step.text)
        found = next((found for text in texts if (found := PARAGRAPH.search(text))), None)
        open_rules(self.kozyr, walk.lesson.game, found[0] if found else "")

    def on_click(self, event: events.Click) -> None:
        """Let a click on the text continue as well."""
        if event.widget is not None and event.widget.id == "lesson-text" and not self.walk.asked:
            self.driver.do("go_on")
