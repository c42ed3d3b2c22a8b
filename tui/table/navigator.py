"""The way of the application between tables: it is at one at a time.

Opens and draws nothing itself; that is for `links` and the screens.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

from tui.language.text import t
from tui.program import EventReceived, Program
from tui.start import AnyStart, StartJoin, StartPractice

if TYPE_CHECKING:
    # Not imported before the first table is opened: the home screen does without the network.
    from net.client.events import ClientEvent
    from net.client.seat import Link
    from net.way.table_link import TableLink
    from tui.table.log import TableLog
    from tui.table.session import TableSession
    from tui.table.table_screens import TableScreens


GOODBYE_SECONDS: Final = 2.0
"""How long the program, when ending, waits for its links."""

SLOW_SECONDS: Final = 1.0
"""After this long without an answer from a host the player is told."""

WORKERS: Final = "table"
"""The group of the worker that carries a table's messages."""


class Navigator:
    """Takes the application to a table, one at a time, and shows it what happens there."""

    def __init__(self, app: Program) -> None:
        self._app = app
        self.session: TableSession | None = None
        self.open_here: TableSession | None = None
        """The player's own table, which stays open while the player is elsewhere."""
        self._left_open: TableSession | None = None
        """The player's match alone from whose last page a decision is being played again."""
        self._wanted: AnyStart | None = None
        """Where the player is, or on the way to."""
        self._opening_said = False
        """Whether a notice says that a table is being opened."""
        self.running_links: dict[asyncio.Future[None], Link] = {}

    @cached_property
    def _screens(self) -> TableScreens:
        from tui.table.table_screens import TableScreens  # loads the network and the boards

        return TableScreens(self._app)

    def go(self, start: AnyStart, earlier: TableLog | None = None) -> None:
        """Open a table or go to one, and carry its messages until it is over.

        Asking twice opens it once, and a table asked for earlier is no longer waited for. Its log
        goes on from an `earlier` one of the same table. A decision played again lies over the page
        where that was asked for, and leads back to it.
        """
        if start == self._wanted:
            return
        session = self.session
        if isinstance(start, StartPractice) and session is not None and session.alone:
            self.session, self._left_open = None, session
        else:
            for left in (session, self._left_open):
                if left is not None:
                    self._let_go(left)
            self._left_open = None
        self._wanted = start
        carried = self._carry(start, earlier)
        self._app.run_worker(carried, group=WORKERS, exclusive=True, exit_on_error=False)

    async def _carry(self, start: AnyStart, earlier: TableLog | None) -> None:
        from tui.table.links import LinkError, link_error_said, open_link

        app = self._app
        patience = app.set_timer(SLOW_SECONDS, self._say_opening)
        try:
            session = await open_link(
                start, app.settings, folder=app.folder, bot_seconds=app.bot_seconds, stay=app.stay
            )
        except LinkError as error:
            self._go_back()
            app.notify(link_error_said(error), severity="error", timeout=10)
            self._screens.offer_unfinished()
            return
        finally:
            patience.stop()
        if self._opening_said:
            self._opening_said = False
            app.clear_notifications()
        if earlier is not None:
            session.log.lines.extend(earlier.lines)
        self.session = session
        link = session.link
        self._app.set_timer(SLOW_SECONDS, partial(self._say_patience, session))
        running = asyncio.ensure_future(self._run(session))
        self.running_links[running] = link
        running.add_done_callback(self.running_links.pop)
        # Shielded: cancelling this worker must not cut short what a link does when it ends,
        # such as saying goodbye to the other players.
        await asyncio.shield(running)
        if self.open_here is session:
            self.open_here = None
        self._screens.offer_unfinished()
        if self.session is session:
            self._go_back()
            await self._screens.leave(session)
            self._screens.say_why(session)

    def _say_opening(self) -> None:
        """Tell the player that the ways in to a table of one's own take a moment to open."""
        self._opening_said = True
        self._app.notify(t("One moment: the table is being opened …"), timeout=10)

    def _say_patience(self, session: TableSession) -> None:
        """Tell a waiting player that nobody has answered yet."""
        if self.session is session and not session.client.connected:
            self._screens.say_patience(session)

    async def _run(self, session: TableSession) -> None:
        """Carry messages; a table that has been left has nothing more to say."""

        def absorb(event: ClientEvent) -> None:
            if self.session is session:
                session.absorb(event)
                for trouble in session.new_troubles():
                    self._app.notify(trouble, severity="warning", timeout=15)
                self._app.post_message(EventReceived(event))

        await session.link.run(absorb)

    async def receive(self, event: ClientEvent) -> None:
        """Open the screens that an event calls for, and pass it to those that are open."""
        if self.session is not None:
            await self._screens.receive(self.session, event)

    def take_seat(self) -> None:
        """Leave as a watcher and come back as a player, now that a seat is free."""
        session = self.session
        if session is None or not isinstance(session.start, StartJoin):
            return
        seated, room = session.client.seated, session.client.room
        if seated is not None and room is not None:
            self.leave(give_up=True)
            start = session.start
            seat = replace(start, table_id=seated.table, watch=False, code=room.code)
            self.go(seat, session.log)

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
            _put_away(session)
        elif answer == "end" or (answer == "leave" and not session.client.playing):
            from net.wire.to_host import Leave

            session.send(Leave())

    def do_instead(self, answer: str) -> bool:
        """Do what was chosen in place of leaving a table; tell whether anything was."""
        session = self.session
        match answer:
            case "open":
                self.step_out()
            case "move" if session is not None:
                self._screens.choose_computer(session)
            case "go on" if session is not None:
                self._screens.ask_again_where_to_go_on(session)
            case _:
                return False
        return True

    def leave(self, *, give_up: bool) -> None:
        """Leave the table; unless given up, the seat is kept."""
        session = self.session
        if session is None:
            return
        if give_up:
            self.settle("end")
        elif session.hosts and session.client.seated is None:
            self.step_out()  # back from a table that has no seat for its owner any more
            return
        self._let_go(session)
        self._go_back()
        self._app.call_later(self._screens.leave, session)

    def step_out(self) -> None:
        """Leave one's own table, and keep it open for the others."""
        session = self.session
        if session is None or (link := _way_of(session)) is None or link.hosting is None:
            return
        self.session, self.open_here = None, session
        self._app.run_worker(link.step_out(), group="closing", exit_on_error=False)
        session.positions.clear()
        self._app.call_later(self._screens.leave, session)

    def step_in(self) -> None:
        """Go back to one's own table."""
        session = self.open_here
        if session is None or (link := _way_of(session)) is None:
            return
        if self.session is not None:
            self._let_go(self.session)
        self.session, self.open_here, self._wanted = session, None, session.start
        link.step_in()

    def close_open_table(self) -> None:
        """End one's own table that has stayed open; a match is saved for later."""
        if self.open_here is not None:
            _put_away(self.open_here)

    def stop_waiting(self) -> bool:
        """Give up a table where the player has no seat yet; tell whether there was one."""
        session = self.session
        if session is None or session.client.seated is not None:
            return False
        self._let_go(session)
        return True

    def _go_back(self) -> None:
        """Be where the player was before a decision was played again; elsewhere at no table."""
        self.session, self._left_open = self._left_open, None
        self._wanted = self.session.start if self.session is not None else None

    def _let_go(self, session: TableSession) -> None:
        self.session = self._wanted = None
        self._app.run_worker(session.link.close(), group="closing", exit_on_error=False)

    async def close_links(self) -> None:
        """Say goodbye to every host, as far as time allows."""
        links = dict(self.running_links)
        for link in links.values():
            await link.close()
        if links:
            await asyncio.wait(links, timeout=GOODBYE_SECONDS)


def _put_away(session: TableSession) -> None:
    """Have one's own hosted match saved for later; any other is saved anyway."""
    if (link := _way_of(session)) is not None:
        link.put_away()


def _way_of(session: TableSession) -> TableLink | None:
    from tui.table.links import way_of  # loads the network

    return way_of(session)
