"""The line between a client under test and a real host, which can change the messages of both.

Each connection of the client is also one to the host, over TLS with the host's own certificate, so
that codes are proved as if there were no line.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable
from typing import Any, Final

import msgpack

from kozyr_kits.conformance.clients.alterations import Alteration, Plain, leave
from kozyr_kits.conformance.clients.observer import ClientObserver
from kozyr_kits.conformance.news import News
from net.public.client import Identity, connect
from net.public.host import accept, listen
from net.wire.protocol import FrameError, FrameReader, frame

UNALTERED: Final = Alteration("", leave)
LOOPBACK: Final = "127.0.0.1"
PIECE_SECONDS: Final = 0.002
"""The time between two pieces of a frame, so that they arrive one by one."""


class Line:
    """One connection of the client. `strange` shows another certificate and leads to no host."""

    def __init__(self, line_up: Lines, number: int, *, strange: bool) -> None:
        self.number = number
        self.strange = strange
        self.moved = strange and line_up.moved
        """Whether the table is said to have moved to this host."""
        self.told: list[Plain] = []
        """The messages to the client."""
        self.said: list[Plain] = []
        """The messages of the client, held back or not."""
        self.mute = False
        """Whether the host's messages are kept from the client."""
        self.unheard: list[Plain] = []
        """The messages withheld from the muted client."""
        self.ended = False
        self.lines = line_up
        """All connections of the client."""
        self._out: asyncio.Queue[list[bytes] | None] = asyncio.Queue()
        """The data for the client, in pieces; None ends the connection."""
        self._writers: dict[str, asyncio.StreamWriter] = {}

    def last(self, kind: str) -> Plain | None:
        """Return the last message of a kind sent to the client."""
        return next((each for each in reversed(self.told) if each["type"] == kind), None)

    def tell(self, message: Plain) -> None:
        """Send the client a message, in the form of the alteration."""
        alteration = self.lines.alteration
        data = frame(msgpack.packb(alteration.change(message)))
        self.told.append(message)
        self.lines.observer.told(self, message)
        self._out.put_nowait([data[:1], data[1:5], data[5:]] if alteration.bytewise else [data])

    def forward(self, message: Plain) -> None:
        """Send a message of the client to the host."""
        self._write("host", frame(msgpack.packb(message)))

    def cut(self) -> None:
        """End the connection on both sides, as a broken cable would."""
        for writer in self._writers.values():
            writer.transport.abort()

    def hang_up(self) -> None:
        """End the connection once everything has been sent."""
        self._out.put_nowait(None)

    def _write(self, side: str, data: bytes) -> None:
        writer = self._writers.get(side)
        if writer is not None and not writer.transport.is_closing():
            writer.write(data)

    async def carry(self, streams: tuple[asyncio.StreamReader, asyncio.StreamWriter]) -> None:
        """Carry messages until either side ends the connection."""
        reader, self._writers["client"] = streams
        tasks: list[asyncio.Task[None]] = []
        try:
            if not self.strange:
                inner, self._writers["host"], _ = await connect(LOOPBACK, self.lines.host_port)
                tasks.append(asyncio.ensure_future(self._read_host(inner)))
            ends = [asyncio.ensure_future(self._read(reader, self._hear_client))]
            ends.append(asyncio.ensure_future(self._write_out()))
            tasks += ends
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.ended = True
            for task in tasks:
                task.cancel()
            for error in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(error, Exception):
                    self.lines.fault = self.lines.fault or error
            for writer in self._writers.values():
                writer.close()
            self.lines.observer.ended(self)
            self.lines.notify()

    async def _write_out(self) -> None:
        """Send the queued data to the client, piece by piece."""
        while (pieces := await self._out.get()) is not None:
            for piece in pieces:
                self._write("client", piece)
                if len(pieces) > 1:
                    await asyncio.sleep(PIECE_SECONDS)

    async def _read_host(self, reader: asyncio.StreamReader) -> None:
        await self._read(reader, self._hear_host)
        self.hang_up()

    async def _read(self, reader: asyncio.StreamReader, hear: Callable[[bytes], None]) -> None:
        frames = FrameReader()
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                frames.feed(data)
                try:
                    for body in frames.frames():
                        hear(body)
                except FrameError as error:
                    if hear == self._hear_client:
                        self.lines.observer.unreadable(self, str(error))
                        self._write("host", bytes(4))  # the answer to garbage is the host's own
                    while await reader.read(65536):
                        pass
                self.lines.notify()

    def _hear_client(self, body: bytes) -> None:
        message = self.lines.observer.said(self, body)
        if message is None:
            self._write("host", frame(body))  # the host has its own answer to that
            return
        self.said.append(message)
        if self.strange:
            self.lines.answer_strangely(self, message)
        elif not self.lines.hold(self, message):
            self._write("host", frame(body))

    def _hear_host(self, body: bytes) -> None:
        for message in self.lines.cheat(self, msgpack.unpackb(body)):
            if self.mute:
                self.unheard.append(message)
            else:
                self.tell(message)


class Lines(News):
    """All connections of the client under test, from `open` to `close`."""

    def __init__(self, observer: ClientObserver, host_port: int, identity: Identity) -> None:
        super().__init__()
        self.observer = observer
        self.host_port = host_port
        self.alteration = UNALTERED
        self.cheat: Callable[[Line, Plain], list[Plain]] = lambda line, message: [message]
        """Returns the messages in place of one of the host, before they are altered."""
        self.all: list[Line] = []
        self.other: Identity | None = None
        """A certificate to show instead of the host's."""
        self.moved = False
        """Whether the client has been told that the table moved to that certificate's host."""
        self.port = 0
        self.welcome: Callable[[], Plain] = dict
        """Returns the Welcomed of a host with another certificate."""
        self._identity = identity
        self._held: dict[str, list[tuple[Line, Plain]]] = {}
        self._listening: list[socket.socket] = []
        self._accepted: set[socket.socket] = set()
        """Sockets not yet taken over by a connection."""
        self._accepting: list[asyncio.Task[None]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self, port: int) -> int:
        """Listen on this machine; return the port. Raises HostError."""
        self._listening = listen(LOOPBACK, port)
        self._accepting = [asyncio.ensure_future(self._accept(sock)) for sock in self._listening]
        self.port = int(self._listening[0].getsockname()[1])
        return self.port

    async def vanish(self) -> None:
        """Vanish like a host whose cable is pulled, until `open` is called again."""
        for accepting in self._accepting:
            accepting.cancel()
        await asyncio.gather(*self._accepting, return_exceptions=True)
        for sock in self._listening:
            sock.close()
        for line in self.all:
            line.cut()

    async def close(self) -> None:
        """End all connections."""
        for accepting in self._accepting:
            accepting.cancel()
        await asyncio.gather(*self._accepting, return_exceptions=True)
        # If cancelled before its transport hears of the connection, asyncio would not close it.
        await asyncio.sleep(0)
        for line in self.all:
            line.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for sock in (*self._listening, *self._accepted):
            sock.close()
        if self.fault is not None:
            raise self.fault

    def _start(self, doing: Any) -> None:
        task = asyncio.ensure_future(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _accept(self, listening: socket.socket) -> None:
        async for sock, _ in accept(listening, internet=False):
            self._accepted.add(sock)
            self._start(self._serve(sock))

    async def _serve(self, sock: socket.socket) -> None:
        strange = self.other is not None
        loop, reader = asyncio.get_running_loop(), asyncio.StreamReader()
        protocol = asyncio.StreamReaderProtocol(reader)
        context = (self.other or self._identity).context()
        with contextlib.suppress(OSError):
            try:
                transport, _ = await loop.connect_accepted_socket(
                    lambda: protocol, sock, ssl=context, ssl_handshake_timeout=10
                )
            except BaseException as error:
                sock.close()
                if strange and isinstance(error, OSError):
                    # A client may hang up as soon as it has read the certificate of a stranger.
                    self._add(strange=True).ended = True
                raise
            finally:
                self._accepted.discard(sock)
            writer = asyncio.StreamWriter(transport, protocol, reader, loop)
            line = self._add(strange=strange)
            self.observer.opened(line)
            await line.carry((reader, writer))

    def _add(self, *, strange: bool) -> Line:
        line = Line(self, len(self.all), strange=strange)
        self.all.append(line)
        self.notify()
        return line

    # --- for incidents -------------------------------------------------------------------------

    @property
    def line(self) -> Line | None:
        """The client's newest connection."""
        return self.all[-1] if self.all else None

    def hold(self, line: Line, message: Plain) -> bool:
        """Hold back a message of the client if an incident waits for one of its kind."""
        held = self._held.get(str(message["type"]))
        if held is None:
            return False
        held.append((line, message))
        return True

    def answer_strangely(self, line: Line, message: Plain) -> None:
        """Answer as another host would."""
        if message["type"] == "Hello":
            line.tell(self.welcome())
        elif message["type"] == "Ping":
            line.tell({"type": "Ponged", "sent": message["sent"]})

    async def take(self, kind: str, seconds: float) -> tuple[Line, Plain] | None:
        """Wait for the client's next message of a kind, and hold it back; None if none comes."""
        held = self._held.setdefault(kind, [])
        await self.wait(lambda: held, seconds)
        for line, message in self._held.pop(kind)[1:]:
            line.forward(message)
        return held[0] if held else None
