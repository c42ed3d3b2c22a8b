"""A bare asyncio echo over loopback, timed beside something else: what the machine itself takes.

No TLS, no msgpack, no table. A program that waits between two messages has to be woken, and how
long that takes differs from machine to machine more than the programs do; so times of waiting
programs say more as multiples of this one.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing.connection import Connection
from typing import Final

from bench.processes import host_process, stay_on_core

BYTES: Final = 400
"""As many as a position takes on the wire."""


@asynccontextmanager
async def beside(between: float) -> AsyncIterator[list[float]]:
    """Time an echo every `between` seconds as long as the block lasts; yield the milliseconds."""
    times: list[float] = []
    with host_process(_answer) as (port, _):
        asking = asyncio.create_task(_ask(port, between, times))
        try:
            yield times
        finally:
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)


async def _ask(port: int, between: float, times: list[float]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        while True:
            begun = time.perf_counter()
            writer.write(bytes(BYTES))
            await reader.readexactly(BYTES)
            times.append((time.perf_counter() - begun) * 1000)
            await asyncio.sleep(between)
    finally:
        writer.close()


def _answer(pipe: Connection) -> None:
    """Answer on the core of the hosts that are measured, until the pipe says something."""
    stay_on_core(0)

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(BYTES):
            writer.write(data)
        writer.close()

    async def serve() -> None:
        server = await asyncio.start_server(echo, "127.0.0.1", 0)
        pipe.send(server.sockets[0].getsockname()[1])
        await asyncio.to_thread(pipe.recv)
        server.close()

    asyncio.run(serve())
