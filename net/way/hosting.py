"""The open host of this computer: with a new table, with a resumed one, or without a table."""

from __future__ import annotations

import asyncio
from socket import socket
from typing import TYPE_CHECKING, Any, Final

from core.game import OptionError, parse_options
from core.games import GAMES
from net.files.saved import Logs
from net.files.store import Records
from net.host.factory import new_table, take_up
from net.lan.addresses import address_name
from net.table.lobby import Lobby, Shutdown
from net.way import for_later
from net.way.gateways import open_gateway, open_gateways
from net.way.terms import USUAL_PORT, Computer, LinkError, Reachable, TableTerms

WAIT_SECONDS: Final = 2.0
"""The wait of a resumed table, before it deals, for players who are connecting again."""

if TYPE_CHECKING:
    from net.host.server import Host
    from net.lan.announcing import Announcement
    from net.lan.discovery import DiscoveryError
    from net.table.log import Reach
    from net.table.log_contents import Log


class Hosting:
    """A host of this computer that is open, from its opening to `close`."""

    def __init__(self, host: Host, computer: Computer) -> None:
        self.host = host
        self.problem: DiscoveryError | None = None
        """The error of the announcement; the others then need the address to join."""
        self._computer = computer
        self._announcement: Announcement | None = None

    @property
    def address(self) -> str:
        """The address that others type to join."""
        return address_name(self.host.guests.here, self.host.port)

    async def announce(self) -> None:
        """Announce the table to the LAN, until it is withdrawn or closed."""
        from net.lan.announcing import Announcement
        from net.lan.discovery import DiscoveryError

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
        except DiscoveryError as error:
            self.problem = error

    async def withdraw(self) -> None:
        """End the announcement, as the table is elsewhere; the host refers newcomers to it."""
        announced, self._announcement = self._announcement, None
        if announced is not None:
            await announced.close()

    async def let_in(self, way: str) -> None:
        """Open a way in for guests without Kozyr: "ssh", or "page" in a browser.

        Raises LinkError.
        """
        kind = "ssh" if way == "ssh" else "https"
        await open_gateway(self.host, self._computer, kind, USUAL_PORT)

    async def shut(self, way: str) -> None:
        """Close a way in; its guests keep their seats."""
        for kind in ("ssh",) if way == "ssh" else ("https", "http"):
            await self.host.close_gateway(kind)

    async def close(self, ending: Shutdown) -> None:
        """Close the host, before the announcement: the end of the program may not wait for that."""
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

    If others can be called, it deals only after WAIT_SECONDS, in which it can learn of a branch
    that they have opened. Raises LinkError, LogError.
    """
    from net.host.listener import is_free

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
    # Imported here, since a solo match needs no sockets and no TLS.
    from net.host.server import Host, HostError
    from net.secure.tls import load_identity

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
    except HostError as error:
        raise LinkError(error.reason, **error.facts) from None
    for_later.load_soon({table.game.NAME for table in lobby.tables.values()})
    return Hosting(host, computer)


def own_address() -> str:
    """Return this machine's address in the local network, as others reach it."""
    # Imported here: ifaddr needs a folder for temporary files, and a guest's program has none.
    from net.lan.networks import all_interfaces, chosen_interfaces, shown

    chosen = chosen_interfaces()
    return shown(() if chosen else all_interfaces(), chosen)[0]
