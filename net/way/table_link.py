"""The way to a table that may move: it follows the table to another computer, and to this one.

One `ClientSeat` stays with the player; the link under it changes. Draws nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from socket import socket
from typing import TYPE_CHECKING, Any, Protocol

from core.game import Seat
from net.client import events
from net.client.seat import ClientSeat, Link
from net.files.saved import Journals
from net.files.store import CredentialStore
from net.migration.epochs import Offer, Opened
from net.migration.taking import Role
from net.table.lobby import Shutdown
from net.table.log import MovedLine
from net.way.hosting import LinkError, address_of, open_empty_host
from net.way.succession import Succession
from net.wire.from_host import Peers, WayIn
from net.wire.message import Message
from net.wire.to_host import Accept, Decline, Prepared
from tui.start import AnyStart, StartHost, StartJoin

if TYPE_CHECKING:
    from net.host.server import Host

_log = logging.getLogger(__name__)


class Ways(Protocol):
    """Makes the links that a table needs on its way to another computer."""

    def there(self, moved: events.TableMoved, client: ClientSeat) -> Link:
        """Return the link to a table that has moved to another computer."""
        ...

    def here(self, host: Host, client: ClientSeat) -> Link:
        """Return the link to a table that has come to this computer."""
        ...


class TableLink:
    """A Link to a table wherever it is; `name` is this player's, for the list of hosts.

    A host that the table has left stays open as long as the link runs: it tells those who were away
    where the table is. `left` is the id of a table whose match has `gone` from here to another
    computer, as the player is told there; once it is over, the file that says so is deleted.
    """

    def __init__(
        self,
        inner: Link,
        ways: Ways,
        name: str,
        folder: Path | None = None,
        bot_seconds: float = 0.6,
        host: Host | None = None,
        left: str = "",
        gone: events.TableMoved | None = None,
    ) -> None:
        self.inner = inner
        """The way to where the table is now."""
        self.on_moved: Callable[[AnyStart, str], None] = lambda start, address: None
        """Hears how one would come to the table from now on, and what others type to join."""
        self._ways = ways
        self._name = name
        self._folder = folder
        self._bot_seconds = bot_seconds
        self._host = host
        """A host in this program, whether the table is there or not."""
        self._opening = asyncio.Lock()
        self._serves = host is not None
        self._next: Callable[[], Link] | None = None
        self._closing = False
        self._on_event: Callable[[events.ClientEvent], None] = lambda event: None
        self._left = left
        self._gone = gone
        self._told = False
        """Whether the player has been told that the table is here now."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._succession: Succession | None = None
        """What becomes of the match when its host is lost; None without keys."""
        self._port: socket | None = None
        """Kept free for when the host is lost."""

    @property
    def client(self) -> ClientSeat:
        """The seat whose messages it carries."""
        return self.inner.client

    @property
    def troubles(self) -> Sequence[str]:
        """What has gone wrong on this computer."""
        return self.inner.troubles

    def send(self, message: Message) -> None:
        """Send without waiting."""
        self.inner.send(message)

    async def close(self) -> None:
        """Close the connection but keep the seat; `run` returns."""
        self._closing = True
        await self.inner.close()

    async def run(self, on_event: Callable[[events.ClientEvent], None]) -> None:
        """Carry messages until it is over for good, wherever the table goes."""
        self._on_event = on_event
        self._keep_port()
        try:
            while True:
                await self.inner.run(self._heard)
                following, self._next = self._next, None
                if following is None or self._closing:
                    return
                self.inner = following()
        finally:
            if self._succession is not None:
                self._succession.stop()
            if self._port is not None:
                self._port.close()
            if self._host is not None and not self._serves:
                await self._host.close(Shutdown.CLOSED)

    def _keep_port(self) -> None:
        """Keep a port free at which others can call this program once its host is lost."""
        from net.host.listener import reserve

        handshake = self.client.handshake
        if self._host is not None:
            handshake.port = self._host.port
        elif (sock := reserve()) is not None:
            self._port, handshake.port = sock, sock.getsockname()[1]

    def _be_called_there(self, host: Host) -> None:
        """Have the others call this program where it listens already, should the host be lost."""
        if self.client.handshake.port == host.port:
            return
        self.client.handshake.port = host.port
        for message in self.client.handshake.identify():
            self.send(message)

    # --- to this computer ------------------------------------------------------------------------

    async def agree(self) -> None:
        """Open this computer for the table, as its owner has asked."""
        taking = self.client.taking
        if not taking.agree():
            return
        attempt = taking.attempt
        try:
            host = await self._open_empty()
        except LinkError as error:
            _log.warning("the table cannot come here: %s", error)
            self._decline("port")
            return
        if attempt == taking.attempt:
            self._be_called_there(host)
            self.send(Accept(attempt, host.port, host.fingerprint))

    def decline(self) -> None:
        """Leave the table where it is."""
        if self.client.taking.role is Role.ASKED:
            self._decline("no")

    def _decline(self, reason: str) -> None:
        self.send(Decline(self.client.taking.attempt, reason))  # type: ignore[arg-type]
        self.client.taking.stays()

    def _heard(self, event: events.ClientEvent) -> None:
        match event:
            case events.TableHanded(text=text):
                self._prepare(text)
                return
            case events.TableStays() if self._host is not None:
                self._host.forget_prepared()
            case events.TableMoved(fingerprint=place) if self._serves and self._is_here(place):
                return  # somebody whom the old host had sent on was here before its own word
            case events.TableMoved():
                self._moved(event)
            case events.PeersTold(peers=peers):
                self._learn(peers)
            case events.Disconnected() if self._succession is not None:
                self._succession.lost()
            case events.SatDown() if self._succession is not None:
                self._succession.back()
            case events.DealChecked() | events.Position() if self._succession is not None:
                self._succession.hold()
            case events.RoomChanged(room=room) if self._left and room.phase != "playing":
                self._forget_file()
            case events.Dismissed(code="gone" | "host" | "left" | "removed") if self._left:
                self._forget_file()
            case _:
                pass
        self._on_event(event)
        if isinstance(event, events.SatDown) and self._gone is not None:
            gone, self._gone = self._gone, None
            self._on_event(gone)

    def _prepare(self, text: str) -> None:
        """Get the table ready to be continued here."""
        from net.client.handed import is_own_table
        from net.table.log import JournalError

        host, seated = self._host, self.client.seated
        if host is None or seated is None:
            return
        host.on_arrival = self._arrived
        try:
            fits = partial(is_own_table, client=self.client)
            host.prepare(text, seated.token, bot_seconds=self._bot_seconds, fits=fits)
        except JournalError as error:
            _log.warning("the table cannot be continued here: %s", error)
            self._decline("release")
        except OSError as error:
            _log.warning("the table cannot be written here: %s", error)
            self._decline("disk")
        else:
            self.client.taking.prepare()
            self.send(Prepared(self.client.taking.attempt))

    def _is_here(self, fingerprint: str) -> bool:
        """Whether a place is this computer."""
        return self._host is not None and self._host.fingerprint == fingerprint

    def _moved(self, moved: events.TableMoved) -> None:
        """Note where the table is now; open it if that is here."""
        host, taking = self._host, self.client.taking
        if self._is_here(moved.fingerprint):
            assert host is not None
            if taking.role is Role.PREPARED:
                self._told = True
                host.arrive()
            return
        taking.stays()
        if host is not None:
            host.forget_prepared()
        seated = self.client.seated
        table = None if seated is None else seated.table
        self.on_moved(StartJoin((moved.address, moved.port), table, self._name), "")
        if self._succession is not None:
            self._succession.moved(moved.name)
        if self._serves:
            self._serves, self._left = False, table or ""
            self.client.handshake.follow(moved.fingerprint, moved.word, CredentialStore())
            self.client.end.keep()
            self._next = lambda: self._ways.there(moved, self.client)

    def _arrived(self) -> None:
        """Go to the table, which is in this program now."""
        host, client = self._host, self.client
        assert host is not None
        client.taking.let_go()
        client.taking = type(client.taking)()
        client.handshake.follow(host.fingerprint)
        self._serves, self._left = True, ""
        welcomed = client.handshake.welcomed
        opening = self._open_again(host, () if welcomed is None else welcomed.ways)
        self._next = lambda: self._ways.here(host, client)
        room, seated = client.room, client.seated
        if room is not None and seated is not None:
            table = next(iter(host.lobby.tables.values()))
            start = StartHost(seated.game, len(room.seats), port=host.port, table_name=table.name)
            self.on_moved(start, address_of(host))
            parted = self._succession is not None and self._succession.election.apart is not None
            if parted:
                self._succession = None
            if not self._told:
                name = "" if seated.seat is None else room.seats[seated.seat].name
                place = host.here, host.port, host.fingerprint
                self._on_event(events.TableMoved(name, *place, apart=parted))
        self._told = False
        self._in_background(opening)
        self._in_background(self.inner.close())

    async def _open_again(self, host: Host, ways: Sequence[WayIn]) -> None:
        """Let guests without Kozyr in as the table did where it was before."""
        if any(way.kind != "kozyr" for way in ways):
            from tui.guest.gateway_words import open_again

            await open_again(host, ways, self._folder)
            self.send(self.client.handshake.hello())  # to learn what is open now

    # --- when the host is lost --------------------------------------------------------------------

    def choose(self, seat: Seat) -> bool:
        """Vote for going on at the computer of a seat's player; tell whether that is possible."""
        return self._succession is not None and self._succession.choose(seat)

    def go_on_apart(self, seat: Seat) -> bool:
        """Go on apart at a seat's player's computer; tell whether that is possible.

        At this one a table apart is opened; at another one there has to be one.
        """
        succession, client = self._succession, self.client
        if succession is None:
            return False
        if seat == client.seat:
            succession.part()
            return True
        apart = succession.follow_apart(seat)
        if apart is None:
            return False
        self._succession = None
        name = client.room.seats[seat].name if client.room is not None else ""
        place = apart.address, apart.port
        moved = events.TableMoved(name, *place, apart.fingerprint, apart=True)
        self._next = lambda: self._ways.there(moved, client)
        self.on_moved(StartJoin(place, apart.table, self._name), "")
        self._on_event(moved)
        self._in_background(self.inner.close())
        return True

    def _learn(self, peers: Peers) -> None:
        succession = self._succession
        if succession is None or succession.match != peers.match:
            if succession is not None:
                succession.stop()
            self._succession = succession = Succession(
                self.client,
                peers,
                self._listen,
                self._offer,
                self._open_here,
                self._go_on_at,
                self._give_up,
                self._full,
            )
        succession.learn(peers)
        if self._host is not None and self._serves:
            succession.hosts(self._host)

    def _offer(self, offer: Offer | None) -> None:
        self._on_event(events.HostLost(offer))

    def _full(self) -> None:
        self._on_event(events.NotGoneOn("this disk cannot be written to", here=False))

    async def _listen(self) -> Host | None:
        """Open this computer for the others."""
        try:
            return await self._open_empty()
        except LinkError as error:
            _log.warning("the others cannot come here: %s", error)
            return None

    async def _open_empty(self) -> Host:
        """Open this computer without a table, unless it is open. Raises LinkError.

        It may be wanted for two reasons at once: the owner asks for it, and the host is lost. It
        listens at the port that was kept free, which the others know already.
        """
        async with self._opening:
            if self._host is None:
                self._host = await open_empty_host(self._name, self._folder, self._port)
                self._port = None
            return self._host

    def _open_here(self, host: Host) -> None:
        """Open the table here: more than half have voted for this computer."""
        from net.client.going_on import NotTakenError
        from net.table.log import JournalError

        assert self._succession is not None
        host.on_arrival = self._arrived
        try:
            self._succession.open_at(host, bot_seconds=self._bot_seconds)
        except (NotTakenError, JournalError) as error:
            _log.warning("the table cannot be continued here: %s", error)
            self._on_event(events.NotGoneOn(error.reason, error.facts))
        except OSError as error:
            _log.warning("the table cannot be written here: %s", error)
            self._on_event(events.NotGoneOn("this disk cannot be written to"))

    def _go_on_at(self, opened: Opened) -> None:
        """Go to where the table goes on without its host."""
        succession, client = self._succession, self.client
        assert succession is not None
        client.handshake.go_on_at(opened.fingerprint, succession.election.join())
        client.anew(opened.epoch)
        name = client.room.seats[opened.host].name if client.room is not None else ""
        moved = events.TableMoved(name, opened.address, opened.port, opened.fingerprint)
        host, self._next = self._host, lambda: self._ways.there(moved, client)
        if host is not None and self._serves:
            where = MovedLine(name, moved.address, moved.port, moved.fingerprint)
            host.give_way(succession.table, where)
            succession.gives_way()
            self._serves, self._host = False, None
            self._keep_port()
        self.on_moved(StartJoin((moved.address, moved.port), succession.table, self._name), "")
        self._on_event(moved)
        self._in_background(self.inner.close())

    def _give_up(self) -> None:
        """Have the table here no more, as too few have come: it is nowhere, as its host is lost.

        This computer stays open, so that the others can call it, and choose it again.
        """
        host, succession, client = self._host, self._succession, self.client
        assert host is not None
        assert succession is not None
        host.give_way(succession.table, None)
        self._serves = False
        here = events.TableMoved("", host.here, host.port, host.fingerprint)
        self._next = lambda: self._ways.there(here, client)
        self.on_moved(StartJoin((host.here, host.port), succession.table, self._name), "")
        for event in client.lose():
            self._on_event(event)
        self._on_event(events.NotGoneOn("too few of the others have come here"))
        self._in_background(self.inner.close())

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _forget_file(self) -> None:
        """Delete the file that says where the match went: it is over."""
        files = Journals()
        files.forget_moved(self._left)
        files.close()
        self._left = ""
