"""How the table screen looks: its areas, what each shows now, where the side stands.

Has no keys; what has happened comes from tui.screens.following.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

from textual import events
from textual.containers import Container, Vertical
from textual.widget import Widget

from core.game import Move
from net.protocol import FromHost
from tui.boards.scene import Scene
from tui.canvas import Canvas, Painting
from tui.connection import Connection, Position
from tui.screens.following import Following
from tui.screens.table_lines import below, over_words, paint_headline, status
from tui.screens.turn_time import TurnTime
from tui.text import t
from tui.widgets.canvas import CanvasView
from tui.widgets.chat import ChatLine
from tui.widgets.log import LogView
from tui.widgets.prompt import MOST, USUAL, paint_prompt, prompt_lines

Paint: TypeAlias = Callable[[Scene, int, int], Painting]

SIDE: Final = 26
WIDE_SIDE: Final = 48
"""Columns of the side, as in the style sheet: in all windows, from 120 columns on."""

BESIDE: Final = 100
"""From this width on the side runs beside the hand."""

PIECE: Final = 5
"""Columns a piece of the hand should have; with fewer the hand takes the whole width."""


class TableView(Following):
    """The areas of a table, drawn."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self.side: bool | None = None
        """Whether the side is wanted; None leaves it to the width of the window."""
        self.doubted: Move | None = None
        """A costly move that was clicked once."""
        self.turn_time = TurnTime(self, connection, self._redraw_time, self._call_in_time)
        self._may_give_time = False
        self._lines = USUAL
        """Lines given to the words over the hand."""
        self.set_class(self.turn.grid is not None, "-edgeless")

    def body(self) -> Iterable[Widget]:
        board = self.turn.board
        yield CanvasView(self._paint_headline, id="headline")
        with Container(id="middle"):
            yield CanvasView(self._paint_table, id="board")
            with Vertical(id="side"):
                yield CanvasView(partial(self._paint, board.paint_sheet), id="sheet")
                yield LogView(self.connection.lines, id="log")
                yield ChatLine(self.connection.send, id="chat")
            yield CanvasView(self._paint_prompt, id="prompt")
            yield CanvasView(self._paint_hand, id="hand")

    def on_mount(self) -> None:
        self._follow_time()

    def heard(self, said: FromHost) -> None:
        super().heard(said)
        self._follow_time()

    def _follow_time(self) -> None:
        self.turn_time.follow()
        if self._may_give_time != self.connection.may_give_time:
            self._may_give_time = not self._may_give_time
            self.refresh_bindings()

    def _redraw_time(self) -> None:
        for view in self.query("#prompt").results(CanvasView):
            view.repaint()

    def _call_in_time(self) -> None:
        self.kozyr.call_to_table(t("your time is running out"))

    def on_resize(self, event: events.Resize) -> None:
        self._arrange(event.size.width)

    def _arrange(self, width: int) -> None:
        """Show or hide the side; in a narrow window it takes the place of the table.

        In a wide one it runs beside the hand, unless the hand needs the width.
        """
        roomy = width >= 76
        side = roomy if self.side is None else self.side
        room = width - (WIDE_SIDE if width >= 120 else SIDE)
        self.set_class(not side, "-hide-side")
        self.set_class(side and not roomy, "-only-side")
        beside = width >= BESIDE and room >= PIECE * len(self.turn.pieces)
        self.set_class(side and beside, "-beside")

    def _open(self, position: Position) -> None:
        super()._open(position)
        self.doubted = None
        self._arrange(self.size.width)

    # --- drawing --------------------------------------------------------------------------------

    def scene(self) -> Scene | None:
        """Everything the board may draw; None before the first position."""
        return self._scene(self.shown, self.turn.legal, self.motion.moment)

    def _scene(
        self, position: Position | None, legal: tuple[Move, ...], moment: float
    ) -> Scene | None:
        if position is None:
            return None
        told = position is self.reading or position is self.last_deal is self.looking
        return Scene(
            view=position.view,
            names=self.connection.names,
            legal=legal,
            focus=replace(self.turn.focus, show_last=told),
            look=self.look,
            away=self.connection.away,
            events=position.events,
            moment=moment,
        )

    def _paint_table(self, width: int, height: int) -> Painting:
        return self._painted(self.turn.board.paint_table, self._seen(), width, height)

    def _seen(self) -> Scene | None:
        """What lies on the table: the position, or what the player looks back at."""
        return self._scene(self.looking, (), 1.0) if self.looking else self.scene()

    def _paint_hand(self, width: int, height: int) -> Painting:
        """Draw the hand; a new one comes piece by piece, and not before the last deal is read."""
        scene = self.scene()
        if scene is not None and self._dealt_anew(scene) and self.reading is not None:
            scene = None
        painting = self._painted(self.turn.board.paint_hand, scene, width, height)
        if scene is not None and scene.moment < 1 and self._dealt_anew(scene):
            there = int(scene.moment * len(painting.hits))
            for hit in painting.hits[there:]:
                painting.canvas.fill(hit.x, hit.y, hit.width, hit.height, self.look.felt)
        return painting

    @staticmethod
    def _dealt_anew(scene: Scene) -> bool:
        return not scene.events or any(event.kind == "began" for event in scene.events)

    def _painted(self, draw: Paint, scene: Scene | None, width: int, height: int) -> Painting:
        if scene is None:
            return Painting(Canvas(width, height, self.look.ink, self.look.felt))
        return draw(scene, width, height)

    def _paint(self, draw: Paint, width: int, height: int) -> Painting:
        return self._painted(draw, self.scene(), width, height)

    def _paint_headline(self, width: int, height: int) -> Painting:
        scene = self._seen()
        words = "" if scene is None else self.turn.board.headline(scene.view)
        if scene is not None and scene.focus.show_last and self._dealt_anew(scene):
            words = over_words(scene.events)  # the view is of the next deal
        return paint_headline(self.look, self.connection, words, width, height)

    def _give_lines(self, lines: int) -> None:
        """Let long words over the hand have lines of the table as long as they stand there."""
        for count in range(USUAL + 1, MOST + 1):
            self.set_class(count == lines, f"-lines-{count}")

    def _paint_prompt(self, width: int, height: int) -> Painting:
        turn = self.turn
        said, bad = status(self)
        clock = self.turn_time.text
        buttons = (turn.target,) if self.on_places else turn.buttons
        lines = prompt_lines(said, buttons, width, clock=bool(clock))
        if lines != self._lines:  # else the screen would wake in vain, and draw each key in halves
            self._lines = lines
            self.call_later(self._give_lines, lines)
        chosen = 0 if self.on_places else turn.focus.target if turn.on_buttons else None
        return paint_prompt(
            self.look,
            said,
            below(turn, said) if self.connection.up else "",
            buttons,
            chosen,
            width,
            height,
            bad=bad,
            mine=bool(turn.legal),
            clock=clock,
            short=self.turn_time.short,
        )
