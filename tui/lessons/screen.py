"""A lesson on the game's own board: a position, what is asked in it, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from textwrap import wrap
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.widget import Widget

from core.game import Move
from net.wire.names import BOT_NAMES
from tui.boards import BOARDS
from tui.boards.scene import Choice, Scene
from tui.drawing.canvas import Canvas, Painting
from tui.language.games import game_title
from tui.language.rulebook import PARAGRAPH
from tui.language.text import t
from tui.lessons import LESSONS
from tui.lessons.lesson import spoken
from tui.lessons.walk import Walk
from tui.table.hand_page import HandPage
from tui.table.lines import asked, below, offered
from tui.widgets.canvas import CanvasView
from tui.widgets.prompt import paint_prompt


class LessonScreen(HandPage):
    """Learn a game step by step. Gives whether the lesson was played to its end."""

    HEADING = "A lesson"
    HELP_TEXT = (
        "Read what stands beside the table and do what it asks for, with the same keys and clicks "
        "as in a match: arrows or a number choose, Enter or Space plays.\n"
        "When it is done Enter goes on; Backspace goes back a step. H points at the right move, F3 "
        "opens the rule book at the paragraph that was cited. Esc leaves the lesson."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "play", "play", id="play"),
        Binding("backspace,pageup", "step_back", "a step back", key_display="Bksp", id="step_back"),
        Binding("pagedown", "step_on", "go on", show=False, id="step_on"),
        Binding("h,р", "show_me", "show me", id="hint"),
        Binding("f3,r,к", "rules", "rules", id="rules"),
        Binding("escape", "back", "leave", id="back"),
        Binding("question_mark,f1", "help", "help", key_display="?", id="help"),
        Binding("q,й", "app.ask_quit", "quit", id="quit"),
    ]

    def __init__(self, game: str) -> None:
        super().__init__(BOARDS[game])
        self.walk = Walk(LESSONS[game].LESSON)

    def body(self) -> Iterable[Widget]:
        yield CanvasView(self._paint_headline, id="headline")
        with Container(id="lesson"):
            yield CanvasView(self._paint_text, id="lesson-text")
            yield CanvasView(self._paint_table, id="board")
            yield CanvasView(self._paint_prompt, id="prompt")
            yield CanvasView(self._paint_hand, id="hand")

    def on_mount(self) -> None:
        self._follow()

    def _follow(self) -> None:
        """Take what the walk has come to."""
        walk = self.walk
        self.hands.take(walk.view, walk.legal)
        self.redraw()
        self.refresh_bindings()

    # --- drawing --------------------------------------------------------------------------------

    def scene(self) -> Scene:
        walk = self.walk
        name = self.kozyr.settings.name or t("Player")
        focus = replace(self.turn.seen, show_last=walk.looks_back)
        return Scene(
            view=walk.view,
            names=(name, *BOT_NAMES[: walk.lesson.seats - 1]),
            legal=self.turn.legal,
            focus=focus,
            look=self.look,
            events=walk.events,
        )

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
        board = self.turn.board
        paint = board.paint_sheet if self.walk.step.sheet else board.paint_table
        return paint(self.scene(), width, height)

    def _paint_hand(self, width: int, height: int) -> Painting:
        """Draw the hand; the one of the next deal waits until the last has been read."""
        kinds = {event.kind for event in self.walk.events}
        if self.walk.step.sheet or {"deal", "began"} <= kinds:
            return Painting(Canvas(width, height, self.look.ink, self.look.felt))
        return self.turn.board.paint_hand(self.scene(), width, height)

    def _paint_prompt(self, width: int, height: int) -> Painting:
        turn, walk = self.turn, self.walk
        if walk.asked:
            said = self.hands.trouble or asked(self.hands)
            buttons, chosen = offered(self.hands)
        else:
            said = t("Right!") if walk.answer else t("Read, then go on")
            label = t("the lesson is over") if walk.is_last else t("go on")
            buttons, chosen = (Choice("", label),), 0
        return paint_prompt(
            self.look,
            said,
            below(turn, said),
            buttons,
            chosen,
            width,
            height,
            bad=bool(self.hands.trouble),
            mine=walk.asked,
        )

    # --- playing --------------------------------------------------------------------------------

    def made(self, move: Move) -> None:
        if self.walk.play(move).right:
            self._follow()
        else:
            self.turn.cancel()
            self.redraw()
            self.bell()

    def action_play(self) -> None:
        """Play what is chosen, or go on."""
        if self.walk.asked:
            self.hands.enter()
        else:
            self.action_step_on()

    def action_step_on(self) -> None:
        """Go on once nothing is asked for any more."""
        if self.walk.go_on():
            self._follow()
        elif not self.walk.asked:
            self.dismiss(True)
        else:
            self.bell()

    def action_step_back(self) -> None:
        """Go to the step before."""
        if self.walk.go_back():
            self._follow()

    def action_show_me(self) -> None:
        """Put the cursor on the move that is asked for."""
        if self.walk.asked:
            self.hands.trouble = ""
            self.turn.reach(self.walk.step.ask[0])
            self.redraw()

    def action_rules(self) -> None:
        """Open the rule book at the paragraph that was cited last."""
        walk = self.walk
        answer = walk.answer.text if walk.answer else ""
        texts = (self.hands.trouble, answer, walk.step.text)
        found = next((found for text in texts if (found := PARAGRAPH.search(text))), None)
        self.kozyr.open_rules(walk.lesson.game, found[0] if found else "")

    def action_back(self) -> None:
        """Take the hand back, and only then leave."""
        if not self.hands.cancel():
            self.dismiss(False)

    # --- mouse ----------------------------------------------------------------------------------

    def on_canvas_view_tapped(self, event: CanvasView.Tapped) -> None:
        event.stop()
        if self.walk.asked:
            self.hands.tap(*event.hit.what)
        elif event.hit.what[0] == "button":
            self.action_step_on()

    def on_click(self, event: events.Click) -> None:
        """A click on the text goes on as well."""
        if event.widget is not None and event.widget.id == "lesson-text" and not self.walk.asked:
            self.action_step_on()
