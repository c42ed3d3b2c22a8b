"""The areas of a lesson and what is drawn in each. Has no keys and changes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from textual.widget import Widget

from tui.boards.scene import Choice, Scene
from tui.drawing.canvas import Canvas, Painting
from tui.language.games import game_title
from tui.language.text import t
from tui.lessons.lesson import spoken
from tui.lessons.model import LessonModel
from tui.table.driver import BoardArea, Driver
from tui.table.lines import asked, below, offered
from tui.widgets.canvas import CanvasView
from tui.widgets.page import Page
from tui.widgets.prompt import paint_prompt


class LessonAreas:
    """Makes the widgets of a lesson and paints them."""

    def __init__(self, page: Page, model: LessonModel, driver: Driver) -> None:
        self._page = page
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
        return self._model.scene(self._page.look)

    def _paint_headline(self, width: int, height: int) -> Painting:
        look, walk = self._page.look, self._model.walk
        canvas = Canvas(width, height, look.panel_ink, look.panel)
        game = game_title(walk.lesson.game)
        canvas.put(1, 0, game, look.active, None, "b")
        said = t("lesson")
        canvas.put(len(game) + 3, 0, said)
        progress = f"{walk.index + 1}/{len(walk.lesson.steps)}"
        canvas.put(len(game) + len(said) + 4, 0, progress, look.active, None, "b")
        return Painting(canvas)

    def _paint_text(self, width: int, height: int) -> Painting:
        """Write the answer to the last move, or what to do; after a mistake both."""
        look, walk = self._page.look, self._model.walk
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
        board = self._model.board.board
        paint = board.paint_sheet if self._model.walk.step.sheet else board.paint_table
        return paint(self._scene(), width, height)

    def _paint_hand(self, width: int, height: int) -> Painting:
        if self._model.walk.step.sheet:
            return Painting(Canvas(width, height, self._page.look.ink, self._page.look.felt))
        return self._model.board.board.paint_hand(self._scene(), width, height)

    def _paint_prompt(self, width: int, height: int) -> Painting:
        board, walk = self._model.board, self._model.walk
        if walk.asked:
            said = board.trouble or asked(board)
            buttons, chosen = offered(board)
        else:
            said = t("Right!") if walk.answer else t("Read, then continue")
            label = t("the lesson is over") if walk.is_last else t("continue")
            buttons, chosen = (Choice("", label),), 0
        return paint_prompt(
            self._page.look,
            said,
            below(board, said),
            buttons,
            chosen,
            width,
            height,
            bad=bool(board.trouble),
            mine=walk.asked,
        )
