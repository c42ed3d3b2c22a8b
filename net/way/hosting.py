"""The open host of this computer: with a new table, with a resumed one, or without a table, for one
that may move here and away again.

    no host, a port kept free  --the others may call here, or the table may come-->  open, no table
    open, no table             --the table arrives, or goes on here as a branch-->   serves
    serves                     --the table moves, or its player goes to a branch-->  open, no table

A host opened for a move that fails is closed again. A host that the table has left stays open as
long as the program is at the table: it tells players who were away where the table is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from socket import socket
from typing import TYPE_CHECKING, Any, Final

from core.game import OptionError, WordedError, parse_options
from core.games import GAMES
from net import installation
from net.client.handshake import Handshake
from net.files.saved import Logs
from net.files.store import Records
from net.host.factory import new_table, take_up
from net.lan.addresses import address_name
from net.secure.tls import load_identity
from net.table.lobby import Lobby, Shutdown
from net.table.log import Reach
from net.table.log_contents import Log
from net.way import USUAL_PORT, Computer, LinkError, Reachable, TableTerms
from net.way.gateways import open_again, open_gateway, open_gateways
from net.wire.message import Message, WayIn

WAIT_SECONDS: Final = 2.0
"""The time for which a resumed table waits, before it deals, for its players to reconnect."""

if TYPE_CHECKING:
    from net.host.server import Host
    from net.lan.announcing import Announcement


class Hosting:
    """A host of this computer that is open, from its opening to `close`."""

    def __init__(self, host: Host, computer: Computer) -> None:
        self.host = host
        self.problem: WordedError | None = None
        """The error of the announcement; the others then need the address to join."""
        self._computer = computer
        self._announcement: Announcement | None = None

    @property
    def address(self) -> str:
        """The address that others type to join."""
        return address_name(self.host.guests.here, self.host.port)

    async def announce(self) -> None:
        """Announce the table to the LAN, until it is withdrawn or closed."""
        from net.lan.announcing import Announcement  # loads mDNS

        if self._announcement is not None:
            return
        host, lobby = self.host, self.host.lobby
        announced = Announcement(
            lobby.host,
            host.port,
            lambda: lobby.welcomed().tables,
            on_network=host.follow_network,
        )
        self._announcement, self.problem = announced, None
        try:
            await announced.open()
        except WordedError as error:
            self.problem = error

    async def withdraw(self) -> None:
        """End the announcement, as the table is elsewhere; the host refers newcomers to it."""
        announced, self._announcement = self._announcement, None
        if announced is not None:
            await announced.close()

    async def let_in(self, way: str) -> None:
        """Open a way in for guests without Kozyr: "ssh", or "page" for browsers.

        Raises LinkError.
        """
        kind = "ssh" if way == "ssh" else "https"
        await open_gateway(self.host, self._computer, kind, USUAL_PORT)

    async def shut(self, way: str) -> None:
        """Close a way in; its guests keep their seats."""
        for kind in ("ssh",) if way == "ssh" else ("https", "http"):
            await self.host.close_gateway(kind)

    async def close(self, ending: Shutdown) -> None:
        """Close the host first, so that ending the program need not wait for the announcement."""
        try:
            await self.host.close(ending)
        finally:
            await self.withdraw()


def options_of(game: str, given: Any) -> Any:
    """Read the given house rules of a game. Raises LinkError."""
    try:
        return parse_options(GAMES[game].Options, given)
    except OptionError as error:
        raise LinkError(error.reason, **error.facts) from None


async def open_host(terms: TableTerms, computer: Computer, *, unattended: bool = False) -> Hosting:
    """Open a host with one new table; `unattended` with its bots in place. Raises LinkError."""
    table = new_table(
        terms.table_name,
        GAMES[terms.game],
        options_of(terms.game, terms.options),
        terms.seats,
        bot_seconds=computer.bot_seconds,
        clock=terms.clock,
        pause=terms.pause,
        code=terms.code,
        bots=terms.bots if unattended else (),
        unattended=unattended,
    )
    lobby = Lobby(computer.name, [table])
    hosting = await _open(lobby, computer, terms.port, internet=terms.internet)
    await open_gateways(hosting.host, computer, terms)
    return hosting


async def open_empty_host(computer: Computer, kept: socket | None = None) -> Hosting:
    """Open a host to which a table may move, at the socket `kept` if there is one.

    Raises LinkError.
    """
    return await _open(Lobby(computer.name, []), computer, kept)


async def resume_host(
    match: Log,
    files: Logs,
    asked: Reachable,
    computer: Computer,
    *,
    unattended: bool = False,
) -> Hosting:
    """Open a host with the table of a saved match, and its gateways again.

    If others can be called, it deals only after WAIT_SECONDS, during which it can learn of a branch
    that they have opened. Raises LinkError, LogError.
    """
    from net.host.listener import is_free  # a solo match needs no sockets

    now = asyncio.get_running_loop().time()
    table = take_up(match, now, bot_seconds=computer.bot_seconds, unattended=unattended)
    if any(seat.port for seat in match.others):
        table.awaited_until = now + WAIT_SECONDS
    port = asked.port
    if port is None and is_free(match.port):
        port = match.port  # the port at which waiting players try to reconnect
    internet = asked.internet or match.reach.internet
    lobby = Lobby(match.opened.host, [table])
    hosting = await _open(lobby, computer, port, files, internet=internet, reach=match.reach)
    await open_gateways(hosting.host, computer, asked, match.reach)
    return hosting


async def _open(
    lobby: Lobby,
    computer: Computer,
    port: int | socket | None,
    files: Logs | None = None,
    *,
    internet: bool = False,
    reach: Reach | None = None,
) -> Hosting:
    """Open a host with the identity kept on this computer. Raises LinkError."""
    # Imported here, since a solo match needs no sockets.
    from net.host.server import Host

    host = Host(
        lobby,
        port=port,
        records=Records(),
        logs=files or Logs(),
        identity=await load_identity(computer.folder),
        internet=internet,
        reach=reach,
    )
    try:
        await host.open()
    except WordedError as error:
        raise LinkError(error.reason, **error.facts) from None
    installation.load_soon({table.game.NAME for table in lobby.tables.values()})
    return Hosting(host, computer)


def own_address() -> str:
    """Return this machine's address in the local network, as others reach it."""
    # Imported here: ifaddr needs a folder for temporary files, and a guest's program has none.
    from net.lan.networks import all_interfaces, chosen_interfaces, shown

    chosen = chosen_interfaces()
    return shown(() if chosen else all_interfaces(), chosen)[0]


class OwnComputer:
    """Opens and closes the host of one `computer`; `send` sends to the table's place."""

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
        """Whether the host is open only for a table that may be moved here."""
        self._opening = asyncio.Lock()
        self._port: socket | None = None
        """Kept free for the case that the table's host is lost."""

    def is_at(self, fingerprint: str) -> bool:
        """Return whether a host with this certificate is the one of this computer."""
        return self.hosting is not None and self.hosting.host.fingerprint == fingerprint

    def keep_port(self) -> None:
        """Keep a port free at which others can call this program once its host is lost."""
        from net.host.listener import reserve  # a solo match needs no sockets

        if self.hosting is not None:
            self._handshake.port = self.hosting.host.port
        elif (sock := reserve()) is not None:
            self._port, self._handshake.port = sock, sock.getsockname()[1]

    async def open_empty(self, *, for_move: bool = False) -> Host:
        """Open the host without a table, unless it is open. Raises LinkError.

        It may be needed for two reasons at once: for a table that may be moved here, and for the
        others' calls, for which it stays open. It listens at the port kept free, which the others
        know already.
        """
        async with self._opening:
            if self.hosting is None:
                self.hosting = await open_empty_host(self.computer, self._port)
                self._port, self._opened_for_move = None, True
            # Once it is needed for anything else, it stays open even if the table does not come.
            self._opened_for_move = self._opened_for_move and for_move
            return self.hosting.host

    def be_called_there(self, host: Host) -> None:
        """Have the others call this program where it already listens, should the host be lost."""
        if self._handshake.port != host.port:
            self._handshake.port = host.port
            self._identify()

    def _identify(self) -> None:
        for message in self._handshake.identify():
            self._send(message)

    def forget_move(self) -> Hosting | None:
        """Forget a table that does not come; return the host that was open only for it."""
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
        """Reopen the table's earlier ways in for guests; return whether there were any."""
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
