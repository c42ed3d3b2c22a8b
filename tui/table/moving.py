"""The way to a table that may move: it follows the table to another computer, and to this one.

One `ClientSeat` stays with the player; the link under it changes. Draws nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from net.client.events import (
    ClientEvent,
    Dismissed,
    RoomChanged,
    TableHanded,
    TableMoved,
    TableStays,
)
from net.client.seat import ClientSeat, Link
from net.files.saved import Journals
from net.files.store import CredentialStore
from net.migration.taking import Role
from net.table.lobby import Shutdown
from net.wire.message import Message
from net.wire.to_host import Accept, Decline, Prepared
from tui.start import AnyStart, StartHost, StartJoin
from tui.table.hosting import LinkError, address_of, open_empty_host

if TYPE_CHECKING:
    from net.host.server import Host
    from net.wire.from_host import WayIn

_log = logging.getLogger(__name__)


class Ways(Protocol):
    """Makes the links that a move needs."""

    def there(self, moved: TableMoved, client: ClientSeat) -> Link:
        """Return the link to a table that has moved to another computer."""
        ...

    def here(self, host: Host, client: ClientSeat) -> Link:
        """Return the link to a table that has come to this computer."""
        ...


class TableLink:
    """A Link to a table wherever it is; `name` is this player's, for the list of hosts.

    A host that the table has left stays open as long as the link runs: it tells those who were away
    where the table is. `left` is the id of a table whose match has gone from here to another
    computer: once the match is over there, the file that says so is deleted.
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
        self._serves = host is not None
        self._next: Callable[[], Link] | None = None
        self._closing = False
        self._on_event: Callable[[ClientEvent], None] = lambda event: None
        self._left = left
        self._told = False
        """Whether the player has been told that the table is here now."""
        self._tasks: set[asyncio.Task[None]] = set()

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

    async def run(self, on_event: Callable[[ClientEvent], None]) -> None:
        """Carry messages until it is over for good, wherever the table goes."""
        self._on_event = on_event
        try:
            while True:
                await self.inner.run(self._heard)
                following, self._next = self._next, None
                if following is None or self._closing:
                    return
                self.inner = following()
        finally:
            if self._host is not None and not self._serves:
                await self._host.close(Shutdown.CLOSED)

    # --- to this computer ------------------------------------------------------------------------

    async def agree(self) -> None:
        """Open this computer for the table, as its owner has asked."""
        taking = self.client.taking
        if not taking.agree():
            return
        attempt = taking.attempt
        try:
            if self._host is None:
                self._host = await open_empty_host(self._name, self._folder)
        except LinkError as error:
            _log.warning("the table cannot come here: %s", error)
            self._decline("port")
            return
        if attempt == taking.attempt:
            self.send(Accept(attempt, self._host.port, self._host.fingerprint))

    def decline(self) -> None:
        """Leave the table where it is."""
        if self.client.taking.role is Role.ASKED:
            self._decline("no")

    def _decline(self, reason: str) -> None:
        self.send(Decline(self.client.taking.attempt, reason))  # type: ignore[arg-type]
        self.client.taking.stays()

    def _heard(self, event: ClientEvent) -> None:
        match event:
            case TableHanded(text=text):
                self._prepare(text)
                return
            case TableStays() if self._host is not None:
                self._host.forget_prepared()
            case TableMoved():
                self._moved(event)
            case RoomChanged(room=room) if self._left and room.phase != "playing":
                self._forget_file()
            case Dismissed(code="gone" | "host" | "left" | "removed") if self._left:
                self._forget_file()
            case _:
                pass
        self._on_event(event)

    def _prepare(self, text: str) -> None:
        """Get the table ready to be continued here."""
        from net.table.journal import JournalError

        host, seated = self._host, self.client.seated
        if host is None or seated is None:
            return
        host.on_arrival = self._arrived
        try:
            host.prepare(text, seated.token, bot_seconds=self._bot_seconds)
        except JournalError as error:
            _log.warning("the table cannot be continued here: %s", error)
            self._decline("release")
        except OSError as error:
            _log.warning("the table cannot be written here: %s", error)
            self._decline("disk")
        else:
            self.client.taking.prepare()
            self.send(Prepared(self.client.taking.attempt))

    def _moved(self, moved: TableMoved) -> None:
        """Note where the table is now; open it if that is here."""
        host, taking = self._host, self.client.taking
        if host is not None and moved.fingerprint == host.fingerprint:
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
            start = StartHost(
                seated.game, len(room.seats), port=host.port, table_name=seated.table_name
            )
            self.on_moved(start, address_of(host))
            if not self._told:
                name = "" if seated.seat is None else room.seats[seated.seat].name
                self._on_event(TableMoved(name, host.here, host.port, host.fingerprint))
        self._told = False
        for task in (asyncio.create_task(self.inner.close()), asyncio.create_task(opening)):
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _open_again(self, host: Host, ways: Sequence[WayIn]) -> None:
        """Let guests without Kozyr in as the table did where it was before."""
        if any(way.kind != "kozyr" for way in ways):
            from tui.table.gateways import open_again

            await open_again(host, ways, self._folder)
            self.send(self.client.handshake.hello())  # to learn what is open now

    def _forget_file(self) -> None:
        """Delete the file that says where the match went: it is over."""
        files = Journals()
        files.forget_moved(self._left)
        files.close()
        self._left = ""
