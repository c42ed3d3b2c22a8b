"""Carries out a table model's effects beyond drawing: moves, log, questions, notifications."""

from __future__ import annotations

from functools import partial

from core.bots import levels
from core.game import Result, Seat
from net.wire.to_host import Fill, Start
from tui.language.games import level_name
from tui.language.text import t
from tui.room.leaving import leave_question
from tui.screens.dialog import Question
from tui.table import effects, happenings
from tui.table.driver import Driver
from tui.table.effects import Effect
from tui.table.match_over import MatchOver
from tui.table.session import TableSession
from tui.widgets.page import Page


class TableEffects:
    """Carries out the effects of a host's table, through its session and dialogs."""

    def __init__(self, page: Page, session: TableSession) -> None:
        self._page = page
        self._session = session

    def perform(self, effect: Effect, driver: Driver) -> None:
        """Carry out one effect."""
        page, session = self._page, self._session
        match effect:
            case effects.MakeMove(move):
                session.send(session.client.play(move))
            case effects.SendMessage(message):
                session.send(message)
            case effects.Log(told):
                session.log_writer.tell(told)
            case effects.LogLate(position):
                session.log_writer.tell_late(position)
            case effects.LogNotice(say):
                session.log.note(say)
            case effects.Call(hurry):
                page.kozyr.call_to_table(t("your time is running out") if hurry else "")
            case effects.EndCall():
                page.kozyr.notice.take_back()
            case effects.OpenChat():
                # Straight away: the next letters may already have been typed.
                page.set_focus(page.query_one("#chat"))
            case effects.CloseChat():
                page.set_focus(None)
            case _:
                self._ask(effect, driver)

    def _ask(self, effect: Effect, driver: Driver) -> None:
        match effect:
            case effects.AskLeave():
                self._page.app.push_screen(leave_question(self._session), self._leave)
            case effects.AskStandIn(seat):
                self._ask_stand_in(seat)
            case effects.ShowPlaces(result):
                self._show_places(result, driver)
            case _:
                pass

    def _leave(self, answer: str | None) -> None:
        if answer and answer != "stay":
            at_table, playing = self._page.kozyr.at_table, self._session.client.playing
            if playing:
                at_table.settle(answer)
            at_table.leave(give_up=not playing)

    def _ask_stand_in(self, seat: Seat) -> None:
        seated = self._session.client.seated
        known = [(level, level_name(level)) for level in levels(seated.game if seated else "")]
        known = known or [("easy", t("a bot that makes any move"))]

        def answered(level: str | None) -> None:
            if level:
                self._session.send(Fill(seat, level))

        question = t("Let a bot play for {name}?", name=self._session.names[seat])
        about = t("A player who comes back gets the seat back.")
        self._page.app.push_screen(
            Question(question, [("", t("no, wait")), *known], about), answered
        )

    def _show_places(self, result: Result, driver: Driver) -> None:
        seen = partial(self._places_seen, driver)
        self._page.app.push_screen(MatchOver(self._session, result), seen)

    def _places_seen(self, driver: Driver, answer: str | None) -> None:
        at_table = self._page.kozyr.at_table
        if answer == "again":
            self._session.send(Start())
        elif answer == "room":
            at_table.open_room()
        elif answer == "leave":
            at_table.leave(give_up=True)
        driver.hear(happenings.Covered(False))
