"""The one table the application is at: the way to it, its messages, the screens that follow it.

Opens and draws nothing itself; that is for tui.table.links and tui.screens.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from tui.language.text import t
from tui.messages import Heard
from tui.screens.dialog import Ask
from tui.screens.home import HomeScreen
from tui.start import Start, StartJoin
from tui.widgets.page import Page

if TYPE_CHECKING:
    # Imported for good when the first table is opened: the home screen does without the network.
    from net.client.seat import Link
    from net.client.told import Dismissed, NotSeated, Told
    from tui.app import KozyrApp
    from tui.screens.room import RoomScreen
    from tui.table.connection import Connection
    from tui.table.screen import TableScreen

GOODBYE_SECONDS: Final = 2.0
"""How long the end of the program waits for its links to end."""

SLOW_SECONDS: Final = 1.0
"""Who has waited so long for a host to answer is told so."""

WORKERS: Final = "table"
"""The group of the worker that carries a table's messages."""


class AtTable:
    """Takes the application to a table, one at a time, and shows it what happens there."""

    def __init__(self, app: KozyrApp) -> None:
        self._app = app
        self.connection: Connection | None = None
        self._wanted: Start | None = None
        """Where the player is or on the way to."""
        self._running_links: dict[asyncio.Future[None], Link] = {}

    def go(self, start: Start) -> None:
        """Open a table or go to one, and carry its messages until it is over.

        Whoever asks twice goes once; who had waited for another table no longer does.
        """
        if start == self._wanted:
            return
        if self.connection is not None:
            self._let_go(self.connection)
        self._wanted = start
        self._app.run_worker(self._carry(start), group=WORKERS, exclusive=True, exit_on_error=False)

    async def _carry(self, start: Start) -> None:
        from tui.table.links import LinkError, open_link

        app = self._app
        try:
            connection = await open_link(
                start, app.settings, folder=app.folder, bot_seconds=app.bot_seconds
            )
        except LinkError as error:
            self._wanted = None
            app.notify(str(error), severity="error", timeout=10)
            self._offer_kept()
            return
        self.connection = connection
        link = connection.link
        self._app.set_timer(SLOW_SECONDS, partial(self._say_patience, connection))
        running = asyncio.ensure_future(self._run(connection))
        self._running_links[running] = link
        running.add_done_callback(self._running_links.pop)
        # Shielded: whoever cancels this worker must not cut short what a link does when it ends,
        # such as saying goodbye to the guests.
        await asyncio.shield(running)
        self._offer_kept()
        if self.connection is connection:
            self.connection = self._wanted = None
            await self._away_from(connection)
            self._say_why(connection.client.dismissed)

    def _say_patience(self, connection: Connection) -> None:
        """Tell whoever waits that nobody has answered yet."""
        start = connection.start
        if self.connection is not connection or connection.client.connected:
            return
        if not isinstance(start, StartJoin):
            return
        if start.address is not None:
            from net.lan.addresses import address_name

            where = address_name(*start.address)
            self._app.notify(t("No answer from {address} yet …", address=where), timeout=4)

    async def _run(self, connection: Connection) -> None:
        """Carry messages; a table that has been left has nothing more to say."""

        def absorb(told: Told) -> None:
            if self.connection is connection:
                connection.absorb(told)
                for trouble in connection.new_troubles():
                    self._app.notify(trouble, severity="warning", timeout=15)
                self._app.post_message(Heard(told))

        await connection.link.run(absorb)

    def _say_why(self, dismissed: Dismissed | None) -> None:
        if dismissed is not None and dismissed.code != "left":
            from tui.table.room_words import refusal_said

            self._app.notify(refusal_said(dismissed), severity="warning", timeout=15)

    async def heard(self, told: Told) -> None:
        """Open the screens that what has happened calls for, and tell it to those in front."""
        from net.client.told import CodeWanted, NotSeated, RoomChanged
        from tui.screens.table_code import ask_for_code

        connection = self.connection
        if connection is None:
            return
        match told:
            case RoomChanged():
                await self._follow_phase(connection)
            case CodeWanted(wrong=wrong):
                ask_for_code(self._app, connection, wrong=wrong)
            case NotSeated():
                self._no_seat(connection, told)
            case _:
                pass
        for screen in self._app.screen_stack:
            if isinstance(screen, Page):
                screen.heard(told)

    def _table_screens(self) -> list[RoomScreen | TableScreen]:
        """Return the screens that follow a table, the lowest first."""
        from tui.screens.room import RoomScreen
        from tui.table.screen import TableScreen

        return [s for s in self._app.screen_stack if isinstance(s, (RoomScreen, TableScreen))]

    def _no_seat(self, connection: Connection, told: NotSeated) -> None:
        """There is no seat for us: offer to watch, or go home."""
        from tui.table.links import player_name
        from tui.table.room_words import refusal_said

        reason = refusal_said(told)
        if told.code not in ("full", "playing"):
            self._app.notify(reason, severity="warning", timeout=15)
            self.leave(give_up=False)
            return

        def answered(answer: str | None) -> None:
            if answer == "watch":
                name, start = player_name(self._app.settings), connection.start
                wanted = start.table_id if isinstance(start, StartJoin) else None
                connection.send(connection.client.join(name, wanted or "", watch=True))
            else:
                self.leave(give_up=False)

        answers = [("back", t("back")), ("watch", t("watch"))]
        self._app.push_screen(Ask(reason, answers), answered)

    async def _follow_phase(self, connection: Connection) -> None:
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
        over = connection.phase == "playing" and (
            in_room or any(isinstance(screen, MatchOver) for screen in self._app.screen_stack)
        )
        # Other house rules end what is over; whoever still looks at how it ended goes on looking.
        view = connection.client.view
        looking = here is not None and view is not None and view.result is not None
        if connection.phase == "gathering" and not in_room and not looking:
            await self._to_home()
            await self._app.push_screen(RoomScreen(connection))
        elif connection.phase != "gathering" and (over or not isinstance(here, TableScreen)):
            learning = any(isinstance(screen, LessonScreen) for screen in self._app.screen_stack)
            await self._to_home()
            await self._app.push_screen(TableScreen(connection))
            if learning:
                self._app.notify(t("The match begins; lessons wait on the first screen."))
            seated = connection.client.seated
            if seated is not None and seated.seat is not None:
                await note_offered(self._app, seated.game)

    def take_seat(self) -> None:
        """Leave as a watcher and come back as a player: there is a free seat now."""
        connection = self.connection
        if connection is None or not isinstance(connection.start, StartJoin):
            return
        seated, room = connection.client.seated, connection.client.room
        if seated is not None and room is not None:
            self.leave(give_up=True)
            start = connection.start
            self.go(replace(start, table_id=seated.table, watch=False, code=room.code))

    def open_room(self) -> None:
        """Go back to the waiting room after a match."""
        from tui.screens.room import RoomScreen

        if self.connection is not None and self.connection.phase != "playing":
            self._app.push_screen(RoomScreen(self.connection))

    async def _to_home(self) -> None:
        """Close everything in front of the home screen."""
        while len(self._app.screen_stack) > 1 and not isinstance(self._app.screen, HomeScreen):
            await self._app.pop_screen()

    async def _away_from(self, connection: Connection) -> None:
        """Go home; who never got a seat goes back to the list of tables, if he came from there."""
        if connection.client.seated is None:
            from tui.screens.tables import TablesScreen  # loads mDNS, which most leave without

            if any(isinstance(screen, TablesScreen) for screen in self._app.screen_stack):
                while not isinstance(self._app.screen, TablesScreen):
                    await self._app.pop_screen()
                return
        await self._to_home()

    def _offer_kept(self) -> None:
        """The match that was left may be one to go on with from the home screen."""
        for screen in self._app.screen_stack:
            if isinstance(screen, HomeScreen):
                screen.renew()

    def settle(self, answer: str) -> None:
        """Do what the player wants done with the match that is about to be left.

        "keep" it, where this is the host, or "end" it; by itself a match alone is kept, and a seat.
        """
        connection = self.connection
        if connection is None:
            return
        if answer == "keep":
            from tui.table.links import put_away

            put_away(connection)
        elif answer == "end":
            from net.wire.protocol import Leave

            connection.send(Leave())

    def leave(self, *, give_up: bool) -> None:
        """Leave the table; unless given up, the seat waits."""
        connection = self.connection
        if connection is None:
            return
        if give_up:
            self.settle("end")
        self._let_go(connection)
        self._app.call_later(self._away_from, connection)

    def stop_waiting(self) -> None:
        """Give up a table at which there is no seat yet."""
        connection = self.connection
        if connection is not None and connection.client.seated is None:
            self._let_go(connection)

    def _let_go(self, connection: Connection) -> None:
        self.connection = self._wanted = None
        self._app.run_worker(connection.link.close(), group="closing", exit_on_error=False)

    async def close_links(self) -> None:
        """Say goodbye to every host, as far as there is time for it."""
        links = dict(self._running_links)
        for link in links.values():
            await link.close()
        if links:
            await asyncio.wait(links, timeout=GOODBYE_SECONDS)
