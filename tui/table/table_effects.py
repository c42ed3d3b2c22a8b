"""Carries out what a table model asks for beyond drawing: moves, the log, questions, calls."""

from __future__ import annotations

import asyncio
from functools import partial

from core.bots import levels
from core.game import Result, Seat
from net.client.told import Position
from net.wire.protocol import Fill, Start
from tui.language.rule_names import level_name
from tui.language.text import t
from tui.screens.dialog import Ask
from tui.table import effects, happenings
from tui.table.connection import Connection
from tui.table.driver import Driver
from tui.table.effects import Effect
from tui.table.hints import find_hint
from tui.table.leaving import leave_question
from tui.table.match_over import MatchOver
from tui.widgets.page import Page


class TableEffects:
    """Does what belongs to a table of a host: by its connection, and by screens in front."""

    def __init__(self, page: Page, connection: Connection) -> None:
        self._page = page
        self._connection = connection

    def perform(self, effect: Effect, driver: Driver) -> None:
        """Carry out one effect."""
        page, connection = self._page, self._connection
        match effect:
            case effects.Play(move):
                connection.send(connection.client.play(move))
            case effects.Send(message):
                connection.send(message)
            case effects.Log(told):
                connection.tell(told)
            case effects.LogLate(position):
                connection.tell_late(position)
            case effects.LogNotice(say):
                connection.log.note(say)
            case effects.FindHint(position):
                finding = self._find_hint(position, driver)
                page.run_worker(finding, exclusive=True, group="hint")
            case effects.Call(hurry):
                page.kozyr.call_to_table(t("your time is running out") if hurry else "")
            case effects.EndCall():
                page.kozyr.notice.take_back()
            case effects.OpenChat():
                # At once: the next letters may have been typed already.
                page.set_focus(page.query_one("#chat"))
            case effects.CloseChat():
                page.set_focus(None)
            case _:
                self._ask(effect, driver)

    def _ask(self, effect: Effect, driver: Driver) -> None:
        match effect:
            case effects.AskLeave():
                self._page.app.push_screen(leave_question(self._connection), self._leave)
            case effects.AskStandIn(seat):
                self._ask_stand_in(seat)
            case effects.ShowPlaces(result):
                self._show_places(result, driver)
            case _:
                pass

    async def _find_hint(self, position: Position, driver: Driver) -> None:
        """Look for a hint beside the loop."""
        game = self._connection.client.game
        assert game is not None, "a position comes only to a seat"
        found = await asyncio.to_thread(find_hint, game.NAME, position.view)
        driver.hear(happenings.HintFound(position, found))

    def _leave(self, answer: str | None) -> None:
        if answer and answer != "stay":
            at_table, playing = self._page.kozyr.at_table, self._connection.client.playing
            if playing:
                at_table.settle(answer)
            at_table.leave(give_up=not playing)

    def _ask_stand_in(self, seat: Seat) -> None:
        seated = self._connection.client.seated
        known = [(level, level_name(level)) for level in levels(seated.game if seated else "")]
        known = known or [("easy", t("a bot that makes any move"))]

        def answered(level: str | None) -> None:
            if level:
                self._connection.send(Fill(seat, level))

        question = t("Shall a bot play for {name}?", name=self._connection.names[seat])
        about = t("Who comes back takes the seat again.")
        self._page.app.push_screen(Ask(question, [("", t("no, wait")), *known], about), answered)

    def _show_places(self, result: Result, driver: Driver) -> None:
        seen = partial(self._places_seen, driver)
        self._page.app.push_screen(MatchOver(self._connection, result), seen)

    def _places_seen(self, driver: Driver, answer: str | None) -> None:
        at_table = self._page.kozyr.at_table
        if answer == "again":
            self._connection.send(Start())
        elif answer == "room":
            at_table.open_room()
        elif answer == "leave":
            at_table.leave(give_up=True)
        driver.hear(happenings.Covered(False))
