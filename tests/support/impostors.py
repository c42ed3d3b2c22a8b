"""Programs that listen at a port and are not our host, and one in the middle of a connection."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from net.secure.tls import client_context, new_identity

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def something_at_a_port(
    serve: Serve, context: ssl.SSLContext | None = None
) -> AsyncIterator[int]:
    """Serve every connection with a function and then end it; yield the port."""
    tasks: set[asyncio.Task[None]] = set()
    serving: set[asyncio.Task[None]] = set()

    async def serve_and_end(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        serving.add(task)
        with contextlib.suppress(OSError, asyncio.CancelledError):
            await serve(reader, writer)
        serving.discard(task)
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()

    server = await asyncio.start_server(
        serve_and_end,
        "127.0.0.1",
        0,
        ssl=context,
        **({"ssl_shutdown_timeout": 1} if context else {}),
    )
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in serving:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Middle:
    """A man in the middle: TLS with his own certificate on both sides; he relays and reads."""

    def __init__(self, port: int) -> None:
        self._to = port
        self.port = 0
        self.seen = bytearray()
        """The clients' messages, decrypted."""

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[Middle]:
        async with something_at_a_port(self._relay, new_identity().context()) as self.port:
            yield self

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there = await asyncio.open_connection(
            "127.0.0.1", self._to, ssl=client_context(), server_hostname=""
        )
        try:
            await asyncio.gather(
                self._pump(reader, there, self.seen), self._pump(there_reader, writer, bytearray())
            )
        finally:
            there.transport.abort()

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seen: bytearray
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(4096):
                seen += data
                writer.write(data)
        writer.close()
