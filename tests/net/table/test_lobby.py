"""Greeting, listing, finding the table, and forgetting lost connections."""

from collections.abc import Callable

import pytest

from core.games import GAMES
from net.branch.statements import Situation
from net.client.events import ClientEvent
from net.client.seat import ClientSeat
from net.table.auth import PACE_SECONDS
from net.table.effects import Peer, Send, ShowStatus
from net.table.lobby import Lobby, Shutdown
from net.table.seating import AWAY_SECONDS
from net.wire import from_host
from net.wire.message import Message, WayIn
from net.wire.protocol import VERSION
from net.wire.reasons import closing
from net.wire.to_host import (
    Ask,
    Clear,
    Confirm,
    Consult,
    Hello,
    Join,
    Leave,
    Ping,
    Play,
    Prove,
    Say,
    Start,
)
from tests.support.harness import Harness, Visitor, met, two
from tests.support.logged_harness import LoggedHarness, people


def test_hello_is_answered_with_the_tables() -> None:
    welcomed = Harness().visitor().last(from_host.Welcomed)
    assert (welcomed.host, welcomed.games) == ("Hostess", [*GAMES])
    (line,) = welcomed.tables
    assert (line.id, line.game, line.seats, line.free, line.phase) == (
        "table-1", "tiny", 2, 2, "gathering"
    )  # fmt: skip


def test_a_host_without_a_player_is_shown_the_room_to_print_it() -> None:
    harness = Harness(unattended=True)
    visitor = harness.visitor()
    effects = harness.lobby.receive(visitor, visitor.client.join("Ann"), harness.now)
    (status,) = (each for each in effects if isinstance(each, ShowStatus))
    assert status.room.seats[0].name == "Ann"


def test_the_ways_to_sit_down_are_told_as_they_are_now() -> None:
    harness = Harness()
    ann = harness.visitor()
    assert ann.last(from_host.Welcomed).ways == []
    harness.lobby.ways = (WayIn("ssh", 4022, "10.0.0.1", "SHA256:x"),)
    ann.send(ann.client.handshake.hello())
    assert ann.last(from_host.Welcomed).ways == [WayIn("ssh", 4022, "10.0.0.1", "SHA256:x")]


def test_a_second_hello_lists_again() -> None:
    harness = Harness()
    visitor = harness.visitor()
    harness.join("Ann")
    assert visitor.send(Hello(VERSION))[-1].tables[0].free == 1


def test_a_table_in_play_has_no_free_seats() -> None:
    harness = Harness()
    harness.two()
    line = harness.visitor().last(from_host.Welcomed).tables[0]
    assert (line.free, line.phase) == (0, "playing")


def test_another_version_is_told_plainly() -> None:
    harness = Harness()
    visitor = Visitor(harness, harness.client())
    visitor.send(Hello(VERSION + 1))
    closed = visitor.last(from_host.Closed)
    assert closed.code == "version"
    assert closed.facts == {"host": VERSION, "yours": VERSION + 1}
    assert f"version {VERSION} " in closed.reason.format(**closed.facts)
    assert visitor.dropped


@pytest.mark.parametrize("message", [Join("Ann"), Ping(1), Start(), Leave()])
def test_nothing_comes_before_hello(message: Message) -> None:
    harness = Harness()
    visitor = Visitor(harness, harness.client())
    assert visitor.send(message)[-1].code == "hello"
    assert visitor.dropped


def test_ping_is_answered_at_any_time() -> None:
    harness = Harness()
    assert harness.visitor().send(Ping(7)) == [from_host.Ponged(7)]
    assert harness.join("Ann").send(Ping(8)) == [from_host.Ponged(8)]


@pytest.mark.parametrize("message", [Say("hi"), Ask(), Play(1, 1, "x")])
def test_without_a_table_requests_are_refused(message: Message) -> None:
    assert Harness().visitor().refused(message) == "join"


def test_whoever_leaves_without_a_table_is_let_go() -> None:
    visitor = Harness().visitor()
    assert visitor.send(Leave())[-1].code == "left"
    assert visitor.dropped


def test_whoever_was_refused_a_seat_may_try_again() -> None:
    harness = Harness()
    visitor = harness.visitor()
    assert visitor.refused(Join("Ann", seat=9)) == "seat"
    visitor.send(visitor.client.join("Ann"))
    assert visitor.client.seat == 0


def test_a_connection_lost_before_it_joined_leaves_nothing() -> None:
    harness = Harness()
    harness.visitor().cut()
    assert harness.lobby.close() == []


SHARE = "41" + "0" * 64
WRONG = Confirm("b" * 64)


class NoProof:
    """A host's side of a proof that no client can make."""

    share = "42" + "1" * 64

    def __init__(self, code: str, table: str) -> None:
        pass

    def take(self, share: str) -> None:
        pass

    def check(self, proof: str) -> str | None:
        return None


class Careless(ClientSeat):
    """A client that ignores incoming messages."""

    def receive(self, message: from_host.FromHost, now: float) -> list[ClientEvent]:
        return []


def seated(harness: Harness, visitor: Visitor) -> Visitor:
    assert isinstance(visitor.send(Join("Bob"))[0], from_host.Seated)
    return visitor


def guess(harness: Harness, visitor: Visitor, *, wait: bool = True) -> None:
    harness.table.code = "K7QM2X"
    visitor.send(Prove("table-1", SHARE))
    harness.pass_time(PACE_SECONDS if wait else 0)
    harness.table.code = ""


ENDINGS: dict[str, Callable[[Harness, Visitor], object]] = {
    "another first message": lambda harness, visitor: visitor.send(Ping(1)),
    "another version": lambda harness, visitor: visitor.send(Hello(VERSION + 1)),
    "cut before a word": lambda harness, visitor: visitor.cut(),
    "cut after Hello": lambda harness, visitor: (visitor.send(Hello(VERSION)), visitor.cut()),
    "Leave": lambda harness, visitor: (visitor.send(Hello(VERSION)), visitor.send(Leave())),
    "version changed": lambda harness, visitor: (
        visitor.send(Hello(VERSION)),
        visitor.send(Hello(VERSION + 1)),
    ),
    "cut in the queue": lambda harness, visitor: (
        visitor.send(Hello(VERSION)),
        guess(harness, visitor, wait=False),
        visitor.cut(),
        harness.pass_time(PACE_SECONDS),
    ),
    "version changed in a proof": lambda harness, visitor: (
        visitor.send(Hello(VERSION)),
        guess(harness, visitor),
        visitor.send(Hello(VERSION + 1)),
    ),
    "wrong code": lambda harness, visitor: (
        visitor.send(Hello(VERSION)),
        guess(harness, visitor),
        visitor.send(WRONG),
        visitor.cut(),
    ),
    "seat left": lambda harness, visitor: (
        visitor.send(Hello(VERSION)),
        seated(harness, visitor).send(Leave()),
    ),
    "watcher of another version": lambda harness, visitor: (
        visitor.send(Hello(VERSION)),
        visitor.send(Join("Eve", watch=True)),
        visitor.send(Hello(VERSION + 1)),
    ),
    "seat cleared": lambda harness, visitor: (
        visitor.send(Hello(VERSION)),
        seated(harness, visitor),
        harness.visitors[0].send(Clear(1)),
    ),
    "seat lost": lambda harness, visitor: (
        visitor.send(Hello(VERSION)),
        seated(harness, visitor).cut(),
        harness.pass_time(61),
    ),
    "host closed": lambda harness, visitor: harness.carry_out(harness.lobby.close()),
}


def remembered(harness: Harness) -> dict[str, int]:
    """Return how much the lobby, the authenticator and the room remember of connections, by
    attribute.
    """
    lobby = harness.lobby
    parts = (lobby, lobby.authenticator, harness.table.room)
    kept = {
        f"{type(part).__name__}.{name}": len(value)
        for part in parts
        for name, value in vars(part).items()
        if isinstance(value, dict | set) and name != "tables"
    }
    return {name: number for name, number in kept.items() if number}


@pytest.mark.parametrize("ending", ENDINGS.values(), ids=ENDINGS.keys())
def test_nothing_is_remembered_of_a_connection_that_ended(
    ending: Callable[[Harness, Visitor], object],
) -> None:
    harness = Harness(seats=3)
    harness.join("Ann")
    before = remembered(harness)
    visitor = Visitor(harness, Careless(), Peer("10.0.0.1", new_proof=NoProof))
    ending(harness, visitor)
    harness.pass_time(PACE_SECONDS)
    assert visitor not in harness.visitors
    assert remembered(harness) in (before, {})


def test_nor_of_one_that_saw_the_end_of_a_match() -> None:
    harness = Harness(cards=1)
    before = remembered(harness)
    for visitor in (people := harness.two()):
        visitor.play(harness.live.legal(visitor.client.seat or 0)[0])
    assert harness.table.room.at_end == {*people}
    people[0].cut()
    people[1].send(Leave())
    assert remembered(harness) in (before, {})


def test_a_watcher_who_changes_versions_is_no_ghost() -> None:
    harness = Harness()
    ann = harness.join("Ann")
    for number in range(40):
        eve = harness.visitor()
        eve.send(eve.client.join(f"Eve {number}", watch=True))
        eve.send(Hello(VERSION + 1))
        assert eve.dropped
    assert ann.last(from_host.Gathered).watchers == ()


def test_a_player_who_changes_versions_is_away_as_after_a_broken_cable() -> None:
    _, ann, bob = two()
    bob.send(Hello(VERSION + 1))
    assert bob.dropped
    assert ann.last(from_host.Gathered).seats[1].away
    bob.again()
    assert not ann.last(from_host.Gathered).seats[1].away


def test_and_before_a_match_the_seat_is_kept_for_a_while() -> None:
    harness, ann, bob = met()
    bob.send(Hello(VERSION + 1))
    harness.pass_time(AWAY_SECONDS - 1)
    assert ann.last(from_host.Gathered).seats[1].away
    harness.pass_time(1)
    assert ann.last(from_host.Gathered).seats[1].kind == ""


def test_a_message_that_fails_half_way_leaves_no_ghost(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = Harness()
    ann, bob = harness.join("Ann"), harness.visitor(Careless())

    def fail(*_: object, **__: object) -> None:
        raise ValueError("half way")

    with monkeypatch.context() as broken:
        broken.setattr(harness.table, "show_room", fail)
        with pytest.raises(ValueError, match="half way"):
            bob.send(Join("Bob"))
    bob.cut()
    assert ann.last(from_host.Gathered).seats[1].away


def test_a_host_without_tables_refuses_to_seat() -> None:
    harness = Harness()
    harness.lobby.tables.clear()
    visitor = harness.visitor()
    assert visitor.last(from_host.Welcomed).tables == []
    assert isinstance(visitor.send(Join("Ann"))[-1], from_host.Refused)


@pytest.mark.parametrize(
    ("ending", "heard"),
    [(Shutdown.CLOSED, ["host", "host"]), (Shutdown.KEPT, ["kept", "kept"])],
)
def test_whoever_is_at_any_table_is_told_that_the_host_closes(
    ending: Shutdown, heard: list[str]
) -> None:
    tables = [LoggedHarness(None, 2) for _ in range(2)]
    sitting = [visitor for table in tables for visitor in people(table)]
    for table, name in zip(tables, ("one", "two"), strict=True):
        table.table.id = name
    lobby = Lobby("Hostess", [table.table for table in tables])
    effects = lobby.close(ending)
    closed = {each.connection: each.message for each in effects if isinstance(each, Send)}
    told = [closed[visitor] for visitor in (sitting[0], sitting[3])]
    assert [message.code for message in told if isinstance(message, from_host.Closed)] == heard


def test_a_connection_is_at_a_table_from_its_join_to_its_end() -> None:
    harness = Harness()
    visitor = harness.visitor()
    assert not harness.lobby.joined(visitor)
    visitor.send(visitor.client.join("Ann"))
    assert harness.lobby.joined(visitor)
    visitor.cut()
    assert not harness.lobby.joined(visitor)


def test_the_addresses_of_players_are_known_while_they_have_a_seat_also_away() -> None:
    harness = Harness()
    ann = harness.visitor(peer=Peer("10.0.0.1"))
    ann.send(ann.client.join("Ann"))
    eve = harness.visitor(peer=Peer("10.0.0.9"))
    eve.send(eve.client.join("Eve", watch=True))
    assert harness.lobby.seated_addresses() == {"10.0.0.1"}
    ann.cut()
    assert harness.lobby.seated_addresses() == {"10.0.0.1"}
    back = ann.again(Peer("10.0.0.2"))
    assert harness.lobby.seated_addresses() == {"10.0.0.2"}
    back.send(Leave())
    assert harness.lobby.seated_addresses() == set()


def test_whoever_asks_what_is_known_of_a_table_alone_hears_it() -> None:
    harness = Harness()
    bystander, caller = harness.visitor(), harness.visitor(Careless())
    before = list(bystander.heard)
    theirs = Situation(1, 8, 1, 2)
    consulted = from_host.Consulted("table-9", Situation(0, 3, 1, 2, at="table-9"))
    known = {("table-9", theirs): consulted}
    harness.lobby.on_call = lambda *asked: known.get(asked)
    assert caller.send(Consult("table-9", theirs)) == [consulted]
    assert caller.refused(Consult("table-8", theirs)) == "unasked"
    assert (caller.last(from_host.Refused).seq, caller.last(from_host.Refused).number) == (0, 0)
    assert bystander.heard == before


def test_a_host_without_a_player_answers_that_it_has_the_table() -> None:
    harness = Harness(unattended=True)
    caller = harness.visitor(Careless())
    theirs = Situation(1, 8, 1, 2)
    assert caller.send(Consult("table-1", theirs)) == [from_host.Consulted("table-1", None)]
    assert caller.refused(Consult("table-8", theirs)) == "unasked"


def test_a_guest_comes_in_without_a_code_where_no_table_is_any_more() -> None:
    """There the guest's program is told where the table has gone."""
    lobby = Lobby("Hostess", [])
    assert lobby.guess("10.0.0.1", "CLUB77", 0.0, known=False) == (True, [])


def test_what_is_refused_before_anybody_is_at_a_table_says_which_message_it_was() -> None:
    early = Harness().visitor()
    assert early.refused(Play(3, 7, "play 1")) == "join"
    assert (early.last(from_host.Refused).seq, early.last(from_host.Refused).number) == (0, 3)
    assert early.refused(Say("hello")) == "join"
    assert early.last(from_host.Refused).number == 0


def test_what_is_refused_at_a_table_names_its_position() -> None:
    harness, ann, _ = two()
    assert ann.refused(Prove("table-1", "41" + "0" * 64)) == "joined"
    assert ann.last(from_host.Refused).seq == harness.live.seq > 0


def departed() -> tuple[Harness, from_host.Closed]:
    """A host whose table is now at another computer, and its replies about it."""
    harness = Harness()
    facts = {"name": "Bob", "address": "10.0.0.2", "port": 4002, "fingerprint": "02" * 32}
    where = closing("moved", **facts, word="w" * 32)
    harness.table.migration.departed = where
    harness.carry_out(harness.lobby.tick(harness.now))
    assert not harness.lobby.tables
    return harness, where


@pytest.mark.parametrize("table", ["table-1", ""])
def test_whoever_asks_for_a_table_that_is_elsewhere_is_told_where(table: str) -> None:
    harness, where = departed()
    late = harness.visitor()
    assert late.send(Join("Zoe", table)) == [where]
    assert late.dropped


def test_a_table_that_is_elsewhere_hides_no_other_and_is_no_other() -> None:
    harness, where = departed()
    assert harness.visitor().refused(Join("Zoe", "table-7")) == "table"
    other = Harness().table
    other.id = "table-2"
    harness.lobby.tables["table-2"] = other
    assert harness.visitor().send(Join("Zoe", "table-1")) == [where]
    zoe = harness.join("Zoe")
    assert zoe.last(from_host.Seated).table == "table-2"
