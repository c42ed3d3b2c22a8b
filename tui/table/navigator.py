"""Takes the application from table to table: it is at one at a time.

The ways are opened by `links.py`, the screens by `table_screens.py`.
"""

from __future__ import annotations

import asyncio
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

from tui.language.text import t
from tui.program import EventReceived, Program
from tui.start import AnyStart, StartPractice

if TYPE_CHECKING:
    # Not imported before the first table is opened: the home screen does without the network.
    from net.client.events import ClientEvent
    from net.client.seat import Link
    from tui.table.log import TableLog
    from tui.table.session import TableSession
    from tui.table.table_screens import TableScreens


GOODBYE_SECONDS: Final = 2.0
"""The time for which the ending program waits for its links."""

SLOW_SECONDS: Final = 1.0
"""The time without an answer from a host after which the player is told."""

WORKERS: Final = "table"
"""The group of the worker that carries a table's messages."""


class Navigator:
    """Goes to a table, carries its messages, and leaves it again.

    A table is opening (`_wanted` alone), then current (`session`). The player's own table may stay
    open meanwhile (`open_here`), as may a solo match while one of its decisions is played again
    (`_left_open`): the player returns to both.
    """

    def __init__(self, app: Program) -> None:
        self._app = app
        self.session: TableSession | None = None
        self.open_here: TableSession | None = None
        """The player's own table, which stays open while the player is elsewhere."""
        self._left_open: TableSession | None = None
        """The solo match, while one of its decisions is played again from its last page."""
        self._wanted: AnyStart | None = None
        """The player's table, or the one that is opening."""
        self.running_links: dict[asyncio.Future[None], Link] = {}

    @cached_property
    def screens(self) -> TableScreens:
        """The screens of the table."""
        from tui.table.table_screens import TableScreens  # loads the network and the boards

        return TableScreens(self._app)

    def go(self, start: AnyStart, earlier: TableLog | None = None) -> None:
        """Open a table or go to one, and carry its messages until it is over.

        The same start twice opens one table; another start gives up the one that is still opening.
        The log continues an `earlier` one of the same table. A decision played again lies over the
        page from which it was chosen, and leads back to it.
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
        session = await self._open(start)
        if session is None:
            return
        if earlier is not None:
            session.log.lines.extend(earlier.lines)
        self.session = session
        running = asyncio.ensure_future(self._run(session))
        self.running_links[running] = session.link
        running.add_done_callback(self.running_links.pop)
        # Shielded: cancelling this worker must not cut short the end of a link, such as saying
        # goodbye to the other players.
        await asyncio.shield(running)
        if self.open_here is session:
            self.open_here = None
        self.screens.offer_unfinished()
        if self.session is session:
            self._go_back()
            await self.screens.leave(session)
            self.screens.say_why(session)

    async def _open(self, start: AnyStart) -> TableSession | None:
        """Open the way to a table; if there is none, tell the player and return None."""
        from tui.table.links import LinkError, link_error_said, open_link  # loads the network

        app, said = self._app, False

        def say_opening() -> None:
            nonlocal said
            said = True
            app.notify(t("One moment: the table is being opened …"), timeout=10)

        patience = app.set_timer(SLOW_SECONDS, say_opening)
        try:
            session = await open_link(
                start, app.settings, folder=app.folder, bot_seconds=app.bot_seconds, stay=app.stay
            )
        except LinkError as error:
            self._go_back()
            app.notify(link_error_said(error), severity="error", timeout=10)
            self.screens.offer_unfinished()
            return None
        finally:
            patience.stop()
        if said:
            app.clear_notifications()
        app.set_timer(SLOW_SECONDS, partial(self.screens.say_patience, session))
        return session

    async def _run(self, session: TableSession) -> None:
        """Carry messages; those of a table that has been left are ignored."""

        def absorb(event: ClientEvent) -> None:
            if self.session is session:
                session.absorb(event)
                session.run_commands(event)
                for trouble in session.new_troubles():
                    self._app.notify(trouble, severity="warning", timeout=15)
                self._app.post_message(EventReceived(event))

        await session.link.run(absorb)

    def settle(self, answer: str) -> None:
        """Settle a match before the player leaves it.

        "keep" saves a hosted match for later, "end" ends it; a solo match and a seat elsewhere are
        kept anyway. "leave" gives up the seat between matches.
        """
        session = self.session
        if session is None:
            return
        if answer == "keep":
            put_away(session)
        elif answer == "end" or (answer == "leave" and not session.client.playing):
            session.give_up_seat()

    def do_instead(self, answer: str) -> bool:
        """Carry out an answer that replaces leaving; tell whether this one does."""
        session = self.session
        match answer:
            case "open":
                self.step_out()
            case "move" if session is not None:
                self.screens.ask_mover(session)
            case "go on" if session is not None:
                self.screens.questions.ask_where(session, session.offer, wanted=True)
            case _:
                return False
        return True

    def leave(self, *, give_up: bool) -> None:
        """Leave the table; the seat is kept unless it is given up."""
        session = self.session
        if session is None:
            return
        if give_up:
            self.settle("end")
        elif session.hosts and session.client.seated is None:
            self.step_out()  # the owner has no seat there any more
            return
        self._let_go(session)
        self._go_back()
        self._app.call_later(self.screens.leave, session)

    def step_out(self) -> None:
        """Leave the player's own table, and keep it open for the others."""
        session = self.session
        if session is None or (link := session.way) is None or link.hosting is None:
            return
        self.session, self.open_here = None, session
        self._app.run_worker(link.step_out(), group="closing", exit_on_error=False)
        session.positions.clear()
        self._app.call_later(self.screens.leave, session)

    def step_in(self) -> None:
        """Go back to the player's own table."""
        session = self.open_here
        if session is None or (link := session.way) is None:
            return
        if self.session is not None:
            self._let_go(self.session)
        self.session, self.open_here, self._wanted = session, None, session.start
        link.step_in()

    def stop_waiting(self) -> bool:
        """Give up a table at which the player has no seat yet; tell whether there was one."""
        session = self.session
        if session is None or session.client.seated is not None:
            return False
        self._let_go(session)
        return True

    def _go_back(self) -> None:
        """Return to the match of which a decision was played again, or else to no table."""
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


def put_away(session: TableSession) -> None:
    """Have the player's hosted match saved for later; any other match is saved anyway."""
    if (link := session.way) is not None:
        link.put_away()
