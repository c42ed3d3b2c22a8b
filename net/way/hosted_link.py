"""The way to a table of one's own that is open to the LAN. Draws nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from net.client.events import ClientEvent, SatDown, TableMoved
from net.client.seat import ClientSeat
from net.table.lobby import Shutdown
from net.way.table_link import TableLink
from net.wire.from_host import WayIn
from net.wire.message import Message
from net.wire.to_host import Leave
from tui.guest.gateway_words import open_page, open_ssh
from tui.language.words import refusal
from tui.start import USUAL_PORT
from tui.table.session import TableSession

if TYPE_CHECKING:
    from net.host.server import Host
    from net.lan.discovery import Announcement


class HostedLink:
    """A Link to a table of one's own that others on the LAN can join; it closes with the link.

    The host itself stays open as long as it waits for a table.

    Guests by ssh are known again by what is kept in `folder`.
    """

    def __init__(
        self,
        host: Host,
        announcement: Announcement,
        client: ClientSeat,
        opening: Sequence[Message],
        folder: Path | None = None,
    ) -> None:
        self.client = client
        self.problem = ""
        """Why others cannot find the table by themselves; empty if they can."""
        self._host = host
        self._folder = folder
        self._announcement = announcement
        self._inner = host.local_link(client)
        self._opening = opening
        self._moved = False
        """Whether the table is at another computer; the host then stays open to say so."""
        self._back = asyncio.Event()
        """Whether the player is at the table, rather than away while it stays open here."""
        self._back.set()
        self._ending = Shutdown.BROKEN
        """How the table ends; BROKEN, as if ended from outside, until the player chooses."""
        self._closing: asyncio.Future[None] | None = None
        """The end of the table, once the player has left it for good."""

    def send(self, message: Message) -> None:
        """Send without waiting. A Leave closes the table for everybody.

        The others are told just that: nobody takes over the seat, and nobody the table.
        """
        if isinstance(message, Leave) and not self._moved:
            self._ending = Shutdown.CLOSED
            self._closing = asyncio.ensure_future(self._host.close(self._ending))
        else:
            self._inner.send(message)

    @property
    def troubles(self) -> tuple[str, ...]:
        """What has gone wrong on this computer."""
        return self._inner.troubles

    @property
    def ways(self) -> tuple[WayIn, ...]:
        """How others can sit down."""
        return self._host.lobby.ways

    async def let_in(self, way: str) -> None:
        """Open a way in for guests without Kozyr: "ssh", or "page" in a browser.

        Raises LinkError.
        """
        if way == "ssh":
            await open_ssh(self._host, USUAL_PORT, self._folder)
        else:
            await open_page(self._host, USUAL_PORT, plain=False)

    async def shut(self, way: str) -> None:
        """Close this way in; whoever came by it keeps the seat."""
        for kind in ("ssh",) if way == "ssh" else ("https", "http"):
            await self._host.close_gateway(kind)

    def put_away(self) -> None:
        """Keep the match for later when the link closes, and tell the others so."""
        if self._ending is Shutdown.BROKEN:
            self._ending = Shutdown.KEPT

    async def run(self, on_event: Callable[[ClientEvent], None]) -> None:
        """Announce the table and carry this player's own messages."""
        from net.lan.discovery import DiscoveryError

        def absorb(event: ClientEvent) -> None:
            if isinstance(event, TableMoved):
                self._moved = True
            on_event(event)
            if isinstance(event, SatDown):
                for message in self._opening:
                    self._inner.send(message)
                self._opening = ()

        try:
            try:
                await self._announcement.open()
            except DiscoveryError as error:
                self.problem = refusal(error.reason, error.facts)
            await self._inner.run(absorb)
            while not self._back.is_set():
                await self._back.wait()
                await self._inner.run(absorb)
        finally:
            try:
                # First of all: whatever ends this program may not wait for the rest.
                if self._closing is not None:
                    await self._closing
                elif not (self._moved or self._host.waits):
                    await self._host.close(self._ending)
            finally:
                await self._announcement.close()

    async def close(self) -> None:
        """End this player's connection; `run` then closes the table."""
        self._back.set()
        if self._closing is not None:
            await asyncio.shield(self._closing)
        await self._inner.close()

    async def step_out(self) -> None:
        """Leave the seat as if the connection were lost, while the table stays open here."""
        self._back.clear()
        await self._inner.close()

    def step_in(self) -> None:
        """Come back to the seat, or sit down anew if it has been given up."""
        table = next(iter(self._host.lobby.tables.values()), None)  # none if it has moved away
        seated = self.client.seated
        if table and (seated is None or table.room.find_token(seated.token) is None):
            self.client.handshake.forget_seat()
            self.client.seated = None
        self._inner = self._host.local_link(self.client)
        self._back.set()


def hosted(session: TableSession) -> HostedLink | None:
    """Return the link to the table if it is in this program and open to the LAN."""
    link = session.link.inner if isinstance(session.link, TableLink) else session.link
    return link if isinstance(link, HostedLink) else None
