"""Programs with a key are told of the others with one, and where each can be called."""

from msgspec import structs

from net.branch.statements import Coming, Origin, signed_bytes
from net.client.handshake import Handshake
from net.client.seat import ClientSeat
from net.secure import signing
from net.table.effects import Peer
from net.table.lobby import Lobby
from net.table.log import GuestEntry, SeatEntry
from net.table.log_reader import read_handed
from net.table.log_writer import room_line
from net.table.opening import open_table
from net.table.table import handed_text
from net.wire.from_host import FromHost, Peers, Seated, Updated
from net.wire.message import PeerLine
from net.wire.to_host import Give, Identify, Leave, Return, Say
from tests.support import tiny_game
from tests.support.harness import Harness, Visitor
from tests.support.logged_harness import LoggedHarness
from tests.support.unfinished_tables import altered, said

GAMES = {tiny_game.NAME: tiny_game}


def come(harness: Harness, name: str, port: int, address: str, **known: bool) -> Visitor:
    handshake = Handshake(signing=signing)
    handshake.port = port
    client = ClientSeat(handshake, GAMES, watch=False)
    client.join(name, "table-1")
    visitor = Visitor(harness, client, Peer(address, **known))
    visitor.answers = True
    return visitor.greet()


def key_of(visitor: Visitor) -> str:
    return signing.public_of(visitor.client.handshake.secret)


def peers_of(visitor: Visitor) -> list[Peers]:
    return [message for message in visitor.heard if isinstance(message, Peers)]


def at_table() -> tuple[Harness, Visitor, Visitor, Visitor]:
    harness = Harness(tiny_game, 3, clock=30)
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
    again = bob.again(Peer("10.0.0.9"))
    assert peers_of(again)[-1].peers[1].address == "10.0.0.9"
    assert peers_of(ann)[-1] == peers_of(again)[-1]


def test_the_keys_are_those_of_the_players_now() -> None:
    harness, ann, bob, cid = at_table()
    begin(harness, ann, bob, cid)
    cid.send(Identify("11" * 32, 4003))
    bob.send(Identify("22" * 32, 4002))
    assert [line.key for line in peers_of(cid)[-1].peers] == [key_of(ann), "22" * 32, "11" * 32]


def test_the_mark_of_a_guest_is_the_key_of_the_seat_and_opens_nothing_by_itself() -> None:
    harness, ann, bob, cid = at_table()
    begin(harness, ann, bob, cid)
    token = cid.client.seated.token
    guest = GuestEntry("Cid", token, "K7Q-M2X", ("ab" * 32, "cd" * 32))
    harness.carry_out(harness.lobby.note_guests([guest], 0.0))
    assert peers_of(ann)[-1].peers[2] == PeerLine(2, "ab" * 32)
    assert harness.table.keys.places("") == [("Ann", "10.0.0.1"), ("Bob", "10.0.0.2")]


def test_keys_are_written_down_with_the_seats() -> None:
    harness, ann, *_ = at_table()
    seats = room_line(harness.table.room, "").seats
    assert [seat.key for seat in seats] == [key_of(ann), seats[1].key, ""]
    assert seats[1].key
    assert isinstance(seats[2], SeatEntry)


def test_whoever_comes_to_the_next_program_is_told_where_the_others_were() -> None:
    harness = LoggedHarness(tiny_game, 3)
    ann, bob = come(harness, "Ann", 4001, "10.0.0.1"), come(harness, "Bob", 4002, "10.0.0.2")
    cid = harness.join("Cid")
    begin(harness, ann, bob, cid)
    other = harness.again(structs.replace(harness.kept().opened, own=0))
    back = Visitor(other, ann.client, Peer("10.0.0.9"))
    back.answers = True
    back.greet()
    lines = [
        PeerLine(0, key_of(ann), "10.0.0.9", 4001),
        PeerLine(1, key_of(bob), "10.0.0.2", 4002),
    ]
    assert peers_of(back)[-1] == Peers(1, 0, lines)


def coming(visitor: Visitor, table: str = "table-1", origin: str = "table-0") -> Return:
    """The signed coming of a player to a branch of a table."""
    said = Coming(table, key_of(visitor), visitor.harness.lobby.fingerprint)
    secret = visitor.client.handshake.secret
    return Return(table, structs.replace(said, signature=sign(secret, origin, said)))


def sign(secret: str, table: str, said: Coming) -> str:
    return signing.sign(secret, signed_bytes(table, said))


def test_nobody_comes_by_a_key_to_a_table_that_is_no_branch() -> None:
    harness, ann, bob, _ = at_table()
    stranger = harness.visitor()
    harness.lobby.fingerprint = "ab" * 32
    assert stranger.refused(coming(bob)) == "unasked"
    assert stranger.refused(coming(bob, "table-2")) == "table"
    assert ann.refused(coming(bob)) == "joined"


def test_the_key_of_a_seat_opens_it_at_a_branch_and_nothing_else_does() -> None:
    harness, ann, bob, cid = at_table()
    harness.lobby.fingerprint = "ab" * 32
    harness.table.branch = (Origin("table-0", 3, "Host"),)
    begin(harness, ann, bob, cid)
    bob.cut()
    right, stranger = coming(bob), harness.visitor()
    forged = sign(ann.client.handshake.secret, "table-0", right.coming)
    for wrong in (
        coming(bob, origin="table-9"),
        structs.replace(right, coming=structs.replace(right.coming, signature=forged)),
        structs.replace(right, coming=structs.replace(right.coming, fingerprint="cd" * 32)),
        structs.replace(right, coming=structs.replace(right.coming, table="table-0")),
        structs.replace(right, coming=structs.replace(right.coming, key="11" * 32)),
    ):
        assert stranger.refused(wrong) == "key"
    told: list[FromHost] = []
    stranger.forge = told.append
    stranger.send(right)
    assert [each.seat for each in told if isinstance(each, Seated)] == [1]


def test_the_key_of_a_seat_that_was_given_to_somebody_else_opens_it_no_more() -> None:
    """Not in the next program either: the keys are in the log."""
    harness = LoggedHarness(tiny_game, 3)
    ann, bob = come(harness, "Ann", 4001, "10.0.0.1"), come(harness, "Bob", 4002, "10.0.0.2")
    cid = harness.join("Cid")
    begin(harness, ann, bob, cid)
    harness.lobby.fingerprint = "ab" * 32
    harness.table.branch = origins = (Origin("table-0", 3, "Host"),)
    harness.join("Mia", watch=True)
    bob.cut()
    ann.send(Give(1, "Mia"))
    assert harness.visitor().refused(coming(bob)) == "key"
    seat = harness.kept().room.seats[1]
    assert (seat.name, seat.key, seat.address, seat.port) == ("Mia", "", "", 0)
    other = harness.again(structs.replace(harness.kept().opened, branch=origins))
    other.lobby.fingerprint = "ab" * 32
    assert other.table.branch == origins
    assert other.visitor().refused(coming(bob)) == "key"


def test_programs_hear_of_each_other_in_a_match_that_is_shuffled_again() -> None:
    harness, ann, *_ = at_table()
    whole = handed_text(harness.table, 1)
    undealt = {"begun": "", "room": said(whole, -1)["room"]}
    log = read_handed(altered(whole, handed={"matches": 3, "undealt": undealt}))
    harness.table = open_table(log, harness.now, lambda *_: harness.chance, games=GAMES)
    harness.lobby = Lobby("Next", [harness.table])
    assert peers_of(ann.again())[-1].match == 3


def test_whoever_shows_the_key_of_a_seat_has_it_back_at_the_place_they_come_from() -> None:
    harness = Harness(tiny_game, 2, clock=30)
    ann, bob = come(harness, "Ann", 4001, "10.0.0.1"), come(harness, "Bob", 4002, "10.0.0.2")
    harness.start(bob, owner=ann)
    ann.play(harness.live.legal(0)[0])
    harness.table.branch = (Origin("table-0", 3, "Host"),)
    harness.lobby.fingerprint = "ab" * 32
    bob.cut()
    back = harness.visitor(peer=Peer("10.0.0.9"))
    harness.pass_time(3)
    told: list[FromHost] = []
    back.forge = told.append
    back.send(coming(bob))
    assert [each.seat for each in told if isinstance(each, Seated)] == [1]
    assert [each.left for each in told if isinstance(each, Updated)] == [27_000]
    assert harness.lobby.seated_addresses() == {"10.0.0.1", "10.0.0.9"}


def host_here(harness: Harness, name: str, port: int, here: str) -> Visitor:
    """The player in the host's own program, whose connection has no address."""
    harness.table.migration.here = here
    return come(harness, name, port, "", own=True)


def test_everybody_is_told_the_seat_of_the_host_s_own_player() -> None:
    """All suggest continuing at the next seat after that one once the host is lost."""
    harness = Harness(tiny_game, 2)
    bob, ann = come(harness, "Bob", 4002, "10.0.0.2"), host_here(harness, "Ann", 4001, "10.0.0.1")
    harness.start(ann, owner=bob)
    told = peers_of(bob)[-1]
    assert (told.match, told.host) == (1, 1)
    assert told.peers[1] == PeerLine(1, key_of(ann), "10.0.0.1", 4001)


def test_a_host_whose_own_player_does_not_sit_here_has_no_seat() -> None:
    harness, ann, bob, cid = at_table()
    begin(harness, ann, bob, cid)
    assert peers_of(bob)[-1].host is None


def test_an_own_player_at_no_address_cannot_be_called() -> None:
    harness = Harness(tiny_game, 2)
    ann, bob = host_here(harness, "Ann", 4001, ""), come(harness, "Bob", 4002, "127.0.0.1")
    harness.start(bob, owner=ann)
    assert peers_of(bob)[-1].peers == [
        PeerLine(0, key_of(ann)),
        PeerLine(1, key_of(bob), "127.0.0.1", 4002),
    ]


def test_a_player_on_the_host_s_machine_is_called_at_its_address_in_the_network() -> None:
    harness = Harness(tiny_game, 2)
    harness.table.migration.here = "10.0.0.1"
    ann, bob = come(harness, "Ann", 4001, "::1"), come(harness, "Bob", 4002, "10.0.0.2")
    harness.start(bob, owner=ann)
    assert [line.address for line in peers_of(bob)[-1].peers] == ["10.0.0.1", "10.0.0.2"]
    places = [("Ann", "10.0.0.1"), ("Bob", "10.0.0.2")]
    assert harness.table.keys.places("10.0.0.1") == places


def test_whoever_says_no_port_cannot_be_called() -> None:
    harness, ann, bob, cid = at_table()
    bob.send(Identify(key_of(bob), 0))
    begin(harness, ann, bob, cid)
    assert peers_of(ann)[-1].peers[1] == PeerLine(1, key_of(bob))


def test_nothing_is_sent_where_somebody_was_before() -> None:
    harness, ann, bob, cid = at_table()
    begin(harness, ann, bob, cid)
    harness.carry_out(harness.lobby.lost(bob, harness.now))  # messages sent there are recorded
    ann.send(Identify(key_of(ann), 4009))
    assert len(peers_of(ann)) == 2
    assert len(peers_of(bob)) == 1


def test_whoever_has_left_has_no_key_any_more() -> None:
    harness, ann, bob, cid = at_table()
    begin(harness, ann, bob, cid)
    bob.send(Leave())
    assert [line.key for line in peers_of(ann)[-1].peers] == [key_of(ann)]


def test_nobody_is_told_twice_what_has_not_changed() -> None:
    harness, ann, bob, cid = at_table()
    begin(harness, ann, bob, cid)
    bob.send(Say("hello"))
    bob.send(Identify(key_of(bob), 4002))
    cid.cut()
    assert len(peers_of(ann)) == len(peers_of(bob)) == 1
