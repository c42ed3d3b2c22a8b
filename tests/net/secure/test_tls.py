"""Real connections: TLS, codes, certificates, and a machine in the middle."""

import asyncio
import os
import socket
import ssl
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from core.games.kozel import rules as kozel
from net.client.events import CodeWanted, Disconnected, Dismissed, RoomChanged
from net.client.handshake import Credentials, Handshake
from net.client.link import RemoteLink, Timeouts
from net.client.seat import ClientSeat
from net.host.admission import AdmissionLimits, Limits
from net.host.factory import new_table
from net.host.server import Host
from net.secure.tls import ALPN, FILE_NAME, Identity, connect, load_identity, new_identity
from net.table.lobby import Lobby, table_line
from net.table.table import Table
from net.wire.from_host import Confirmed, Proving, Seated, Welcomed
from net.wire.protocol import VERSION, encode, frame
from net.wire.to_host import Hello, Join
from tests.support.cut_proxy import CutProxy
from tests.support.impostors import Middle, something_at_a_port
from tests.support.robots import Robot

CODE = "K7QM2X"
QUICK = Timeouts(heartbeat_seconds=0.1, dead_seconds=0.5, first_wait_seconds=0.01)
PATIENT = Limits()
HASTY = Limits(hello_seconds=0.3, frame_seconds=0.3, silent_seconds=0.6, check_seconds=0.05)


def new_host(
    *, code: str | None = CODE, identity: Identity | None = None, limits: Limits = PATIENT
) -> tuple[Host, Table]:
    table = new_table("Ann's table", kozel, kozel.Options(target=51), 2, bot_seconds=0, code=code)
    lobby = Lobby("Ann", [table])
    host = Host(lobby, address="127.0.0.1", port=0, identity=identity, limits=limits)
    return host, table


class Client(Robot):
    """Joins as the program does: the Join is prepared before there is a connection."""

    def __init__(self, port: int, name: str, client: ClientSeat, *, watch: bool = False) -> None:
        client.join(name, watch=watch)
        super().__init__(RemoteLink("127.0.0.1", port, client, QUICK), name, plays=False)

    joins = False

    async def asked(self, *, wrong: bool = False) -> None:
        """Wait until the host asks for the code."""
        await self.until(lambda: CodeWanted(wrong) in self.heard)


def knowing(code: str = CODE) -> ClientSeat:
    client = ClientSeat()
    client.handshake.proof.code = code
    return client


# --- codes ---------------------------------------------------------------------------------------


async def test_whoever_knows_the_code_sits_down_and_sees_it() -> None:
    host, _ = new_host()
    async with host:
        bob = Client(host.port, "Bob", knowing())
        await bob.until(lambda: bob.last(RoomChanged))
        assert bob.client.seat == 0
        assert bob.last(RoomChanged).room.code == CODE
        assert not bob.client.handshake.proof.missing
        await bob.close()


async def test_whoever_is_asked_for_the_code_may_try_until_it_is_right() -> None:
    """Each attempt has its own connection, and no player hears of a failed one."""
    host, _ = new_host()
    async with host:
        bob = Client(host.port, "Bob", ClientSeat())
        await bob.asked()
        for wrong in ("AAAAAA", "K7QM2Y"):
            bob.heard.clear()
            bob.send(bob.client.prove(wrong))
            await bob.asked(wrong=True)
            assert not bob.client.handshake.proof.running
        bob.send(bob.client.prove(CODE))
        await bob.until(lambda: bob.client.seat == 0)
        assert False not in bob.links
        await bob.close()


async def test_a_watcher_proves_the_code_again_after_a_break_and_a_player_shows_the_token() -> None:
    host, table = new_host()
    async with host, CutProxy(host.port) as proxy:
        ann = Client(proxy.port, "Ann", knowing())
        await ann.until(lambda: ann.client.seat == 0)
        eve = Client(proxy.port, "Eve", knowing(), watch=True)
        await eve.until(lambda: eve.client.seated)
        for guest in (ann, eve):
            guest.heard.clear()
        proxy.cut()
        await ann.until(lambda: ann.last(RoomChanged))
        await eve.until(lambda: eve.last(RoomChanged))
        assert ann.client.handshake.proof.missing
        assert not eve.client.handshake.proof.missing
        assert table.room[0].human
        assert len(table.room.watchers) == 1
        await ann.close()
        await eve.close()


async def test_a_seat_that_is_gone_is_not_asked_for_a_code() -> None:
    host, table = new_host()
    async with host, CutProxy(host.port) as proxy:
        bob = Client(proxy.port, "Bob", ClientSeat())
        await bob.asked()
        bob.send(bob.client.prove(CODE))
        await bob.until(lambda: bob.client.seat == 0)
        bob.client.handshake.proof.code = ""  # as after a start with only the token
        table.room[0].token = "somebody else's"
        proxy.cut()
        assert (await bob.ended()).code == "gone"


async def test_a_code_for_a_table_that_asks_for_none_ends_in_a_sentence() -> None:
    host, _ = new_host(code=None)
    async with host:
        assert (await Client(host.port, "Bob", knowing()).ended()).code == "unasked"


# --- a machine in the middle ----------------------------------------------------------------------


async def test_a_man_in_the_middle_cannot_let_anybody_in_with_the_code() -> None:
    host, table = new_host()
    async with host, Middle(host.port).listening() as middle:
        bob = Client(middle.port, "Bob", knowing())
        await bob.asked(wrong=True)
        assert b"Prove" in middle.seen
        assert b"Join" not in middle.seen
        assert not table.room.any_human()
        await bob.close()


async def test_a_man_in_the_middle_never_sees_the_token_of_a_seat() -> None:
    host, _ = new_host()
    credentials: dict[str, Credentials] = {}
    async with host, Middle(host.port).listening() as middle, CutProxy(host.port) as proxy:
        client = ClientSeat(Handshake(credentials=credentials))
        client.handshake.proof.code = CODE
        bob = Client(proxy.port, "Bob", client)
        await bob.until(lambda: bob.client.seat == 0)
        (held,) = credentials.values()
        # For the same seat the way leads to another host ...
        proxy.turn_to(middle.port)
        proxy.cut()
        assert (await bob.ended()).code == "stranger"
        # ... and to a program that was started anew.
        again = Client(middle.port, "Bob", ClientSeat(Handshake(credentials=credentials)))
        assert (await again.ended()).code == "stranger"
        assert isinstance(again.heard[-1], Dismissed)
        assert held.token.encode() not in middle.seen
        # The host itself is still the right one.
        home = Client(host.port, "Bob", ClientSeat(Handshake(credentials=credentials)))
        await home.until(lambda: home.client.seat == 0)
        await home.close()


@pytest.mark.parametrize(
    "answers, code",
    [
        ([Proving("42" + "58" + "66" * 31), Confirmed("0" * 64)], "impostor"),
        ([Confirmed("0" * 64)], "impostor"),
        ([Proving("42" + "00" * 32)], "impostor"),
        ([Seated("table", "T", "kozel", 0, "token", 0)], "unasked"),
    ],
    ids=["any confirmation", "confirmation at once", "no element", "a seat without a code"],
)
async def test_a_host_that_does_not_know_the_code_is_left(answers: list[object], code: str) -> None:
    async def pretend(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = table_line(new_table("T", kozel, kozel.Options(), 2, code=CODE))
        writer.write(frame(encode(Welcomed(VERSION, "Eve", [line]))))
        for answer in answers:
            await reader.read(4096)
            writer.write(frame(encode(answer)))
        await reader.read()

    async with something_at_a_port(pretend, new_identity().context()) as port:
        assert (await Client(port, "Bob", knowing()).ended()).code == code


# --- TLS -----------------------------------------------------------------------------------------


async def test_the_channel_is_tls_1_3_and_gives_the_hosts_fingerprint() -> None:
    identity = new_identity()
    host, _ = new_host(identity=identity)
    async with host:
        _, writer, fingerprint = await connect("127.0.0.1", host.port)
        channel = writer.get_extra_info("ssl_object")
        assert channel.version() == "TLSv1.3"
        assert channel.selected_alpn_protocol() == ALPN
        assert fingerprint == identity.fingerprint
        writer.transport.abort()


async def test_an_older_tls_is_not_spoken() -> None:
    host, _ = new_host()
    async with host:
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
        old.maximum_version = ssl.TLSVersion.TLSv1_2
        with pytest.raises(OSError):  # noqa: PT011 -- a reset or an alert, as it comes
            await asyncio.open_connection("127.0.0.1", host.port, ssl=old)


@pytest.mark.parametrize(
    "data",
    [b"", b"\x16", bytes.fromhex("1603010200010001fc0303") + bytes(64), b"\x16" + bytes(600)],
    ids=["nothing", "one byte", "half a hello", "nonsense"],
)
async def test_whoever_never_finishes_the_handshake_is_dropped(data: bytes) -> None:
    host, _ = new_host(limits=HASTY)
    async with host:
        reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
        writer.write(data)
        async with asyncio.timeout(30):  # asyncio alone would wait a minute
            await _end_of(reader)
        writer.transport.abort()
        assert not host.connections


async def _end_of(reader: asyncio.StreamReader) -> None:
    try:
        while await reader.read(4096):
            pass
    except ConnectionError:
        return


async def test_whoever_has_to_go_for_others_is_told_so_over_tls_too() -> None:
    host, _ = new_host(code=None, limits=Limits(strangers=AdmissionLimits(per_address=1)))
    async with host:
        reader, writer, _ = await connect("127.0.0.1", host.port)
        writer.write(frame(encode(Hello(VERSION))))
        await reader.readexactly(1)
        bob = Client(host.port, "Bob", ClientSeat())
        await bob.until(lambda: bob.client.seat == 0)
        assert b"crowd" in await reader.read()
        writer.transport.abort()
        await bob.close()


async def test_whoever_thinks_about_the_code_for_long_hears_of_no_lost_connection() -> None:
    host, _ = new_host(limits=replace(PATIENT, join_seconds=0.2, check_seconds=0.05))
    async with host:
        bob = Client(host.port, "Bob", ClientSeat())
        await bob.asked()
        while host.connections:
            await asyncio.wait(host.acceptor.tasks)
        while bob.link.writer is not None:  # noqa: ASYNC110 - his end hears of it a moment later
            await asyncio.sleep(0.01)
        assert not bob.task.done()
        host._limits = PATIENT  # the next connection has the time that a slow machine takes
        bob.send(bob.client.prove(CODE))
        await bob.until(lambda: bob.client.seat == 0)
        assert Disconnected() not in bob.heard
        await bob.close()


async def test_whoever_thinks_about_the_code_may_leave() -> None:
    host, _ = new_host(limits=replace(PATIENT, join_seconds=0.2, check_seconds=0.05))
    async with host:
        bob = Client(host.port, "Bob", ClientSeat())
        await bob.asked()
        while host.connections:
            await asyncio.wait(host.acceptor.tasks)
        await bob.link.close()
        await bob.ended()


async def test_connections_that_say_nothing_count_and_are_few() -> None:
    host, _ = new_host(limits=Limits(strangers=AdmissionLimits(per_address=2)))
    async with host:
        silent = [await asyncio.open_connection("127.0.0.1", host.port) for _ in range(30)]
        # The first two are served, a few more are given the reason for the refusal, the others are
        # just closed.
        closed = [asyncio.ensure_future(_end_of(reader)) for reader, _ in silent]
        async with asyncio.timeout(60):
            while sum(task.done() for task in closed) < 20:
                await asyncio.wait(
                    [task for task in closed if not task.done()],
                    return_when=asyncio.FIRST_COMPLETED,
                )
        assert len(host.acceptor.tasks) <= 10
        for task in closed:
            task.cancel()
        for _, writer in silent:
            writer.transport.abort()


async def test_a_tls_client_that_vanishes_does_not_keep_the_host_from_closing() -> None:
    host, _ = new_host(code=None)
    async with host, CutProxy(host.port) as proxy:
        bob = Client(proxy.port, "Bob", ClientSeat())
        await bob.until(lambda: bob.client.seat == 0)
        proxy.deaf = proxy.refusing = True
        async with asyncio.timeout(15):  # asyncio alone would wait half a minute for a goodbye
            await host.close()
        await bob.link.close()
        await bob.ended()


async def test_a_plain_client_is_served_at_an_open_table() -> None:
    host, table = new_host(code=None)
    async with host:
        reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
        writer.write(frame(encode(Hello(VERSION))) + frame(encode(Join("Bob"))))
        assert b"Welcomed" in await reader.read(4096)
        while not table.room.any_human():
            await reader.read(4096)
        writer.transport.abort()


async def test_moves_are_not_held_back_to_fill_packets_over_tls() -> None:
    host, _ = new_host()
    async with host:
        _, writer, _ = await connect("127.0.0.1", host.port)
        sock = writer.get_extra_info("socket")
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        writer.transport.abort()


# --- the certificate -----------------------------------------------------------------------------


async def test_a_host_keeps_its_certificate_for_itself_alone(tmp_path: Path) -> None:
    folder = tmp_path / "config"
    identity = await load_identity(folder)
    assert await load_identity(folder) == identity
    if os.name == "posix":
        assert (folder / FILE_NAME).stat().st_mode & 0o077 == 0
    assert [path.name for path in folder.iterdir()] == [FILE_NAME]


@pytest.mark.parametrize(
    "damaged",
    [b"", b"nonsense", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", b"\xff"],
)
async def test_a_damaged_certificate_is_replaced(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(damaged)
    identity = await load_identity(tmp_path)
    assert await load_identity(tmp_path) == identity


async def test_a_key_of_another_certificate_is_noticed(tmp_path: Path) -> None:
    one, two = new_identity().pem, new_identity().pem
    key, begin = one.split(b"-----BEGIN CERTIFICATE-----")[0], b"-----BEGIN CERTIFICATE-----"
    (tmp_path / FILE_NAME).write_bytes(key + begin + two.split(begin)[1])
    assert (await load_identity(tmp_path)).pem not in (one, two)


async def test_without_a_folder_every_host_is_another(tmp_path: Path) -> None:
    assert await load_identity(None) != await load_identity(None)
    (tmp_path / "file").touch()
    assert (await load_identity(tmp_path / "file")).pem


async def test_a_certificate_is_made_here_where_no_other_process_can_be_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no-python"))
    identity = await load_identity(tmp_path)
    assert await load_identity(tmp_path) == identity


async def test_two_programs_that_begin_at_once_have_one_certificate(tmp_path: Path) -> None:
    one, two = await asyncio.gather(load_identity(tmp_path), load_identity(tmp_path))
    assert one == two == await load_identity(tmp_path)
