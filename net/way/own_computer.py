"""The host of this computer, for a table that may come here and go again.

    no host, a port kept free  --the others may call here, or the table may come-->  open, no table
    open, no table             --the table arrives, or goes on here as a branch-->   serves
    serves                     --the table moves, or its player goes to a branch-->  open, no table

A host that was opened for a move that fails is closed again. A host that the table has left stays
open as long as the program is at the table: it tells those who were away where the table is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from socket import socket
from typing import TYPE_CHECKING

from net.client.handshake import Handshake
from net.table.lobby import Shutdown
from net.way.gateways import open_again
from net.way.hosting import Hosting, open_empty_host
from net.way.terms import Computer
from net.wire.message import Message, WayIn

if TYPE_CHECKING:
    from net.host.server import Host


class OwnComputer:
    """Opens and closes the host of one `computer`; `send` sends to where the table is."""

    def __init__(
        self,
        computer: Computer,
        handshake: Handshake,
        hosting: Hosting | None,
        send: Callable[[Message], None],
    ) -> None:
        self.computer = computer
        self.hosting = hosting
        """The open host, whether the table is there or not."""
        self.serves = hosting is not None
        """Whether the table is there."""
        self._handshake, self._send = handshake, send
        self._opened_for_move = False
        """Whether the host is open for nothing but a table that may be moved here."""
        self._opening = asyncio.Lock()
        self._port: socket | None = None
        """Kept free for when the host of the table is lost."""

    def is_at(self, fingerprint: str) -> bool:
        """Return whether a host with this certificate is the one of this computer."""
        return self.hosting is not None and self.hosting.host.fingerprint == fingerprint

    def keep_port(self) -> None:
        """Keep a port free at which others can call this program once its host is lost."""
        from net.host.listener import reserve

        if self.hosting is not None:
            self._handshake.port = self.hosting.host.port
        elif (sock := reserve()) is not None:
            self._port, self._handshake.port = sock, sock.getsockname()[1]

    async def open_empty(self, *, for_move: bool = False) -> Host:
        """Open the host without a table, unless it is open. Raises LinkError.

        It may be wanted for two reasons at once: for a table that may be moved here, and for the
        calls of the others, for which it stays open. It listens at the port that was kept free,
        which the others know already.
        """
        async with self._opening:
            if self.hosting is None:
                self.hosting = await open_empty_host(self.computer, self._port)
                self._port, self._opened_for_move = None, True
            # Once it is wanted for anything else, it stays open though the table does not come.
            self._opened_for_move = self._opened_for_move and for_move
            return self.hosting.host

    def be_called_there(self, host: Host) -> None:
        """Have the others call this program where it listens already, should the host be lost."""
        if self._handshake.port != host.port:
            self._handshake.port = host.port
            self._identify()

    def _identify(self) -> None:
        for message in self._handshake.identify():
            self._send(message)

    def forget_move(self) -> Hosting | None:
        """Forget a table that does not come; return the host that was open for it alone."""
        hosting = self.hosting
        if hosting is None or self.serves:
            return None
        hosting.host.arrivals.forget()
        if not self._opened_for_move:
            return None
        self.hosting, self._opened_for_move = None, False
        return hosting

    async def close_empty(self, hosting: Hosting) -> None:
        """Close a host without a table, and keep a port for when the table's host is lost."""
        async with self._opening:
            await hosting.close(Shutdown.CLOSED)
            if self.hosting is not None:
                return
            port = self._handshake.port
            self.keep_port()
        if self._handshake.port != port:
            self._identify()

    def serve(self) -> None:
        """Note that the table is here."""
        self.serves, self._opened_for_move = True, False

    async def open_gateways_again(self, ways: Iterable[WayIn]) -> bool:
        """Let guests without Kozyr in as the table did before; return whether it did."""
        gateways = [(way.kind, way.port) for way in ways if way.kind != "kozyr"]
        if gateways and self.hosting is not None:
            await open_again(self.hosting.host, self.computer, gateways)
        return bool(gateways)

    async def announce(self) -> None:
        """Announce the table on the LAN if it is here; announce nothing else."""
        if self.hosting is not None:
            await (self.hosting.announce() if self.serves else self.hosting.withdraw())

    async def close(self, ending: Shutdown, ended: asyncio.Future[None] | None) -> None:
        """Close the host, or wait until it has `ended`, and free the port."""
        if self._port is not None:
            self._port.close()
        if self.hosting is None:
            return
        if ended is None:
            await self.hosting.close(ending if self.serves else Shutdown.CLOSED)
        else:
            await ended
            await self.hosting.withdraw()
