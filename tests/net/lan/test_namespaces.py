"""Two machines on one LAN: they find each other by mDNS and play; a pulled cable is survived."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.support.netns import Lan, unavailable

pytestmark = pytest.mark.skipif(bool(unavailable()), reason=unavailable() or "available")

HOST = """
import asyncio
from core.games.kozel import rules as kozel
from net.lan.announcing import Announcement
from net.host.server import Host
from net.table.lobby import Lobby
from net.host.factory import new_table
from net.wire.to_host import Fill, Start
from net.client.seat import ClientSeat
from tests.support.robots import Robot

async def main():
    table = new_table("Ann's table", kozel, kozel.Options(target=51), 3, bot_seconds=0)
    async with Host(Lobby("Ann", [table]), port=0) as host:
        announcement = Announcement("Ann", host.port, lambda: host.lobby.welcomed().tables)
        await announcement.open()
        ann = Robot(host.local_link(ClientSeat()), "Ann")
        await ann.until(lambda: ann.client.seat == 0)
        ann.send(Fill(2, "easy"))
        print("open", flush=True)
        await ann.until(lambda: ann.client.room.seats[1].ready, 40)
        ann.send(Start())
        await ann.until(lambda: ann.phase == "over", 40)
        print("totals", *ann.client.view.totals, flush=True)
        await ann.until(lambda: ann.client.room.seats[1].kind != "human", 40)
        await announcement.close()
        await ann.close()

asyncio.run(main())
"""

GUEST = """
import asyncio, sys
from net.client.link import RemoteLink
from net.lan.discovery import Browser
from net.wire.to_host import Leave
from net.client.seat import ClientSeat
from tests.support.robots import Robot

async def main():
    listed = asyncio.Queue()
    browser = Browser(listed.put_nowait)
    await browser.open()
    while not (tables := await asyncio.wait_for(listed.get(), 30)):
        pass
    await browser.close()
    found = tables[0]
    print("found", found.name, found.where, flush=True)
    bob = Robot(RemoteLink(found.address, found.port, ClientSeat()), "Bob", plays=False)
    await bob.until(lambda: bob.phase == "playing", 40)
    if "pause" in sys.argv:
        print("playing", flush=True)
        await bob.until(lambda: bob.links == [True, False], 40)
        print("lost", flush=True)
        await bob.until(lambda: bob.links == [True, False, True], 40)
        print("back", flush=True)
    bob.plays = True
    bob.move()
    await bob.until(lambda: bob.phase == "over", 40)
    print("totals", *bob.client.view.totals, flush=True)
    bob.send(Leave())
    await bob.ended()

asyncio.run(main())
"""


LOOK = """
import asyncio
from net.lan.discovery import Browser

async def main():
    listed = asyncio.Queue()
    browser = Browser(listed.put_nowait)
    await browser.open()
    print("looking", flush=True)
    while not (tables := await asyncio.wait_for(listed.get(), 40)):
        pass
    print("found", tables[0].name, flush=True)
    await browser.close()

asyncio.run(main())
"""


@pytest.fixture
def lan() -> Iterator[Lan]:
    with Lan("host", "guest") as lan:
        yield lan


def run(lan: Lan, machine: str, program: str, *arguments: str) -> subprocess.Popen[str]:
    command = lan.command(machine, [sys.executable, "-c", program, *arguments])
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def line(process: subprocess.Popen[str]) -> list[str]:
    return process.stdout.readline().split()


@pytest.mark.timeout(90)
def test_two_machines_find_each_other_and_play_and_a_pulled_cable_is_survived(lan: Lan) -> None:
    with run(lan, "host", HOST) as host, run(lan, "guest", GUEST, "pause") as guest:
        try:
            assert line(host) == ["open"]
            assert line(guest)[:3] == ["found", "Ann's", "table"]
            assert line(guest) == ["playing"]
            lan.cable("guest", plugged=False)
            assert line(guest) == ["lost"]
            lan.cable("guest", plugged=True)
            assert line(guest) == ["back"]
            totals = line(host)
            assert len(totals) == 4
            assert line(guest) == totals
            assert host.wait(20) == guest.wait(20) == 0
        finally:
            host.kill()
            guest.kill()


@pytest.mark.nightly
@pytest.mark.timeout(90)
def test_whoever_begins_to_look_without_a_network_finds_tables_once_there_is_one(lan: Lan) -> None:
    """The network may be what has gone when the host of a table no longer answers."""
    lan.leave("guest")
    with run(lan, "guest", LOOK) as guest, run(lan, "host", HOST) as host:
        try:
            assert line(guest) == ["looking"]
            assert line(host) == ["open"]
            lan.join("guest")
            assert line(guest)[0] == "found"
            assert guest.wait(20) == 0
        finally:
            host.kill()
            guest.kill()
