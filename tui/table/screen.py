"""The table: the same for every game.

Passes keys and events to the model, which decides on their effects; the driver draws. Here the
effects beyond drawing are carried out: messages, the log, other screens, questions and their
answers.
"""

from collections.abc import Iterable
from functools import partial
from typing import ClassVar, Final

from textual import events
from textual.binding import BindingType

from core.bots import levels
from core.game import Seat
from net.client.events import ClientEvent, Position
from net.wire.to_host import Fill, Start
from tui.actions import about
from tui.language.games import level_name
from tui.language.text import t
from tui.language.words import begun
from tui.preferences.settings import HAND_ORDERS
from tui.program import open_rules, screen_class
from tui.room.evening_page import open_evening
from tui.room.house_rules import HouseRulesScreen
from tui.room.leaving import ask_leave
from tui.room.people_screen import open_people, open_phrases
from tui.screens.dialog import Question
from tui.table import effects, wishes
from tui.table.actions import ACTIONS
from tui.table.areas import ScoresScreen, TableAreas
from tui.table.banter import banter_said
from tui.table.driver import BoardScreen, Driver, preferences_of
from tui.table.effects import Effect
from tui.table.hints import coach_said
from tui.table.last_page import LastPage
from tui.table.log import badge_of
from tui.table.model import TableModel
from tui.table.session import TableSession
from tui.widgets.base_screen import BaseScreen
from tui.widgets.canvas import CanvasView
from tui.widgets.keybar import bindings

VAST: Final = (180, 56)
"""The smallest window with room for a hand of the largest cards."""


class TableScreen(BoardScreen):
    """The screen of a match that is played or watched."""

    AUTO_FOCUS = ""
    HEADING = "The table"
    ACTIONS = ACTIONS
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)

    def __init__(self, session: TableSession) -> None:
        super().__init__()
        self.session = session
        self.game = session.client.match_game
        """The game that this screen was made for."""
        self.model = TableModel(session, partial(preferences_of, self))
        self.driver = Driver(
            *(self, self.model, partial(perform, self, self.model)),
            session.now,
            hosts=session.hosts,
        )
        self._areas = TableAreas(self, session, self.model, self.driver)

    @property
    def spoken_of(self) -> str:
        return self.game.NAME if self.game else ""

    @property
    def leads_back(self) -> bool:
        """Whether there is something to go back from, other than the table itself."""
        return wishes.is_begun(self.model.desk)

    def explained(self) -> Iterable[str]:
        """Explain the actions, without those for company in a solo match."""
        return (about(ACTIONS, alone=self.session.alone),)

    def reword(self) -> None:
        self.model.board.reword()

    # --- events ---------------------------------------------------------------------------------

    def on_mount(self) -> None:
        self.set_class(self.session.alone, "-alone")
        for position in self.session.take_positions():
            self.driver.receive(position)

    def on_unmount(self) -> None:
        self.driver.close()

    def on_resize(self, event: events.Resize) -> None:
        vast = event.size.width >= VAST[0] and event.size.height >= VAST[1]
        self.set_class(vast, "-vast")
        self.driver.receive(effects.Resized(event.size.width))

    def on_screen_suspend(self) -> None:
        self.driver.receive(effects.Covered(True))

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.driver.receive(effects.Covered(False))

    def receive(self, event: ClientEvent) -> None:
        if not self.is_mounted:
            return  # it has no areas yet, and positions wait
        if isinstance(event, Position):
            # No later ones: they may be for a screen that will replace this one.
            for position in self.session.take_positions(event):
                self.driver.receive(position)
        else:
            self.driver.receive(event)

    def tell(self, text: str) -> bool:
        """Show a sentence above the hand, where nothing else lies; tell whether it is shown."""
        if self.model.match.shown is None:
            return False
        self.driver.carry_out(self.model.tell(text, self.session.now()))
        return True

    # --- keys and the mouse -----------------------------------------------------------------------

    def means(self, wish: str) -> bool | str:
        return self.model.possible.get(wish, False)

    def on_key(self, event: events.Key) -> None:
        """Let any other key end movements."""
        model = self.model
        if model.match.looking is None and not model.board.motion.busy:
            return
        bound = self.active_bindings.get(event.key)
        if bound is None or not bound.binding.action.startswith("do("):
            self.driver.do("other")

    def on_click(self, event: events.Click) -> None:
        """Let a click on the table or the hand continue after a trick or a deal, too."""
        view = event.widget
        if isinstance(view, CanvasView) and view.id in ("board", "hand", "prompt"):
            self.driver.do("miss" if view.misses(event) else "click")


def perform(screen: BaseScreen, model: TableModel, effect: Effect) -> None:
    """Carry out an effect of the model of a table for its screen."""
    session = model.session
    match effect:
        case effects.MakeMove(move):
            session.send(session.client.play(move))
        case effects.SendMessage(message):
            session.send(message)
        case effects.Log(position):
            session.log_writer.tell(position)
        case effects.TakeBack():
            if why := session.take_back():
                screen.notify(begun(why))
        case effects.Tell(text):
            screen.notify(text)
        case effects.BotSays():
            _tell_of(screen, session, effect)
        case effects.LogNotice(say):
            session.log.note(say)
        case effects.Call(hurry):
            screen.kozyr.call_to_table(t("your time is running out") if hurry else "")
        case effects.EndCall():
            screen.kozyr.notice.take_back()
        case effects.OpenChat():
            # Straight away: the next letters may already have been typed.
            screen.set_focus(screen.query_one("#chat"))
        case effects.CloseChat():
            screen.set_focus(None)
        case _:
            _lead_to(screen, model, effect)


def _lead_to(screen: BaseScreen, model: TableModel, effect: Effect) -> None:
    """Open the screen or question of an effect in front of the table."""
    kozyr, session = screen.kozyr, model.session
    match effect:
        case effects.OpenPage("scores"):
            _show_scores(screen, model)
        case effects.OpenPage("house rules"):
            kozyr.push_screen(HouseRulesScreen(session))
        case effects.OpenPage("ways"):
            kozyr.push_screen(screen_class("invitation")(session))
        case effects.OpenPage("people"):
            open_people(kozyr, session)
        case effects.OpenPage("phrases"):
            open_phrases(kozyr, session)
        case effects.OpenPage("evening"):
            open_evening(kozyr, session)
        case effects.OpenRules(paragraph):
            open_rules(kozyr, paragraph=paragraph)
        case effects.Switch(setting):
            screen.run_worker(_switch(screen, setting))
        case effects.SortHand(order):
            screen.run_worker(_sort(screen, order))
        case effects.AskLeave():
            ask_leave(kozyr, session)
        case effects.AskTakeBack():
            _ask_take_back(screen, session)
        case effects.AskStandIn(seat):
            _ask_stand_in(screen, session, seat)
        case effects.ShowPlaces(result):
            kozyr.push_screen(LastPage(session, result), partial(_go_on, screen, session))


def _show_scores(screen: BaseScreen, model: TableModel) -> None:
    """Show the whole score sheet."""
    room = model.session.client.room
    if room is not None:
        board = model.board.board
        screen.kozyr.push_screen(
            ScoresScreen(lambda: model.scene(screen.look), board, room.options)
        )


async def _switch(screen: BaseScreen, setting: str) -> None:
    on = not getattr(screen.kozyr.settings, setting)
    await screen.kozyr.change_settings(**{setting: on})
    screen.notify((coach_said if setting == "coach" else banter_said)(on=on))


async def _sort(screen: BaseScreen, order: str) -> None:
    await screen.kozyr.change_settings(sort=order)
    screen.notify(t("The hand: {order}", order=t(HAND_ORDERS[order])))


def _tell_of(screen: BaseScreen, session: TableSession, said: effects.BotSays) -> None:
    """Log a bot's line, and show it above the hand."""
    name = session.players[said.seat]
    session.log.chat(name, partial(t, said.text), badge_of(session.players, said.seat))
    screen.notify(f"{name}: {t(said.text)}")


def _ask_take_back(screen: BaseScreen, session: TableSession) -> None:
    """Ask before the first decision of a match is taken back: the match then no longer counts."""

    def answered(answer: str | None) -> None:
        if answer and (why := session.take_back()):
            screen.notify(begun(why))

    about = t("The match then no longer counts in statistics. You are asked only this once.")
    answers = [("", t("no, it stands")), ("undo", t("take it back"))]
    question = Question(t("Take the last decision back?"), answers, about)
    screen.kozyr.push_screen(question, answered)


def _ask_stand_in(screen: BaseScreen, session: TableSession, seat: Seat) -> None:
    """Ask which bot should play for an absent player."""
    seated = session.client.seated
    known = [(level, level_name(level)) for level in levels(seated.game if seated else "")]
    known = known or [("easy", t("a bot that makes any move"))]

    def answered(level: str | None) -> None:
        if level:
            session.send(Fill(seat, level))

    question = t("Let a bot play for {name}?", name=session.names[seat])
    about = t("A player who comes back gets the seat back.")
    screen.kozyr.push_screen(Question(question, [("", t("no, wait")), *known], about), answered)


def _go_on(screen: BaseScreen, session: TableSession, answer: str | None) -> None:
    """Carry out the answer of the last page."""
    navigator = screen.kozyr.navigator
    if answer == "again":
        session.send(Start())
    elif answer == "room":
        if session.phase != "playing":
            screen.kozyr.push_screen(screen_class("room")(session))
    elif answer == "game":
        if session.client.can_change_game:
            screen.kozyr.push_screen(screen_class("room")(session))
            screen.kozyr.push_screen(screen_class("another game")(session))
    elif answer == "leave":
        navigator.leave(give_up=True)
