"""The areas of a replay's screen, and their painting. Has no keys and changes nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap

from textual.containers import Vertical
from textual.widget import Widget

from tui.boards.contract import paint_table
from tui.boards.outcome import painted_outcome
from tui.boards.scene import Scene
from tui.drawing.canvas import Canvas, Hit, Painting, cut, text_width
from tui.drawing.look import Look
from tui.language.games import game_title
from tui.language.text import t
from tui.replay.model import ReplayModel
from tui.replay.words import seen_by, status
from tui.table.areas import RowsOfSide, RowsOfWords
from tui.table.driver import BoardArea, Driver
from tui.widgets.base_screen import BaseScreen
from tui.widgets.canvas import CanvasView
from tui.widgets.log import LogView
from tui.widgets.prompt import MOST, USUAL


@dataclass(frozen=True, slots=True)
class Timeline:
    """The contents of the line below the prompt: buttons, a bar, the speed."""

    at: int
    last: int
    deal_starts: Sequence[int]
    """The positions at which deals begin."""
    running: bool
    rate: str
    """The speed of a replay that plays by itself: "x2"."""
    marks: Sequence[int] = ()
    """The positions of costly decisions."""


def put_timeline(canvas: Canvas, look: Look, timeline: Timeline, y: int) -> tuple[Hit, ...]:
    """Draw a timeline in a row.

    Hits: ("deal", -1 or 1), ("step", -1 or 1), ("run", 0), ("at", position), ("rate", 0).
    """
    signs = ("<<", "<", ">", ">>") if look.ascii else ("«", "‹", "›", "»")
    run = t("stop") if timeline.running else t("play it")
    buttons = (
        (f" {signs[0]} ", ("deal", -1)),
        (f" {signs[1]} ", ("step", -1)),
        (f" {run} ", ("run", 0)),
        (f" {signs[2]} ", ("step", 1)),
        (f" {signs[3]} ", ("deal", 1)),
    )
    hits = []
    x = 1
    for text, what in buttons:
        if what[0] == "run":
            canvas.put(x, y, text, look.spade, look.chosen, "b")
        else:
            canvas.put(x, y, text, look.ink, look.felt_line)
        hits.append(Hit(x, y, len(text), 1, what))
        x += len(text) + 1
    # As wide as for the last position, so that the bar stays in place.
    tail = f"{timeline.at:>{len(str(timeline.last))}}/{timeline.last}"
    rate = f" {timeline.rate:>4} "
    end = canvas.width - 2 - text_width(tail + rate)
    canvas.put(end, y, tail, look.active, None, "b")
    canvas.put(end + len(tail) + 1, y, rate, look.ink, look.felt_line)
    hits.append(Hit(end + len(tail) + 1, y, len(rate), 1, ("rate", 0)))
    return (*hits, *_put_bar(canvas, look, timeline, x, end - 1, y))


def _put_bar(canvas: Canvas, look: Look, timeline: Timeline, x: int, end: int, y: int) -> list[Hit]:
    """Draw the bar from column `x` to `end`; a click on a column goes to its position."""
    width = end - x
    if width < 3:
        return []
    past, rest, tick, here = "-.|O" if look.ascii else "━─┃●"
    last = max(1, timeline.last)
    now = round(timeline.at * (width - 1) / last)
    for column in range(width):
        gone = column < now
        canvas.put(x + column, y, past if gone else rest, look.active if gone else look.felt_line)
    # Without room for gaps between them, the ticks are left out.
    if len(timeline.deal_starts) * 2 <= width:
        for start in timeline.deal_starts[1:]:
            column = round(start * (width - 1) / last)
            canvas.put(x + column, y, tick, look.active if column < now else look.muted)
    sign = "*" if look.ascii else "\N{BLACK DIAMOND}"
    for mark in timeline.marks:
        canvas.put(x + round(mark * (width - 1) / last), y, sign, look.bad, None, "b")
    canvas.put(x + now, y, here, look.active, None, "b")
    return [
        Hit(x + column, y, 1, 1, ("at", round(column * last / (width - 1))))
        for column in range(width)
    ]


class ReplayAreas:
    """The widgets of a replay, and their painting."""

    def __init__(self, screen: BaseScreen, model: ReplayModel, driver: Driver) -> None:
        self._screen = screen
        self._model = model
        self._desk = model.desk
        self._driver = driver
        self._rows = RowsOfWords(screen)

    def widgets(self) -> Iterable[Widget]:
        """Return new widgets for the areas."""
        board = self._desk.cursor.board
        yield CanvasView(self._paint_headline, id="headline")
        with BoardArea(self._driver, id="middle"):
            yield CanvasView(self._paint_table, id="board")
            with Vertical(id="side") as side:
                self._side = RowsOfSide(side, board)
                yield CanvasView(self._paint_sheet, id="sheet")
                yield LogView(t("log"), self._desk.lines, id="log")
            yield CanvasView(self._paint_prompt, id="prompt")
            yield CanvasView(self._paint_hand, id="hand")

    def scene(self) -> Scene:
        """Return everything the board may draw."""
        return self._model.scene(self._screen.look)

    def _paint_sheet(self, width: int, height: int) -> Painting:
        scene = self.scene()
        self._side.share(scene, width)
        return self._desk.cursor.board.paint_sheet(scene, width, height)

    def _paint_headline(self, width: int, height: int) -> Painting:
        look, cursor = self._screen.look, self._desk.cursor
        canvas = Canvas(width, height, look.panel_ink, look.panel)
        game = game_title(cursor.replay.game.NAME)
        seen = self._seen(width - 2)
        x = 1
        if text_width(game) + 2 + text_width(seen) <= width - 2:
            x = canvas.put(x, 0, game, look.active, None, "b") + 2
        room = width - x - text_width(seen) - 3
        canvas.put(x, 0, cut(cursor.board.title(cursor.view), max(0, room)))
        canvas.put(width - text_width(seen) - 1, 0, seen, look.active, None, "b")
        return Painting(canvas)

    def _seen(self, room: int) -> str:
        """Say how the match is seen; in a narrow window only through whose eyes."""
        parts = [seen_by(self._desk.cursor)]
        if self._desk.advised:
            parts.insert(0, t("adviser on"))
        if self._desk.costly.running:
            parts.insert(0, t("reviewed {n}%", n=self._desk.costly.percent))
        while len(parts) > 1 and text_width(" · ".join(parts)) > room:
            del parts[0]
        return cut(" · ".join(parts), room)

    def _paint_table(self, width: int, height: int) -> Painting:
        return paint_table(self._desk.cursor.board, self.scene(), width, height)

    def _paint_hand(self, width: int, height: int) -> Painting:
        board, scene = self._desk.cursor.board, self.scene()
        outcome = painted_outcome(board, scene, width, height)
        return outcome or board.paint_hand(scene, width, height)

    def _paint_prompt(self, width: int, height: int) -> Painting:
        look, cursor = self._screen.look, self._desk.cursor
        canvas = Canvas(width, height, look.ink, look.felt)
        said, notable = status(
            cursor,
            self._desk.log,
            self._desk.costly,
            advised=self._desk.advised,
            counts=self._desk.counts,
        )
        rows = wrap(said, max(1, width - 2))
        self._rows.give(min(MOST, max(USUAL, len(rows) + 1)))
        most = max(1, height - 1)
        if len(rows) > most:
            rows[most - 1 :] = [cut(" ".join(rows[most - 1 :]), width - 2)]
        for y, row in enumerate(rows):
            canvas.put(1, y, row, look.active if notable else look.ink, None, "b" * notable)
        replay, desk = cursor.replay, self._desk
        rate = f"x{desk.rate:g}"
        marks = desk.costly.marks(cursor.seat)
        timeline = Timeline(cursor.at, replay.last, replay.deal_starts, desk.running, rate, marks)
        return Painting(canvas, put_timeline(canvas, look, timeline, height - 1))
