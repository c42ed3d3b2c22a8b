"""A host goes down in the middle of a match and comes up again, over real sockets."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import pytest

from core.games import GAMES
from core.games.kozel import rules as kozel
from core.records.record import verify
from net.client.link import RemoteLink, Timeouts
from net.client.seat import ClientSeat
from net.files.saved import Logs
from net.files.store import Records
from net.host.factory import new_table, take_up
from net.host.listener import is_free
from net.host.local import own_seat
from net.host.server import Host
from net.lan.announcing import Announcement
from net.lan.discovery import Seeker
from net.secure.tls import new_identity
from net.table.lobby import Lobby, Shutdown
from net.wire.to_host import Fill, Start
from tests.support.foreigner import Foreigner
from tests.support.matches import daily
from tests.support.players import KOZYR, own_places
from tests.support.robots import Robot

HOST = ("host", "kozel", "--seats", "3", "--bots", "easy", "--rule", "target=50", "--name", "Ann")


@contextmanager
def hosting(places: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Ann's program, line by line: she makes the first legal move whenever it is her turn."""
    program = subprocess.Popen(
        [*KOZYR, *words, "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **own_places(places)},
    )
    assert program.stdin is not None
    assert program.stdout is not None
    try:
        program.stdin.write("1\n" * 200)
        program.stdin.flush()
        said = program.stdout.readline()
        found = re.search(r":(\d+)\s*$", said)
        assert found, said
        yield program, int(found[1])
    finally:
        program.kill()
        with suppress(OSError):  # the next words of Ann
            program.stdin.close()
        program.stdout.close()
        program.wait()


def knock(port: int) -> Foreigner:
    """Connect as soon as a host listens, as a waiting client does."""
    while True:
        try:
            return Foreigner(port, encrypted=True)
        except ConnectionError:
            continue


def play_on(bob: Foreigner, moves: int) -> bool:
    """Have Bob make `moves` first legal moves; tell whether the match then continues."""
    while not bob.position["view"].get("result") and moves:
        if bob.acts:
            offered = bob.ask("Ask", "Offered")["moves"]
            bob.play(offered[0])
            moves -= 1
        else:
            bob.until("Updated")
    return not moves


@pytest.mark.timeout(100)
def test_a_killed_host_goes_on_and_no_move_is_lost_or_made_twice(tmp_path: Path) -> None:
    """Section 4 of the protocol, and a client that knows nothing else."""
    with hosting(tmp_path, *HOST, "--port", "0", "--start-when-full") as (host, port):
        bob = knock(port)
        bob.ask("Join", "Seated", name="Bob", seat=1)
        token, table = bob.seated["token"], bob.seated["table"]
        bob.say("Ready")
        bob.until("Updated")
        assert play_on(bob, 3)
        while not bob.acts:
            bob.until("Updated")
        move, seq = bob.ask("Ask", "Offered")["moves"][0], bob.position["seq"]
        assert bob.position["number"] == 3
        bob.say("Play", number=4, seq=seq, move=move)
        host.send_signal(signal.SIGKILL)
    fingerprint = bob.fingerprint
    bob.cut()
    with hosting(tmp_path, "host", "--resume") as (host, again):
        assert again == port
        bob = knock(port)
        assert bob.fingerprint == fingerprint
        assert [line["id"] for line in bob.until("Welcomed")["tables"]] == [table]
        bob.ask("Join", "Seated", name="Bob", table=table, token=token)
        assert bob.seated["seat"] == 1
        assert bob.seated["number"] in (3, 4)
        bob.until("Updated")
        bob.say("Play", number=4, seq=seq, move=move)
        while bob.position["number"] < 4:
            bob.until("Updated")
        assert not play_on(bob, 1000)
        bob.cut()
        assert host.wait(20) == 0
    (record,) = (tmp_path / "state" / "matches").iterdir()
    lines = record.read_text().splitlines()
    assert verify(GAMES, lines) is None
    mine = [line for line in lines if line.startswith('{"seat":1,')]
    assert len(mine) == bob.position["number"]
    assert not list((tmp_path / "state" / "tables").iterdir())


@pytest.mark.parametrize(
    "end, heard",
    daily(
        [(signal.SIGINT, ["kept"]), (signal.SIGTERM, []), (signal.SIGHUP, [])],
        (signal.SIGINT, ["kept"]),
    ),
)
def test_what_a_guest_hears_of_a_signal(
    tmp_path: Path, end: signal.Signals, heard: list[str]
) -> None:
    """Ctrl+C is the person's own wish; other signals mean that the machine goes down, and guests
    wait.
    """
    with hosting(tmp_path, *HOST, "--port", "0", "--start-when-full") as (host, port):
        bob = knock(port)
        bob.ask("Join", "Seated", name="Bob", seat=1)
        bob.say("Ready")
        bob.until("Updated")
        host.send_signal(end)
        said = []
        with suppress(EOFError, ConnectionError):
            while True:
                said.append(bob.hear())
        assert [told["code"] for told in said if told["type"] == "Closed"] == heard
        assert host.wait(20) == 128 + end
        bob.cut()
    assert len(list((tmp_path / "state" / "tables").iterdir())) == 1


class Computer:
    """Ann's machine: its folders and its certificate, whatever program runs on it."""

    def __init__(self, places: Path) -> None:
        self.places = places
        self.identity = new_identity()

    def host(self, lobby: Lobby, port: int, kept: Logs) -> Host:
        records = Records(self.places / "matches")
        return Host(
            lobby, address="127.0.0.1", port=port, records=records, logs=kept,
            identity=self.identity,
        )  # fmt: skip

    def kept(self) -> Logs:
        return Logs(self.places / "tables")

    @asynccontextmanager
    async def gone_on(self, port: int) -> AsyncIterator[tuple[Host, Robot]]:
        """The next program continues the match, announced on this machine."""
        kept = self.kept()
        (left,) = kept.tables()
        match = kept.take(left.id)
        table = take_up(match, asyncio.get_running_loop().time(), bot_seconds=0)
        host = self.host(Lobby("Ann", [table]), port, kept)
        await host.open()
        tables = host.lobby.welcomed
        announcement = Announcement("Ann", host.port, lambda: tables().tables, ["127.0.0.1"])
        await announcement.open()
        ann = Robot(host.local_link(own_seat(match)), "Ann")
        try:
            yield host, ann
        finally:
            await ann.close()
            await host.close()
            await announcement.close()


class Hint:
    """Names the places where hosts claim to have the table, and notes when they were tried."""

    def __init__(self) -> None:
        self.claimed: list[tuple[str, int]] = []
        self.asked_again = asyncio.Event()
        self._asked = 0

    @property
    def addresses(self) -> list[tuple[str, int]]:
        self._asked += bool(self.claimed)
        if self._asked > 1:
            self.asked_again.set()
        return self.claimed

    async def close(self) -> None:
        pass


async def begun(
    computer: Computer, timeouts: Timeouts | None = None, seek: Callable[[str], Seeker] = Seeker
) -> tuple[Host, Robot, Robot]:
    """Ann hosts, Bob has connected over TLS, a bot is the third; some moves are made."""
    table = new_table("Kitchen", kozel, kozel.Options(target=50), 3, bot_seconds=0)
    host = computer.host(Lobby("Ann", [table]), 0, computer.kept())
    await host.open()
    client = ClientSeat()
    client.join("Ann", table.id)
    ann = Robot(host.local_link(client), "Ann")
    await ann.until(lambda: client.seated)
    ann.send(Fill(2, "easy"))
    link = RemoteLink("127.0.0.1", host.port, ClientSeat(), timeouts or Timeouts(), seek)
    bob = Robot(link, "Bob")
    await ann.until(lambda: client.room and client.room.seats[1].ready)
    ann.send(Start())
    await bob.until(lambda: bob.client.seq > 5)
    ann.plays = bob.plays = False
    return host, ann, bob


async def begun_with_hint(computer: Computer) -> tuple[Host, Robot, Robot, Hint]:
    """Bob will be told where to look."""
    hint = Hint()
    timeouts = Timeouts(seek_seconds=0.1, longest_wait_seconds=0.1)
    return *await begun(computer, timeouts, lambda table: hint), hint


def strange_host(places: Path, port: int = 0) -> Host:
    """Eve's, with a certificate and a table of her own."""
    computer = Computer(places / "eve")
    table = new_table("Another", kozel, kozel.Options(), 2)
    return computer.host(Lobby("Eve", [table]), port, computer.kept())


@pytest.fixture(autouse=True)
def one_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOZYR_INTERFACES", "127.0.0.1")


async def to_the_end(*robots: Robot) -> None:
    for robot in robots:
        robot.plays = True
        robot.move()
    for robot in robots:
        await robot.until(lambda robot=robot: robot.phase == "over")


async def broken(host: Host, ann: Robot) -> int:
    """The host's program is ended from outside; return its port."""
    await host.close(Shutdown.BROKEN)
    await ann.ended()
    return host.port


async def test_whoever_waits_is_back_by_himself(tmp_path: Path) -> None:
    computer = Computer(tmp_path)
    host, ann, bob = await begun(computer)
    seen = bob.client.view
    port = await broken(host, ann)
    await bob.until(lambda: bob.links == [True, False])
    async with computer.gone_on(port) as (_, ann):
        await bob.until(lambda: bob.links[-1] and not bob.somebody_away())
        assert bob.client.view.totals == seen.totals
        await to_the_end(ann, bob)
        await bob.close()
    (record,) = (tmp_path / "matches").iterdir()
    assert verify(GAMES, record.read_text().splitlines()) is None


async def test_whoever_waits_finds_the_table_at_another_port(tmp_path: Path) -> None:
    """Another program listens at the table's old place, and does not have it."""
    computer = Computer(tmp_path)
    host, ann, bob = await begun(computer, Timeouts(seek_seconds=0.2, longest_wait_seconds=0.2))
    port = await broken(host, ann)
    other = new_table("Another", kozel, kozel.Options(), 2)
    async with (
        computer.host(Lobby("Ann", [other]), port, computer.kept()),
        computer.gone_on(0) as (host, _),
    ):
        assert host.port != port
        await bob.until(lambda: bob.links == [True, False, True])
        assert bob.link.search.address[1] == host.port
        await bob.close()


async def test_whoever_only_claims_to_have_the_table_is_not_spoken_to(tmp_path: Path) -> None:
    """Its certificate is another one: no token is shown, and the true host is awaited."""
    computer = Computer(tmp_path)
    host, ann, bob, hint = await begun_with_hint(computer)
    port = await broken(host, ann)
    (left,) = (tmp_path / "tables").iterdir()
    stolen = tmp_path / "thief" / "tables" / left.name
    stolen.parent.mkdir(parents=True)
    stolen.write_bytes(left.read_bytes())
    async with Computer(tmp_path / "thief").gone_on(0) as (thief, _):
        hint.claimed.append(("127.0.0.1", thief.port))
        async with asyncio.timeout(60):
            await hint.asked_again.wait()
        assert bob.client.dismissed is None
        assert bob.links == [True, False]
        async with computer.gone_on(port):
            await bob.until(lambda: bob.links == [True, False, True])
            await bob.close()


async def test_a_false_host_does_not_hide_the_true_one_elsewhere(tmp_path: Path) -> None:
    """Both announce the table; nothing listens any more at its old place."""
    computer = Computer(tmp_path)
    host, ann, bob, hint = await begun_with_hint(computer)
    await broken(host, ann)
    async with strange_host(tmp_path) as false, computer.gone_on(0) as (true, _):
        hint.claimed += [("127.0.0.1", false.port), ("127.0.0.1", true.port)]
        await bob.until(lambda: bob.links == [True, False, True])
        assert bob.link.search.address[1] == true.port
        await bob.close()


class SlowHint(Hint):
    """A hint that takes its time to stop looking."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = asyncio.Event()
        self.closing, self.may_close, self.closed = (asyncio.Event() for _ in range(3))

    def __call__(self, table: str) -> SlowHint:
        self.begun.set()
        return self

    async def close(self) -> None:
        self.closing.set()
        await self.may_close.wait()
        self.closed.set()


async def test_a_link_that_is_cancelled_again_while_it_ends_still_stops_looking(
    tmp_path: Path,
) -> None:
    hint = SlowHint()
    timeouts = Timeouts(seek_seconds=0.1, longest_wait_seconds=0.1)
    host, ann, bob = await begun(Computer(tmp_path), timeouts, hint)
    await broken(host, ann)
    async with asyncio.timeout(60):
        await hint.begun.wait()
        bob.task.cancel()
        await hint.closing.wait()
        bob.task.cancel()
        await asyncio.wait([bob.task])
        hint.may_close.set()
        await hint.closed.wait()


async def test_somebody_else_in_the_old_place_is_passed_over_for_a_while(tmp_path: Path) -> None:
    """The host's machine may have got another address, and another machine the old one."""
    computer = Computer(tmp_path)
    host, ann, bob, hint = await begun_with_hint(computer)
    port = await broken(host, ann)
    async with strange_host(tmp_path, port), computer.gone_on(0) as (true, _):
        hint.claimed.append(("127.0.0.1", true.port))
        await bob.until(lambda: bob.links == [True, False, True])
        await bob.close()


async def test_somebody_else_in_the_old_place_for_good_is_believed(tmp_path: Path) -> None:
    """But it hears nothing of the seat: the certificate is not that of the seat's host."""
    computer = Computer(tmp_path)
    timeouts = Timeouts(seek_seconds=0.1, gone_seconds=0.3, longest_wait_seconds=0.1)
    host, ann, bob = await begun(computer, timeouts, lambda table: Hint())
    port = await broken(host, ann)
    async with strange_host(tmp_path, port):
        assert (await bob.ended()).code == "stranger"


async def test_a_table_put_away_says_so_and_waits(tmp_path: Path) -> None:
    computer = Computer(tmp_path)
    host, ann, bob = await begun(computer)
    await host.close(Shutdown.KEPT)
    closed = await bob.ended()
    await ann.ended()
    assert closed.code == "kept"
    assert len(computer.kept().tables()) == 1


async def test_a_table_closed_for_good_leaves_nothing(tmp_path: Path) -> None:
    computer = Computer(tmp_path)
    host, ann, bob = await begun(computer)
    await host.close()
    closed = await bob.ended()
    await ann.ended()
    assert closed.code == "host"
    assert not list((tmp_path / "tables").iterdir())


async def test_a_host_that_never_has_the_table_again_is_believed_in_the_end(tmp_path: Path) -> None:
    computer = Computer(tmp_path)
    timeouts = Timeouts(seek_seconds=0.1, gone_seconds=0.3, longest_wait_seconds=0.1)
    host, ann, bob = await begun(computer, timeouts)
    port = await broken(host, ann)
    other = new_table("Another", kozel, kozel.Options(), 2)
    async with computer.host(Lobby("Ann", [other]), port, computer.kept()):
        assert (await bob.ended()).code == "gone"


def test_a_port_is_free_or_not() -> None:
    with socket.socket() as sock:
        sock.bind(("0.0.0.0", 0))
        sock.listen()
        port = sock.getsockname()[1]
        assert not is_free(port)
    assert is_free(port)
