"""The table: the same for every game.

Tells the model what keys want, by name, and carries out what it asks for. The model decides what a
wish means and what follows from it.
"""

from collections.abc import Iterable
from functools import partial
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Input

from core.bots import levels
from core.game import Seat
from net.client.events import ClientEvent, Position
from net.wire.to_host import Fill, Start
from tui.language.games import level_name
from tui.language.rulebook import PARAGRAPH
from tui.language.text import t
from tui.language.words import begun
from tui.opening import open_rules, screen_class
from tui.room.house_rules import HouseRulesScreen
from tui.room.leaving import leave_question
from tui.room.people_screen import open_people
from tui.screens.dialog import Question
from tui.table import effects, inputs
from tui.table.areas import TableAreas
from tui.table.driver import HAND_KEYS, Driver, preferences_of
from tui.table.effects import Effect
from tui.table.match_over import MatchOver
from tui.table.model import TableModel
from tui.table.scores import ScoresScreen
from tui.table.session import TableSession
from tui.widgets.base_screen import BaseScreen
from tui.widgets.canvas import CanvasView

VAST: Final = (180, 56)
"""A window of this size or more has room for a hand of the largest cards."""


class TableScreen(BaseScreen):
    """Play."""

    AUTO_FOCUS = ""
    HEADING = "The table"
    HELP_TEXT = (
        "Left and right choose a card or tile of your hand; a number jumps to it (1 then 2: "
        "the twelfth). Enter or Space plays it; if it can be played in several ways, choose "
        "one with the arrows or a digit, or take it back with Esc. Up goes to the buttons "
        "above the hand.\nWith the mouse: a click chooses, and a second click plays what is "
        "chosen; a click on a marked place of the table plays what you have chosen there. The "
        "right button is Esc, the wheel zooms a table without edges, and dragging moves it. "
        "The keys in the bottom line and on this page can be clicked.\nH gives a hint with its "
        "reason. H once more shows the points to expect from each move, and how often a trick "
        "is yours; a third time goes back to the reason.\nU takes back your last decision "
        "where you play alone, as often as you like, past the end of a deal too. The cards "
        "stay as they are, and bots answer the same moves as before. Such a match no longer "
        "counts in statistics. K switches the coach on or off, who tells you after a costly "
        "decision what was worth more.\nWhat is dim cannot be played now; the line above the "
        "hand says why, and F3 opens the rule book at that paragraph.\nIf there is a clock, F8 "
        "gives the player whose turn it is as much time again, once for each decision. When a "
        "player's time is up, a bot makes that move, and the player keeps the "
        "seat.\nWith F10 or O the "
        "owner of the table asks a player who does not move, puts somebody out, hands the "
        "table over and locks it."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        *HAND_KEYS,
        Binding("enter,space", "do('play')", "play", id="play"),
        Binding("a", "do('hands')", "all hands", id="all_hands"),
        Binding("h,f7", "do('hint')", "hint", key_display="h", id="hint"),
        Binding("u", "do('undo')", "undo", id="undo"),
        Binding("m", "do('rest')", "the rest is mine", id="rest"),
        Binding("f8,w", "do('more_time')", "more time", id="more_time"),
        Binding("f9,b", "do('stand_in')", "a bot for a player who is away", id="stand_in"),
        Binding("escape", "do('back')", "leave", id="back"),
        Binding("f10,o", "people", "people", id="people"),
        Binding("i", "invite", "invite", id="invite"),
        Binding("question_mark,f1", "help", "help", key_display="?", id="help"),
        Binding("tab,s", "do('side')", "side", id="side"),
        Binding("f2,p", "scores", "scores", id="scores"),
        Binding("f3,r", "rules", "rules", id="rules"),
        Binding("f4,c", "do('chat')", "chat", id="chat"),
        Binding("f5", "house_rules", "house rules", id="house_rules"),
        Binding("f6,l", "do('last')", "look back", id="last"),
        Binding("k", "coach", "coach", id="coach"),
        Binding("q", "app.ask_quit", "quit", id="quit"),
    ]

    def __init__(self, session: TableSession) -> None:
        super().__init__()
        self.session = session
        self.model = TableModel(session, partial(preferences_of, self))
        self.driver = Driver(
            self, self.model, self._perform, lambda: session.now(), hosts=session.hosts
        )
        self._areas = TableAreas(self, session, self.model, self.driver)

    @property
    def spoken_of(self) -> str:
        seated = self.session.client.seated
        return seated.game if seated else ""

    def body(self) -> Iterable[Widget]:
        return self._areas.widgets()

    def reword(self) -> None:
        self.model.board.reword()

    # --- what happens ---------------------------------------------------------------------------

    def on_mount(self) -> None:
        self.set_class(self.session.alone, "-alone")
        self.driver.receive_all(self.session.take_positions())

    def on_unmount(self) -> None:
        self.driver.close()

    def on_resize(self, event: events.Resize) -> None:
        vast = event.size.width >= VAST[0] and event.size.height >= VAST[1]
        self.set_class(vast, "-vast")
        self.driver.receive(inputs.Resized(event.size.width))

    def on_screen_suspend(self) -> None:
        self.driver.receive(inputs.Covered(True))

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.driver.receive(inputs.Covered(False))

    def receive(self, event: ClientEvent) -> None:
        if not self.is_mounted:
            return  # there is nothing yet to draw on, and positions wait
        if isinstance(event, Position):
            # No later ones: they may be for a screen that is still to take the place of this one.
            self.driver.receive_all(self.session.take_positions(event))
        else:
            self.driver.receive(event)

    def say_status(self, text: str) -> None:
        """Say it above the hand, where nothing else lies; if the table is covered, in front."""
        if self.app.screen is self and self.model.match.shown is not None:
            self.driver.do("tell", text)
        else:
            super().say_status(text)

    # --- keys and the mouse -----------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Show only the keys that mean something now."""
        name = str(parameters[0]) if action == "do" else action
        if name in ("hint", "help", "play", "step", "undo", "coach") and isinstance(
            self.focused, Input
        ):
            return False  # their keys are letters of what is being typed
        if action == "do" and not self.model.can(name):
            return False
        if action == "invite" and self.session.alone:
            return False
        if action == "coach" and not self.session.alone:
            return False
        if name == "chat" and self.session.alone:
            return False  # nobody else would read it
        if action == "people" and not (self.session.client.owns and not self.session.alone):
            return False
        return super().check_action(action, parameters)

    def meaning_of(self, binding: Binding) -> str:
        """Say what a key does: Enter and Esc also continue after a deal, and h has two steps."""
        if binding.id == "hint":
            return self.model.match.hint_means
        if binding.id == "play":
            return self.model.match.enter_means
        if binding.id == "back":
            return self.model.match.back_means
        if binding.id == "undo" and not self.model.may_take_back:
            return ""  # it only says why not
        return super().meaning_of(binding)

    def on_key(self, event: events.Key) -> None:
        """Let a key that means nothing to the model still end movements."""
        if self.model.at_rest:
            return
        bound = self.active_bindings.get(event.key)
        if bound is None or not bound.binding.action.startswith("do("):
            self.driver.do("other")

    def action_do(self, name: str, number: int | None = None, other: int | None = None) -> None:
        """Do what a key stands for."""
        self.driver.do(name, *(given for given in (number, other) if given is not None))

    def action_scores(self) -> None:
        """Show the whole score sheet."""
        model, room = self.model, self.session.client.room
        if room is not None:
            sheet = ScoresScreen(lambda: model.scene(self.look), model.board.board, room.options)
            self.app.push_screen(sheet)

    def action_rules(self) -> None:
        """Open the rule book, at the paragraph that was just cited if there is one."""
        board = self.model.board
        found, piece = PARAGRAPH.search(board.trouble), board.piece
        at_piece = piece.rule if piece and board.legal and not board.trouble else ""
        open_rules(self.kozyr, paragraph=found[0] if found else at_piece)

    async def action_coach(self) -> None:
        """Have costly decisions told from now on, or no longer."""
        await self.kozyr.change_settings(coach=not self.kozyr.settings.coach)
        on = t("The coach is on: it tells you when a decision was costly")
        self.say_status(on if self.kozyr.settings.coach else t("The coach is off"))

    def action_invite(self) -> None:
        """Show every way to sit down here."""
        self.app.push_screen(screen_class("invitation")(self.session))

    def action_people(self) -> None:
        """Have the owner put somebody out, ask who is there, lock the table."""
        open_people(self.kozyr, self.session)

    def action_house_rules(self) -> None:
        """Show the house rules of this table."""
        self.app.push_screen(HouseRulesScreen(self.session))

    def on_click(self, event: events.Click) -> None:
        """Let a click on the table or the hand continue after a trick or a deal."""
        view = event.widget
        if isinstance(view, CanvasView) and view.id in ("board", "hand", "prompt"):
            self.driver.do("miss" if view.misses(event) else "click")

    # --- what the model asks for beyond drawing -------------------------------------------------

    def _perform(self, effect: Effect) -> None:
        """Carry out one effect."""
        session = self.session
        match effect:
            case effects.MakeMove(move):
                session.send(session.client.play(move))
            case effects.SendMessage(message):
                session.send(message)
            case effects.Log(position):
                session.log_writer.tell(position)
            case effects.LogAgain(position):
                session.log_writer.tell_again(position)
            case effects.TakeBack():
                if why := session.take_back():
                    self.say_status(begun(why))
            case effects.LogLate(position):
                session.log_writer.tell_late(position)
            case effects.LogNotice(say):
                session.log.note(say)
            case effects.Call(hurry):
                self.kozyr.call_to_table(t("your time is running out") if hurry else "")
            case effects.EndCall():
                self.kozyr.notice.take_back()
            case effects.OpenChat():
                # Straight away: the next letters may already have been typed.
                self.set_focus(self.query_one("#chat"))
            case effects.CloseChat():
                self.set_focus(None)
            case _:
                self._ask(effect)

    def _ask(self, effect: Effect) -> None:
        match effect:
            case effects.AskLeave():
                self.app.push_screen(leave_question(self.session), self._leave)
            case effects.AskTakeBack():
                self._ask_take_back()
            case effects.AskStandIn(seat):
                self._ask_stand_in(seat)
            case effects.ShowPlaces(result):
                self.app.push_screen(MatchOver(self.session, result), self._last_page_left)
            case _:
                pass

    def _leave(self, answer: str | None) -> None:
        at_table, playing = self.kozyr.at_table, self.session.client.playing
        if answer and answer != "stay" and not at_table.do_instead(answer):
            if playing:
                at_table.settle(answer)
            at_table.leave(give_up=not playing)

    def _ask_take_back(self) -> None:
        """Ask before the first decision of a match is taken back, which changes what it is."""

        def answered(answer: str | None) -> None:
            if answer:
                self.driver.do("undo for good")

        about = t("The match then no longer counts in statistics. You are asked only this once.")
        answers = [("", t("no, it stands")), ("undo", t("take it back"))]
        self.app.push_screen(Question(t("Take the last decision back?"), answers, about), answered)

    def _ask_stand_in(self, seat: Seat) -> None:
        seated = self.session.client.seated
        known = [(level, level_name(level)) for level in levels(seated.game if seated else "")]
        known = known or [("easy", t("a bot that makes any move"))]

        def answered(level: str | None) -> None:
            if level:
                self.session.send(Fill(seat, level))

        question = t("Let a bot play for {name}?", name=self.session.names[seat])
        about = t("A player who comes back gets the seat back.")
        self.app.push_screen(Question(question, [("", t("no, wait")), *known], about), answered)

    def _last_page_left(self, answer: str | None) -> None:
        at_table = self.kozyr.at_table
        if answer == "again":
            self.session.send(Start())
        elif answer == "room":
            at_table.open_room()
        elif answer == "leave":
            at_table.leave(give_up=True)
        self.driver.receive(inputs.Covered(False))
