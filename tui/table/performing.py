"""Carries out the effects of a table's model beyond drawing: messages, the log, other screens, and
questions with their answers.
"""

from __future__ import annotations

from functools import partial

from core.bots import levels
from core.game import Seat
from net.wire.to_host import Fill, Start
from tui.language.games import level_name
from tui.language.text import t
from tui.language.words import begun
from tui.opening import open_rules, screen_class
from tui.preferences.settings import HAND_ORDERS
from tui.room.evening_page import open_evening
from tui.room.house_rules import HouseRulesScreen
from tui.room.leaving import ask_leave
from tui.room.people_screen import open_people, open_phrases
from tui.screens.dialog import Question
from tui.table import effects
from tui.table.banter import banter_said
from tui.table.effects import Effect
from tui.table.hints import coach_said
from tui.table.last_page import LastPage
from tui.table.log import badge_of
from tui.table.model import TableModel
from tui.table.scores import ScoresScreen
from tui.table.session import TableSession
from tui.widgets.base_screen import BaseScreen


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
    """Open the screen or question of an effect before the table."""
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
        case _:
            pass


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
    """Log what a bot says, and show it above the hand."""
    name = session.players[said.seat]
    session.log.chat(name, partial(t, said.text), badge_of(session.players, said.seat))
    screen.notify(f"{name}: {t(said.text)}")


def _ask_take_back(screen: BaseScreen, session: TableSession) -> None:
    """Ask before the first decision of a match is taken back: the match then counts no longer."""

    def answered(answer: str | None) -> None:
        if answer and (why := session.take_back()):
            screen.notify(begun(why))

    about = t("The match then no longer counts in statistics. You are asked only this once.")
    answers = [("", t("no, it stands")), ("undo", t("take it back"))]
    question = Question(t("Take the last decision back?"), answers, about)
    screen.kozyr.push_screen(question, answered)


def _ask_stand_in(screen: BaseScreen, session: TableSession, seat: Seat) -> None:
    """Ask which bot shall play for a player who is away."""
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
