"""The table: the same for every game, whose board draws it and names its pieces and moves.

Keys and clicks end here; what they mean for the hand is decided in tui.turn.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import ClassVar

from textual import events, work
from textual.binding import Binding, BindingType
from textual.widgets import Input

from core.bots import LEVELS
from core.game import Move
from net.protocol import Fill, Wait
from tui.boards.scene import Careful
from tui.connection import Position
from tui.hints import Hint, find_hint, move_text
from tui.rule_names import level_name
from tui.rulebook import PARAGRAPH
from tui.screens.dialog import Ask
from tui.screens.house_rules import HouseRulesScreen
from tui.screens.scores import ScoresScreen
from tui.screens.table_view import TableView
from tui.text import t
from tui.turn import Chosen, Outcome
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
        "book at that paragraph.\n"
        "Where a clock runs, F8 gives the player who is waited for as much time again, once for "
        "each decision. Whose time is up has a move made by a bot and keeps the seat."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "play", "play", id="play"),
        Binding("h,р,f7", "hint", "hint", key_display="h", id="hint"),
        Binding("f8,w,ц", "more_time", "more time", id="more_time"),
        Binding("f9,b,и", "stand_in", "a bot for who is away", id="stand_in"),
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

    _side_for_chat = False
    """Whether the side was opened only to talk."""
    _answered = False
    """Whether the click under way only goes on, because nothing could be played."""

    # --- keys -------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Show the keys that mean something now."""
        if action == "last":
            back = self.last_trick is not None or self.last_deal is not None
            return back and not self.too_small
        if action in ("hint", "help", "play", "step") and isinstance(self.focused, Input):
            return False  # their keys are letters of what is being typed
        if action == "stand_in" and not self.connection.lost:
            return False
        if action == "more_time" and not self.connection.may_give_time:
            return False
        return super().check_action(action, parameters)

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
            self.after(self.turn.enter())
        elif self.shown is not None and self.shown.view.result is not None:
            self.show_places()
        else:
            self.trouble = ""
            self.app.bell()

    def after(self, outcome: Outcome, *, clicked: bool = False) -> None:
        """Do what the hand has come to; a click on a costly move has to come twice."""
        doubted, self.doubted = self.doubted, None
        if (
            clicked
            and isinstance(outcome, Chosen)
            and outcome.move != doubted
            and self._is_costly(outcome.move)
        ):
            self.trouble, self.doubted = "", outcome.move
            self.redraw_hand()
        else:
            super().after(outcome)

    def made(self, move: Move) -> None:
        self.send_move(move)

    def _is_costly(self, move: Move) -> bool:
        turn = self.turn
        if not self.kozyr.settings.ask or not isinstance(turn.board, Careful):
            return False
        return turn.board.costly(turn.view, move)

    def action_back(self) -> None:
        """Take the hand back, leave the chat or the last deal, and only then ask about leaving."""
        self.doubted = None
        if isinstance(self.focused, Input):
            self._leave_chat()
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
            self.kozyr.at_table.leave(give_up=not self.connection.playing)

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
            self.trouble, self.seeking = "", True
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
            if self.hint != found:
                self.connection.note_worded(partial(_hint_line, game, position, found))
            self.hint, self.seeking = found, False
            self.turn.reach(found.move)
            self.redraw()

    def action_more_time(self) -> None:
        """Give the one waited for more time."""
        self.connection.send(Wait())

    def action_stand_in(self) -> None:
        """Let a bot take the seat of somebody who has lost the connection."""
        seat = self.connection.lost[0]
        levels = [(level, level_name(level)) for level in LEVELS]

        def answered(level: str | None) -> None:
            if level:
                self.connection.send(Fill(seat, level))

        question = t("Shall a bot play for {name}?", name=self.connection.names[seat])
        about = t("Who comes back takes the seat again.")
        self.app.push_screen(Ask(question, [("", t("no, wait")), *levels], about), answered)

    def action_chat(self) -> None:
        """Type something for everybody."""
        if self.has_class("-hide-side"):
            self.action_side()
            self._side_for_chat = True
        self.add_class("-talking")
        self.query_one("#chat").focus()

    def _leave_chat(self) -> None:
        """Take the line to type into away, and what was opened for it."""
        self.set_focus(None)
        self.remove_class("-talking")
        if self._side_for_chat:
            self._side_for_chat = False
            self.action_side()

    def action_last(self) -> None:
        """Look at the last trick, at the last deal, or back at this one."""
        self.motion.finish()
        self.look_back()

    def on_input_submitted(self) -> None:
        self._leave_chat()

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
        self.tapped(*event.hit.what)


def _hint_line(game: str, position: Position, hint: Hint) -> str:
    move = move_text(game, position.view, hint.move)
    return t("Hint: {move}. {reason}", move=move, reason=hint.text)
