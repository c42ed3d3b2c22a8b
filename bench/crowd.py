"""A thousand TLS connections to one host, five messages a second on each. Two processes."""

import asyncio
import math
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Final

from bench import report
from bench.client import Client, connect
from bench.processes import allow_files, cpu_seconds, host_process
from net.host.admission import AdmissionLimits, Limits
from net.host.server import Host
from net.table.lobby import Lobby
from net.wire.from_host import Ponged
from net.wire.protocol import decode_from_host

CLIENTS: Final = 1000
PER_SECOND: Final = 5
SECONDS: Final = 6.0
WARM_UP: Final = 1.0
"""Seconds not counted: once all have connected, the clients fall into step."""
AT_ONCE: Final = 20
"""At most this many connect at the same time: a host's queue of connections is limited."""


def run() -> None:
    """Measure and print."""
    report.heading(
        "crowd", f"{CLIENTS} TLS clients of one host, {PER_SECOND} messages a second each"
    )
    if not allow_files(CLIENTS + 100):
        report.skipped("everything", "this system allows too few open files")
        return
    with host_process(_host) as (port, pid):
        times, used = asyncio.run(_crowd(port, pid))
    rate = len(times) / SECONDS
    late = report.percentile(times, 0.99)
    report.line("answers a second", f"{rate:,.0f}")
    report.line("message to answer, p50", f"{report.percentile(times, 0.5):.2f} ms")
    report.line("message to answer, p99", f"{late:.2f} ms", "under 10 ms", late < 10)
    if used is not None:
        report.line("the host's processor", f"{used:.0f} % of a core")


def _host(pipe: Connection) -> None:
    """Run a host until the pipe says something; tell the port first."""

    async def serve() -> None:
        # None of them sits at a table, and a host's limits on strangers are not measured here.
        crowd = Limits(
            strangers=AdmissionLimits(CLIENTS, CLIENTS, CLIENTS, 1e6, 1e6),
            join_seconds=1e6,
            stranger_messages_per_second=100.0,
            all_strangers_messages_per_second=1e9,
        )
        host = Host(Lobby("bench", []), address="127.0.0.1", port=0, limits=crowd)
        async with host:
            pipe.send(host.port)
            await asyncio.to_thread(pipe.recv)

    asyncio.run(serve())


async def _crowd(port: int, host: int) -> tuple[list[float], float | None]:
    """Return the milliseconds of the answers, and the percent of a core the host took."""
    count = _Count()
    clients: list[_Client] = []

    async def come(number: int) -> None:
        client = await connect(_Client(count), port)
        client.begin(number / CLIENTS / PER_SECOND)
        clients.append(client)

    for first in range(0, CLIENTS, AT_ONCE):
        await asyncio.gather(*map(come, range(first, first + AT_ONCE)))
    await asyncio.sleep(WARM_UP)
    before = cpu_seconds(host)
    count.since = time.perf_counter()
    await asyncio.sleep(SECONDS)
    after = cpu_seconds(host)
    for client in clients:
        client.end()
    if before is None or after is None:
        return count.times, None
    return count.times, 100 * (after - before) / SECONDS


@dataclass
class _Count:
    """The milliseconds of the answers to requests since a time."""

    since: float = math.inf
    times: list[float] = field(default_factory=list)


class _Client(Client):
    """Says hello, then asks again and again, in time with its own clock."""

    def __init__(self, count: _Count) -> None:
        super().__init__()
        self._count = count
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, phase: float) -> None:
        """Ask from now on, out of step with the others."""
        self.greet()
        loop = asyncio.get_running_loop()
        self._next = loop.time() + 0.3 + phase
        self._timer = loop.call_at(self._next, self._ask)

    def _ask(self) -> None:
        self.say(type="Ping", sent=int(time.perf_counter() * 1e6))
        self._next += 1 / PER_SECOND
        self._timer = asyncio.get_running_loop().call_at(self._next, self._ask)

    def heard(self, body: bytes) -> None:
        now = time.perf_counter()
        message = decode_from_host(body)
        if isinstance(message, Ponged) and message.sent / 1e6 >= self._count.since:
            self._count.times.append((now - message.sent / 1e6) * 1000)

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        super().end()
