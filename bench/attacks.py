"""Strangers attack a host while two players play a match there, in each way that has been found.

Three processes. The attackers come from addresses of their own (127.1.x.y) and yield the processor
to the players, since attackers would have one of their own.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import ssl
import sys
import time
from collections.abc import Awaitable, Callable
from functools import cache, partial
from hashlib import sha256
from multiprocessing.connection import Connection
from typing import Final, NamedTuple

from bench import report
from bench.client import Client, connect
from bench.player import Player
from bench.processes import allow_files, host_process, megabytes, stay_on_core
from bench.report import measured
from core.games import GAMES
from net.host.factory import new_table
from net.host.server import Host
from net.secure.pake import ClientSide
from net.table.lobby import Lobby

GAME: Final[str] = measured("part")["wire"]
CODE: Final = "K7QM2X"
CONNECTIONS: Final = 250
MOVES: Final = 500
BETWEEN_SECONDS: Final = 0.01
NEWCOMERS: Final = 6
SLOWER: Final = 2
"""Under attack half of all moves may take so many times as long as without one."""

UNTIL_FULL_SECONDS: Final = 2.0
"""For this long the attack is under way before anything is measured."""


class Opened(NamedTuple):
    """The first words of the host's process."""

    port: int
    table: str


class Stranger(Client):
    """A stranger: a player without a seat, so far."""

    def __init__(self, opened: Opened) -> None:
        super().__init__()
        self.opened = opened

    async def offer(self, code: str) -> str:
        """Begin to prove a code; return the proof, to be confirmed with."""
        socket: ssl.SSLObject = self.transport.get_extra_info("ssl_object")
        certificate = socket.getpeercert(binary_form=True) or b""
        proof = ClientSide(sha256(certificate).digest(), code, self.opened.table)
        self.say(type="Prove", table=self.opened.table, share=proof.share)
        return proof.confirm((await self.hear("Proving"))["share"])

    async def prove(self, code: str) -> str:
        """Prove a code; return the type of the answer."""
        self.say(type="Confirm", proof=await self.offer(code))
        return str((await self.hear("Confirmed", "Refused"))["type"])


async def _stranger(opened: Opened, address: str) -> Stranger:
    """Come to a host from an address, and say Hello."""
    stranger = await connect(Stranger(opened), opened.port, address=address)
    stranger.greet()
    return stranger


async def _guess(opened: Opened, address: str) -> None:
    async with await _stranger(opened, address) as stranger:
        await stranger.hear("Welcomed")
        await stranger.prove("WRONG1")


@cache
def _any_share() -> str:
    """Return a share to begin a proof with; attackers who never end one can all use the same."""
    return str(ClientSide(b"", "WRONG1", "").share)


async def _never_confirm(opened: Opened, address: str) -> None:
    async with await _stranger(opened, address) as stranger:
        stranger.say(type="Prove", table=opened.table, share=_any_share())
        await stranger.ended.wait()


async def _flood(opened: Opened, address: str) -> None:
    async with await _stranger(opened, address) as stranger:
        for number in range(100):
            stranger.say(type="Ping", sent=number)
        await stranger.hear("Closed")


async def _greet(opened: Opened, address: str) -> None:
    async with await _stranger(opened, address) as stranger:
        for _ in range(100):
            stranger.greet()
        await stranger.hear("Closed")


async def _knock(opened: Opened, address: str) -> None:
    async with await connect(Client(), opened.port, address=address):
        pass


async def _say_nothing(opened: Opened, address: str) -> None:
    async with await connect(Client(), opened.port, address=address, secret=False) as stranger:
        await stranger.ended.wait()


async def _stay(opened: Opened, address: str) -> None:
    async with await _stranger(opened, address) as stranger:
        while True:
            stranger.say(type="Ping", sent=1)
            await stranger.hear("Ponged", "Closed")
            await asyncio.sleep(2)


async def _watch_and_nag(opened: Opened, address: str) -> None:
    """Watch, and send orders forbidden to watchers as fast as a host reads them."""
    async with await _stranger(opened, address) as watcher:
        await watcher.hear("Welcomed")
        if await watcher.prove(CODE) == "Confirmed":
            watcher.say(type="Join", name="Nag", table=opened.table, watch=True)
            await watcher.hear("Seated")
            while not watcher.ended.is_set():
                watcher.say(type="Here")
                watcher.say(type="Say", text="hello")
                await asyncio.sleep(0.02)


class Attack(NamedTuple):
    """The act of a stranger, how many do it at once, and from how many addresses."""

    act: Callable[[Opened, str], Awaitable[None]]
    many: int = CONNECTIONS
    addresses: int = 8
    seconds: float = 5.0
    """The seconds within which a friend with the code has to be at the table."""


ATTACKS: Final = {
    "250 addresses guess the code": Attack(_guess, addresses=250),
    "248 of 8 addresses never confirm": Attack(_never_confirm, 248, seconds=2.0),
    "250 of 8 addresses flood": Attack(_flood),
    "250 of 8 addresses say Hello": Attack(_greet),
    "250 of 10 addresses stay": Attack(_stay, addresses=10),
    "250 of 40 addresses shake hands": Attack(_knock, addresses=40),
    "272 of 8 addresses say nothing": Attack(_say_nothing, 272),
    "10 watchers nag": Attack(_watch_and_nag, 10, 10),
}


def run() -> None:
    """Measure and print."""
    report.heading("attacks", f"{GAME} with a code, two TLS clients playing, under attack")
    if sys.platform != "linux":
        report.skipped("everything", "needs the loopback addresses of Linux")
        return
    if not allow_files(4 * CONNECTIONS):
        report.skipped("everything", "this system allows too few open files")
        return
    with host_process(_host) as (opened, _):
        peaceful = asyncio.run(_measure(opened))
    _print("no attack", peaceful, 2.0, peaceful)
    for name, attack in ATTACKS.items():
        with host_process(_host) as (opened, pid):
            before = megabytes(pid)
            with host_process(partial(_attackers, opened, attack)) as _:
                _print(name, asyncio.run(_measure(opened)), attack.seconds, peaceful)
            after = megabytes(pid)
            if before is not None and after is not None:
                report.line(
                    "  the host's memory before and after", f"{before:.0f} / {after:.0f} MB"
                )


def _print(name: str, measured: Measured, seconds: float, peaceful: Measured) -> None:
    times = measured.moves
    median, late = report.percentile(times, 0.5), report.percentile(times, 0.99)
    slower = median / report.percentile(peaceful.moves, 0.5)
    figures = f"{median:.2f} ms ({slower:.1f} x) / {late:.1f} / {max(times):.0f} ms"
    quick = median < 1 if measured is peaceful else slower < SLOWER
    budget = f"{'1 ms' if measured is peaceful else f'{SLOWER} x'} / 20 / 50 ms"
    fits = quick and late < 20 and max(times) < 50
    report.line(f"{name}: p50 / p99 / worst", figures, budget, fits)
    worst = max(measured.joining)
    what = f"  a friend comes in, worst of {NEWCOMERS}"
    report.line(what, f"{worst:.2f} s", f"{seconds:.0f} s", worst < seconds)


class Measured(NamedTuple):
    """Milliseconds of moves, seconds until a friend is at the table."""

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
    """Return the seconds until a guest with the code watches, trying until it works."""
    begun = time.perf_counter()
    while True:
        with contextlib.suppress(OSError):
            async with await _stranger(opened, address) as friend:
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


def _attackers(opened: Opened, attack: Attack, pipe: Connection) -> None:
    """Attack until the pipe says something."""
    stay_on_core(1)
    os.nice(19)
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # that the host hangs up is no news

    async def one(number: int) -> None:
        number %= attack.addresses
        while True:
            with contextlib.suppress(OSError):
                await attack.act(opened, f"127.1.{number // 250}.{number % 250 + 1}")
            await asyncio.sleep(0.05)

    async def all_of_them() -> None:
        tasks = [asyncio.ensure_future(one(number)) for number in range(attack.many)]
        pipe.send("begun")
        await asyncio.to_thread(pipe.recv)
        for task in tasks:
            task.cancel()

    asyncio.run(all_of_them())
