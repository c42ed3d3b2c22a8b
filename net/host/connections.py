"""The connections of a host: accepted, let in by turns, held to limits, dropped if too many; and
read no faster than allowed, strangers one after another.

A connection that has to wait is not read; the sender's own socket then makes the sender wait, too.
"""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence, Set
from dataclasses import dataclass
from functools import partial

from net.host import admission
from net.host.admission import STRANGERS_BURST, Limits
from net.host.listener import accept, hear_first
from net.host.runtime import Runtime
from net.host.stream import Stream
from net.rate_limit import RateLimit
from net.table.effects import Peer
from net.tasks import end_all
from net.wire import protocol
from net.wire.reasons import closing

_log = logging.getLogger(__name__)


class Connection:
    """The host's end of a TCP connection; a Channel of the runtime."""

    def __init__(self, stream: Stream, limits: admission.Limits, peer: Peer) -> None:
        self.peer = peer
        self.stream = stream
        self.frames = protocol.FrameReader(protocol.MAX_STRANGER)
        self.rate = RateLimit(limits.stranger_messages_per_second, admission.STRANGER_BURST)
        """The rate at which messages are read from it."""
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._begun = False
        now = self._loop.time()
        self.deadline = now + limits.hello_seconds
        self._join_by = now + limits.join_seconds
        self.joined = False
        """Whether it has joined a table."""
        self.dropped = False

    def join(self) -> None:
        """Note that it has joined a table, and raise its limits."""
        self.joined = True
        self.frames.limit = protocol.MAX_FRAME
        self.rate = RateLimit(self._limits.messages_per_second)

    def received(self, *, complete: bool) -> None:
        """Set the next deadline after bytes have come; `complete` if they ended a frame."""
        self._begun = self._begun or complete
        if not self._begun:
            return
        limits = self._limits
        seconds = limits.frame_seconds if self.frames.inside else limits.silent_seconds
        self.deadline = self._loop.time() + seconds
        if not self.joined:
            self.deadline = min(self.deadline, self._join_by)

    def send(self, messages: Sequence[bytes]) -> None:
        if self.dropped or self.stream.closing:
            return
        try:
            data = b"".join([protocol.frame(message) for message in messages])
        except protocol.FrameError:
            _log.exception("a message is too long: %r", messages[0][:40])
            self.abort()
            return
        if self.stream.unsent + len(data) > self._limits.out_bytes:
            _log.info("a client does not read and is dropped")
            self.abort()
            return
        self.stream.write(data)

    def drop(self) -> None:
        if not self.dropped:
            # Closing waits until the peer has read and answered, which a dead one never does.
            self.deadline = self._loop.time() + self._limits.frame_seconds
        self.dropped = True
        self.stream.close()

    async def gone(self) -> None:
        """Wait for the end of a dropped connection: until then it costs memory and counts.

        At its deadline the connection is aborted.
        """
        try:
            await self.stream.wait_closed()
        finally:
            self.abort()

    def abort(self) -> None:
        self.dropped = True
        self.stream.abort()


@dataclass(eq=False, slots=True)
class Accepted:
    """An accepted connection, from its first byte to its end."""

    sock: socket.socket
    address: str
    group: str
    turn: asyncio.Event
    """Set when the connection is let in."""
    task: asyncio.Task[None] | None = None
    connection: Connection | None = None
    """The connection that the host serves; None before."""


class Acceptor:
    """Accepts the connections of a host's listening sockets, and lets them in by turns.

    `serve` is called with each connection that is let in, and whether it speaks TLS; it returns
    when the connection ends. Only local networks are let in, unless `internet` is set. `seated`
    returns the addresses of players with a seat: they are turned away last.
    """

    def __init__(
        self,
        limits: admission.Limits,
        serve: Callable[[Accepted, bool], Awaitable[None]],
        seated: Callable[[], Set[str]] = frozenset,
        *,
        internet: bool,
    ) -> None:
        self.tasks: set[asyncio.Task[None]] = set()
        """One for each connection, from its acceptance to its end."""
        self._limits = limits
        self._serve = serve
        self._internet = internet
        self.admission: admission.Admission[Accepted] = admission.Admission(
            limits.strangers, seated
        )
        """Counts the connections that have not joined a table."""
        self._listening: list[socket.socket] = []
        self._accepting: list[asyncio.Task[None]] = []
        self._has_news = asyncio.Event()

    def open(self, listening: Iterable[socket.socket]) -> None:
        """Accept connections from listening sockets."""
        self._listening = [*listening]
        self._accepting = [asyncio.ensure_future(self._accept(sock)) for sock in self._listening]
        self._accepting.append(asyncio.ensure_future(self._let_in()))

    async def close(self) -> None:
        """Accept no more connections; those being served continue."""
        await end_all(self._accepting)
        for sock in self._listening:
            sock.close()
        self._accepting, self._listening = [], []

    async def _accept(self, listening: socket.socket) -> None:
        """Accept connections as they come."""
        async for sock, address in accept(listening, internet=self._internet):
            accepted = Accepted(sock, address, admission.group_of(address), asyncio.Event())
            loser = self.admission.arrive(accepted)
            if loser is accepted:
                sock.close()
                continue
            if loser is not None and loser.task is not None:
                loser.task.cancel()
            accepted.task = asyncio.ensure_future(self._admit(accepted))
            self.tasks.add(accepted.task)
            accepted.task.add_done_callback(partial(self._ended, accepted))

    def _ended(self, accepted: Accepted, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if task.cancelled() and not accepted.turn.is_set():
            accepted.sock.close()  # cancelled before its first step, `_admit` has not closed it

    async def _let_in(self) -> None:
        """Let waiting connections in by turns, as fast as they can be served."""
        loop = asyncio.get_running_loop()
        while True:
            while (accepted := self.admission.next(loop.time())) is not None:
                accepted.turn.set()
                while (surplus := self.admission.surplus()) is not None:
                    self._send_away(surplus)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.admission.wait(loop.time())):
                    await self._has_news.wait()
            self._has_news.clear()

    def _send_away(self, accepted: Accepted) -> None:
        """Drop a connection to make room for others."""
        self.admission.gone(accepted)
        if accepted.connection is not None:
            accepted.connection.send([protocol.encode(closing("crowd"))])
            accepted.connection.drop()
        elif accepted.task is not None:
            accepted.task.cancel()

    async def _admit(self, accepted: Accepted) -> None:
        """Wait for a connection's turn, and serve it to its end."""
        try:
            try:
                async with asyncio.timeout(self._limits.hello_seconds):
                    encrypted = await hear_first(accepted.sock)
                self.admission.ready(accepted)
                self._has_news.set()
                await accepted.turn.wait()
            except BaseException:
                accepted.sock.close()
                raise
            await self._serve(accepted, encrypted)
        except OSError as error:
            _log.info("%s did not come in: %s", accepted.address, error)
        finally:
            self.admission.gone(accepted)


class Reader:
    """Passes the messages of all connections of a host on to its runtime."""

    def __init__(self, runtime: Runtime, limits: Limits) -> None:
        self._runtime = runtime
        self._turn = asyncio.Lock()
        """Held by the connection without a table whose message is read next."""
        self._strangers = RateLimit(limits.all_strangers_messages_per_second, STRANGERS_BURST)

    async def read(self, connection: Connection, on_join: Callable[[], None]) -> None:
        """Read a connection to its end: by turns until it joins a table, then at once.

        Raises FrameError, BadMessageError, OSError.
        """
        runtime, incoming, frames = self._runtime, connection.stream.incoming, connection.frames
        while not connection.joined and (data := await incoming.read()):
            was_inside = frames.inside
            frames.feed(data)
            got_one = False
            for body in frames.frames():
                await self._wait_for_turn(connection)
                if connection.dropped:
                    return
                runtime.receive(connection, protocol.decode_to_host(body))
                got_one = True
                if connection.dropped:
                    return
                if not connection.joined and runtime.lobby.joined(connection):
                    connection.join()
                    on_join()
            if got_one or not was_inside:
                connection.received(complete=got_one)
        if connection.joined:
            await incoming.hand_on(partial(self._receive, connection))

    def _receive(self, connection: Connection, data: bytes) -> None:
        """Take bytes of a connection at a table."""
        now, rate, frames = asyncio.get_running_loop().time(), connection.rate, connection.frames
        was_inside, got_one = frames.inside, False
        frames.feed(data)
        for body in frames.frames():
            self._runtime.receive(connection, protocol.decode_to_host(body))
            if connection.dropped:
                return
            got_one = True
            rate.note(now)
            if late := rate.wait(now):
                connection.stream.incoming.hold(late)
                break
        if got_one or not was_inside:
            connection.received(complete=got_one)

    async def _wait_for_turn(self, connection: Connection) -> None:
        """Wait for the turn of the next message."""
        loop, rate = asyncio.get_running_loop(), connection.rate
        late = rate.wait(loop.time())
        rate.note(loop.time())
        if late:
            await asyncio.sleep(late)
        if connection.joined:
            return
        async with self._turn:
            # In another step of the loop, so that players get their turn.
            await asyncio.sleep(self._strangers.wait(loop.time()))
            self._strangers.note(loop.time())
