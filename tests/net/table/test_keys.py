"""Programs with a key are told who else has one, and where each can be called."""

from __future__ import annotations

from net.client.handshake import Handshake
from net.client.seat import ClientSeat
from net.migration.epochs import Coming, Joining
from net.secure import signing
from net.table.effects import Peer
from net.table.journal import SeatEntry
from net.table.journal_writer import room_entry
from net.wire.from_host import PeerLine, Peers
from net.wire.to_host import Identify, Return
from tests.support import tiny_game
from tests.support.harness import Harness, Visitor

GAMES = {tiny_game.NAME: tiny_game}


def come(harness: Harness, name: str, port: int, address: str) -> Visitor:
    handshake = Handshake(signing=signing)
    handshake.port = port
    visitor = Visitor(harness, ClientSeat(handshake, GAMES, watch=False))  # type: ignore[arg-type]
    visitor.client.join(name, "table-1")
    harness.lobby.meet(visitor, Peer(address))
    visitor.answers = True
    return visitor.greet()


def key_of(visitor: Visitor) -> str:
    return signing.public_of(visitor.client.handshake.secret)


def peers_of(visitor: Visitor) -> list[Peers]:
    return [message for message in visitor.heard if isinstance(message, Peers)]


def at_table() -> tuple[Harness, Visitor, Visitor, Visitor]:
    harness = Harness(tiny_game, 3)
    ann, bob = come(harness, "Ann", 4001, "10.0.0.1"), come(harness, "Bob", 4002, "10.0.0.2")
    cid = harness.join("Cid")  # a program that knows nothing of keys
    return harness, ann, bob, cid


def begin(harness: Harness, *people: Visitor) -> None:
    harness.start(*people[1:], owner=people[0])


def test_whoever_has_a_key_hears_of_the_others_when_a_match_begins() -> None:
    harness, ann, bob, cid = at_table()
    assert not peers_of(ann)
    begin(harness, ann, bob, cid)
    lines = [
        PeerLine(0, key_of(ann), "10.0.0.1", 4001),
        PeerLine(1, key_of(bob), "10.0.0.2", 4002),
    ]
    assert [told.peers for told in peers_of(ann)] == [lines]
    assert peers_of(bob) == peers_of(ann)
    assert ann.client.peers == peers_of(ann)[0]
    assert not peers_of(cid)


def test_whoever_comes_back_from_another_address_is_told_and_so_are_the_others() -> None:
    harness, ann, bob, cid = at_table()
    begin(harness, ann, bob, cid)
    bob.cut()
    again = Visitor(harness, bob.client)
    harness.lobby.meet(again, Peer("10.0.0.9"))
    again.answers = True
    again.greet()
    assert peers_of(again)[-1].peers[1].address == "10.0.0.9"
    assert peers_of(ann)[-1] == peers_of(again)[-1]


def test_those_who_decide_stay_the_same_whatever_key_is_told_later() -> None:
    harness, ann, bob, cid = at_table()
    begin(harness, ann, bob, cid)
    cid.send(Identify("11" * 32, 4003))
    bob.send(Identify("22" * 32, 4002))
    assert harness.table.keys.people == {0: key_of(ann), 1: key_of(bob)}
    assert peers_of(cid)[-1].peers[1] == PeerLine(1, key_of(bob))


def test_keys_are_written_down_with_the_seats() -> None:
    harness, ann, *_ = at_table()
    seats = room_entry(harness.table.room, "").seats
    assert [seat.key for seat in seats] == [key_of(ann), seats[1].key, ""]
    assert seats[1].key
    assert isinstance(seats[2], SeatEntry)


def test_nobody_comes_by_a_key_to_a_table_that_has_its_host() -> None:
    harness, ann, *_ = at_table()
    stranger = harness.visitor()
    coming = Coming(Joining(1, 0, "00" * 32, "00" * 64), "00" * 64)
    assert stranger.refused(Return("table-1", coming)) == "unasked"
    assert ann.refused(Return("table-1", coming)) == "joined"
