"""The areas of the table screen and what is drawn in each: headline, table, sheet, words, hand.

Has no keys and changes nothing; what there is to show comes from the objects it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeAlias

from textual.containers import Container, Vertical
from textual.widget import Widget

from core.game import Move
from tui.boards.scene import Scene, title_of
from tui.drawing.canvas import Canvas, Painting
from tui.drawing.look import Look
from tui.table.adviser import Adviser
from tui.table.connection import Connection, Position
from tui.table.follower import Follower
from tui.table.hands import Hands
from tui.table.lines import below, offered, paint_headline, status
from tui.table.turn_time import TurnTime
from tui.widgets.canvas import CanvasView
from tui.widgets.chat import ChatLine
from tui.widgets.log import LogView
from tui.widgets.page import Page
from tui.widgets.prompt import MOST, USUAL, paint_prompt, prompt_lines

Paint: TypeAlias = Callable[[Scene, int, int], Painting]


class TableAreas:
    """Makes the widgets of a table and paints them."""

    def __init__(
        self,
        page: Page,
        connection: Connection,
        hands: Hands,
        follower: Follower,
        adviser: Adviser,
        time: TurnTime,
    ) -> None:
        self._page = page
        self._connection = connection
        self._hands = hands
        self._follower = follower
        self._adviser = adviser
        self._time = time
        self._lines = USUAL
        """Lines given to the words over the hand."""

    def widgets(self) -> Iterable[Widget]:
        """Give the areas anew."""
        connection = self._connection
        yield CanvasView(self._paint_headline, id="headline")
        with Container(id="middle"):
            yield CanvasView(self._paint_table, id="board")
            with Vertical(id="side"):
                yield CanvasView(self._paint_sheet, id="sheet")
                yield LogView(connection.lines, id="log")
                yield ChatLine(connection.send, id="chat")
            yield CanvasView(self._paint_prompt, id="prompt")
            yield CanvasView(self._paint_hand, id="hand")

    @property
    def _look(self) -> Look:
        return self._page.look

    def scene(self) -> Scene | None:
        """Everything the board may draw; None before the first position."""
        follower = self._follower
        return self._scene(follower.shown, self._hands.turn.legal, follower.motion.moment)

    def _seen(self) -> Scene | None:
        """What lies on the table: the position, or what the player looks back at."""
        looking = self._follower.looking
        return self._scene(looking, (), 1.0) if looking else self.scene()

    def _scene(
        self, position: Position | None, legal: tuple[Move, ...], moment: float
    ) -> Scene | None:
        if position is None:
            return None
        return Scene(
            view=position.view,
            names=self._connection.names,
            legal=legal,
            focus=self._hands.turn.seen,
            look=self._look,
            away=self._connection.away,
            events=position.events,
            moment=moment,
            summary=position.ends_deal or not position.events,
        )

    def differ_at_first(self, width: int, height: int) -> bool:
        """Tell whether the table looks otherwise before what has happened than after it."""
        scene = self.scene()
        if scene is None or not width or not height:
            return False
        paint = self._hands.turn.board.paint_table
        first = paint(replace(scene, moment=0.0), width, height).canvas
        last = paint(replace(scene, moment=1.0), width, height).canvas
        return first.chars != last.chars or first.styles != last.styles

    # --- painting -------------------------------------------------------------------------------

    def _painted(self, draw: Paint, scene: Scene | None, width: int, height: int) -> Painting:
        if scene is None:
            return Painting(Canvas(width, height, self._look.ink, self._look.felt))
        return draw(scene, width, height)

    def _paint_table(self, width: int, height: int) -> Painting:
        return self._painted(self._hands.turn.board.paint_table, self._seen(), width, height)

    def _paint_sheet(self, width: int, height: int) -> Painting:
        return self._painted(self._hands.turn.board.paint_sheet, self.scene(), width, height)

    def _paint_hand(self, width: int, height: int) -> Painting:
        """Draw the hand; a new one comes piece by piece, and not before the last deal is read."""
        scene = self.scene()
        if scene is not None and _dealt_anew(scene) and self._follower.reading is not None:
            scene = None
        painting = self._painted(self._hands.turn.board.paint_hand, scene, width, height)
        if scene is not None and scene.moment < 1 and _dealt_anew(scene):
            there = int(scene.moment * len(painting.hits))
            for hit in painting.hits[there:]:
                painting.canvas.fill(hit.x, hit.y, hit.width, hit.height, self._look.felt)
        return painting

    def _paint_headline(self, width: int, height: int) -> Painting:
        scene = self._seen()
        words = "" if scene is None else title_of(self._hands.turn.board, scene.view)
        return paint_headline(self._look, self._connection, words, width, height)

    def _paint_prompt(self, width: int, height: int) -> Painting:
        turn, time = self._hands.turn, self._time
        said, bad = status(self._connection, self._hands, self._follower, self._adviser)
        buttons, chosen = offered(self._hands)
        self._give_lines(prompt_lines(said, buttons, width, clock=bool(time.text)))
        return paint_prompt(
            self._look,
            said,
            below(turn, said) if self._connection.up and self._follower.looking is None else "",
            buttons,
            chosen,
            width,
            height,
            bad=bad,
            mine=bool(turn.legal),
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
    return not scene.events or any(event.kind == "began" for event in scene.events)
