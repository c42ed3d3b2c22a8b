"""The table: the same for every game, whose board draws it and names its pieces and moves.

Keys and clicks end here; what they mean for the hand is decided in tui.turn.
"""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual import events, work
from textual.binding import Binding, BindingType
from textual.widgets import Input

from core.game import Move
from net.names import clean_text
from net.protocol import Say
from tui.boards.scene import Careful
from tui.connection import Position
from tui.hints import find_hint, move_text
from tui.rulebook import PARAGRAPH
from tui.screens.dialog import Ask
from tui.screens.house_rules import HouseRulesScreen
from tui.screens.scores import ScoresScreen
from tui.screens.table_view import TableView
from tui.text import t
from tui.turn import Barred, Chosen, Outcome
from tui.widgets.canvas import CanvasView


class TableScreen(TableView):
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
        Binding("left", "step(-1)", "choose", key_display="←→", id="left"),
        Binding("right", "step(1)", show=False, id="right"),
        Binding("up", "climb(-1)", show=False, id="up"),
        Binding("down", "climb(1)", show=False, id="down"),
        Binding("plus,equals_sign", "zoom(1)", "zoom", key_display="+-", id="zoom_in"),
        Binding("minus", "zoom(-1)", "zoom out", show=False, id="zoom_out"),
        Binding("shift+left", "pan(-1, 0)", "look to the left", show=False, id="pan_left"),
        Binding("shift+right", "pan(1, 0)", "look to the right", show=False, id="pan_right"),
        Binding("shift+up", "pan(0, -1)", "look further up", show=False, id="pan_up"),
        Binding("shift+down", "pan(0, 1)", "look further down", show=False, id="pan_down"),
        Binding("home", "jump(0)", "the first piece", show=False, id="first"),
        Binding("end", "jump(-1)", "the last piece", show=False, id="last_piece"),
        Binding("enter,space", "play", "play", id="play"),
        Binding("h,р,f7", "hint", "hint", key_display="h", id="hint"),
        *[Binding(str(n), f"digit({n})", show=False) for n in range(10)],
        Binding("escape", "back", "leave", id="back"),
        Binding("question_mark,f1", "help", "help", key_display="?", id="help"),
        Binding("tab,s,ы", "side", "side", id="side"),
        Binding("f2,p,з", "scores", "scores", id="scores"),
        Binding("f3,r,к", "rules", "rules", id="rules"),
        Binding("f4,c,с", "chat", "chat", id="chat"),
        Binding("f5", "house_rules", "house rules", id="house_rules"),
        Binding("f6,l,д", "last", "look back", id="last"),
        Binding("q,й", "app.ask_quit", "quit", id="quit"),
    ]

    # --- keys -------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Show the keys that mean something now."""
        if action in ("zoom", "pan") and self.grid is None:
            return False
        if action == "last":
            back = self.last_trick is not None or self.last_deal is not None
            return back and not self.too_small
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

    def on_key(self, event: events.Key) -> None:
        """A key ends what moves and looking back; it is not a move as well, unless one is due."""
        bound = self.active_bindings.get(event.key)
        action = bound.binding.action if bound else ""
        if action == "last":
            return
        due = bool(self.turn.legal) and self.looking is None
        stirred = self.motion.finish() or self.look_up()
        if stirred and not due and (action in ("play", "back") or action.startswith("digit")):
            event.stop()

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

    def _after(self, outcome: Outcome, *, clicked: bool = False) -> None:
        """Do what the hand has come to; a click on a costly move has to come twice."""
        self.trouble = ""
        doubted, self.doubted = self.doubted, None
        match outcome:
            case Chosen(move) if clicked and move != doubted and self._is_costly(move):
                self.doubted = move
            case Chosen(move):
                self.send_move(move)
            case Barred(reason):
                self.trouble = reason
                self.app.bell()
            case None:
                pass
        self.redraw_hand()

    def _is_costly(self, move: Move) -> bool:
        turn = self.turn
        if not self.kozyr.settings.ask or not isinstance(turn.board, Careful):
            return False
        return turn.board.costly(turn.view, move)

    def action_back(self) -> None:
        """Take the hand back, leave the chat or the last deal, and only then ask about leaving."""
        self.doubted = None
        if isinstance(self.focused, Input):
            self.set_focus(None)
            self.remove_class("-talking")
        elif self.reading is not None:
            self.go_on()
        elif self.turn.cancel():
            self.redraw_hand()
        else:
            self.app.push_screen(self._leave_question(), self._leave_answered)

    def _leave_question(self) -> Ask:
        connection = self.connection
        if connection.playing:
            return self.kozyr.quit_question(connection)
        answers = [("stay", t("stay")), ("leave", t("leave the table"))]
        return Ask(t("Leave the table?"), answers)

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
        found = PARAGRAPH.search(self.trouble)
        piece = self.turn.piece
        at_piece = piece.rule if piece and self.turn.legal and not self.trouble else ""
        self.kozyr.open_rules(paragraph=found[0] if found else at_piece)

    def action_house_rules(self) -> None:
        """Show the house rules of this table."""
        self.app.push_screen(HouseRulesScreen(self.connection))

    def action_hint(self) -> None:
        """Advise a move, say why, and put the cursor on it."""
        if self.shown is not None and self.turn.legal and self.looking is None:
            self.trouble, self.hint = "", t("thinking about a hint …")
            self.redraw_hand()
            self.find_hint(self.shown)
        else:
            self.app.bell()

    @work(exclusive=True, group="hint")
    async def find_hint(self, position: Position) -> None:
        """Look for a move beside the loop; the position may be gone when it is found."""
        seated = self.connection.session.seated
        assert seated is not None, "a position comes only to a seat"
        game = seated.game
        found = await asyncio.to_thread(find_hint, game, position.view)
        if self.shown is position and self.turn.legal:
            move = move_text(game, position.view, found.move)
            self.hint = found.text
            self.connection.note("notice", "Hint: {move}. {reason}", move=move, reason=found.text)
            self.turn.reach(found.move)
            self.redraw()

    def action_chat(self) -> None:
        """Type something for everybody."""
        if self.has_class("-hide-side"):
            self.action_side()
        self.add_class("-talking")
        self.query_one("#chat").focus()

    def action_last(self) -> None:
        """Look at the last trick, at the last deal, or back at this one."""
        self.motion.finish()
        if self.reading is None:
            self.look_back()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text = clean_text(event.value)
        if text:
            self.connection.send(Say(text))
        event.input.clear()
        self.set_focus(None)
        self.remove_class("-talking")

    # --- mouse ------------------------------------------------------------------------------------

    def on_mouse_down(self) -> None:
        self._answered = not self.turn.legal or self.looking is not None

    def on_click(self, event: events.Click) -> None:
        """A click on the table or the hand goes on after a trick or a deal."""
        if event.widget is None or event.widget.id not in ("board", "hand", "prompt"):
            return
        if self.motion.finish() or self.look_up():
            return
        if self.reading is not None:
            self.go_on()

    def on_canvas_view_tapped(self, event: CanvasView.Tapped) -> None:
        event.stop()
        turn = self.turn
        if self._answered or not turn.legal:
            return  # it was meant for what was shown when the button went down: on_click goes on
        what, which = event.hit.what
        if what == "piece":
            self._after(turn.tap_piece(int(which)), clicked=True)
        elif what == "move":
            self._after(turn.tap_move(str(which)), clicked=True)
        elif what == "button":
            if not turn.on_buttons:
                turn.climb(True)
            if not self.on_places:
                turn.jump(int(which))
            self._after(turn.enter(), clicked=True)

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
