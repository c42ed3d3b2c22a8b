"""A thousand connections to one host, each with a message five times a second. Two processes."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
import time
from functools import partial
from multiprocessing.connection import Connection
from typing import Final

from bench import report
from net.frames import FrameReader, frame
from net.host import Host, Limits
from net.lobby import Lobby
from net.protocol import VERSION, Hello, Ping, Ponged, decode_from_host, encode

CLIENTS: Final = 1000
PER_SECOND: Final = 5
SECONDS: Final = 8.0
"""The first of them are not counted: that is when everybody connects and falls into step."""
WARM_UP: Final = 2.0


def run() -> None:
    """Measure and print."""
    report.heading("crowd", f"{CLIENTS} clients of one host, {PER_SECOND} messages a second each")
    if not _allow_files(CLIENTS + 100):
        report.skipped("everything", "this system allows too few open files")
        return
    here, there = multiprocessing.Pipe()
    host = multiprocessing.get_context("spawn").Process(target=_host, args=(there,), daemon=True)
    host.start()
    try:
        times, used = asyncio.run(_crowd(here.recv(), host.pid or 0))
    finally:
        here.send("end")
        host.join(5)
    rate = len(times) / (SECONDS - WARM_UP)
    late = report.percentile(times, 0.99)
    report.line("answers a second", f"{rate:,.0f}")
    report.line("message to answer, p50", f"{report.percentile(times, 0.5):.2f} ms")
    report.line("message to answer, p99", f"{late:.2f} ms", "under 10 ms", late < 10)
    if used is not None:
        report.line("the host's processor", f"{used:.0f} % of a core")


def _allow_files(wanted: int) -> bool:
    """Raise the limit of open files as far as needed and allowed."""
    if sys.platform == "win32":
        return True
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard not in (resource.RLIM_INFINITY,) and hard < wanted:
        return False
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    return True


def _host(pipe: Connection) -> None:
    """Run a host until the pipe says something; tell the port first."""

    async def serve() -> None:
        crowd = Limits(total=CLIENTS, per_address=CLIENTS)
        host = Host(Lobby("bench", []), address="127.0.0.1", port=0, limits=crowd)
        async with host:
            pipe.send(host.port)
            await asyncio.to_thread(pipe.recv)

    asyncio.run(serve())


async def _crowd(port: int, host: int) -> tuple[list[float], float | None]:
    """Return the milliseconds of the answers, and the percent of a core the host took."""
    loop = asyncio.get_running_loop()
    times: list[float] = []
    clients = []
    begun = time.perf_counter()
    counts_from = begun + WARM_UP
    for number in range(CLIENTS):
        phase = number / CLIENTS / PER_SECOND
        made = partial(_Client, times, counts_from, phase)
        _, client = await loop.create_connection(made, "127.0.0.1", port)
        clients.append(client)
    await asyncio.sleep(max(0.0, counts_from - time.perf_counter()))
    before = _cpu_seconds(host)
    await asyncio.sleep(begun + SECONDS - time.perf_counter())
    after = _cpu_seconds(host)
    for client in clients:
        client.end()
    if before is None or after is None:
        return times, None
    return times, 100 * (after - before) / (SECONDS - WARM_UP)


def _cpu_seconds(pid: int) -> float | None:
    """Return what a process has used, where the system tells."""
    try:
        with open(f"/proc/{pid}/stat") as stat:
            fields = stat.read().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class _Client(asyncio.Protocol):
    """Says hello, then asks again and again, in time with its own clock."""

    def __init__(self, times: list[float], counts_from: float, phase: float) -> None:
        self._times = times
        self._counts_from = counts_from
        self._phase = phase
        self._frames = FrameReader()
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(frame(encode(Hello(VERSION, "bench"))))
        loop = asyncio.get_running_loop()
        self._next = loop.time() + 0.3 + self._phase
        self._timer = loop.call_at(self._next, self._ask)

    def _ask(self) -> None:
        sent = int(time.perf_counter() * 1e6)
        self._transport.write(frame(encode(Ping(sent))))
        self._next += 1 / PER_SECOND
        self._timer = asyncio.get_running_loop().call_at(self._next, self._ask)

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self._frames.feed(data)
        for body in self._frames.frames():
            message = decode_from_host(body)
            if isinstance(message, Ponged) and message.sent / 1e6 >= self._counts_from:
                self._times.append((now - message.sent / 1e6) * 1000)

    def end(self) -> None:
        """Ask no more."""
        if self._timer is not None:
            self._timer.cancel()
        self._transport.abort()
