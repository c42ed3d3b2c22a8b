"""The one table the application is at: the way to it, its messages, the screens that follow it.

Opens and draws nothing itself; that is for tui.table.links and tui.screens.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from tui.language.text import t
from tui.language.words import as_sentence
from tui.messages import Heard
from tui.screens.dialog import Question
from tui.screens.home import HomeScreen
from tui.start import AnyStart, StartJoin
from tui.widgets.page import Page

if TYPE_CHECKING:
    # Not imported before the first table is opened: the home screen does without the network.
    from net.client.happenings import NotSeated, SeatHappening
    from net.client.seat import Link
    from tui.program import Program
    from tui.screens.room import RoomScreen
    from tui.table.screen import TableScreen
    from tui.table.session import TableSession

GOODBYE_SECONDS: Final = 2.0
"""How long the program, when ending, waits for its links."""

SLOW_SECONDS: Final = 1.0
"""After this long without an answer from a host the player is told."""

NOT_REACHED: Final = ("unreachable", "unnamed", "unreadable")
"""Failures to join that trying again may mend; `tui.doctor` can say more about them."""

WORKERS: Final = "table"
"""The group of the worker that carries a table's messages."""


class AtTable:
    """Takes the application to a table, one at a time, and shows it what happens there."""

    def __init__(self, app: Program) -> None:
        self._app = app
        self.session: TableSession | None = None
        self._wanted: AnyStart | None = None
        """Where the player is, or on the way to."""
        self._running_links: dict[asyncio.Future[None], Link] = {}

    def go(self, start: AnyStart) -> None:
        """Open a table or go to one, and carry its messages until it is over.

        Asking twice opens it once, and a table asked for earlier is no longer waited for.
        """
        if start == self._wanted:
            return
        if self.session is not None:
            self._let_go(self.session)
        self._wanted = start
        self._app.run_worker(self._carry(start), group=WORKERS, exclusive=True, exit_on_error=False)

    async def _carry(self, start: AnyStart) -> None:
        from tui.table.links import LinkError, open_link

        app = self._app
        try:
            session = await open_link(
                start, app.settings, folder=app.folder, bot_seconds=app.bot_seconds, stay=app.stay
            )
        except LinkError as error:
            self._wanted = None
            app.notify(str(error), severity="error", timeout=10)
            self._offer_unfinished()
            return
        self.session = session
        link = session.link
        self._app.set_timer(SLOW_SECONDS, partial(self._say_patience, session))
        running = asyncio.ensure_future(self._run(session))
        self._running_links[running] = link
        running.add_done_callback(self._running_links.pop)
        # Shielded: cancelling this worker must not cut short what a link does when it ends,
        # such as saying goodbye to the other players.
        await asyncio.shield(running)
        self._offer_unfinished()
        if self.session is session:
            self.session = self._wanted = None
            await self._away_from(session)
            self._say_why(session)

    def _say_patience(self, session: TableSession) -> None:
        """Tell a waiting player that nobody has answered yet."""
        start = session.start
        if self.session is not session or session.client.connected:
            return
        if not isinstance(start, StartJoin):
            return
        if start.address is not None:
            from net.lan.addresses import address_name

            where = address_name(*start.address)
            self._app.notify(
                t("No answer from {address} yet; Esc stops waiting", address=where), timeout=4
            )

    async def _run(self, session: TableSession) -> None:
        """Carry messages; a table that has been left has nothing more to say."""

        def absorb(happening: SeatHappening) -> None:
            if self.session is session:
                session.absorb(happening)
                for trouble in session.new_troubles():
                    self._app.notify(trouble, severity="warning", timeout=15)
                self._app.post_message(Heard(happening))

        await session.link.run(absorb)

    def _say_why(self, session: TableSession) -> None:
        dismissed, start = session.client.dismissed, session.start
        if dismissed is None or dismissed.code == "left":
            return
        from tui.table.room_words import refusal_said

        reason = refusal_said(dismissed)
        if dismissed.code in NOT_REACHED and isinstance(start, StartJoin):
            self._offer_another_try(reason, start)
        else:
            self._app.notify(reason, severity="warning", timeout=15)

    def _offer_another_try(self, reason: str, start: StartJoin) -> None:
        """Offer to try again, to try another address or to find out why: no table was reached."""
        from net.lan.addresses import address_name
        from tui.screens.tables import TablesScreen

        where = address_name(*start.address) if start.address else ""

        def answered(answer: str | None) -> None:
            if answer == "again":
                self.go(start)
            elif answer == "address":
                screen = self._app.screen
                if isinstance(screen, TablesScreen):
                    screen.ask_address(where)
                else:
                    here = TablesScreen(start.name, start.watch, start.code, where)
                    self._app.push_screen(here)
            elif answer == "doctor":
                from tui.doctor.screen import open_doctor

                open_doctor(self._app, start.address)

        answers = [("back", t("back")), ("again", t("try again"))]
        if self._app.stay is None:
            answers.append(("address", t("change the address")))
            answers.append(("doctor", t("find out what is wrong")))
        self._app.clear_notifications()  # the notice that nobody had answered is no longer true
        self._app.push_screen(Question(as_sentence(reason), answers), answered)

    async def heard(self, happening: SeatHappening) -> None:
        """Open the screens that a happening calls for, and pass it to those that are open."""
        from net.client.happenings import (
            CodeWanted,
            DealChecked,
            NotSeated,
            RecordFiled,
            RoomChanged,
        )
        from tui.screens.are_you_there import follow_question
        from tui.screens.table_code import ask_for_code

        session = self.session
        if session is None:
            return
        match happening:
            case RoomChanged():
                await self._follow_phase(session)
                await follow_question(self._app, session)
            case CodeWanted(wrong=wrong):
                ask_for_code(self._app, session, wrong=wrong)
            case NotSeated():
                self._no_seat(session, happening)
            case DealChecked():
                self._say_deal(session, beware=bool(happening.fault))
            case RecordFiled(fits=fits):
                self._say_record(fits=fits)
            case _:
                pass
        for screen in self._app.screen_stack:
            if isinstance(screen, Page):
                screen.heard(happening)

    def _say_deal(self, session: TableSession, *, beware: bool) -> None:
        """Say at the end of a match how it was dealt, and at any time what is wrong there."""
        from tui.table.match_over import MatchOver

        for screen in self._app.screen_stack:
            if isinstance(screen, MatchOver):
                screen.tell_deal()
        if beware:
            self._app.notify(session.deal_checked(), severity="error", timeout=30)

    def _say_record(self, *, fits: bool) -> None:
        """Offer the record at the end of a match; warn the player about a wrong one."""
        from tui.table.deal_words import RECORD_MISFIT
        from tui.table.match_over import MatchOver

        for screen in self._app.screen_stack:
            if isinstance(screen, MatchOver):
                screen.tell_record()
        if not fits:
            self._app.notify(t(RECORD_MISFIT), severity="warning", timeout=15)

    def _table_screens(self) -> list[RoomScreen | TableScreen]:
        """Return the screens that follow a table, the lowest first."""
        from tui.screens.room import RoomScreen
        from tui.table.screen import TableScreen

        return [s for s in self._app.screen_stack if isinstance(s, (RoomScreen, TableScreen))]

    def _no_seat(self, session: TableSession, happening: NotSeated) -> None:
        """Offer to watch, or go home, if there is no seat."""
        from tui.table.links import player_name
        from tui.table.room_words import refusal_said

        reason = refusal_said(happening)
        if happening.code not in ("full", "playing"):
            self._app.notify(reason, severity="warning", timeout=15)
            self.leave(give_up=False)
            return

        def answered(answer: str | None) -> None:
            if answer == "watch":
                name, start = player_name(self._app.settings), session.start
                wanted = start.table_id if isinstance(start, StartJoin) else None
                session.send(session.client.join(name, wanted or "", watch=True))
            else:
                self.leave(give_up=False)

        answers = [("back", t("back")), ("watch", t("watch"))]
        self._app.push_screen(Question(reason, answers), answered)

    async def _follow_phase(self, session: TableSession) -> None:
        """Show the room before a match and the table from then on; a lesson gives way to it."""
        from tui.lessons.offer import note_offered
        from tui.lessons.screen import LessonScreen
        from tui.screens.room import RoomScreen
        from tui.table.match_over import MatchOver
        from tui.table.screen import TableScreen

        table_screens = self._table_screens()
        here = next(iter(table_screens), None)
        in_room = any(isinstance(screen, RoomScreen) for screen in table_screens)
        # After a match people meet in the waiting room again, in front of the table as it lies.
        over = session.phase == "playing" and (
            in_room or any(isinstance(screen, MatchOver) for screen in self._app.screen_stack)
        )
        # New house rules end the match shown; a player who is still looking at its end may go on
        # looking.
        view = session.client.view
        looking = here is not None and view is not None and view.result is not None
        if session.phase == "gathering" and not in_room and not looking:
            await self._to_home()
            await self._app.push_screen(RoomScreen(session))
        elif session.phase != "gathering" and (over or not isinstance(here, TableScreen)):
            learning = any(isinstance(screen, LessonScreen) for screen in self._app.screen_stack)
            await self._to_home()
            await self._app.push_screen(TableScreen(session))
            if learning:
                self._app.notify(
                    t("The match begins; you will find the lessons on the home screen.")
                )
            seated = session.client.seated
            if seated is not None and seated.seat is not None:
                await note_offered(self._app, seated.game)

    def take_seat(self) -> None:
        """Leave as a watcher and come back as a player, now that a seat is free."""
        session = self.session
        if session is None or not isinstance(session.start, StartJoin):
            return
        seated, room = session.client.seated, session.client.room
        if seated is not None and room is not None:
            self.leave(give_up=True)
            start = session.start
            self.go(replace(start, table_id=seated.table, watch=False, code=room.code))

    def open_room(self) -> None:
        """Go back to the waiting room after a match."""
        from tui.screens.room import RoomScreen

        if self.session is not None and self.session.phase != "playing":
            self._app.push_screen(RoomScreen(self.session))

    async def _to_home(self) -> None:
        """Close everything in front of the home screen."""
        while len(self._app.screen_stack) > 1 and not isinstance(self._app.screen, HomeScreen):
            await self._app.pop_screen()

    async def _away_from(self, session: TableSession) -> None:
        """Go home; without a seat, back to the list of tables if the player came from there."""
        if session.client.seated is None:
            from tui.screens.tables import TablesScreen  # loads mDNS, which is rarely needed

            if any(isinstance(screen, TablesScreen) for screen in self._app.screen_stack):
                while not isinstance(self._app.screen, TablesScreen):
                    await self._app.pop_screen()
                return
        await self._to_home()

    def _offer_unfinished(self) -> None:
        """Offer the match just left on the home screen, if it can be resumed."""
        for screen in self._app.screen_stack:
            if isinstance(screen, HomeScreen):
                screen.renew()

    def settle(self, answer: str) -> None:
        """Do what the player wants with the match that is about to be left.

        "keep" it, if this is the host, or "end" it; a solo match and a seat are kept by default.
        "leave", while nothing is played, gives the seat up.
        """
        session = self.session
        if session is None:
            return
        if answer == "keep":
            from tui.table.links import put_away

            put_away(session)
        elif answer == "end" or (answer == "leave" and not session.client.playing):
            from net.wire.to_host import Leave

            session.send(Leave())

    def leave(self, *, give_up: bool) -> None:
        """Leave the table; unless given up, the seat is kept."""
        session = self.session
        if session is None:
            return
        if give_up:
            self.settle("end")
        self._let_go(session)
        self._app.call_later(self._away_from, session)

    def stop_waiting(self) -> bool:
        """Give up a table where the player has no seat yet; tell whether there was one."""
        session = self.session
        if session is None or session.client.seated is not None:
            return False
        self._let_go(session)
        return True

    def _let_go(self, session: TableSession) -> None:
        self.session = self._wanted = None
        self._app.run_worker(session.link.close(), group="closing", exit_on_error=False)

    async def close_links(self) -> None:
        """Say goodbye to every host, as far as time allows."""
        links = dict(self._running_links)
        for link in links.values():
            await link.close()
        if links:
            await asyncio.wait(links, timeout=GOODBYE_SECONDS)
