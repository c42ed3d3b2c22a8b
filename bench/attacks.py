"""Strangers attack a host while two players play a match there.

Three processes. The attackers come from addresses of their own (127.1.x.y) and yield the processor
to the players, since attackers would have one of their own.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import ssl
import sys
import time
from collections.abc import Awaitable, Callable
from functools import partial
from hashlib import sha256
from multiprocessing.connection import Connection
from typing import Any, Final, NamedTuple

import msgpack

from bench import report
from bench.games import measured
from bench.player import Player
from bench.processes import allow_files, host_process, stay_on_core
from core.games import GAMES
from net.host.factory import new_table
from net.host.server import Host
from net.secure.tls import client_context
from net.table.lobby import Lobby
from net.wire.frames import FrameReader, frame
from net.wire.protocol import VERSION

GAME: Final[str] = measured("part")["wire"]
CODE: Final = "K7QM2X"
CONNECTIONS: Final = 250
MOVES: Final = 500
BETWEEN_SECONDS: Final = 0.01
NEWCOMERS: Final = 5
UNTIL_FULL_SECONDS: Final = 2.0
"""The attack is under way before anything is measured."""


class Opened(NamedTuple):
    """What the host's process says first."""

    port: int
    table: str


class Stranger:
    """A connection from an address, in messages."""

    def __init__(self, opened: Opened, address: str) -> None:
        self.opened = opened
        self._address = address
        self._frames = FrameReader()

    async def __aenter__(self) -> Stranger:
        self._reader, self._writer = await asyncio.open_connection(
            "127.0.0.1",
            self.opened.port,
            ssl=client_context(),
            server_hostname="",
            local_addr=(self._address, 0),
        )
        return self

    async def __aexit__(self, *exception: object) -> None:
        self._writer.transport.abort()

    def say(self, **message: Any) -> None:
        """Send a message."""
        self._writer.write(frame(msgpack.packb(message)))

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of these kinds. Raises OSError at the end of the connection."""
        while True:
            for body in self._frames.frames():
                message: dict[str, Any] = msgpack.unpackb(body)
                if message["type"] in kinds:
                    return message
            data = await self._reader.read(65536)
            if not data:
                raise ConnectionError("the host has ended the connection")
            self._frames.feed(data)

    async def prove(self, code: str) -> str:
        """Prove a code; return the type of the answer."""
        from net.secure.pake import ClientSide

        socket: ssl.SSLObject = self._writer.get_extra_info("ssl_object")
        certificate = socket.getpeercert(binary_form=True) or b""
        proof = ClientSide(code, sha256(certificate).digest(), self.opened.table)
        self.say(type="Prove", table=self.opened.table, share=proof.share)
        proving = await self.hear("Proving")
        self.say(type="Confirm", proof=proof.confirm(proving["share"]))
        return str((await self.hear("Confirmed", "Refused"))["type"])


async def _guess(opened: Opened, address: str) -> None:
    async with Stranger(opened, address) as stranger:
        stranger.say(type="Hello", version=VERSION)
        await stranger.hear("Welcomed")
        await stranger.prove("WRONG1")


async def _flood(opened: Opened, address: str) -> None:
    async with Stranger(opened, address) as stranger:
        stranger.say(type="Hello", version=VERSION)
        for number in range(100):
            stranger.say(type="Ping", sent=number)
        await stranger.hear("Closed")


async def _stay(opened: Opened, address: str) -> None:
    async with Stranger(opened, address) as stranger:
        stranger.say(type="Hello", version=VERSION)
        while True:
            stranger.say(type="Ping", sent=1)
            await stranger.hear("Ponged", "Closed")
            await asyncio.sleep(2)


Attack = Callable[[Opened, str], Awaitable[None]]
ATTACKS: Final[dict[str, tuple[Attack, int] | None]] = {
    "no attack": None,
    "250 addresses guess the code": (_guess, CONNECTIONS),
    "250 connections of 8 addresses flood": (_flood, 8),
    "250 connections of 10 addresses stay": (_stay, 10),
}
"""Each with the number of addresses it comes from."""


def run() -> None:
    """Measure and print."""
    report.heading("attacks", f"{GAME} with a code, two TLS clients playing, under attack")
    if sys.platform != "linux":
        report.skipped("everything", "needs the loopback addresses of Linux")
        return
    if not allow_files(4 * CONNECTIONS):
        report.skipped("everything", "this system allows too few open files")
        return
    for name, attack in ATTACKS.items():
        with host_process(_host) as (opened, _):
            if attack is None:
                _print(name, asyncio.run(_measure(opened)))
                continue
            with host_process(partial(_attackers, opened, *attack)) as _:
                _print(name, asyncio.run(_measure(opened)))


def _print(name: str, measured: Measured) -> None:
    times = measured.moves
    median, late = report.percentile(times, 0.5), report.percentile(times, 0.99)
    figures = f"{median:.2f} / {late:.1f} / {max(times):.0f} ms"
    fits = median < 1 and late < 20 and max(times) < 50
    report.line(f"{name}: move p50 / p99 / worst", figures, "1 / 20 / 50 ms", fits)
    worst = max(measured.joining)
    report.line(
        f"{name}: a friend comes in, worst of {NEWCOMERS}", f"{worst:.2f} s", "5 s", worst < 5
    )


class Measured(NamedTuple):
    """Milliseconds of moves and seconds until somebody with the code is at the table."""

    moves: list[float]
    joining: list[float]


async def _measure(opened: Opened) -> Measured:
    """Play, and have friends come in one after another."""
    done = asyncio.Event()
    players = [
        Player(opened.port, name, MOVES, done, code=CODE, between=BETWEEN_SECONDS)
        for name in ("Ann", "Bob")
    ]
    running = [asyncio.create_task(player.link.run(player.hear)) for player in players]
    try:
        async with asyncio.timeout(300):
            for player in players:
                await player.dealt.wait()
            await asyncio.sleep(UNTIL_FULL_SECONDS)
            for player in players:
                player.times.clear()
            joining = [
                await _come_in(opened, f"127.2.0.{number + 1}") for number in range(NEWCOMERS)
            ]
            await done.wait()
    finally:
        for player in players:
            await player.link.close()
        await asyncio.gather(*running)
    return Measured([each for player in players for each in player.times], joining)


async def _come_in(opened: Opened, address: str) -> float:
    """Return the seconds until somebody who knows the code watches, trying until it works."""
    begun = time.perf_counter()
    while True:
        with contextlib.suppress(OSError):
            async with Stranger(opened, address) as friend:
                friend.say(type="Hello", version=VERSION)
                await friend.hear("Welcomed")
                if await friend.prove(CODE) == "Confirmed":
                    friend.say(type="Join", name="Eve", table=opened.table, watch=True)
                    await friend.hear("Seated")
                    return time.perf_counter() - begun
        await asyncio.sleep(0.1)


def _host(pipe: Connection) -> None:
    """Run a host on a core of its own until the pipe says something."""
    stay_on_core(0)

    async def serve() -> None:
        game = GAMES[GAME]
        table = new_table("bench", game, game.Options(), 2, code=CODE, pause=0)
        async with Host(Lobby("bench", [table]), address="127.0.0.1", port=0) as host:
            pipe.send(Opened(host.port, table.id))
            await asyncio.to_thread(pipe.recv)

    asyncio.run(serve())


def _attackers(opened: Opened, attack: Attack, addresses: int, pipe: Connection) -> None:
    """Attack until the pipe says something."""
    stay_on_core(1)
    os.nice(19)

    async def one(number: int) -> None:
        number %= addresses
        while True:
            with contextlib.suppress(OSError):
                await attack(opened, f"127.1.{number // 250}.{number % 250 + 1}")
            await asyncio.sleep(0.05)

    async def all_of_them() -> None:
        tasks = [asyncio.ensure_future(one(number)) for number in range(CONNECTIONS)]
        pipe.send("begun")
        await asyncio.to_thread(pipe.recv)
        for task in tasks:
            task.cancel()

    asyncio.run(all_of_them())
