"""The areas of the table screen, and their pictures: headline, table, sheet, words, hand.

They change nothing, and have no keys but for the sheet as a page of its own: everything shown comes
from the model.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from textwrap import wrap
from typing import Any, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Static

from core.game import is_deal_over
from tui.boards.contract import Board, PaintScene, may_look_through
from tui.boards.panel import painted_outcome
from tui.boards.scene import Focus, Scene, is_dealt
from tui.boards.trick_table import put_gone
from tui.drawing.canvas import Canvas, Painting
from tui.drawing.look import Look, ink_on
from tui.language.games import rules_text
from tui.language.text import language, t
from tui.table.driver import BoardArea, Driver
from tui.table.lines import below, offered, paint_headline, status
from tui.table.model import TableModel
from tui.table.session import TableSession
from tui.widgets.base_screen import BaseScreen
from tui.widgets.canvas import CanvasView
from tui.widgets.log import ChatLine, LogView
from tui.widgets.prompt import MOST, USUAL, paint_prompt, prompt_lines


class TableAreas:
    """Makes the widgets of a table and paints them."""

    def __init__(
        self, screen: BaseScreen, session: TableSession, model: TableModel, driver: Driver
    ) -> None:
        self._screen = screen
        self._session = session
        self._model = model
        self._board = model.board.board
        self._driver = driver
        self._rows = RowsOfWords(screen)
        self._forget()

    def widgets(self) -> Iterable[Widget]:
        """Return new widgets for the areas."""
        self._forget()
        session = self._session
        yield CanvasView(self._paint_headline, id="headline")
        with BoardArea(self._driver, id="middle"):
            yield CanvasView(self._paint_table, id="board")
            with Vertical(id="side") as side:
                self._side = RowsOfSide(side, self._board)
                yield CanvasView(self._paint_sheet, id="sheet")
                if self._board.paint_tricks is not None:
                    yield CanvasView(self._paint_tricks, id="tricks")
                yield LogView(t("log"), session.log.lines, id="log")
                yield ChatLine(session.send, self._driver.typing, id="chat")
            yield CanvasView(self._paint_prompt, id="prompt")
            yield CanvasView(self._paint_hand, id="hand")

    # --- painting -------------------------------------------------------------------------------

    def _forget(self) -> None:
        """Drop the cached paintings: the language may have changed."""
        board = self._board
        self._table = _Kept(board.paint_still)
        self._sheet = _Kept(board.paint_sheet)
        self._hand = _Kept(self._draw_hand)

    def _painted(self, draw: PaintScene, scene: Scene | None, width: int, height: int) -> Painting:
        """Draw a scene; an empty area before the first position."""
        if scene is None:
            return Painting(Canvas(width, height, self._screen.look.ink, self._screen.look.felt))
        return draw(scene, width, height)

    def _paint_table(self, width: int, height: int) -> Painting:
        scene = self._model.scene_on_table(self._screen.look)
        if scene is None:
            return self._painted(self._table, scene, width, height)
        lower = replace(scene, focus=self._board.still_focus(scene, width, height))
        return self._board.paint_pointed(scene, self._table(lower, width, height))

    def _paint_sheet(self, width: int, height: int) -> Painting:
        scene = self._model.scene(self._screen.look)
        if scene is not None:
            scene = replace(scene, focus=Focus())
            self._side.share(scene, width)
        return self._painted(self._sheet, scene, width, height)

    def _paint_tricks(self, width: int, height: int) -> Painting:
        scene = self._model.scene(self._screen.look)
        if scene is not None:
            scene = replace(scene, focus=Focus())
        assert self._board.paint_tricks is not None, "else there is no such area"
        if scene is not None and not may_look_through(scene.view):
            look = self._screen.look
            return Painting(Canvas(width, height, look.panel_ink, look.panel))
        painting = self._painted(self._board.paint_tricks, scene, width, height)
        if scene is not None:
            put_gone(painting.canvas, scene.look, self._board.gone(scene.view, scene.look))
        return painting

    def _paint_hand(self, width: int, height: int) -> Painting:
        scene = self._model.scene_on_table(self._screen.look)
        if painted := painted_outcome(self._board, scene, width, height):
            return painted
        scene = self._model.scene(self._screen.look)
        if scene is not None:
            scene = replace(scene, focus=Focus(piece=scene.focus.piece))
        painting = self._painted(self._hand, scene, width, height)
        tokens = [piece.token for piece in scene.hand] if scene is not None else []
        if self._model.match.ahead in tokens:
            index = tokens.index(self._model.match.ahead)
            return marked_ahead(painting, self._screen.look, index)
        return painting

    def _draw_hand(self, scene: Scene, width: int, height: int) -> Painting:
        """Draw the hand; a new one appears piece by piece."""
        painting = self._board.paint_hand(scene, width, height)
        if scene.moment < 1 and (not scene.events or is_dealt(scene.events)):
            there = int(scene.moment * len(painting.hits))
            for hit in painting.hits[there:]:
                painting.canvas.fill(hit.x, hit.y, hit.width, hit.height, self._screen.look.felt)
        return painting

    def _paint_headline(self, width: int, height: int) -> Painting:
        look, board, client = self._screen.look, self._board, self._session.client
        scene, reading = self._model.scene_on_table(look), self._model.match.reading
        words = "" if scene is None else board.title(scene.view)
        if reading is not None:
            words = board.round_title(reading.view) or words
        if (game := client.match_game) is None:
            return Painting(Canvas(width, height, look.panel_ink, look.panel))
        room = client.room
        options = room.options if room and game is client.game else None
        kinds = tuple(line.kind for line in room.seats) if room else ()
        return paint_headline(look, game.NAME, words, options, kinds, width, height, language())

    def _paint_prompt(self, width: int, height: int) -> Painting:
        model, time = self._model, self._model.match.time
        said, bad = status(model)
        buttons, chosen = offered(model.board)
        self._rows.give(prompt_lines(said, width, foot=bool(buttons), clock=bool(time.text)))
        told = self._session.client.connected and model.match.looking is None
        return paint_prompt(
            self._screen.look,
            said,
            below(model.board) if told else "",
            buttons,
            chosen,
            width,
            height,
            bad=bad,
            mine=bool(model.board.legal),
            clock=time.text,
            short=time.short,
        )


def marked_ahead(painting: Painting, look: Look, index: int) -> Painting:
    """Mark the piece chosen ahead with the letter of the key, on its lower left corner."""
    canvas = painting.canvas.copy()
    for hit in painting.hits:
        if hit.what == ("piece", index):
            x = hit.x if hit.height > 1 else hit.x + hit.width - 1
            canvas.put(x, hit.y + hit.height - 1, "x", ink_on(look.active), look.active, "b")
    return Painting(canvas, painting.hits)


class RowsOfWords:
    """Gives long words over the hand some rows of the table while they are shown."""

    def __init__(self, screen: BaseScreen) -> None:
        self._screen = screen
        self._given = USUAL

    def give(self, rows: int) -> None:
        """Give the words so many rows from the next frame on."""
        if rows != self._given:  # otherwise the screen would wake up and draw each key in two parts
            self._given = rows
            self._screen.call_later(self._set, rows)

    def _set(self, rows: int) -> None:
        for count in range(USUAL + 1, MOST + 1):
            self._screen.set_class(count == rows, f"-lines-{count}")


class RowsOfSide:
    """Divides the rows beside the table: the sheet gets as many as the log can spare."""

    def __init__(self, side: Widget, board: Board) -> None:
        self._side = side
        self._board = board
        self._shared: tuple[object, ...] = ()

    def share(self, scene: Scene, width: int) -> None:
        """Give the sheet and the tricks their rows, which change only from deal to deal."""
        view, rows = scene.view, self._side.size.height
        asked = (view.deal, is_deal_over(view), width, rows)
        if asked == self._shared or not rows:
            return
        self._shared = asked
        tricks = 2 + self._board.tricks_in(view) if self._shows_tricks() else 0
        if rows >= _ROOMY and tricks >= _LONG:
            tricks += 1 + len(self._board.gone(view, scene.look))
        most = max(_LEAST_SHEET, rows - max(_LEAST_LOG, rows // 6) - tricks)
        sheet = min(most, 1 + used_rows(self._board.paint_sheet(scene, width, most).canvas))
        self._side.call_later(self._give, {"sheet": sheet, "tricks": tricks})

    def _shows_tricks(self) -> bool:
        return any(view.display for view in self._side.query("#tricks"))

    def _give(self, rows: Mapping[str, int]) -> None:
        for area, tall in rows.items():
            for view in self._side.query(f"#{area}") if tall else ():
                view.styles.height = tall


_ROOMY: Final = 40
"""The rows beside the table that also leave room for the pieces played."""
_LONG: Final = 7
"""The rows of the tricks of a long deal, of five or more; in shorter ones, few pieces are gone."""
_LEAST_LOG: Final = 6
_LEAST_SHEET: Final = 8


def used_rows(canvas: Canvas) -> int:
    """Return the number of rows down to the last one with a text."""
    return max((y for y, line in enumerate(canvas.lines(), 1) if line), default=0)


class _Kept:
    """Draws scenes, and caches the last painting as long as the scene stays the same."""

    def __init__(self, draw: PaintScene) -> None:
        self._draw = draw
        self._of: tuple[Scene, int, int] | None = None
        self._painting: Painting | None = None

    def __call__(self, scene: Scene, width: int, height: int) -> Painting:
        asked = (scene, width, height)
        if self._painting is None or self._of != asked:
            self._painting, self._of = self._draw(*asked), asked
        return self._painting


_EDGE: Final = 2
"""Columns kept free beside the explanations."""

_TALLEST: Final = 400
"""Enough lines for the whole sheet of the longest match."""


class ScoresScreen(BaseScreen):
    """The sheet in all the available room; a longer one can be scrolled."""

    HEADING = "Scores"
    HELP_TEXT = (
        "The score sheet of this match. Where it does not fit, parts of it are shortened or left "
        "out; the arrows, Page Up and Page Down, Home and End and the wheel lead through all of it."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "leaf(-1)", "scroll", key_display="↑↓"),
        Binding("down", "leaf(1)", show=False),
        Binding("pageup", "leaf(-10)", show=False),
        Binding("pagedown", "leaf(10)", show=False),
        Binding("home", f"leaf({-_TALLEST})", show=False),
        Binding("end", f"leaf({_TALLEST})", show=False),
        Binding("escape,enter,space,f2,p", "back", "back", key_display="Esc", id="back"),
    ]

    def __init__(self, scene: Callable[[], Scene | None], board: Board, options: Any) -> None:
        super().__init__()
        self._scene = scene
        self._board = board
        self._options = options
        self._top: int | None = None
        """The first line shown of the whole sheet; None until the player scrolls."""

    def body(self) -> Iterable[Widget]:
        yield Static(t("Scores"), classes="heading", markup=False)
        yield CanvasView(self._paint, id="full-sheet")
        yield Static(rules_text(self._options), classes="hint", markup=False)

    def _paint(self, width: int, height: int) -> Painting:
        canvas = self._sheet(width, height)
        if self._top is not None:
            whole = self._sheet(width, _TALLEST)
            names = Canvas(width, 1, self.look.ink, self.look.felt)
            names.blit(whole, 0, 0)
            canvas.blit(whole, 0, -min(self._top, _spare(whole, height)))
            canvas.blit(names, 0, 0)
        self._put_legend(canvas)
        return Painting(canvas)

    def _put_legend(self, canvas: Canvas) -> None:
        """Explain the signs in the rows that are left below the sheet, if there are enough."""
        look = self.look
        said = "  ".join(f"{sign}\N{NO-BREAK SPACE}{text};" for sign, text in self._legend())
        rows = wrap(said.rstrip(";"), max(1, canvas.width - 2 * _EDGE))
        top = canvas.height - len(rows)
        if not any(canvas.lines()[max(0, top - 1) :]):
            for y, row in enumerate(rows, top):
                canvas.put(_EDGE, y, row, look.faded(look.panel_ink, look.panel, 0.35))

    def _legend(self) -> tuple[tuple[str, str], ...]:
        return self._board.legend(self.look)

    def explained(self) -> Iterable[str]:
        """Explain the signs of the sheet as well."""
        yield from super().explained()
        yield "\n".join(f"{sign}: {text}" for sign, text in self._legend())

    def _sheet(self, width: int, height: int) -> Canvas:
        scene = self._scene()
        if scene is None:
            return Canvas(width, height, self.look.ink, self.look.felt)
        return self._board.paint_sheet(scene, width, height).canvas

    def action_leaf(self, lines: int) -> None:
        """Scroll a sheet that does not fit."""
        view = self.query_one("#full-sheet", CanvasView)
        whole = self._sheet(view.size.width, _TALLEST)
        most = _spare(whole, view.size.height)
        if most:
            top = self._first_line(whole, view.size.height) if self._top is None else self._top
            self._top = max(0, min(top + lines, most))
            view.repaint()

    def _first_line(self, whole: Canvas, height: int) -> int:
        """Return the first line of the part that the board shows by itself."""
        shown, lines = self._sheet(whole.width, height).lines(), whole.lines()
        found = shown[2] if len(shown) > 2 else ""  # the line before it may count the rows left out
        return max(0, lines.index(found) - 2) if found in lines else _spare(whole, height)

    def on_canvas_view_wheeled(self, event: CanvasView.Wheeled) -> None:
        self.action_leaf(event.notch)


def _spare(whole: Canvas, height: int) -> int:
    """Return the number of lines of a sheet that do not fit."""
    return max(0, used_rows(whole) - height)
