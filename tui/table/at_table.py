"""The one table the application is at: the way to it, what happens there, and the way out.

Opens and draws nothing itself; that is for `links` and the screens.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from tui.language.text import t
from tui.program import Heard
from tui.screens.home import HomeScreen
from tui.start import AnyStart, StartJoin
from tui.widgets.page import Page

if TYPE_CHECKING:
    # Not imported before the first table is opened: the home screen does without the network.
    from net.client.happenings import SeatHappening
    from net.client.seat import Link
    from tui.program import Program
    from tui.room.screen import RoomScreen
    from tui.table.match_over import MatchOver
    from tui.table.screen import TableScreen
    from tui.table.session import TableSession


GOODBYE_SECONDS: Final = 2.0
"""How long the program, when ending, waits for its links."""

SLOW_SECONDS: Final = 1.0
"""After this long without an answer from a host the player is told."""

WORKERS: Final = "table"
"""The group of the worker that carries a table's messages."""


class AtTable:
    """Takes the application to a table, one at a time, and shows it what happens there."""

    def __init__(self, app: Program) -> None:
        self._app = app
        self._screens = TableScreens(app)
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
            self._screens.offer_unfinished()
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
        self._screens.offer_unfinished()
        if self.session is session:
            self.session = self._wanted = None
            await self._screens.leave(session)
            from tui.table.no_seat import say_why

            say_why(self._app, session)

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

    async def heard(self, happening: SeatHappening) -> None:
        """Open the screens that a happening calls for, and pass it to those that are open."""
        from net.client.happenings import (
            CodeWanted,
            MatchChecked,
            NotSeated,
            RecordFiled,
            RoomChanged,
        )
        from tui.room.are_you_there import follow_question
        from tui.room.table_code import ask_for_code
        from tui.table.no_seat import offer_to_watch

        session = self.session
        if session is None:
            return
        match happening:
            case RoomChanged():
                await self._screens.follow_phase(session)
                await follow_question(self._app, session)
            case CodeWanted(wrong=wrong):
                ask_for_code(self._app, session, wrong=wrong)
            case NotSeated():
                offer_to_watch(self._app, session, happening)
            case MatchChecked():
                self._say_deals(session, beware=bool(happening.fault))
            case RecordFiled(fits=fits):
                self._say_record(fits=fits)
            case _:
                pass
        self._screens.tell(happening)

    def _say_deals(self, session: TableSession, *, beware: bool) -> None:
        """Say at the end of a match how it was dealt, and at any time what is wrong there."""
        for page in self._screens.last_pages():
            page.tell_deal()
        if beware:
            self._app.notify(session.deal_checked(), severity="error", timeout=30)

    def _say_record(self, *, fits: bool) -> None:
        """Offer the record at the end of a match; warn the player about a wrong one."""
        from tui.table.deal_words import RECORD_MISFIT

        for page in self._screens.last_pages():
            page.tell_record()
        if not fits:
            self._app.notify(t(RECORD_MISFIT), severity="warning", timeout=15)

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
        if self.session is not None and self.session.phase != "playing":
            self._screens.open_room(self.session)

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
        self._app.call_later(self._screens.leave, session)

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


class TableScreens:
    """Opens, tells and closes the screens that follow a table."""

    def __init__(self, app: Program) -> None:
        self._app = app

    def tell(self, happening: SeatHappening) -> None:
        """Pass a happening to every screen that is open."""
        for screen in self._app.screen_stack:
            if isinstance(screen, Page):
                screen.heard(happening)

    async def follow_phase(self, session: TableSession) -> None:
        """Show the room before a match and the table from then on; a lesson gives way to it."""
        from tui.lessons.offer import note_offered
        from tui.lessons.screen import LessonScreen
        from tui.room.screen import RoomScreen
        from tui.table.screen import TableScreen

        following = self._following()
        here = next(iter(following), None)
        in_room = any(isinstance(screen, RoomScreen) for screen in following)
        # After a match people meet in the waiting room again, in front of the table as it lies.
        over = session.phase == "playing" and (in_room or bool(self.last_pages()))
        # Other house rules end what is over; whoever still looks at how it ended goes on looking.
        view = session.client.view
        looking = here is not None and view is not None and view.result is not None
        if session.phase == "gathering" and not in_room and not looking:
            await self._replace(RoomScreen(session))
        elif session.phase != "gathering" and (over or not isinstance(here, TableScreen)):
            learning = any(isinstance(screen, LessonScreen) for screen in self._app.screen_stack)
            await self._replace(TableScreen(session))
            if learning:
                self._app.notify(
                    t("The match begins; you will find the lessons on the home screen.")
                )
            seated = session.client.seated
            if seated is not None and seated.seat is not None:
                await note_offered(self._app, seated.game)

    async def _replace(self, screen: Page) -> None:
        """Open a screen in place of all but the first, which is out of sight meanwhile."""
        with self._app.batch_update():
            await self._to_home()
            await self._app.push_screen(screen)

    def last_pages(self) -> list[MatchOver]:
        """Return the last pages of a match that are open."""
        from tui.table.match_over import MatchOver

        return [screen for screen in self._app.screen_stack if isinstance(screen, MatchOver)]

    def open_room(self, session: TableSession) -> None:
        """Go back to the waiting room."""
        from tui.room.screen import RoomScreen

        self._app.push_screen(RoomScreen(session))

    async def leave(self, session: TableSession) -> None:
        """Go home; without a seat, back to the list of tables if the player came from there.

        Guests never do: they know one table, and may not load what finds others.
        """
        if session.client.seated is None and session.stay is None:
            from tui.screens.tables import TablesScreen  # loads mDNS, which is rarely needed

            if any(isinstance(screen, TablesScreen) for screen in self._app.screen_stack):
                while not isinstance(self._app.screen, TablesScreen):
                    await self._app.pop_screen()
                return
        await self._to_home()

    def offer_unfinished(self) -> None:
        """Offer the match just left on the home screen, if it can be resumed."""
        for screen in self._app.screen_stack:
            if isinstance(screen, HomeScreen):
                screen.renew()

    def _following(self) -> list[RoomScreen | TableScreen]:
        """Return the screens that follow a table, the lowest first."""
        from tui.room.screen import RoomScreen
        from tui.table.screen import TableScreen

        return [s for s in self._app.screen_stack if isinstance(s, (RoomScreen, TableScreen))]

    async def _to_home(self) -> None:
        """Close everything in front of the home screen."""
        while len(self._app.screen_stack) > 1 and not isinstance(self._app.screen, HomeScreen):
            await self._app.pop_screen()
