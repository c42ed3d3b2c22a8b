"""The areas of the table screen and what is drawn in each: headline, table, sheet, words, hand.

Has no keys and changes nothing; what there is to show comes from the model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from textual.containers import Vertical
from textual.widget import Widget

from tui.boards.scene import Board, Scene, title_of
from tui.boards.timing import is_dealt
from tui.drawing.canvas import Canvas, Painting
from tui.drawing.look import Look
from tui.table.board_area import BoardArea
from tui.table.connection import Connection
from tui.table.driver import Driver
from tui.table.lines import below, offered, paint_headline, status
from tui.table.model import TableModel
from tui.widgets.canvas import CanvasView
from tui.widgets.chat import ChatLine
from tui.widgets.log import LogView
from tui.widgets.page import Page
from tui.widgets.prompt import MOST, USUAL, paint_prompt, prompt_lines

Paint: TypeAlias = Callable[[Scene, int, int], Painting]


class TableAreas:
    """Makes the widgets of a table and paints them."""

    def __init__(
        self, page: Page, connection: Connection, model: TableModel, driver: Driver
    ) -> None:
        self._page = page
        self._connection = connection
        self._model = model
        self._driver = driver
        self._lines = USUAL
        """Lines given to the words over the hand."""

    def widgets(self) -> Iterable[Widget]:
        """Give the areas anew."""
        connection = self._connection
        yield CanvasView(self._paint_headline, id="headline")
        with BoardArea(self._driver, id="middle"):
            yield CanvasView(self._paint_table, id="board")
            with Vertical(id="side"):
                yield CanvasView(self._paint_sheet, id="sheet")
                yield LogView(connection.log.lines, id="log")
                yield ChatLine(connection.send, self._driver.typing, id="chat")
            yield CanvasView(self._paint_prompt, id="prompt")
            yield CanvasView(self._paint_hand, id="hand")

    @property
    def _look(self) -> Look:
        return self._page.look

    @property
    def _board(self) -> Board:
        return self._model.info.board

    # --- painting -------------------------------------------------------------------------------

    def _painted(self, draw: Paint, scene: Scene | None, width: int, height: int) -> Painting:
        if scene is None:
            return Painting(Canvas(width, height, self._look.ink, self._look.felt))
        return draw(scene, width, height)

    def _paint_table(self, width: int, height: int) -> Painting:
        scene = self._model.scenes.on_table(self._look)
        return self._painted(self._board.paint_table, scene, width, height)

    def _paint_sheet(self, width: int, height: int) -> Painting:
        scene = self._model.scenes.shown(self._look)
        return self._painted(self._board.paint_sheet, scene, width, height)

    def _paint_hand(self, width: int, height: int) -> Painting:
        """Draw the hand; a new one comes piece by piece."""
        scene = self._model.scenes.shown(self._look)
        painting = self._painted(self._board.paint_hand, scene, width, height)
        if scene is not None and scene.moment < 1 and _dealt_anew(scene):
            there = int(scene.moment * len(painting.hits))
            for hit in painting.hits[there:]:
                painting.canvas.fill(hit.x, hit.y, hit.width, hit.height, self._look.felt)
        return painting

    def _paint_headline(self, width: int, height: int) -> Painting:
        scene = self._model.scenes.on_table(self._look)
        words = "" if scene is None else title_of(self._board, scene.view)
        return paint_headline(self._look, self._connection, words, width, height)

    def _paint_prompt(self, width: int, height: int) -> Painting:
        model, time = self._model, self._model.turn_time
        said, bad = status(model)
        buttons, chosen = offered(model.choosing)
        self._give_lines(prompt_lines(said, buttons, width, clock=bool(time.text)))
        told = model.info.up and model.showing.playback.looking is None
        return paint_prompt(
            self._look,
            said,
            below(model.turn, said) if told else "",
            buttons,
            chosen,
            width,
            height,
            bad=bad,
            mine=bool(model.turn.legal),
            clock=time.text,
            short=time.short,
        )

    def _give_lines(self, lines: int) -> None:
        """Let long words over the hand have lines of the table as long as they stand there."""
        if lines != self._lines:  # else the screen would wake in vain, and draw each key in halves
            self._lines = lines
            self._page.call_later(self._set_lines, lines)

    def _set_lines(self, lines: int) -> None:
        for count in range(USUAL + 1, MOST + 1):
            self._page.set_class(count == lines, f"-lines-{count}")


def _dealt_anew(scene: Scene) -> bool:
    return not scene.events or is_dealt(scene.events)
