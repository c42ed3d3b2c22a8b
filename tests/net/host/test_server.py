"""A real host on loopback: limits, deadlines, goodbyes, ports."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import replace
from typing import Any

import pytest

import net.host.listener
from core.games.kozel import rules as kozel
from net.client.link import RemoteLink
from net.client.seat import ClientSeat
from net.host.admission import STRANGERS_BURST, AdmissionLimits, Limits
from net.host.factory import new_table
from net.host.server import Host, HostError
from net.host.stream import open_stream
from net.lan.networks import Interface, InterfaceKind
from net.secure.tls import client_context
from net.table.lobby import Lobby
from net.wire.from_host import Closed, Ponged, Welcomed
from net.wire.message import Message
from net.wire.protocol import MAX_STRANGER, VERSION, decode_from_host, encode, frame
from net.wire.to_host import Fill, Hello, Join, Leave, Ping, Say, Start
from tests.support.robots import Robot

QUICK = Limits(hello_seconds=0.3, frame_seconds=0.3, silent_seconds=0.6, check_seconds=0.05)


def new_host(seats: int = 2, **settings: object) -> Host:
    table = new_table("Ann's table", kozel, kozel.Options(target=51), seats, bot_seconds=0)
    return Host(Lobby("Ann", [table]), address="127.0.0.1", **{"port": 0, **settings})


class Raw:
    """A bare connection that can send anything."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def to(cls, host: Host) -> Raw:
        return cls(*await asyncio.open_connection("127.0.0.1", host.port))

    def send(self, *messages: Message) -> None:
        for message in messages:
            self.writer.write(frame(encode(message)))

    async def read(self) -> Message:
        length = int.from_bytes(await self.reader.readexactly(4))
        return decode_from_host(await self.reader.readexactly(length))

    async def until_closed(self) -> list[Message]:
        """Return everything received until the host ends the connection."""
        messages = []
        try:
            async with asyncio.timeout(60):
                while True:
                    messages.append(await self.read())
        except (asyncio.IncompleteReadError, ConnectionError):
            return messages
        finally:
            self.writer.transport.abort()


def codes(messages: list[Message]) -> list[str]:
    return [message.code for message in messages if isinstance(message, Closed)]


async def test_hello_over_a_socket() -> None:
    async with new_host() as host:
        raw = await Raw.to(host)
        raw.send(Hello(VERSION))
        welcomed = await raw.read()
        assert isinstance(welcomed, Welcomed)
        assert welcomed.tables[0].name == "Ann's table"
        raw.writer.transport.abort()


async def test_moves_are_not_held_back_to_fill_packets() -> None:
    (listening,) = net.host.listener.listen("127.0.0.1", 0)
    with listening, socket.create_connection(listening.getsockname()):
        sock, _ = await anext(net.host.listener.accept(listening, internet=False))
        stream = await open_stream(sock, None, 5.0)
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        stream.abort()
        await stream.wait_closed()


HOSTILE = {
    "4 GiB frame": b"\xff\xff\xff\xff",
    "empty frame": b"\0\0\0\0",
    "frame too long for a stranger": (MAX_STRANGER + 1).to_bytes(4),
    "no msgpack": frame(b"\xc1" * 100),
    "deep nesting": frame(b"\x91" * 1000),
    "claims of length": frame(b"\xdd\xff\xff\xff\xff" * 100),
    "no map": frame(b"\x07"),
    "unknown type": frame(b"\x81\xa4type\xa5Dance"),
    "http": b"GET / HTTP/1.1\r\nHost: kozyr\r\n\r\n",
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE.keys())
async def test_hostile_bytes_end_the_connection_and_nothing_else(data: bytes) -> None:
    async with new_host() as host:
        raw = await Raw.to(host)
        raw.writer.write(data)
        assert codes(await raw.until_closed()) == ["garbage"]
        polite = await Raw.to(host)
        polite.send(Hello(VERSION))
        assert isinstance(await polite.read(), Welcomed)
        polite.writer.transport.abort()


async def test_another_first_message_than_hello_ends_the_connection() -> None:
    async with new_host() as host:
        raw = await Raw.to(host)
        raw.send(Ping(1))
        assert codes(await raw.until_closed()) == ["hello"]


async def test_another_version_is_told_so() -> None:
    async with new_host() as host:
        raw = await Raw.to(host)
        raw.send(Hello(VERSION + 1))
        assert codes(await raw.until_closed()) == ["version"]


WAYS_TO_END = {
    "another first message": frame(encode(Ping(1))),
    "another version": frame(encode(Hello(VERSION + 1))),
    "garbage": b"GET / HTTP/1.1\r\n\r\n",
    "half a TLS hello": b"\x16\x03\x01",
    "half a frame": frame(encode(Hello(VERSION)))[:7],
    "seated and another version": frame(encode(Hello(VERSION)))
    + frame(encode(Join("Eve")))
    + frame(encode(Hello(VERSION + 1))),
    "no code": frame(encode(Hello(VERSION))) + frame(encode(Join("Eve", table="no such table"))),
}


@pytest.mark.parametrize("encrypted", [False, True], ids=["plain", "TLS"])
async def test_nothing_is_left_of_strangers_however_they_end(encrypted: bool) -> None:
    async with new_host(limits=QUICK) as host:
        settings = {"ssl": client_context(), "server_hostname": ""} if encrypted else {}
        for data in WAYS_TO_END.values():
            raw = Raw(*await asyncio.open_connection("127.0.0.1", host.port, **settings))
            raw.writer.write(data)
            await raw.until_closed()
        while host.acceptor.tasks:
            await asyncio.wait(host.acceptor.tasks)
        assert not host.runtime.channels
        assert not host.connections
        assert not host.lobby.close(), "there is nobody to say goodbye to"


async def drip(raw: Raw, data: bytes) -> None:
    """Send a byte now and then, forever."""
    try:
        for byte in data:
            raw.writer.write(bytes([byte]))
            await raw.writer.drain()
            await asyncio.sleep(0.1)
    except ConnectionError:
        return


@pytest.mark.parametrize(
    "first, dripped",
    [
        ([], b""),
        ([], frame(encode(Hello(VERSION)))),
        ([Hello(VERSION)], b""),
        ([Hello(VERSION)], frame(encode(Say("x" * 200)))),
        ([Hello(VERSION), Join("Eve")], b"\0\0\xff\0" + bytes(100)),
    ],
    ids=["silent", "slow hello", "silent after hello", "slow frame", "slow frame of a player"],
)
async def test_nobody_is_waited_for_without_end(first: list[Message], dripped: bytes) -> None:
    async with new_host(limits=QUICK) as host:
        raw = await Raw.to(host)
        raw.send(*first)
        dripping = asyncio.ensure_future(drip(raw, dripped))
        assert not codes(await raw.until_closed())
        dripping.cancel()


async def test_whoever_does_not_read_is_dropped_at_a_limit_and_the_others_stay(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO", "net.host.connections")
    limits = Limits(
        out_bytes=20_000, messages_per_second=1e9, frame_seconds=60.0, silent_seconds=60.0
    )
    reserved = net.host.listener.reserve()
    # Accepted sockets inherit it; else the system holds megabytes before the host notices.
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    async with new_host(seats=3, limits=limits, port=reserved) as host:
        deaf = await Raw.to(host)
        deaf.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.writer.transport.pause_reading()
        deaf.send(Hello(VERSION), Join("Eve"))
        hellos = frame(encode(Hello(VERSION))) * 2000
        ann = Robot(host.local_link(ClientSeat()), "Ann")
        await ann.until(
            lambda: ann.client.room and "Eve" in {s.name for s in ann.client.room.seats}
        )

        async def pester() -> None:
            while not ann.somebody_away():
                deaf.writer.write(hellos)
                await asyncio.sleep(0.01)

        pestering = asyncio.ensure_future(pester())
        await ann.until(ann.somebody_away)
        pestering.cancel()
        deaf.writer.transport.abort()
        await ann.close()
    assert "a client does not read and is dropped" in caplog.messages


async def test_whoever_says_much_at_once_at_a_table_is_read_later_and_loses_nothing() -> None:
    async with new_host(limits=Limits(messages_per_second=500.0)) as host:
        raw = await Raw.to(host)
        raw.send(Hello(VERSION), Join("Ann"), *map(Ping, range(700)))
        answers = []
        while len(answers) < 700:
            message = await raw.read()
            if isinstance(message, Ponged):
                answers.append(message.sent)
        assert answers == list(range(700))
        raw.writer.transport.abort()


async def test_the_oldest_at_no_table_goes_when_an_address_has_too_many() -> None:
    async with new_host(limits=Limits(strangers=AdmissionLimits(per_address=2))) as host:
        first = await Raw.to(host)
        first.send(Hello(VERSION))
        await first.read()
        others = [await Raw.to(host), await Raw.to(host)]
        for raw in others:
            raw.send(Hello(VERSION))
            assert isinstance(await raw.read(), Welcomed)
        assert codes(await first.until_closed()) == ["crowd"]
        for raw in others:
            raw.writer.transport.abort()


async def test_a_seat_has_its_place_however_many_are_at_no_table() -> None:
    async with new_host(limits=Limits(strangers=AdmissionLimits(inside=4, per_address=4))) as host:
        bob = Robot(RemoteLink("127.0.0.1", host.port, ClientSeat()), "Bob", plays=False)
        await bob.until(lambda: bob.client.seat is not None)
        strangers = [await Raw.to(host) for _ in range(20)]
        for raw in strangers:
            raw.send(Hello(VERSION))
        closed = [codes(await raw.until_closed()) for raw in strangers[:16]]
        assert closed.count(["crowd"]) + closed.count([]) == 16
        assert isinstance(bob.link, RemoteLink)
        bob.link.writer.transport.abort()
        await bob.until(lambda: bob.links == [True, False, True])
        await bob.until(lambda: not bob.somebody_away())
        for raw in strangers[16:]:
            raw.writer.transport.abort()
        await bob.close()


async def test_whoever_joins_no_table_has_to_go_in_time() -> None:
    async with new_host(limits=Limits(join_seconds=0.3, check_seconds=0.05)) as host:
        raw = await Raw.to(host)
        raw.send(Hello(VERSION))
        pinging = asyncio.ensure_future(drip(raw, frame(encode(Ping(1))) * 100))
        assert not codes(await raw.until_closed())
        pinging.cancel()


async def test_many_strangers_who_talk_at_once_do_not_hold_up_the_host() -> None:
    """Their messages are heard a few at a time, so they never occupy the loop for long."""
    crowd = AdmissionLimits(inside=60, per_address=60, per_second=1e6, arrivals_per_second=1e6)
    async with new_host(limits=Limits(strangers=crowd)) as host:
        heard: list[int] = []
        receive = host.runtime.receive

        def count(*said: Any) -> None:
            heard[-1] += 1
            receive(*said)

        host.runtime.receive = count
        strangers = [await Raw.to(host) for _ in range(50)]
        for raw in strangers:
            raw.send(*[Hello(VERSION)] * 100)
        while sum(heard) < 100:
            heard.append(0)
            await asyncio.sleep(0)
        assert max(heard) <= 2 * STRANGERS_BURST
        for raw in strangers:
            raw.writer.transport.abort()


@pytest.mark.parametrize("internet", [False, True])
async def test_only_local_networks_come_in_unless_the_internet_may(
    internet: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Loopback stands for a distant address.
    monkeypatch.setattr(net.host.listener, "is_local", lambda *_: False)
    async with new_host(internet=internet) as host:
        raw = await Raw.to(host)
        raw.send(Hello(VERSION))
        if internet:
            assert isinstance(await raw.read(), Welcomed)
        else:
            assert await raw.until_closed() == []
        raw.writer.transport.abort()


async def test_a_token_counts_for_as_long_as_the_seat_is_kept() -> None:
    async with new_host() as host:
        ann = Robot(host.local_link(ClientSeat()), "Ann", plays=False)
        await ann.until(lambda: ann.client.seated)
        token = ann.client.seated.token
        assert host.guests.is_seated(token)
        assert not host.guests.is_seated("")
        ann.send(Leave())
        await ann.ended()
        assert not host.guests.is_seated(token)


async def test_the_host_says_goodbye() -> None:
    async with new_host() as host:
        raw = await Raw.to(host)
        raw.send(Hello(VERSION), Join("Bob"))
        await raw.read()
    assert codes(await raw.until_closed()) == ["host"]


async def test_a_port_in_use_is_said_in_words() -> None:
    async with new_host() as host:
        other = Host(Lobby("Bob", []), address="127.0.0.1", port=host.port)
        with pytest.raises(HostError, match=f"port {host.port} is in use"):
            await other.open()
        await other.close()


async def test_a_foreign_address_is_said_in_words() -> None:
    for address in ("203.0.113.7", "no such machine.invalid"):
        host = Host(Lobby("Bob", []), address=address, port=0)
        with pytest.raises(HostError, match="not an address of this machine"):
            await host.open()
        await host.close()


async def test_without_a_wish_any_port_will_do() -> None:
    lobby = Lobby("Ann", [])
    async with Host(lobby, address="127.0.0.1") as one, Host(lobby, address="127.0.0.1") as two:
        assert one.port != two.port


async def test_both_families_share_a_port() -> None:
    if not socket.has_ipv6:
        pytest.skip("this Python has no IPv6")
    async with Host(Lobby("Ann", []), port=0) as host:
        try:
            reader, writer = await asyncio.open_connection("::1", host.port)
        except OSError:
            pytest.skip("this machine has no IPv6")
        writer.write(frame(encode(Hello(VERSION))))
        assert await reader.readexactly(4)
        writer.transport.abort()


async def test_the_hosts_own_player_and_bots_play_a_match() -> None:
    async with new_host(seats=3) as host:
        ann = Robot(host.local_link(ClientSeat()), "Ann")
        await ann.until(lambda: ann.client.seat is not None)
        ann.send(Fill(1, "easy"))
        ann.send(Fill(2, "easy"))
        ann.send(Start())
        await ann.until(lambda: ann.phase == "over")
        assert ann.client.view.result is not None
        await ann.close()


async def test_the_ways_in_follow_the_networks_of_the_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("KOZYR_INTERFACES", raising=False)
    wifi = Interface("wlan0", "192.168.1.5", 24, InterfaceKind.LAN, carrier=True)
    cable = Interface("eth0", "10.0.0.5", 24, InterfaceKind.LAN, carrier=True)
    async with new_host() as host:
        (table,) = host.lobby.tables.values()
        told: list[tuple[list[str], bool]] = []
        host.on_network = lambda: told.append(([w.address for w in host.lobby.ways], host.offline))
        for networks in [(wifi,), (wifi,), (cable, wifi), (replace(cable, carrier=False),)]:
            host.follow_network(networks)
            assert table.migration.here == host.guests.here == host.lobby.ways[0].address
    assert told == [
        (["192.168.1.5"], False),
        (["10.0.0.5", "192.168.1.5"], False),
        (["10.0.0.5"], True),
    ]
