"""The host's end of a TCP connection as a stream of bytes, with or without TLS. asyncio's own TLS
streams do the same with more detours, which take as long as a table takes for a move.
"""

from __future__ import annotations

import asyncio
import ssl
from socket import socket
from typing import Final

from net.host.incoming import Incoming
from net.secure.tls import SHUTDOWN_SECONDS
from net.secure.tls_engine import TlsEngine

READ_BYTES: Final = 8192
"""Bytes read at once; at most some three times as many wait in memory for each connection."""

_arrived: Final = memoryview(bytearray(READ_BYTES))
"""Where bytes arrive for all connections, to be taken out at once: silent ones need no memory."""


class Stream(asyncio.BufferedProtocol):
    """Bytes in and out; made by `open_stream`. With a context it speaks TLS as the server."""

    def __init__(self, context: ssl.SSLContext | None) -> None:
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._tls = None if context is None else TlsEngine(context)
        self._opened: asyncio.Future[None] = self._loop.create_future()
        self.incoming = Incoming()
        """What comes in, to be read."""
        self._goodbye: asyncio.TimerHandle | None = None
        self._gone = asyncio.Event()

    # --- for the host ----------------------------------------------------------------------------

    async def opened(self) -> None:
        """Wait until bytes can be exchanged. Raises OSError."""
        await self._opened

    def write(self, data: bytes) -> None:
        """Send without waiting."""
        if self.closing or self._transport is None:
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
        """How many bytes this system has not taken yet, because nobody reads them."""
        return 0 if self._transport is None else self._transport.get_write_buffer_size()

    @property
    def closing(self) -> bool:
        """Whether nothing can be written any more."""
        return self.incoming.closed

    def socket(self) -> socket:
        """Return the underlying socket."""
        assert self._transport is not None
        found: socket = self._transport.get_extra_info("socket")
        return found

    def close(self) -> None:
        """End the connection once everything written so far has gone out."""
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
            # Closing with unread data would cut off ours: the other side has to close first.
            self._goodbye = self._loop.call_later(SHUTDOWN_SECONDS, self._transport.abort)

    def abort(self) -> None:
        """End the connection now."""
        self.incoming.closed = True
        if self._transport is not None:
            self._transport.abort()

    async def wait_closed(self) -> None:
        """Wait until nothing is left of the connection."""
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
        # What was received is still to be answered; then the host closes.
        return not self.closing

    def connection_lost(self, exc: Exception | None) -> None:
        if self._goodbye is not None:
            self._goodbye.cancel()
        if not self._opened.done():
            self._opened.set_exception(exc or ConnectionResetError("the connection is lost"))
        self.incoming.lose(exc)
        self._gone.set()

    def _break(self, error: Exception) -> None:
        """End a connection that has failed; what it still had to say goes out."""
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

    Raises OSError (TimeoutError after this many seconds); then the socket is closed.
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
