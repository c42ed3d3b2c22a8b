"""The table: the same for every game, whose board draws it and names its pieces and moves.

Keys, clicks and messages end here; what they mean for the hand is decided in tui.turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import ClassVar, TypeAlias

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input

from net.names import clean_text
from net.protocol import MAX_TEXT, Say
from tui.boards.scene import Scene
from tui.canvas import Canvas, Painting
from tui.connection import Connection
from tui.rulebook import PARAGRAPH
from tui.screens.following import Following
from tui.screens.scores import ScoresScreen
from tui.screens.table_lines import below, paint_headline, status
from tui.text import t
from tui.turn import Barred, Chosen, Outcome, grid_of
from tui.widgets.canvas import CanvasView
from tui.widgets.log import LogView
from tui.widgets.prompt import paint_prompt

Paint: TypeAlias = Callable[[Scene, int, int], Painting]


class TableScreen(Following):
    """Play."""

    HEADING = "The table"
    HELP_TEXT = (
        "Left and right choose a piece of your hand, a number jumps to it (1 then 2: the twelfth). "
        "Enter or Space plays it; if it can be played in several ways, choose one with the arrows "
        "or a digit, Esc takes it back. Up goes to the buttons over the hand.\n"
        "With the mouse: a click chooses, another click on the chosen piece plays it; a click on a "
        "marked place of the table plays there; the words in the bottom line can be clicked.\n"
        "Dim pieces cannot be played now; the line over the hand says why, and F3 opens the rule "
        "book at that paragraph."
    )
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "choose", key_display="←→"),
        Binding("right", "step(1)", show=False),
        Binding("up", "climb(-1)", show=False),
        Binding("down", "climb(1)", show=False),
        Binding("plus,equals_sign", "zoom(1)", "zoom", key_display="+-"),
        Binding("minus", "zoom(-1)", show=False),
        Binding("shift+left", "pan(-1, 0)", show=False),
        Binding("shift+right", "pan(1, 0)", show=False),
        Binding("shift+up", "pan(0, -1)", show=False),
        Binding("shift+down", "pan(0, 1)", show=False),
        Binding("home", "jump(0)", show=False),
        Binding("end", "jump(-1)", show=False),
        Binding("enter,space", "play", "play"),
        *[Binding(str(n), f"digit({n})", show=False) for n in range(10)],
        Binding("escape", "back", "leave"),
        Binding("question_mark,f1", "help", "help", key_display="?"),
        Binding("tab,s,ы", "side", "side"),
        Binding("f2,p,з", "scores", "scores"),
        Binding("f3,r,к", "rules", "rules"),
        Binding("f4,c,с", "chat", "chat"),
        Binding("f5,l,д", "last", "last deal"),
        Binding("q,й", "app.ask_quit", "quit"),
    ]

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self.side: bool | None = None
        """Whether the side is wanted; None leaves it to the width of the window."""
        self.grid = grid_of(self.turn.board)

    def body(self) -> Iterable[Widget]:
        board = self.turn.board
        yield CanvasView(self._paint_headline, id="headline")
        with Horizontal(id="middle"):
            yield CanvasView(partial(self._paint, board.paint_table), id="board")
            with Vertical(id="side"):
                yield CanvasView(partial(self._paint, board.paint_sheet), id="sheet")
                yield LogView(self.connection.lines, id="log")
                chat = Input(placeholder=t("say something"), max_length=MAX_TEXT, id="chat")
                chat.cursor_blink = False
                yield chat
        yield CanvasView(self._paint_prompt, id="prompt")
        yield CanvasView(partial(self._paint, board.paint_hand), id="hand")

    def on_resize(self, event: events.Resize) -> None:
        self._arrange(event.size.width)

    def _arrange(self, width: int) -> None:
        """Show or hide the side; in a narrow window it takes the place of the table."""
        roomy = width >= 76
        side = roomy if self.side is None else self.side
        self.set_class(not side, "-hide-side")
        self.set_class(side and not roomy, "-only-side")

    # --- drawing --------------------------------------------------------------------------------

    def scene(self) -> Scene | None:
        """Everything the board may draw; None before the first position."""
        shown, connection = self.shown, self.connection
        if shown is None:
            return None
        looked_at = self.reading or (self.last_deal if self.show_last else None)
        focus = replace(self.turn.focus, show_last=looked_at is not None)
        return Scene(
            view=shown.view,
            names=connection.names,
            legal=self.turn.legal,
            focus=focus,
            look=self.look,
            away=connection.away,
            events=(looked_at or shown).events,
        )

    def _paint(self, draw: Paint, width: int, height: int) -> Painting:
        scene = self.scene()
        if scene is None:
            return Painting(Canvas(width, height, self.look.ink, self.look.felt))
        return draw(scene, width, height)

    def _paint_headline(self, width: int, height: int) -> Painting:
        words = self.turn.board.headline(self.shown.view) if self.shown else ""
        return paint_headline(self.look, self.connection, words, width, height)

    def _paint_prompt(self, width: int, height: int) -> Painting:
        turn = self.turn
        said, bad = status(
            self.connection, turn, self.shown, self.trouble, reading=self.reading is not None
        )
        return paint_prompt(
            self.look,
            said,
            below(turn),
            turn.buttons,
            turn.focus.target if turn.on_buttons else None,
            width,
            height,
            bad=bad,
            mine=bool(turn.legal),
        )

    # --- keys -------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Show the keys that mean something now."""
        if action in ("zoom", "pan") and self.grid is None:
            return False
        if action == "last":
            return self.last_deal is not None and not self.too_small
        return super().check_action(action, parameters)

    def action_step(self, delta: int) -> None:
        """Choose the next or the previous piece, button or place."""
        self.trouble = ""
        self.turn.aim(delta, 0)
        self.redraw_hand()

    def action_climb(self, dy: int) -> None:
        """Go up to the buttons or down to the hand, or to a place above or below."""
        self.trouble = ""
        turn = self.turn
        if turn.part == "targets" or (turn.part == "choices" and not turn.pieces):
            turn.aim(0, dy)
        elif not turn.climb(dy < 0):
            return
        self.redraw_hand()

    def action_zoom(self, steps: int) -> None:
        """Draw an unbounded table larger or smaller."""
        self.turn.zoom(steps)
        self.redraw_hand()

    def action_pan(self, dx: int, dy: int) -> None:
        """Look at another part of an unbounded table; dy 1 is down."""
        scene = self.scene()
        if self.grid is not None and scene is not None:
            x, y = self.grid.camera(scene, *self.query_one("#board").size)
            self.turn.look_at(x + dx, y - dy)
            self.redraw_hand()

    def action_jump(self, index: int) -> None:
        """Go to the first or the last piece or button."""
        self.turn.jump(index)
        self.redraw_hand()

    def action_digit(self, digit: int) -> None:
        """Choose by number."""
        self._after(self.turn.digit(digit))

    def action_play(self) -> None:
        """Play what is chosen."""
        if self.reading is not None:
            self.go_on()
        elif self.turn.legal:
            self._after(self.turn.enter())
        elif self.shown is not None and self.shown.view.result is not None:
            self.show_places()
        else:
            self.trouble = ""
            self.app.bell()

    def _after(self, outcome: Outcome) -> None:
        """Do what the hand has come to."""
        self.trouble = ""
        match outcome:
            case Chosen(move):
                self.send_move(move)
            case Barred(reason):
                self.trouble = reason
                self.app.bell()
            case None:
                pass
        self.redraw_hand()

    def action_back(self) -> None:
        """Take the hand back, leave the chat or the last deal, and only then ask about leaving."""
        if isinstance(self.focused, Input):
            self.set_focus(None)
            self.remove_class("-talking")
        elif self.reading is not None:
            self.go_on()
        elif self.turn.cancel():
            self.redraw_hand()
        elif self.show_last:
            self.action_last()
        else:
            self._ask_leave()

    def _ask_leave(self) -> None:
        connection = self.connection
        if connection.playing and connection.up:
            self.app.push_screen(self.kozyr.quit_question(connection), self._leave_answered)
        else:
            self._leave_answered("leave")

    def _leave_answered(self, answer: str | None) -> None:
        if answer == "leave":
            self.kozyr.leave_table(give_up=not self.connection.playing)

    def action_side(self) -> None:
        """Show or hide the sheet and the log."""
        hidden = self.has_class("-hide-side")
        self.side = hidden
        self._arrange(self.size.width)

    def action_scores(self) -> None:
        """Show the whole score sheet."""
        self.app.push_screen(ScoresScreen(self))

    def action_rules(self) -> None:
        """Open the rule book, at the paragraph that was just cited if there is one."""
        found = PARAGRAPH.search(self.trouble or below(self.turn))
        self.kozyr.open_rules(paragraph=found[0] if found else "")

    def action_chat(self) -> None:
        """Type something for everybody."""
        if self.has_class("-hide-side"):
            self.action_side()
        self.add_class("-talking")
        self.query_one("#chat").focus()

    def action_last(self) -> None:
        """Look at the last deal, or back at this one."""
        self.show_last = not self.show_last and self.last_deal is not None
        self.redraw()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text = clean_text(event.value)
        if text:
            self.connection.send(Say(text))
        event.input.clear()
        self.set_focus(None)
        self.remove_class("-talking")

    # --- mouse ------------------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """A click on the table or the hand goes on after a deal."""
        if self.reading is not None and self._is_table(event.widget):
            self.go_on()

    @staticmethod
    def _is_table(widget: Widget | None) -> bool:
        return widget is not None and widget.id in ("board", "hand", "prompt")

    def on_canvas_view_tapped(self, event: CanvasView.Tapped) -> None:
        event.stop()
        if self.reading is not None:
            return  # on_click goes on
        what, which = event.hit.what
        turn = self.turn
        if what == "piece":
            self._after(turn.tap_piece(int(which)))
        elif what == "move":
            self._after(turn.tap_move(str(which)))
        elif what == "button":
            if not turn.on_buttons:
                turn.climb(True)
            turn.jump(int(which))
            self._after(turn.enter())

    def on_canvas_view_hovered(self, event: CanvasView.Hovered) -> None:
        if event.hit is not None and event.hit.what[0] == "move":
            self.turn.point_at(str(event.hit.what[1]))
            self.redraw_hand()

    def on_canvas_view_wheeled(self, event: CanvasView.Wheeled) -> None:
        event.stop()
        if event.ctrl:
            self.action_zoom(-event.notch)
        else:
            self.action_pan(0, event.notch)

    def on_canvas_view_dragged(self, event: CanvasView.Dragged) -> None:
        """Pull an unbounded table along with the mouse, by whole cards."""
        event.stop()
        if self.grid is None or event.view.id != "board":
            return
        dx, dy = self.turn.pulled(event.dx, event.dy)
        if dx or dy:
            self.action_pan(-dx, -dy)
