"""A move to a host on loopback and back over TLS, and the way back after an outage. One process."""

import asyncio
import statistics
import time
from typing import Final

from bench import report
from bench.player import Player
from bench.report import measured
from core.games import GAMES
from net.client.events import ClientEvent, SatDown
from net.client.link import RemoteLink
from net.client.seat import ClientSeat
from net.host.admission import Limits
from net.host.factory import new_table
from net.host.server import Host
from net.table.lobby import Lobby
from tests.support.cut_proxy import CutProxy

MOVES: Final = 1500
GAME: Final[str] = measured("part")["wire"]
OUTAGES: Final = 5
OUTAGE_SECONDS: Final = 1.5
HURRY: Final = Limits(messages_per_second=1e6)
"""No player is as fast as the two here, and a host would slow them down."""


def run() -> None:
    """Measure and print."""
    report.heading("wire", f"{GAME} over loopback with TLS, {MOVES} moves of two clients")
    times = asyncio.run(_moves())
    median, late = statistics.median(times), report.percentile(times, 0.99)
    report.line("move to the host and back, p50", f"{median:.2f} ms", "under 0.3 ms", median < 0.3)
    report.line("move to the host and back, p99", f"{late:.2f} ms", "under 2 ms", late < 2)
    returns = asyncio.run(_returns())
    worst = max(returns)
    report.line(
        f"back after {OUTAGE_SECONDS} s without network, worst of {OUTAGES}",
        f"{worst:.2f} s",
        "under 1.5 s",
        worst < 1.5,
    )


async def _moves() -> list[float]:
    """Play MOVES moves; return the milliseconds of each."""
    game = GAMES[GAME]
    table = new_table("bench", game, game.Options(target=500), 2)
    host = Host(Lobby("bench", [table]), address="127.0.0.1", port=0, limits=HURRY)
    await host.open()
    done = asyncio.Event()
    players = [Player(host.port, name, MOVES // 2, done) for name in ("Ann", "Bob")]
    running = [asyncio.create_task(player.link.run(player.hear)) for player in players]
    try:
        async with asyncio.timeout(60):
            await done.wait()
    finally:
        for player in players:
            await player.link.close()
        await asyncio.gather(*running)
        await host.close()
    return [each for player in players for each in player.times]


async def _returns() -> list[float]:
    """Cut a player off again and again; return the seconds until the seat is back each time.

    They count from the return of the network; before that, every attempt to connect fails at once.
    """
    game = GAMES[GAME]
    lobby = Lobby("bench", [new_table("bench", game, game.Options(), 2)])
    host = Host(lobby, address="127.0.0.1", port=0)
    seated = asyncio.Event()
    client = ClientSeat()
    client.join("Ann")

    def hear(event: ClientEvent) -> None:
        if isinstance(event, SatDown):
            seated.set()

    seconds = []
    async with host, CutProxy(host.port) as network, asyncio.timeout(60):
        link = RemoteLink("127.0.0.1", network.port, client)
        running = asyncio.create_task(link.run(hear))
        await seated.wait()
        for _ in range(OUTAGES):
            seated.clear()
            network.refusing = True
            network.cut()
            await asyncio.sleep(OUTAGE_SECONDS)
            network.refusing = False
            begun = time.perf_counter()
            await seated.wait()
            seconds.append(time.perf_counter() - begun)
        await link.close()
        await running
    return seconds
