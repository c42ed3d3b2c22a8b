"""The table: the same for every game, whose board draws it and names its pieces and moves.

Has the keys of a match, and joins what it holds: hands, the follower of positions, the areas.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Input

from core.advice import can_advise
from core.bots import levels
from core.game import Event, Move
from net.client.told import Position, Spoken, Told
from net.wire.protocol import Fill, Start, Wait
from tui.boards.scene import Careful, Scene, movements
from tui.language.rule_names import level_name
from tui.language.rulebook import PARAGRAPH
from tui.language.text import t
from tui.screens.dialog import Ask
from tui.screens.house_rules import HouseRulesScreen
from tui.table.adviser import Adviser
from tui.table.areas import TableAreas
from tui.table.connection import Connection
from tui.table.follower import Follower
from tui.table.forced_move import ForcedMove
from tui.table.hand_page import HandPage
from tui.table.leaving import leave_question
from tui.table.match_over import MatchOver
from tui.table.motion import seconds
from tui.table.scores import ScoresScreen
from tui.table.side import Side
from tui.table.turn_time import TurnTime
from tui.widgets.canvas import CanvasView


class TableScreen(HandPage):
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

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection.board)
        hands = self.hands
        self.connection = connection
        self.follower = Follower(connection, hands, self, self)
        self.adviser = Adviser(connection, self.follower, hands, self)
        self.turn_time = TurnTime(self, connection, self._redraw_time, self._call_in_time)
        self.areas = TableAreas(
            self, connection, hands, self.follower, self.adviser, self.turn_time
        )
        self._side = Side(self, hands.turn)
        self._forced = ForcedMove(hands.turn, self.made, self)
        self._may_give_time = False
        self._answered = False
        """Whether the click under way only goes on, because nothing could be played."""
        self.set_class(hands.turn.grid is not None, "-edgeless")

    def body(self) -> Iterable[Widget]:
        return self.areas.widgets()

    def on_mount(self) -> None:
        self._follow_time()

    def on_resize(self, event: events.Resize) -> None:
        self._side.arrange(event.size.width)

    # --- what the host says -----------------------------------------------------------------------

    def heard(self, told: Told) -> None:
        if self.is_mounted:  # else there is nothing yet to draw on, and positions wait
            self.follower.heard(told)
            self._show_talk(told)
        self._follow_time()

    def _show_talk(self, told: Told) -> None:
        """Show what somebody says where the log cannot be seen now."""
        if isinstance(told, Spoken) and (self.has_class("-hide-side") or not self.is_active):
            self.say_status(f"{told.name}: {told.text}")

    def _follow_time(self) -> None:
        self.turn_time.follow()
        if self._may_give_time != self.connection.client.may_give_time:
            self._may_give_time = not self._may_give_time
            self.refresh_bindings()

    def _redraw_time(self) -> None:
        self.redraw_areas("prompt")

    def _call_in_time(self) -> None:
        self.kozyr.call_to_table(t("your time is running out"))

    # --- what hands and follower ask for ----------------------------------------------------------

    def scene(self) -> Scene | None:
        """Return everything the board may draw; None before there is a position."""
        return self.areas.scene()

    def made(self, move: Move) -> None:
        """Play a move."""
        self.follower.send(move)

    def costly(self, move: Move) -> bool:
        """Ask about what the board calls costly, if the player likes to be asked."""
        turn = self.turn
        if not self.kozyr.settings.ask or not isinstance(turn.board, Careful):
            return False
        return turn.board.costly(turn.view, move)

    def opened(self, position: Position, *, newly_mine: bool) -> None:
        """Take note that the hands have another position."""
        self.adviser.forget()
        self.set_class(position.view.seat is None, "-watching")
        if newly_mine:
            self.kozyr.call_to_table()
        elif not self.turn.legal:
            self.kozyr.notice.take_back()
        self._forced.follow(wanted=self.kozyr.settings.autoplay)
        self._side.arrange(self.size.width)

    def moving_seconds(self, events: Sequence[Event]) -> float:
        """Return how long it takes to show these events; 0 if nothing would be seen to move."""
        longest = seconds(events, movements(self.turn.board)) * self.kozyr.speed
        dealt = any(event.kind == "began" for event in events)
        if longest and (dealt or self.areas.differ_at_first(*self.board_size())):
            return longest
        return 0.0

    @property
    def rest_seconds(self) -> float:
        """How long a finished trick stays."""
        return self.kozyr.trick_seconds

    def redraw_motion(self) -> None:
        """Draw what moves."""
        self.redraw_areas("board", "hand")

    def show_places(self) -> None:
        """Show who has won, once the match is over."""
        shown = self.follower.shown
        if shown is not None and shown.view.result is not None:
            self.app.push_screen(MatchOver(self.connection, shown.view.result), self._places_seen)

    def _places_seen(self, answer: str | None) -> None:
        if answer == "again":
            self.connection.send(Start())
        elif answer == "room":
            self.kozyr.at_table.open_room()
        elif answer == "leave":
            self.kozyr.at_table.leave(give_up=True)
        self.follower.next_position()

    # --- keys -------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Show the keys that mean something now."""
        if action == "last":
            return self.follower.can_look_back and not self.too_small
        if action in ("hint", "help", "play", "step") and isinstance(self.focused, Input):
            return False  # their keys are letters of what is being typed
        if action in ("hint", "step") and self.connection.client.seat is None:
            return False  # who watches has no hand
        if action == "hint" and not can_advise(self._game_name):
            return False
        if action == "stand_in" and not self.connection.lost:
            return False
        if action == "more_time" and not self.connection.client.may_give_time:
            return False
        return super().check_action(action, parameters)

    def on_key(self, event: events.Key) -> None:
        """A key ends what moves and looking back; it is not a move as well, unless one is due."""
        bound = self.active_bindings.get(event.key)
        action = bound.binding.action if bound else ""
        if action == "last":
            return
        due = bool(self.turn.legal) and self.follower.looking is None
        stirred = self.follower.stir()
        if stirred and not due and (action in ("play", "back") or action.startswith("digit")):
            event.stop()

    def action_play(self) -> None:
        """Play what is chosen."""
        follower = self.follower
        if follower.reading is not None:
            follower.go_on()
        elif self.turn.legal:
            self.hands.enter()
        elif follower.shown is not None and follower.shown.view.result is not None:
            self.show_places()
        else:
            self.hands.refuse("")

    def action_back(self) -> None:
        """Take the hand back, leave the chat or the last deal, and only then ask about leaving."""
        self.hands.doubted = None
        if isinstance(self.focused, Input):
            self._side.fall_silent()
        elif self.follower.reading is not None:
            self.follower.go_on()
        elif not self.hands.cancel():
            self.app.push_screen(self._leave_question(), self._leave_answered)

    def _leave_question(self) -> Ask:
        connection = self.connection
        if connection.client.playing:
            return leave_question(connection)
        answers = [("stay", t("stay")), ("leave", t("leave the table"))]
        return Ask(t("Leave the table?"), answers)

    def _leave_answered(self, answer: str | None) -> None:
        if answer and answer != "stay":
            if self.connection.client.playing:
                self.kozyr.at_table.settle(answer)
            self.kozyr.at_table.leave(give_up=not self.connection.client.playing)

    def action_side(self) -> None:
        """Show or hide the sheet and the log."""
        self._side.toggle()

    def action_scores(self) -> None:
        """Show the whole score sheet."""
        room = self.connection.client.room
        if room is not None:
            self.app.push_screen(ScoresScreen(self.scene, self.turn.board, room.options))

    def action_rules(self) -> None:
        """Open the rule book, at the paragraph that was just cited if there is one."""
        found = PARAGRAPH.search(self.hands.trouble)
        piece = self.turn.piece
        at_piece = piece.rule if piece and self.turn.legal and not self.hands.trouble else ""
        self.kozyr.open_rules(paragraph=found[0] if found else at_piece)

    def action_house_rules(self) -> None:
        """Show the house rules of this table."""
        self.app.push_screen(HouseRulesScreen(self.connection))

    def action_hint(self) -> None:
        """Advise a move, say why, and put the cursor on it."""
        if self.adviser.ask():
            self.hands.trouble = ""
            self.redraw_hand()
        else:
            self.bell()

    def action_more_time(self) -> None:
        """Give the one waited for more time."""
        self.connection.send(Wait())

    @property
    def _game_name(self) -> str:
        seated = self.connection.client.seated
        return seated.game if seated else ""

    def action_stand_in(self) -> None:
        """Let a bot take the seat of somebody who has lost the connection."""
        seat = self.connection.lost[0]
        known = [(level, level_name(level)) for level in levels(self._game_name)] or [
            ("easy", t("a bot that makes any move"))
        ]

        def answered(level: str | None) -> None:
            if level:
                self.connection.send(Fill(seat, level))

        question = t("Shall a bot play for {name}?", name=self.connection.names[seat])
        about = t("Who comes back takes the seat again.")
        self.app.push_screen(Ask(question, [("", t("no, wait")), *known], about), answered)

    def action_chat(self) -> None:
        """Type something for everybody."""
        self._side.talk()

    def action_last(self) -> None:
        """Look at the last trick, at the last deal, or back at this one."""
        self.follower.look_back()

    def on_input_submitted(self) -> None:
        self._side.fall_silent()

    # --- mouse ------------------------------------------------------------------------------------

    def on_mouse_down(self) -> None:
        self._answered = not self.turn.legal or self.follower.looking is not None

    def on_click(self, event: events.Click) -> None:
        """A click on the table or the hand goes on after a trick or a deal."""
        if event.widget is None or event.widget.id not in ("board", "hand", "prompt"):
            return
        if not self.follower.stir() and self.follower.reading is not None:
            self.follower.go_on()

    def on_canvas_view_tapped(self, event: CanvasView.Tapped) -> None:
        event.stop()
        # Else it was meant for what was shown when the button went down: on_click goes on.
        if not self._answered and self.turn.legal:
            self.hands.tap(*event.hit.what)
