"""A real client against a real host on loopback: a match, broken wires, dead hosts."""

import asyncio
import socket
import threading
from dataclasses import replace

import pytest

from core.games.kozel import rules as kozel
from net.client.events import ClientEvent, DealChecked, Dismissed, ReachWanted, Refusal, RoomChanged
from net.client.link import RemoteLink, Timeouts
from net.client.seat import ClientSeat
from net.host.factory import new_table
from net.host.server import Host
from net.secure.tls import Identity, new_identity
from net.table.lobby import Lobby
from net.table.table import Table
from net.wire.from_host import Closed, FromHost, Welcomed
from net.wire.message import Message, TableLine
from net.wire.protocol import VERSION, encode, frame
from net.wire.to_host import Fill, Join, Say, Start
from tests.support.cut_proxy import CutProxy
from tests.support.impostors import something_at_a_port
from tests.support.robots import Robot
from tests.support.shuffles import seated

QUICK = Timeouts(heartbeat_seconds=0.1, dead_seconds=0.5, first_wait_seconds=0.01)


def new_table_for(seats: int, *, target: int = 51) -> Table:
    return new_table("Ann's table", kozel, kozel.Options(target=target), seats, bot_seconds=0)


def new_host(table: Table, identity: Identity | None = None) -> Host:
    return Host(Lobby("Ann", [table]), address="127.0.0.1", port=0, identity=identity)


def remote(port: int, name: str, *, plays: bool = True, timeouts: Timeouts = QUICK) -> Robot:
    return Robot(RemoteLink("127.0.0.1", port, ClientSeat(), timeouts), name, plays=plays)


async def start(ann: Robot, *others: Robot) -> None:
    """Wait until the others are ready, and start."""

    def ready() -> bool:
        room = ann.client.room
        return room is not None and all(
            line.ready for seat, line in enumerate(room.seats) if seat != ann.client.seat
        )

    await ann.until(ready)
    ann.send(Start())
    await ann.until(lambda: ann.phase == "playing")


async def test_two_people_and_two_bots_play_a_match() -> None:
    async with new_host(new_table_for(4)) as host:
        ann = remote(host.port, "Ann")
        await ann.until(lambda: ann.client.seat == 0)
        bob = remote(host.port, "Bob")
        await bob.until(lambda: bob.client.seat == 1)
        ann.send(Fill(2, "easy"))
        ann.send(Fill(3, "easy"))
        await start(ann, bob)
        await ann.until(lambda: ann.phase == "over")
        await bob.until(lambda: bob.phase == "over")
        assert ann.client.view.result == bob.client.view.result is not None
        refused = {m.code for m in ann.heard + bob.heard if isinstance(m, Refusal)}
        assert refused <= {"running"}  # a second Ready, sent before the first was answered
        await ann.close()
        await bob.close()
        assert ann.client.dismissed is None


async def test_every_move_is_made_exactly_once_however_often_the_wire_is_cut() -> None:
    # A match to 51 may be over after two cuts: its decks are different in each run.
    table = new_table_for(2, target=201)
    async with new_host(table) as host, CutProxy(host.port) as proxy:
        ann = Robot(host.local_link(ClientSeat()), "Ann")
        await ann.until(lambda: ann.client.seat == 0)
        bob = remote(proxy.port, "Bob")
        await start(ann, bob)
        seen = 0
        while bob.phase != "over":
            # Cut after a few more positions; deaf, so that replies to moves are lost on the way.
            target = bob.client.seq + 5
            await bob.until(lambda: bob.client.seq >= target or bob.phase == "over")  # noqa: B023
            proxy.deaf = True
            proxy.cut()
            await bob.until(lambda: bob.links[-1] is False or bob.phase == "over")
            proxy.deaf = False
            if bob.phase != "over":
                await bob.until(lambda: bob.links[-1] is True)
                seen += 1
        assert seen > 2
        await ann.until(lambda: ann.phase == "over")
        assert ann.client.view.totals == bob.client.view.totals
        moves = [line for line in table.match.live.match.lines if "move" in line]
        assert bob.client.moves.taken == sum(line["seat"] == 1 for line in moves)
        await bob.close()
        await ann.close()


async def test_a_silent_host_is_noticed_and_the_others_see_who_is_away() -> None:
    async with new_host(new_table_for(2)) as host, CutProxy(host.port) as proxy:
        ann = Robot(host.local_link(ClientSeat()), "Ann", plays=False)
        bob = remote(proxy.port, "Bob", plays=False)
        await bob.until(lambda: bob.client.seat is not None)
        proxy.deaf = True
        proxy.refusing = True
        await bob.until(lambda: bob.links == [True, False])
        await ann.until(ann.somebody_away)
        proxy.deaf = proxy.refusing = False
        await bob.until(lambda: bob.links == [True, False, True])
        await ann.until(lambda: not ann.somebody_away())
        await bob.close()
        await ann.close()


async def test_a_move_made_while_the_wire_is_broken_arrives_later() -> None:
    async with new_host(new_table_for(2)) as host, CutProxy(host.port) as proxy:
        ann = Robot(host.local_link(ClientSeat()), "Ann", plays=False)
        await ann.until(lambda: ann.client.seat == 0)
        bob = remote(proxy.port, "Bob", plays=False)
        await start(ann, bob)
        await bob.until(lambda: bob.client.view is not None)
        while not bob.client.my_turn:
            seq = bob.client.seq
            ann.move()
            await bob.until(lambda: bob.client.seq > seq)  # noqa: B023
        proxy.refusing = True
        proxy.cut()
        await bob.until(lambda: not bob.client.connected)
        seq = bob.client.seq
        bob.move()
        bob.send(Say("this is lost"))
        proxy.refusing = False
        await bob.until(lambda: bob.client.seq > seq)
        assert bob.client.pending is None
        await bob.close()
        await ann.close()


async def test_whoever_leaves_while_connecting_is_gone_and_has_no_seat() -> None:
    table = new_table_for(2)
    async with new_host(table) as host, CutProxy(host.port) as proxy:
        proxy.relaying.clear()
        bob = remote(proxy.port, "Bob", timeouts=replace(QUICK, connect_seconds=600))
        await proxy.met.wait()
        await bob.link.close()
        await bob.ended()
        proxy.relaying.set()
        # A newcomer after Bob hears of everything that he has caused.
        ann = remote(proxy.port, "Ann", plays=False)
        await ann.until(lambda: ann.client.room)
        assert [place.name for place in table.room] == ["Ann", ""]
        await ann.close()
    assert bob.heard == []


def _rooms(robot: Robot) -> list[list[str]]:
    """Return the names at the seats, as told to a player."""
    return [[line.name for line in m.room.seats] for m in robot.heard if isinstance(m, RoomChanged)]


class Asking(RemoteLink):
    """A link that reports when it has asked for a seat."""

    def __init__(self, port: int, client: ClientSeat) -> None:
        super().__init__("127.0.0.1", port, client, QUICK)
        self.has_asked = asyncio.Event()

    def send(self, message: Message) -> None:
        super().send(message)
        if isinstance(message, Join):
            self.has_asked.set()


async def test_whoever_leaves_before_the_answer_to_a_join_has_no_seat() -> None:
    table = new_table_for(2)
    async with new_host(table) as host:
        ann = Robot(host.local_link(ClientSeat()), "Ann", plays=False)
        await ann.until(lambda: ann.client.room)
        client = ClientSeat()
        client.join("Bob", table.id)
        link = Asking(host.port, client)
        bob = Robot(link, "Bob")
        await link.has_asked.wait()
        await link.close()
        await bob.ended()
        await ann.until(lambda: ["Ann", "Bob"] in _rooms(ann) and _rooms(ann)[-1] == ["Ann", ""])
        await ann.close()


async def test_a_name_server_that_says_nothing_holds_nobody_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, answering = threading.Event(), threading.Event()

    def slow(*_: object, **__: object) -> None:
        asked.set()
        answering.wait()
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    patient = Timeouts(connect_seconds=600)
    bob = Robot(RemoteLink("kitchen.local", 1, ClientSeat(), patient), "Bob")
    await asyncio.to_thread(asked.wait)
    await bob.link.close()
    await bob.ended()
    await asyncio.wait_for(asyncio.get_running_loop().shutdown_default_executor(), 60)
    answering.set()


async def test_the_link_ends_when_the_host_closes() -> None:
    async with new_host(new_table_for(2)) as host:
        ann = remote(host.port, "Ann")
        await ann.until(lambda: ann.client.seat is not None)
        assert ann.links == [True]
    closed = await ann.ended()
    assert closed.code == "host"
    assert ann.last(Dismissed) == closed


async def test_a_host_that_starts_anew_has_no_seat_for_a_match_it_does_not_know() -> None:
    same = new_identity()
    async with new_host(new_table_for(2), same) as host, CutProxy(host.port) as proxy:
        bob = remote(proxy.port, "Bob")
        await bob.until(lambda: bob.client.seat is not None)
        async with new_host(new_table_for(2), same) as other:
            proxy.turn_to(other.port)
            proxy.cut()
            closed = await bob.ended()
        assert closed.code == "gone"
        assert bob.last(Dismissed) == closed


async def test_nobody_at_the_address_is_said_in_words() -> None:
    async with new_host(new_table_for(2)) as host:
        port = host.port
    ann = remote(port, "Ann")
    closed = await ann.ended()
    assert closed.code == "unreachable"
    assert closed.reason.format(**closed.facts) == f"nobody answers at 127.0.0.1:{port}"
    assert ann.links == []


async def test_a_name_that_no_computer_has_is_told_from_a_silent_address() -> None:
    client = ClientSeat()
    client.join("Ann")
    link = RemoteLink("no-such-computer.invalid", 1, client, timeouts=QUICK)
    await link.run(lambda told: None)
    assert client.dismissed.code == "unnamed"
    assert client.dismissed.facts == {"host": "no-such-computer.invalid"}


async def test_something_else_at_the_address_is_said_in_words() -> None:
    async def web(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(65536)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    async with something_at_a_port(web) as port:
        assert (await remote(port, "Ann").ended()).code == "unreadable"


async def test_a_host_of_another_version_is_final() -> None:
    async def newer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(frame(encode(Closed("version", "…", {"host": 9, "yours": 1}))))

    async with something_at_a_port(newer, new_identity().context()) as port:
        assert (await remote(port, "Ann").ended()).code == "version"


@pytest.mark.parametrize("long", ["the host's name", "a table's name"])
async def test_a_name_that_fills_screens_is_not_believed(long: str) -> None:
    name = "x" * 6000
    table = TableLine(
        "0" * 32, name if long == "a table's name" else "Table", "kozel", 2, 1, "over"
    )
    told = Welcomed(VERSION, name if long == "the host's name" else "Host", [table])

    async def boast(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(frame(encode(told)))
        await reader.read()

    async with something_at_a_port(boast, new_identity().context()) as port:
        assert (await remote(port, "Ann").ended()).code == "unreadable"


async def test_a_silent_address_is_given_up() -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()

    async with something_at_a_port(silent) as port:
        closed = await remote(port, "Ann", timeouts=replace(QUICK, connect_seconds=0.3)).ended()
    assert closed.code == "unreachable"


class Puzzled(ClientSeat):
    """A seat that fails on its host's messages."""

    def receive(self, message: FromHost, now: float) -> list[ClientEvent]:
        raise KeyError("opener")


@pytest.mark.logs("the host sent what makes no sense")
async def test_what_cannot_be_told_ends_the_link_and_not_the_program() -> None:
    """Listeners word events: only there does it show that an event has no words."""
    heard: list[ClientEvent] = []

    def hear(event: ClientEvent) -> None:
        heard.append(event)
        if isinstance(event, RoomChanged):
            raise IndexError("seat 7")

    client = ClientSeat()
    client.join("Bob")
    async with new_host(new_table_for(2)) as host:
        await RemoteLink("127.0.0.1", host.port, client, timeouts=QUICK).run(hear)
    assert isinstance(heard[-1], Dismissed)
    assert heard[-1].code == "unreadable"


@pytest.mark.logs("the host sent what makes no sense")
async def test_what_makes_no_sense_ends_the_link_and_not_the_program() -> None:
    async with new_host(new_table_for(2)) as host:
        bob = Robot(RemoteLink("127.0.0.1", host.port, Puzzled(), QUICK), "Bob")
        assert (await bob.ended()).code == "unreadable"


async def test_a_host_that_announces_one_place_after_another_has_one_of_them_tried() -> None:
    """Otherwise it could open thousands of connections in this program, to anywhere."""
    callers: list[asyncio.StreamWriter] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        callers.append(writer)
        await reader.read()
        writer.close()

    class Announcing(ClientSeat):
        """Replaces the first room with many places."""

        def receive(self, message: FromHost, now: float) -> list[ClientEvent]:
            first = self.room is None
            told = super().receive(message, now)
            places = [ReachWanted(n, "127.0.0.1", port, 64 * "0") for n in range(50)]
            return [*told, *(places if first and self.room else [])]

    silent = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = silent.sockets[0].getsockname()[1]
    async with silent, new_host(new_table_for(2)) as host:
        bob = Robot(RemoteLink("127.0.0.1", host.port, Announcing(), QUICK), "Bob")
        await bob.until(lambda: bob.client.room)
        while not callers:  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.01)
        await bob.close()
        for each in callers:
            await each.wait_closed()
    assert len(callers) == 1


async def test_a_link_that_closes_leaves_no_check_unfinished() -> None:
    """Nothing would go on with it, and the match could not go on here without its host."""
    harness, (ann, bob) = seated(kozel, 2, target=50)
    harness.start(bob, owner=ann)
    while not ann.client.checking.due:
        harness.play_to_the_end(ann, bob, moves=1)
    told: list[ClientEvent] = []
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        link = RemoteLink("127.0.0.1", nobody.getsockname()[1], ann.client, QUICK)
        await link.close()
        await link.run(told.append)
    assert [type(each) for each in told] == [DealChecked]
    assert not ann.client.checking.due
