"""A host on the network: serves connections, and holds each to limits and deadlines.

It never waits for a client: one that does not read is dropped at a buffer limit.

A table comes from another host in stages, and ends here when it is continued elsewhere:

prepare     the table is read, checked and written as a draft; it is not served yet arrive      its
old host has let it go, and it is open here forget      it stays at its old host give_way    the
player of this host has joined a branch of a table that is here
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from msgspec.structs import replace

from core.game import Plain
from net.client.seat import ClientSeat
from net.files.saved import Logs
from net.files.store import Records
from net.host.admission import LIMITS, Limits
from net.host.bots import Bots
from net.host.connections import Accepted, Acceptor, Connection, Reader
from net.host.factory import take_up
from net.host.gateway import Gateway, GatewayAddress, GuestAdmission
from net.host.listener import HostError as HostError, listen, listen_at
from net.host.local import LocalLink
from net.host.runtime import Runtime
from net.host.stream import open_stream
from net.lan.networks import Interface, all_interfaces, chosen_interfaces, is_offline, shown
from net.secure.pake import HostSide
from net.secure.tls import Identity, new_identity
from net.table.effects import Peer
from net.table.lobby import Lobby, Shutdown
from net.table.log import MovedLine, OpenedLine, Reach, damaged
from net.table.log_reader import read_handed
from net.table.table import Table
from net.tasks import end_all
from net.wire.message import WayIn
from net.wire.protocol import BadMessageError, FrameError, encode
from net.wire.reasons import closing
from net.wire.to_host import ToHost

_log = logging.getLogger(__name__)


class Host:
    """Listens from `open` (or `async with`) to `close`."""

    def __init__(
        self,
        lobby: Lobby,
        *,
        address: str | None = None,
        port: int | socket.socket | None = None,
        limits: Limits = LIMITS,
        bots: Bots | None = None,
        records: Records | None = None,
        logs: Logs | None = None,
        identity: Identity | None = None,
        internet: bool = False,
        reach: Reach | None = None,
    ) -> None:
        """Listen at `address`, or at all addresses of the machine.

        `port` is a number, 0 for any, or a socket that reserves it; None is the default port or, if
        that is taken, any. Without an `identity` the host makes one. Only local networks are let
        in, unless `internet` is set. `reach` has the ways to connect of a table that is resumed.
        """
        self.lobby = lobby
        self.port = 0
        """The port of the host, once it is open."""
        self.addresses: tuple[str, ...] = ()
        """The addresses of this machine, one in each network with other machines."""
        self.offline = False
        """Whether this machine has no network."""
        self.on_network: Callable[[], None] = lambda: None
        """Called when the addresses have changed, or the machine has joined or left a network."""
        self.runtime = Runtime(lobby, bots or Bots(), records, logs)
        self.arrivals = Arrivals(self.runtime)
        """Brings tables from other hosts to this one."""
        self.guests = GuestAdmission(self.runtime)
        """Decides about the gateways' guests."""
        self._address = address
        self._wanted_port = port
        self._limits = limits
        self._internet = internet
        self.acceptor = Acceptor(limits, self._serve, lobby.seated_addresses, internet=internet)
        self._identity = identity or new_identity()
        self.fingerprint = lobby.fingerprint = self._identity.fingerprint.hex()
        """The SHA-256 of the certificate, in hexadecimal digits."""
        self.pem = self._identity.pem.decode("ascii")
        """The key and the certificate, for a gateway of this host."""
        self._context = self._identity.context()
        self.connections: set[Connection] = set()
        self._reader = Reader(self.runtime, limits)
        self._guard: asyncio.Task[None] | None = None
        self._gateways: dict[str, Gateway] = {}
        self.runtime.keeper.reach = replace(reach or Reach(), internet=internet)

    async def __aenter__(self) -> Host:
        await self.open()
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()

    async def open(self) -> None:
        """Start to listen. Raises HostError."""
        wanted = self._wanted_port
        if isinstance(wanted, socket.socket):
            listening = listen_at(wanted)
        else:
            listening = listen(self._address, wanted)
        self.port = self.runtime.keeper.port = listening[0].getsockname()[1]
        self.runtime.keeper.note_reach()
        self.follow_network(all_interfaces())
        self.acceptor.open(listening)
        self._guard = asyncio.ensure_future(self._watch_deadlines())

    async def open_gateway(
        self, kind: str, module: str, settings: dict[str, Plain]
    ) -> GatewayAddress:
        """Open a gateway, the module of another process; all are told of this way to connect.

        Raises GatewayError.
        """
        ours: dict[str, Plain] = {
            "host_port": self.port,
            "table": next(iter(self.lobby.tables)),
            "host": self.fingerprint,
            "internet": self._internet,
        }
        gateway = Gateway(self.guests, module, settings | ours, self._gateway_changed)
        opened = await gateway.open()
        self._gateways[kind] = gateway
        self._note_gateways()
        return opened

    async def close_gateway(self, kind: str) -> None:
        """Close a gateway; its guests keep their seats."""
        gateway = self._gateways.pop(kind, None)
        if gateway is not None:
            self._note_gateways()
            await gateway.close("shut")

    def _note_gateways(self) -> None:
        """Announce the open gateways, and have them reopened when the match is resumed."""
        self._announce_ways()
        ports = {kind: g.opened.port for kind, g in self._gateways.items() if g.opened is not None}
        page = next((kind for kind in ("https", "http") if kind in ports), "")
        self.runtime.keeper.reach = Reach(
            self._internet, ports.get("ssh"), ports.get(page), page == "http"
        )
        self.runtime.keeper.note_reach()

    def _gateway_changed(self) -> None:
        """Announce the open gateways, and report a failed one to this program's player."""
        self._announce_ways()
        lost = any(gateway.given_up for gateway in self._gateways.values())
        self.runtime.note_trouble("no gateway" if lost else "gateway")

    def follow_network(self, interfaces: Sequence[Interface]) -> None:
        """Take this machine's networks: from now on the addresses there lead to its tables."""
        chosen, before = chosen_interfaces(), (self.addresses, self.offline)
        self.addresses = shown(interfaces, chosen)
        self.offline = is_offline(interfaces, chosen)
        if (self.addresses, self.offline) == before:
            return
        self.arrivals.here = self.guests.here = here = next(iter(self.addresses), "")
        for table in self.lobby.tables.values():
            table.migration.here = here
        self._announce_ways()
        self.on_network()

    def _announce_ways(self) -> None:
        opened = [(kind, gateway.opened) for kind, gateway in self._gateways.items()]
        self.lobby.ways = tuple(
            WayIn(kind, where.port, address, where.fingerprint)
            for kind, where in [("kozyr", GatewayAddress(self.port, "")), *opened]
            if where is not None
            for address in self.addresses
        )

    def local_link(self, client: ClientSeat, opening: Iterable[ToHost] = ()) -> LocalLink:
        """Return a link for the player in this process; `opening` follows the greeting, once."""
        return LocalLink(self.runtime, client, opening)

    async def close(self, ending: Shutdown = Shutdown.CLOSED) -> None:
        """Stop listening, close all connections, end gateways, bots and timers."""
        resumable = any(table.log.on for table in self.lobby.tables.values())
        told = ending if resumable else Shutdown.CLOSED
        await self.acceptor.close()
        await self.runtime.close(ending)
        await asyncio.gather(*(gateway.close(told.value) for gateway in self._gateways.values()))
        if self._guard is not None:
            self._guard.cancel()
        # The last messages go out in the next step of the loop; no client gets more time.
        for connection in self.connections:
            connection.drop()
        tasks = self.acceptor.tasks
        _, late = await asyncio.wait(tasks, timeout=0.2) if tasks else ((), ())
        for connection in self.connections:
            connection.abort()
        await end_all(late)

    async def _serve(self, accepted: Accepted, encrypted: bool) -> None:
        """Serve a connection to its end."""
        seconds, address = self._limits.hello_seconds, accepted.address
        context = self._context if encrypted else None
        deadline = asyncio.get_running_loop().time() + seconds
        stream = await open_stream(accepted.sock, context, seconds)
        new_proof = partial(HostSide, self._identity.fingerprint) if context else None
        peer = Peer(address, False, new_proof, accepted.group)
        accepted.connection = connection = Connection(stream, self._limits, peer)
        connection.deadline = deadline
        self.connections.add(connection)
        try:
            joined = partial(self.acceptor.admission.gone, accepted)
            await self._reader.read(connection, joined)
        except (FrameError, BadMessageError) as error:
            _log.info("%s sent what cannot be read: %s", address, error)
            connection.send([encode(closing("garbage"))])
            connection.drop()
        except OSError as error:
            _log.info("%s is gone: %s", address, error)
        except Exception:
            # One connection must not bring the host down; its player can resume the match.
            _log.exception("a message from %s could not be handled", address)
        finally:
            self.runtime.lost(connection)
            connection.drop()
            await connection.gone()
            self.connections.discard(connection)

    async def _watch_deadlines(self) -> None:
        """Abort connections past their deadline, but not because this program stalled."""
        loop = asyncio.get_running_loop()
        before = loop.time()
        while True:
            await asyncio.sleep(self._limits.check_seconds)
            now = loop.time()
            self.runtime.time.beat()
            stall = now - before - self._limits.check_seconds
            before = now
            self.acceptor.admission.tidy(now)
            for connection in list(self.connections):
                if stall > self._limits.check_seconds:
                    # This process stood still (a suspended laptop): the messages that came
                    # meanwhile are still unread, so no client is late.
                    connection.deadline += stall
                elif now > connection.deadline:
                    connection.abort()


class Arrivals:
    """The tables that move to a host, one at a time."""

    def __init__(self, runtime: Runtime) -> None:
        self.on_arrival: Callable[[], None] = lambda: None
        """Called when a prepared table opens here."""
        self.here = ""
        """The address of this machine in its network."""
        self._runtime = runtime

    def prepare(
        self,
        text: str,
        token: str,
        *,
        bot_seconds: float,
        fits: Callable[[Table], bool] = lambda table: True,
    ) -> Table:
        """Prepare a table that another host may let go to this one; `token` opens a seat at it.

        Raises LogError if it makes no sense or does not fit, and OSError if it cannot be written.
        """
        runtime = self._runtime
        table = take_up(read_handed(text), runtime.time.now(), bot_seconds=bot_seconds)
        if not fits(table):
            raise damaged(1)
        table.migration.here = self.here
        table.keys.host = own = table.room.find_token(token)
        if table.log.on and runtime.keeper.logs is not None:
            first, *others = table.log.lines
            assert isinstance(first, OpenedLine)
            runtime.keeper.logs.draft(table.id, [runtime.keeper.placed(first, own), *others])
        runtime.lobby.arriving = table
        runtime.lobby.on_arrival = partial(self._arrived, table.id)
        return table

    def arrive(self) -> None:
        """Open the prepared table: its old host has let it go."""
        runtime = self._runtime
        runtime.carry_out(runtime.lobby.open_arriving(runtime.time.now()))

    def _arrived(self, table: str) -> None:
        """Make the draft of the table that has just opened here its log."""
        runtime = self._runtime
        if runtime.keeper.logs is not None:
            try:
                runtime.keeper.logs.adopt(table)
            except OSError as error:
                runtime.keeper.give_up_writing(error)
        runtime.keeper.note_reach()
        self.on_arrival()

    def forget(self) -> None:
        """Drop the prepared table: it stays at its old host."""
        self._runtime.lobby.arriving = None
        if self._runtime.keeper.logs is not None:
            with contextlib.suppress(OSError):
                self._runtime.keeper.logs.forget_draft()

    def give_way(self, table: str, where: MovedLine) -> None:
        """End a table whose player has joined a branch; its log names the place."""
        runtime = self._runtime
        runtime.carry_out(runtime.lobby.give_way(table, where))
