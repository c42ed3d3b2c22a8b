"""Thirty thousand strangers at a host's port: the memory they leave behind. Two processes."""

import asyncio
import contextlib
import itertools
import ssl
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import Final

from bench import report
from bench.client import Client, connect
from bench.processes import host_process, megabytes
from net.host.admission import AdmissionLimits, Limits
from net.host.server import Host
from net.table.lobby import Lobby
from net.wire.protocol import VERSION, encode, frame
from net.wire.to_host import Hello, Ping

STRANGERS: Final = 30_000
AT_ONCE: Final = 20
ANSWER_SECONDS: Final = 5.0
WARM_UP: Final = 200
MEGABYTES: Final = 10

_WORDS: Final = (
    frame(encode(Ping(1))),
    frame(encode(Hello(VERSION + 1))),
    b"GET / HTTP/1.1\r\n\r\n",
    b"\xff\xff\xff\xff",
    frame(encode(Hello(VERSION)))[:9],
    b"\x16\x03\x01\x02\x00\x01",
)
"""Another first message, another version, garbage, a length, half a Hello, half a handshake."""


def run() -> None:
    """Measure and print."""
    report.heading("strangers", f"{STRANGERS} strangers at a host's port, one in four with TLS")
    with host_process(_host) as (port, pid):
        asyncio.run(_knock(port, WARM_UP))
        before = megabytes(pid)
        if before is None:
            report.skipped("memory", "this system does not tell it")
            return
        asyncio.run(_knock(port, STRANGERS))
        after = megabytes(pid)
    more = (after or 0.0) - before
    fits = more < MEGABYTES
    report.line("memory before", f"{before:.1f} MB")
    report.line("more of it afterwards", f"{more:.1f} MB", f"under {MEGABYTES} MB", fits)


def _host(pipe: Connection) -> None:
    """Run a host until the pipe says something; tell the port first."""

    async def serve() -> None:
        eager = Limits(strangers=AdmissionLimits(1000, 1000, 1000, 1e6, 1e6))
        async with Host(Lobby("bench", []), address="127.0.0.1", port=0, limits=eager) as host:
            pipe.send(host.port)
            await asyncio.to_thread(pipe.recv)

    asyncio.run(serve())


async def _knock(port: int, strangers: int) -> None:
    """Come and go this often, a few at a time."""
    numbers = iter(range(strangers))
    words = itertools.cycle(_WORDS)
    await asyncio.gather(*(_strangers(port, numbers, words) for _ in range(AT_ONCE)))


async def _strangers(port: int, numbers: Iterator[int], words: Iterator[bytes]) -> None:
    for number in numbers:
        said = next(words)
        with contextlib.suppress(OSError, ssl.SSLError, TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                async with await connect(Client(), port, secret=number % 4 == 0) as stranger:
                    stranger.transport.write(said)
                    if said not in _WORDS[-2:]:
                        await stranger.ended.wait()
