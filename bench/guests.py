"""A guest by ssh beside a player with Kozyr at the same table: key to frame, memory, idle load."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from importlib.util import find_spec
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench import report
from bench.client import Client, connect
from bench.processes import children, cpu_seconds, host_process, megabytes
from bench.report import measured
from bench.screen import DOWN, LEFT, RIGHT, UP, environment
from bench.thinking import bots_thinking
from core.games import GAMES
from tui.preferences.settings import remember

if TYPE_CHECKING:
    from bench.guest_typists import PageTypist, PtyTypist, Typist

PRESSES: Final = 120
MEGABYTES: Final = 60
REST_SECONDS: Final = 10.0
COLUMNS, ROWS = 80, 24

CROWD: Final = 10
CROWD_PRESSES: Final = 60
PERIOD: Final = 0.25
"""Seconds between two keys of a guest: four keys a second are fast typing."""

SLOWEST: Final = 50.0
"""Milliseconds."""

STRANGERS: Final = 200
ADDRESSES: Final = 40
VISITORS: Final = 100
AT_ONCE: Final = 4
FULL_SCREEN: Final = "\x1b[?1049h"
FLAT: Final = 10
"""The megabytes allowed above the use after the first few guests."""

LEAST_OPTIONS: Final = (
    *("-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "GlobalKnownHostsFile=none"),
    *("-o", "UserKnownHostsFile=/dev/null", "-o", "IdentityAgent=none", "-o", "LogLevel=ERROR"),
)


def run() -> None:
    """Measure and print."""
    report.heading("guests", "Guests by ssh and at the page, on this machine")
    if sys.platform != "linux" or not shutil.which("ssh") or find_spec("aiohttp") is None:
        report.skipped("everything", "needs Linux, an ssh client and aiohttp")
        return
    few, (many, full) = measured("part")["screen"], next(iter(measured("full").items()))
    options = [f"{name}={value}" for name, value in full["options"].items()]
    for game, seats, rules, measure in (
        (few, 4, (), _side_by_side),
        (few, 4, (), _under_attack),
        (many, full["seats"], options, _crowd),
    ):
        with tempfile.TemporaryDirectory() as folder:
            try:
                with _host(game, seats, rules, folder) as host:
                    asyncio.run(measure(host))
            except TimeoutError:
                report.skipped("the rest", "somebody saw nothing of what was awaited")


class _Host:
    """A table whose doors are open."""

    def __init__(self, pid: int, said: str, folder: str) -> None:
        self.pid = pid
        self._folder = folder
        found = re.search(
            r"127\.0\.0\.1:(\d+)[\s\S]*-p (\d+)[\s\S]*(https://127\.0\.0\.1:\d+)", said
        )
        assert found is not None, said
        self._port, self._ssh, self._page = found.groups()
        self.ssh = int(self._ssh)

    def player(self, name: str) -> PtyTypist:
        """Return a guest with Kozyr."""
        from bench.guest_typists import PtyTypist

        env = environment(f"{self._folder}/{name}")
        remember(Path(env["KOZYR_STATE"]), lessons_seen=tuple(GAMES))
        join = [sys.executable, "-m", "tui", "join", f"127.0.0.1:{self._port}", "--name", name]
        return PtyTypist(name, join, COLUMNS, ROWS, env)

    def by_ssh(self, name: str) -> PtyTypist:
        """Return a guest by ssh."""
        from bench.guest_typists import PtyTypist

        command = ["ssh", *LEAST_OPTIONS, "-p", self._ssh, f"{name}@127.0.0.1"]
        return PtyTypist(name, command, COLUMNS, ROWS, environment(f"{self._folder}/{name}"))

    def at_page(self, name: str) -> PageTypist:
        """Return a guest at the page."""
        from bench.guest_typists import PageTypist

        return PageTypist(name, self._page, COLUMNS, ROWS)

    def programs(self) -> list[int]:
        """Return the processes of all guests."""
        return [program for door in children(self.pid) for program in children(door)]


@contextmanager
def _host(game: str, seats: int, rules: Sequence[str], folder: str) -> Iterator[_Host]:
    """Open a table with both doors."""
    words = ["host", game, "--seats", str(seats), "--no-seat", "--port", "0"]
    words += [word for rule in rules for word in ("--rule", rule)]
    env = {**os.environ, **environment(folder), "KOZYR_INTERFACES": "127.0.0.1"}
    with subprocess.Popen(
        [sys.executable, "-m", "tui", *words, "--ssh", "0", "--web", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env=env,
    ) as host:
        try:
            said = ""
            assert host.stdout is not None, "asked for"
            while "https://" not in said:
                line = host.stdout.readline()
                assert line, said
                said += line
            yield _Host(host.pid, said, folder)
        finally:
            host.terminate()


async def _side_by_side(host: _Host) -> None:
    """Time the keys of three people in turn, alone and with bots thinking; then let them rest."""
    async with AsyncExitStack() as stack:
        ways: dict[str, Typist] = {
            "with Kozyr": await stack.enter_async_context(host.player("Bob")),
            "by ssh": await stack.enter_async_context(host.by_ssh("Ann")),
            "at the page": await stack.enter_async_context(host.at_page("Eve")),
        }
        for who in ways.values():
            await who.seen("Bob")
            await who.quiet(1.0)
        await _time(ways)
        with bots_thinking():
            await _time({f"{what}, experts thinking": who for what, who in ways.items()})
        await _rest("in the waiting room", host.programs())


async def _under_attack(host: _Host) -> None:
    """Have guests come and go; then time a guest's keys while strangers flood the door for ssh."""
    await _visit(host, AT_ONCE)
    processes = [host.pid, *children(host.pid)]
    before = [megabytes(each) or 0.0 for each in processes]
    await _visit(host, VISITORS)
    more = max((megabytes(each) or 0.0) - was for each, was in zip(processes, before, strict=True))
    what = f"more memory after {VISITORS} guests by ssh, host or gateway"
    report.line(what, f"{more:.1f} MB", f"under {FLAT} MB", more < FLAT)
    async with host.by_ssh("Ann") as guest:
        await guest.seen(FULL_SCREEN)
        await guest.quiet(1.0)
        await _keys_of(guest, "no flood")
        with host_process(partial(_flood, host.ssh)):
            await _keys_of(guest, f"{STRANGERS} strangers of {ADDRESSES} addresses at ssh")


async def _keys_of(guest: Typist, what: str) -> None:
    taken = await _keys(guest, 0.0, UP, DOWN)
    worst = max(taken)
    report.line(f"key to frame, {what}", report.p50_p95(taken))
    report.line(
        f"slowest key, {what}", f"{worst:.1f} ms", f"under {SLOWEST:.0f} ms", worst < SLOWEST
    )


async def _visit(host: _Host, visitors: int) -> None:
    """Have guests come and go, a few at a time, with a seat or without one."""
    numbers = iter(range(visitors))

    async def some() -> None:
        for number in numbers:
            seen = False
            while not seen:  # a gateway turns away guests who come too fast
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(5), host.by_ssh(f"Guest{number}") as guest:
                        await guest.seen(FULL_SCREEN)
                        seen = True

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))


class _Deaf(Client):
    """A connection that does not read the words of ssh."""

    def data_received(self, data: bytes) -> None:
        pass


def _flood(port: int, pipe: Connection) -> None:
    """Connect to a gateway again and again until the pipe has a message: most are silent, some send
    the first line of ssh, some nonsense.
    """
    os.nice(19)

    async def one(number: int) -> None:
        address = f"127.3.0.{number % ADDRESSES + 1}"
        word = (b"", b"", b"SSH-2.0-nobody\r\n", b"\xff" * 64)[number % 4]
        while True:
            with contextlib.suppress(OSError):
                async with await connect(_Deaf(), port, address=address, secret=False) as stranger:
                    stranger.transport.write(word)
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(1):
                            await stranger.ended.wait()
            await asyncio.sleep(0.05)

    async def all_of_them() -> None:
        tasks = [asyncio.ensure_future(one(number)) for number in range(STRANGERS)]
        pipe.send("begun")
        await asyncio.to_thread(pipe.recv)
        for task in tasks:
            task.cancel()

    asyncio.run(all_of_them())


async def _time(ways: dict[str, Typist]) -> None:
    times: dict[str, list[float]] = {what: [] for what in ways}
    for press in range(PRESSES):
        for what, who in ways.items():
            times[what].append(await who.press(UP if press % 2 == 0 else DOWN))
            await who.quiet(0.02)
    for what, taken in times.items():
        late = report.percentile(taken, 0.95)
        report.line(f"key to frame, {what}", report.p50_p95(taken), "p95 < 16 ms", late < 16)


async def _rest(where: str, programs: Sequence[int]) -> None:
    """Leave the guests alone."""
    before, begun = [cpu_seconds(each) or 0.0 for each in programs], time.perf_counter()
    await asyncio.sleep(REST_SECONDS)
    passed = time.perf_counter() - begun
    most = max(
        100 * ((cpu_seconds(each) or 0.0) - used) / passed
        for each, used in zip(programs, before, strict=True)
    )
    report.line(
        f"idle CPU of a guest's program, {where}", f"{most:.2f} %", "under 0.5 %", most < 0.5
    )
    memory = max(megabytes(each) or 0.0 for each in programs)
    budget = f"under {MEGABYTES} MB"
    report.line(
        f"memory of a guest's program, {where}", f"{memory:.0f} MB", budget, memory < MEGABYTES
    )


async def _crowd(host: _Host) -> None:
    """Time the keys of ten guests at once, half by ssh, half at the page, while experts think."""
    async with AsyncExitStack() as stack:
        guests: list[Typist] = []
        for number in range(CROWD):
            way = host.by_ssh if number % 2 else host.at_page
            guests.append(await stack.enter_async_context(way(f"Guest{number}")))
            await guests[-1].seen(f"Guest{number}")
        for guest in guests[1:]:
            await guest.quiet(0.5)
            await guest.press(b"\r")  # "I am ready"
        await guests[0].quiet(1.0)
        await guests[0].press(b"\r")  # "start the match"
        for guest in guests:
            await guest.seen("round 1")
            await guest.quiet(1.0)
        with bots_thinking():
            taken = [
                ms
                for times in await asyncio.gather(
                    *(_keys(guest, PERIOD * number / CROWD) for number, guest in enumerate(guests))
                )
                for ms in times
            ]
        slowest = max(taken)
        what = f"{CROWD} guests, experts thinking"
        report.line(f"key to frame, {what}", report.p50_p95(taken))
        budget = f"under {SLOWEST:.0f} ms"
        report.line(f"slowest key, {what}", f"{slowest:.1f} ms", budget, slowest < SLOWEST)
        await _rest("in a match", host.programs())


async def _keys(
    guest: Typist, after: float, there: bytes = RIGHT, back: bytes = LEFT
) -> list[float]:
    """Move the cursor to and fro, as over a hand of cards."""
    taken = []
    await asyncio.sleep(after)
    for press in range(CROWD_PRESSES):
        taken.append(await guest.press(there if press % 2 == 0 else back))
        await asyncio.sleep(max(0.0, PERIOD - taken[-1] / 1000))
    return taken
