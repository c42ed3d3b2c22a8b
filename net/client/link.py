"""A link over TLS: keeps a client's seat connected to its host, whatever the network does.

    dial --trusted--> live: greet, read, a Ping every 2 s --broken, 6 s silent, or renewed--> wait
     ^                  |                                                                      |
     |                  | Closed or `close`: Dismissed is the last event                       |
     +-- the old address and the ones found since, in turn, after 0.1 to 1 s ------------------+

If the first connection fails, the link ends with Dismissed; later ones are tried for ever. After 2
s `HostSearch` looks for the table elsewhere. A wrong code waits for the player; a moved table is
dialled at its new place at once. Sample: `SatDown(..., again=True)` is the event after a broken
connection.
"""

from __future__ import annotations

import asyncio
import logging
import random
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from net.client import events
from net.client.background import Checks, Filing, RecordFiler
from net.client.calls import HostSearch, Streams, dial, reaches
from net.client.seat import ClientSeat
from net.lan.addresses import address_name
from net.secure.pake import ClientSide
from net.wire import protocol
from net.wire.from_host import Closed, FromHost, Welcomed
from net.wire.message import Message
from net.wire.reasons import class_of_closing, closing
from net.wire.to_host import Join, Leave, Ping, Prove, Reached

if TYPE_CHECKING:
    from net.lan.discovery import Seeker

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Timeouts:
    """The timeouts with which a client keeps its connection."""

    connect_seconds: float = 5.0
    reconnect_seconds: float = 1.5
    """Shorter than for the first connection: a single lost packet must not delay the resumption."""
    heartbeat_seconds: float = 2.0
    dead_seconds: float = 6.0
    """The silence after which a host counts as gone."""
    first_wait_seconds: float = 0.1
    longest_wait_seconds: float = 1.0
    """The waits before reconnecting: the first one, doubled each time up to the longest, each
    shortened at random by up to half.
    """
    seek_seconds: float = 2.0
    """The time after which the link also searches for the table elsewhere, if it can."""
    gone_seconds: float = 10.0
    """The time during which hosts without the table or its certificate are distrusted."""
    proof_seconds: float = 60.0
    """The time for which a host may leave a proof unanswered before it is given up."""
    goodbye_seconds: float = 0.5
    """The time that closing a connection from this side may take."""


class RemoteLink:
    """A Link to a host at an address or, with `seek`, to the place where its table is continued.

    `keep` files copies of the records of finished matches. `moved_to` is the certificate of the
    host if the table has moved there with this player's seat.
    """

    def __init__(
        self,
        address: str,
        port: int,
        client: ClientSeat,
        timeouts: Timeouts = Timeouts(),
        seek: Callable[[str], Seeker] | None = None,
        keep: RecordFiler | None = None,
        dial: Callable[[str, int, asyncio.Event], Awaitable[Streams | None]] = dial,
        *,
        moved_to: bytes = b"",
    ) -> None:
        self.client = client
        self.timeouts = timeouts
        self._dial = dial
        self.search = HostSearch(
            (address, port),
            seek,
            seek_seconds=timeouts.seek_seconds,
            gone_seconds=timeouts.gone_seconds,
        )
        self.writer: asyncio.StreamWriter | None = None
        self.heard = 0.0
        self._met = bool(moved_to)
        if moved_to:
            self.search.move((address, port), moved_to)
        self._tried = False
        """Whether a code was tried on this connection; a host accepts one attempt."""
        self._asked = False
        """Whether the last Join was for a new seat."""
        self._needs_code = False
        """Whether the player has to enter a code; until then there is nothing to send."""
        self._code_given = asyncio.Event()
        self._moved = False
        """Whether the connection ends because the table has moved."""
        self._reaching: asyncio.Task[None] | None = None
        self._renewing = False
        """Whether the connection is being replaced by a new one."""
        self._closing = asyncio.Event()
        self._on_event: Callable[[events.ClientEvent], None] = lambda event: None
        self._filing = Filing(client, self._hand_on, keep)
        self._checks = Checks(client, self._hand_on)

    @property
    def troubles(self) -> tuple[str, ...]:
        """Trouble with this player's own disk; a host reports trouble to its own player."""
        return ("record",) if self._filing.failed else ()

    @property
    def silent(self) -> float:
        """The seconds since the last bytes from the host."""
        return asyncio.get_running_loop().time() - self.heard

    def send(self, message: Message) -> None:
        """Send without waiting."""
        if isinstance(message, Prove):
            self._needs_code = False
            self._code_given.set()
            if self._tried:
                # The client's seat has the new code, and proves it on the next connection.
                self._renew()
                return
            self._tried = True
        if isinstance(message, Join):
            # With a token it is already this player's seat, which a Leave would give up.
            self._asked = not message.token
        if self.writer is not None and not self.writer.transport.is_closing():
            self.writer.write(protocol.frame(protocol.encode(message)))
            self.client.sent(message)

    def _renew(self) -> None:
        self._renewing = True
        if self.writer is not None:
            self.writer.transport.abort()

    async def close(self) -> None:
        """Close the connection; `run` returns. A requested seat that was not given is declined."""
        if self._asked and self.client.seated is None:
            self.send(Leave())
        self._closing.set()
        if (writer := self.writer) is not None:
            writer.close()
            # A host that does not close its side must not hold up the end of the program.
            loop = asyncio.get_running_loop()
            loop.call_later(self.timeouts.goodbye_seconds, writer.transport.abort)

    async def run(self, on_event: Callable[[events.ClientEvent], None]) -> None:
        """Carry messages until the host or this side closes for good."""
        self._on_event = on_event
        self._checks.begin()
        try:
            await self._keep_up()
        finally:
            if self._reaching is not None:
                self._reaching.cancel()
            try:
                await self._checks.finish()
                await self._filing.finish()
            finally:
                await self.search.close()

    async def _keep_up(self) -> None:
        attempt = 0
        while not self._closing.is_set() and self.client.dismissed is None:
            timeouts = self.timeouts
            patience = timeouts.reconnect_seconds if self._met else timeouts.connect_seconds
            address = self.search.next(attempt)
            unnamed = False
            try:
                async with asyncio.timeout(patience):
                    connected = await self._dial(*address, self._closing)
            except ssl.SSLError as error:
                _log.warning("%s does not speak TLS 1.3: %s", address[0], error)
                if not self._met:
                    self.end(closing("unreadable"))
            except (OSError, TimeoutError, UnicodeError) as error:
                _log.info("no connection to %s: %s", address[0], error)
                unnamed = isinstance(error, socket.gaierror)
            else:
                if connected is None:
                    return
                reader, writer, fingerprint = connected
                if self.search.trusts(address, fingerprint, _table_of(self.client)):
                    self.search.address = address
                    self.client.handshake.meet(fingerprint.hex(), partial(ClientSide, fingerprint))
                    if await self._live(reader, writer):
                        attempt = 0
                        if not self._moved:
                            self.search.lost(fingerprint)
                    if self._moved:
                        self._moved = False
                        continue
                else:
                    writer.transport.abort()
                    if self.client.peers is None and address != self.search.address:
                        self._hand_on([events.FoundElsewhere(*address)])
            if not self._met and self.client.dismissed is None and not self._closing.is_set():
                host, port = self.search.address
                self.end(
                    closing("unnamed", host=host)
                    if unnamed
                    else closing("unreachable", address=address_name(host, port))
                )
            if self.client.dismissed is not None:
                return
            if self._needs_code:
                await self._wait_for_code()
            else:
                await self._wait(attempt)
                attempt += 1

    async def _wait(self, attempt: int) -> None:
        """Wait a random time before the next attempt, lest a whole table reconnect at once."""
        self.search.look_around(_table_of(self.client))
        longest = self.timeouts.longest_wait_seconds
        seconds = min(longest, self.timeouts.first_wait_seconds * 2 ** min(attempt, 10))
        try:
            async with asyncio.timeout(seconds * random.uniform(0.5, 1)):
                await self._closing.wait()
        except TimeoutError:
            return

    async def _wait_for_code(self) -> None:
        """Reconnect only after the player has entered a code: no host waits that long."""
        ends = [asyncio.ensure_future(each.wait()) for each in (self._code_given, self._closing)]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for each in ends:
            each.cancel()

    async def _live(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Carry messages over one connection; return whether the host has greeted."""
        self.writer = writer
        self.heard = asyncio.get_running_loop().time()
        self._tried = self._renewing = False
        heartbeat = asyncio.ensure_future(_beat(self, writer))
        try:
            self._hand_on(self.client.greet())
            if self.client.dismissed is None:
                await self._read(reader)
        except OSError as error:
            _log.info("the connection broke: %s", error)
        except (protocol.FrameError, protocol.BadMessageError) as error:
            _log.warning("the host sent what cannot be read: %s", error)
            await self._checks.finish()  # the finished deals are filed all the same
            if not self._closing.is_set():
                self.end(closing("unreadable"))
        finally:
            self.writer = None
            heartbeat.cancel()
            # abort, not close: with a dead peer a close would never finish
            writer.transport.abort()
            was_connected = self.client.connected
            wanted = self._renewing or self._needs_code or self._moved
            lost = self.client.lose(renewing=wanted)
        if not self._closing.is_set():
            self._hand_on(lost)
        return was_connected

    async def _read(self, reader: asyncio.StreamReader) -> None:
        loop = asyncio.get_running_loop()
        frames = protocol.FrameReader()
        while data := await reader.read(65536):
            self.heard = loop.time()
            frames.feed(data)
            for body in frames.frames():
                message = protocol.decode_from_host(body)
                if self._closing.is_set():
                    break  # read on to the end, although nothing is reported any more
                if isinstance(message, Welcomed) and self.search.is_elsewhere(
                    message, _table_of(self.client)
                ):
                    return
                if isinstance(message, Closed):
                    if class_of_closing(message.code) == "again" and self._met:
                        # Our own broken connection may still be counted, but not for long.
                        return
                    await self._filing.finish()  # nothing is reported after the end
                self._take(message)
                if self._moved or self.client.dismissed is not None:
                    return

    def _take(self, message: FromHost) -> None:
        try:
            self._hand_on(self.client.receive(message, self.heard))
        except (protocol.BadMessageError, OSError):
            raise
        except Exception as error:
            # The view may not fit its game, or its events may make no sense: a foreign host may
            # send anything.
            _log.exception("the host sent what makes no sense")
            raise protocol.BadMessageError(repr(error)[:200]) from error
        self._checks.follow()

    def _hand_on(self, received: Iterable[events.ClientEvent]) -> None:
        for one in received:
            match one:
                case events.Answer(message):
                    self.send(message)
                    continue
                case events.RecordReceived():
                    self._filing.begin(one)
                    continue
                case events.DealChecked():
                    self._filing.grow(one)
                case events.Connected():
                    self._met = True
                case events.ReachWanted():
                    if self._reaching is not None:
                        self._reaching.cancel()  # a later place replaces it
                    self._reaching = asyncio.create_task(_try_to_reach(self, one))
                    continue
                case events.TableMoved(address=address, port=port, fingerprint=fingerprint):
                    # Reconnect at the new host, as after a broken connection.
                    self.search.move((address, port), bytes.fromhex(fingerprint))
                    self._moved = True
                    if self.writer is not None:
                        self.writer.transport.abort()
                case events.CodeWanted():
                    self._needs_code = True
                    self._code_given.clear()
                case events.SatDown():
                    self.search.found()
                case events.SeatGiven():
                    self._renew()
            self._on_event(one)

    def end(self, why: Closed) -> None:
        """Close for good from this side."""
        self._on_event(self.client.dismiss(why))


def _table_of(client: ClientSeat) -> str | None:
    """Return the id of the table where this player sits."""
    return client.seated.table if client.seated is not None else None


async def _try_to_reach(link: RemoteLink, place: events.ReachWanted) -> None:
    """Tell the host whether the new place of the table can be reached from here."""
    link.send(Reached(place.attempt, await reaches(place, link.search.address[0])))


async def _beat(link: RemoteLink, writer: asyncio.StreamWriter) -> None:
    """Send a Ping regularly; abort the connection when nothing comes back."""
    loop, timeouts = asyncio.get_running_loop(), link.timeouts
    step = timeouts.heartbeat_seconds / 4
    beats = 0
    proving_since: float | None = None
    while True:
        before = loop.time()
        await asyncio.sleep(step)
        now = loop.time()
        if now - before > 4 * step:
            # This process was suspended: the host's silence counts only from now on.
            link.heard = now
            beats = 0
        if now - link.heard > timeouts.dead_seconds:
            writer.transport.abort()
            return
        proving_since = proving_since or now if link.client.handshake.proof.running else None
        if proving_since is not None and now - proving_since > timeouts.proof_seconds:
            link.end(closing("unproved"))
            writer.transport.abort()
            return
        if beats % 4 == 0 and link.client.connected:
            took = link.client.took + link.client.handshake.beyond()
            link.send(Ping(int(now * 1000), took))
        beats += 1
