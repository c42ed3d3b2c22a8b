"""The areas of a replay and what is drawn in each. Has no keys and changes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from textual.containers import Vertical
from textual.widget import Widget

from tui.boards.scene import Scene
from tui.drawing.canvas import Canvas, Painting, cut
from tui.language.games import game_title
from tui.language.text import t
from tui.replay.model import ReplayModel
from tui.replay.timeline import Timeline, put_timeline
from tui.replay.words import seen_by, status
from tui.table.driver import BoardArea, Driver
from tui.widgets.canvas import CanvasView
from tui.widgets.log import LogView
from tui.widgets.page import Page


class ReplayAreas:
    """Makes the widgets of a replay and paints them."""

    def __init__(self, page: Page, model: ReplayModel, driver: Driver) -> None:
        self._page = page
        self._model = model
        self._driver = driver

    def widgets(self) -> Iterable[Widget]:
        """Return new widgets for the areas."""
        board = self._model.cursor.board
        yield CanvasView(self._paint_headline, id="headline")
        with BoardArea(self._driver, id="middle"):
            yield CanvasView(self._paint_table, id="board")
            with Vertical(id="side"):
                yield CanvasView(lambda w, h: board.paint_sheet(self.scene(), w, h), id="sheet")
                yield LogView(self._model.lines, id="log")
            yield CanvasView(self._paint_prompt, id="prompt")
            yield CanvasView(self._paint_hand, id="hand")

    def scene(self) -> Scene:
        """Return everything the board may draw."""
        return self._model.scene(self._page.look)

    def _paint_headline(self, width: int, height: int) -> Painting:
        look, cursor = self._page.look, self._model.cursor
        canvas = Canvas(width, height, look.panel_ink, look.panel)
        x = (
            canvas.put(
                1, 0, game_title(self._model.cursor.replay.game.NAME), look.active, None, "b"
            )
            + 2
        )
        words = cursor.board.title(cursor.view)
        seen = seen_by(cursor)
        if self._model.costly.running:
            seen = f"{t('reviewed {n}%', n=self._model.costly.percent)} · {seen}"
        if self._model.advised:
            seen = f"{t('adviser on')} · {seen}"
        room = width - x - len(seen) - 3
        canvas.put(x, 0, cut(words, max(0, room)))
        canvas.put(max(x, width - len(seen) - 1), 0, seen, look.active, None, "b")
        return Painting(canvas)

    def _paint_table(self, width: int, height: int) -> Painting:
        return self._model.cursor.board.paint_table(self.scene(), width, height)

    def _paint_hand(self, width: int, height: int) -> Painting:
        return self._model.cursor.board.paint_hand(self.scene(), width, height)

    def _paint_prompt(self, width: int, height: int) -> Painting:
        look, cursor = self._page.look, self._model.cursor
        canvas = Canvas(width, height, look.ink, look.felt)
        said, notable = status(
            cursor,
            self._model.log,
            self._model.costly,
            advised=self._model.advised,
            counts=self._model.counts,
        )
        rows = wrap(said, max(1, width - 2))
        most = max(1, height - 1)
        if len(rows) > most:
            rows[most - 1 :] = [cut(" ".join(rows[most - 1 :]), width - 2)]
        for y, row in enumerate(rows):
            canvas.put(1, y, row, look.active if notable else look.ink, None, "b" * notable)
        replay, model = cursor.replay, self._model
        rate = f"x{model.rate:g}"
        marks = model.costly.marks(cursor.seat)
        timeline = Timeline(cursor.at, replay.last, replay.parts, model.running, rate, marks)
        return Painting(canvas, put_timeline(canvas, look, timeline, height - 1))
