"""A connection to a host in raw messages, for the parts that ask, play, knock or attack.

It knows nothing but frames, so that the host's work alone is measured.
"""

import asyncio
from typing import Any, Self, TypeVar

import msgpack

from net.secure.tls import client_context
from net.wire.protocol import VERSION, FrameReader, frame

C = TypeVar("C", bound="Client")


class Client(asyncio.Protocol):
    """One connection; messages are kept for `hear`, unless a subclass overrides `heard`."""

    def __init__(self) -> None:
        self._frames = FrameReader()
        self._bodies: asyncio.Queue[bytes] = asyncio.Queue()
        self.ended = asyncio.Event()
        """Set when the host, or this side, has ended the connection."""
        self.transport: asyncio.Transport

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exception: object) -> None:
        self.end()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self._frames.feed(data)
        for body in self._frames.frames():
            self.heard(body)

    def connection_lost(self, error: Exception | None) -> None:
        self.ended.set()

    def heard(self, body: bytes) -> None:
        """Take a message."""
        self._bodies.put_nowait(body)

    def say(self, **message: Any) -> None:
        """Send a message, unless the host has ended the connection."""
        if not self.transport.is_closing():
            self.transport.write(frame(msgpack.packb(message)))

    def greet(self) -> None:
        """Say Hello."""
        self.say(type="Hello", version=VERSION)

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of these kinds. Raises ConnectionError at the end."""
        while True:
            if self._bodies.empty() and self.ended.is_set():
                raise ConnectionError("the host has ended the connection")
            getting = asyncio.ensure_future(self._bodies.get())
            ending = asyncio.ensure_future(self.ended.wait())
            try:
                await asyncio.wait({getting, ending}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                ending.cancel()
                if not getting.done():
                    getting.cancel()
            if getting.done() and not getting.cancelled():
                message: dict[str, Any] = msgpack.unpackb(getting.result())
                if message["type"] in kinds:
                    return message

    def end(self) -> None:
        """Break off."""
        self.transport.abort()


async def connect(client: C, port: int, *, address: str = "127.0.0.1", secret: bool = True) -> C:
    """Connect to a host on this machine from an address of loopback, with TLS or without."""
    tls: dict[str, Any] = {"ssl": client_context(), "server_hostname": ""} if secret else {}
    loop = asyncio.get_running_loop()
    await loop.create_connection(lambda: client, "127.0.0.1", port, local_addr=(address, 0), **tls)
    return client
