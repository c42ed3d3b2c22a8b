"""The host's end of a TCP connection as a stream of bytes, with or without TLS.

asyncio's own TLS streams do the same with detours that take as long as a table takes for a move. If
the host does not read, the other side waits: the transport pauses, and the peer's own socket fills
up.
"""

import asyncio
import ssl
from collections.abc import Callable
from socket import socket
from typing import Final

from net.secure.tls import SHUTDOWN_SECONDS, TlsEngine


class Incoming:
    """Bytes on their way from a transport to their reader."""

    def __init__(self) -> None:
        self.ended = False
        """Whether the other side has sent its last byte."""
        self.closed = False
        """Whether no byte is passed on any more."""
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.ReadTransport | None = None
        self._received: list[bytes] = []
        self._waiting: asyncio.Future[None] | None = None
        self._paused = False
        self._broken: Exception | None = None
        self._take: Callable[[bytes], None] | None = None
        self._held: asyncio.TimerHandle | None = None

    # --- for the reader --------------------------------------------------------------------------

    async def read(self) -> bytes:
        """Wait for the next bytes; none at the end. Raises OSError if the connection breaks."""
        if not self._received and not self.ended:
            self._waiting = self._loop.create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        if not self._received and self._broken is not None:
            raise self._broken
        data = b"".join(self._received)
        self.discard()
        return data

    async def hand_on(self, take: Callable[[bytes], None]) -> None:
        """Hand on all bytes as they come, without a task in between, until the end.

        Raises OSError if the connection breaks, and any error of `take`.
        """
        self._take = take
        self._waiting = self._loop.create_future()
        if self.ended:
            self._wake()
        try:
            received = b"".join(self._received)
            self.discard()
            self._give(received)
            await self._waiting
        finally:
            self._take = self._waiting = None
        if self._broken is not None:
            raise self._broken

    def hold(self, seconds: float) -> None:
        """Pause for some seconds; then hand on the bytes that have come, if any."""
        if not self.closed:
            self._pause()
            self._held = self._loop.call_later(seconds, self._release)

    # --- for the stream --------------------------------------------------------------------------

    def open(self, transport: asyncio.ReadTransport) -> None:
        """Read from a transport."""
        self._transport = transport

    def feed(self, data: bytes) -> None:
        """Take bytes of the transport."""
        if self._take is not None:
            self._give(data)
            return
        self._received.append(data)
        self._wake()
        if len(self._received) > 1:
            self._pause()

    def discard(self) -> None:
        """Discard the unread bytes, and continue."""
        self._received.clear()
        self._resume()

    def end(self, error: Exception | None = None) -> None:
        """Note the last byte; readers get the first `error`."""
        self._broken = self._broken or error
        self.ended = True
        self._wake()

    def lose(self, error: Exception | None) -> None:
        """Note the loss of the connection."""
        if self._held is not None:
            self._held.cancel()
        self.closed = True
        self.end(error)

    def _give(self, data: bytes) -> None:
        assert self._take is not None
        assert self._waiting is not None
        try:
            self._take(data)
        except Exception as error:
            self._take = None
            if not self._waiting.done():
                self._waiting.set_exception(error)

    def _release(self) -> None:
        self._resume()
        if self._take is not None and not self.closed:
            self._give(b"")

    def _pause(self) -> None:
        if not self._paused and self._transport is not None:
            self._transport.pause_reading()
            self._paused = True

    def _resume(self) -> None:
        if self._paused and self._transport is not None:
            self._paused = False
            self._transport.resume_reading()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)


READ_BYTES: Final = 8192
"""The most bytes read at once; up to about three times as many may wait on each connection."""

_arrived: Final = memoryview(bytearray(READ_BYTES))
"""The buffer of all connections, emptied after each read: silent ones need no memory."""


class Stream(asyncio.BufferedProtocol):
    """The bytes in both directions, made by `open_stream`; with a context as the server of TLS."""

    def __init__(self, context: ssl.SSLContext | None) -> None:
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._tls = None if context is None else TlsEngine(context)
        self._opened: asyncio.Future[None] = self._loop.create_future()
        self.incoming = Incoming()
        """The bytes to read."""
        self._goodbye: asyncio.TimerHandle | None = None
        self._gone = asyncio.Event()

    # --- for the host ----------------------------------------------------------------------------

    async def opened(self) -> None:
        """Wait until bytes can be exchanged. Raises OSError."""
        await self._opened

    def write(self, data: bytes) -> None:
        """Send without waiting."""
        # asyncio logs each write to a transport whose peer is gone; strangers must not fill a log.
        if self.closing or self._transport is None or self._transport.is_closing():
            return
        if self._tls is None:
            self._transport.write(data)
            return
        try:
            self._tls.send(data)
        except ssl.SSLError as error:
            self._break(error)
        else:
            self._send_tls()

    @property
    def unsent(self) -> int:
        """The bytes that this system has not taken yet, because the other side does not read."""
        return 0 if self._transport is None else self._transport.get_write_buffer_size()

    @property
    def closing(self) -> bool:
        """Whether writing has ended."""
        return self.incoming.closed

    def close(self) -> None:
        """Close the connection once all bytes written so far have gone out."""
        if self.closing or self._transport is None:
            return
        self.incoming.closed = True
        self.incoming.discard()
        if self._tls is None or not self._tls.ready:
            self._transport.close()
            return
        self._tls.close()
        self._transport.write(self._tls.to_send())
        if self.incoming.ended:
            self._transport.close()
        else:
            # Closing with unread data would cut off our own: the other side has to close first.
            self._goodbye = self._loop.call_later(SHUTDOWN_SECONDS, self._transport.abort)

    def abort(self) -> None:
        """End the connection now."""
        self.incoming.closed = True
        if self._transport is not None:
            self._transport.abort()

    async def wait_closed(self) -> None:
        """Wait for the end of the connection."""
        await self._gone.wait()

    # --- for asyncio -----------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self.incoming.open(transport)
        if self._tls is None:
            self._opened.set_result(None)

    def get_buffer(self, sizehint: int) -> memoryview:
        return _arrived

    def buffer_updated(self, nbytes: int) -> None:
        if self.closing:
            return
        if self._tls is None:
            self.incoming.feed(bytes(_arrived[:nbytes]))
            return
        try:
            data = self._tls.receive(_arrived[:nbytes])
        except ssl.SSLError as error:
            self._send_tls()
            self._break(error)
            return
        self._send_tls()
        if self._tls.ready and not self._opened.done():
            self._opened.set_result(None)
        if data:
            self.incoming.feed(data)
        if self._tls.ended:
            self.incoming.end()

    def eof_received(self) -> bool:
        self.incoming.end()
        if not self._opened.done():
            self._break(ConnectionResetError("the handshake was broken off"))
        # The messages received so far are still answered; then the host closes.
        return not self.closing

    def connection_lost(self, exc: Exception | None) -> None:
        if self._goodbye is not None:
            self._goodbye.cancel()
        if not self._opened.done():
            self._opened.set_exception(exc or ConnectionResetError("the connection is lost"))
        self.incoming.lose(exc)
        self._gone.set()

    def _break(self, error: Exception) -> None:
        """Close a connection that has failed; bytes already written still go out."""
        self.incoming.closed = True
        if not self._opened.done():
            self._opened.set_exception(error)
        self.incoming.end(error)
        if self._transport is not None:
            self._transport.close()

    def _send_tls(self) -> None:
        if self._tls is not None and self._transport is not None and (data := self._tls.to_send()):
            self._transport.write(data)


async def open_stream(sock: socket, context: ssl.SSLContext | None, seconds: float) -> Stream:
    """Make a stream of an accepted socket, encrypted if there is a context.

    Raises OSError, or TimeoutError after `seconds`; either closes the socket.
    """
    loop = asyncio.get_running_loop()
    _, stream = await loop.connect_accepted_socket(lambda: Stream(context), sock)
    try:
        async with asyncio.timeout(seconds):
            await stream.opened()
    except BaseException:
        stream.abort()
        raise
    return stream
