"""Tables find each other over mDNS on loopback, and the dead leave the list."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from zeroconf import DNSOutgoing, DNSPointer
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf
from zeroconf.const import _CLASS_IN, _FLAGS_QR_RESPONSE, _TYPE_PTR

import net.lan.announcing
import net.lan.discovery
from core.games.kozel import rules as kozel
from net.client.seat import ClientSeat
from net.host.factory import new_table
from net.host.server import Host
from net.lan.announcing import Announcement
from net.lan.discovery import SERVICE, Browser, DiscoveryError, Found, find_tables
from net.lan.found import probe
from net.lan.networks import chosen_interfaces, own_addresses
from net.secure.tls import new_identity
from net.table.lobby import Lobby, table_line
from net.table.table import Table
from net.wire.from_host import Closed
from net.wire.protocol import VERSION, encode, frame
from tests.support.robots import Robot

LOOPBACK = ("127.0.0.1",)


@asynccontextmanager
async def announced(*tables: Table) -> AsyncIterator[Host]:
    """A host on loopback that announces its tables."""
    async with Host(Lobby("Ann", tables), address="127.0.0.1", port=0) as host:
        announcement = Announcement(
            "Ann", host.port, lambda: host.lobby.welcomed().tables, LOOPBACK
        )
        await announcement.open()
        try:
            yield host
        finally:
            await announcement.close()


class Watcher:
    """A browser and its last list, cut to the ids that matter: others may play here."""

    def __init__(self, *ids: str) -> None:
        self._ids = ids
        self.tables: tuple[Found, ...] = ()
        self._changed = asyncio.Event()
        self.browser = Browser(self._on_change, LOOPBACK)

    def _on_change(self, tables: tuple[Found, ...]) -> None:
        self.tables = tuple(found for found in tables if found.id in self._ids)
        self._changed.set()

    async def until(self, condition: Callable[[tuple[Found, ...]], object]) -> None:
        async with asyncio.timeout(60):
            while not condition(self.tables):
                self._changed.clear()
                await self._changed.wait()

    async def __aenter__(self) -> Watcher:
        await self.browser.open()
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.browser.close()


def new_kozel(name: str = "Ann's table", seats: int = 3) -> Table:
    return new_table(name, kozel, kozel.Options(), seats)


async def test_a_table_is_found_followed_and_forgotten() -> None:
    table = new_kozel("Стол Анны")
    async with Watcher(table.id) as watcher:
        async with announced(table) as host:
            await watcher.until(lambda tables: len(tables) == 1)
            (found,) = watcher.tables
            assert (found.id, found.name, found.game) == (table.id, "Стол Анны", "kozel")
            assert (found.host, found.seats, found.free) == ("Ann", 3, 3)
            assert found.where == f"127.0.0.1:{host.port}"
            assert found.same_version
            assert 0 < found.latency < 1.5
            bob = Robot(host.local_link(ClientSeat()), "Bob")
            await watcher.until(lambda tables: tables[0].free == 2)
            await bob.close()
        await watcher.until(lambda tables: not tables)


async def test_a_browser_that_comes_later_finds_the_table_too() -> None:
    table = new_kozel()
    async with announced(table), Watcher(table.id) as first:
        await first.until(lambda tables: tables)
        async with Watcher(table.id) as second:
            await second.until(lambda tables: tables)
            await second.browser.refresh()
            assert [found.id for found in second.tables] == [table.id]


async def test_two_hosts_may_use_one_name() -> None:
    one, two = new_kozel(), new_kozel()
    async with announced(one), announced(two), Watcher(one.id, two.id) as watcher:
        await watcher.until(lambda tables: len(tables) == 2)
        assert {found.id for found in watcher.tables} == {one.id, two.id}


HOST_PROCESS = """
import asyncio
from core.games.kozel import rules as kozel
from net.lan.announcing import Announcement
from net.host.server import Host
from net.table.lobby import Lobby, table_line
from net.host.factory import new_table

async def main():
    table = new_table("Zoe's table", kozel, kozel.Options(), 2)
    print(table.id, flush=True)
    lobby = Lobby("Zoe", [table])
    async with Host(lobby, address="127.0.0.1", port=0) as host:
        await Announcement("Zoe", host.port, lambda: lobby.welcomed().tables, ["127.0.0.1"]).open()
        await asyncio.sleep(60)

asyncio.run(main())
"""


async def test_a_killed_host_leaves_the_list() -> None:
    host = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOST_PROCESS, stdout=asyncio.subprocess.PIPE
    )
    table_id = (await host.stdout.readline()).decode().strip()
    try:
        async with Watcher(table_id) as watcher:
            await watcher.until(lambda tables: tables)
            host.kill()
            killed = time.monotonic()
            await watcher.until(lambda tables: not tables)
            # The budget is 6 s; a cable pulled instead would cost two more unanswered probes.
            assert time.monotonic() - killed < 6
    finally:
        if host.returncode is None:
            host.kill()
        await host.wait()


async def test_a_host_of_another_version_is_listed_but_cannot_be_joined(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(net.lan.announcing, "VERSION", VERSION + 1)

    async def newer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        facts: dict[str, str | int] = {"host": VERSION + 1, "yours": VERSION}
        writer.write(frame(encode(Closed("version", "…", facts))))
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(newer, "127.0.0.1", 0, ssl=new_identity().context())
    port = server.sockets[0].getsockname()[1]
    line = table_line(new_kozel())
    announcement = Announcement("Ann", port, lambda: [line], LOOPBACK)
    await announcement.open()
    async with Watcher(line.id) as watcher:
        await watcher.until(lambda tables: tables)
        (found,) = watcher.tables
        assert not found.same_version
        assert (found.name, found.free) == ("Ann's table", 3)
    await announcement.close()
    server.close()


@pytest.mark.parametrize(
    "text", [{}, {"id": "x"}, {"id": "x", "name": "x", "game": "x", "seats": "many", "v": "1"}]
)
async def test_announcements_that_make_no_sense_are_ignored(text: dict[str, str]) -> None:
    table = new_kozel()
    zeroconf = AsyncZeroconf(interfaces=list(LOOPBACK))
    info = AsyncServiceInfo(
        SERVICE,
        f"Eve {table.id[:8]}.{SERVICE}",
        port=9,
        parsed_addresses=["127.0.0.1"],
        properties=text,
    )
    await zeroconf.async_register_service(info, cooperating_responders=True)
    async with announced(table), Watcher(table.id, "x") as watcher:
        await watcher.until(lambda tables: tables)
        assert [found.id for found in watcher.tables] == [table.id]
    await zeroconf.async_close()


async def test_a_name_that_no_service_may_have_hides_no_table() -> None:
    """An exception in the handler would end up on the screen, and the rest of a packet would be
    lost.
    """
    raised: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, told: raised.append(told))
    first, table = new_kozel(), new_kozel()
    zeroconf = AsyncZeroconf(interfaces=list(LOOPBACK))
    async with announced(first, table) as host, Watcher(first.id, table.id) as watcher:
        await watcher.until(lambda tables: len(tables) == 2)
        info = AsyncServiceInfo(
            SERVICE,
            f"Late.{SERVICE}",
            port=host.port,
            parsed_addresses=["127.0.0.1"],
            server="late.local.",
            properties={"id": table.id, "name": "Late", "game": "kozel", "v": "3"}
            | {"seats": "3", "free": "3"},
        )
        packet = DNSOutgoing(_FLAGS_QR_RESPONSE)
        for name in (f"\x1b[31mEve.{SERVICE}", info.name):
            packet.add_answer_at_time(DNSPointer(SERVICE, _TYPE_PTR, _CLASS_IN, 60, name), 0)
        for record in (info.dns_service(), info.dns_text(), *info.dns_addresses()):
            packet.add_answer_at_time(record, 0)
        zeroconf.zeroconf.async_send(packet)
        # It is announced twice now. The list may also have tables of other programs on this
        # machine.
        await watcher.until(
            lambda tables: [each.id for each in watcher.browser.answers.found].count(table.id) == 2
        )
    await zeroconf.async_close()
    assert raised == []


async def test_an_announcement_says_that_a_code_is_asked_for_and_not_which() -> None:
    asks = new_table("Kitchen", kozel, kozel.Options(), 3, code="K7QM2X")
    zeroconf = AsyncZeroconf(interfaces=list(LOOPBACK))
    async with announced(asks), Watcher(asks.id) as watcher:
        await watcher.until(lambda tables: tables and tables[0].code)
        info = AsyncServiceInfo(SERVICE, f"Kitchen {asks.id[:8]}.{SERVICE}")
        assert await info.async_request(zeroconf.zeroconf, 3000)
        assert info.decoded_properties["code"] == "1"
        assert b"K7Q" not in info.text
    await zeroconf.async_close()


async def test_looking_for_a_while_returns_what_was_found() -> None:
    table = new_kozel()
    async with announced(table), Watcher(table.id) as watcher:
        await watcher.until(lambda tables: tables)
        assert table.id in {found.id for found in await find_tables(3, LOOPBACK)}


async def test_without_multicast_discovery_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(**settings: object) -> AsyncZeroconf:
        raise OSError(98, "Address already in use")

    monkeypatch.setattr(net.lan.discovery, "AsyncZeroconf", denied)
    with pytest.raises(DiscoveryError, match=r"Address already in use.*join by address"):
        await Browser(lambda tables: None, ()).open()
    with pytest.raises(DiscoveryError):
        await Announcement("Ann", 1, list, LOOPBACK).open()


async def test_an_interface_that_is_no_address_is_named() -> None:
    with pytest.raises(DiscoveryError, match="'eth0' does not appear to be an IPv4 or IPv6 addr"):
        await Browser(lambda tables: None, ("eth0",)).open()


async def test_a_probe_without_an_answer_is_none() -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    assert await probe(["127.0.0.1"], port, 0.1) is None
    server.close()
    assert await probe(["127.0.0.1"], port, 1.5) is None
    assert await probe([], port, 1.5) is None


def test_interfaces_are_chosen_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KOZYR_INTERFACES", raising=False)
    assert chosen_interfaces() == ()
    monkeypatch.setenv("KOZYR_INTERFACES", "127.0.0.1, 10.0.0.5")
    assert chosen_interfaces() == ("127.0.0.1", "10.0.0.5")
    assert own_addresses(chosen_interfaces()) == ["127.0.0.1", "10.0.0.5"]
    assert own_addresses()
