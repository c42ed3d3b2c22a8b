"""The owner gives a seat to a watcher: "that is her"."""

from core.games.kozel import rules as kozel
from net.client.events import SatDown, SeatGiven
from net.client.seat import ClientSeat
from net.table.effects import Peer
from net.table.seating import AWAY_SECONDS
from net.wire.from_host import Closed, Gathered, Given, Refused, Updated
from net.wire.message import RoomChange
from net.wire.reasons import closing
from net.wire.to_host import Allow, Deny, Fill, Give, HandOver, PutOut, Request, Start
from tests.support.harness import Harness, Visitor, met, two
from tests.support.logged_harness import LoggedHarness


def watched() -> tuple[Harness, Visitor, Visitor, Visitor]:
    """Ann and Bob play; Bob is away, and a Bob without his token watches."""
    harness, ann, bob = two()
    bob.cut()
    eve = harness.join("Bob", watch=True)
    assert [line.name for line in ann.last(Gathered).watchers] == ["Bob 2"]
    return harness, ann, bob, eve


def test_whoever_lost_the_key_to_a_seat_plays_on_there_under_the_same_name() -> None:
    harness, ann, bob, eve = watched()
    ann.send(Give(1, "Bob 2"))
    assert any(isinstance(each, SeatGiven) for each in eve.events)
    assert ann.last(Gathered).happened == [RoomChange("given", 1, "Bob", {"before": "Bob"})]
    eve.cut()
    back = eve.again()
    assert [each.kind for each in ann.last(Gathered).happened] == ["back"]
    assert [each.seat for each in back.events if isinstance(each, SatDown)] == [1]
    assert back.last(Updated).view["seat"] == 1
    assert [line.name for line in back.last(Gathered).seats] == ["Ann", "Bob"]
    assert not back.last(Gathered).seats[1].away
    while not harness.live.over:
        mover = (ann, back)[harness.live.to_act()[0]]
        mover.play(harness.live.legal(mover.client.seat or 0)[0])
    assert back.last(Gathered).phase == "over"
    assert bob.again().last(Closed) == closing("given", name="Bob")


def test_somebody_else_plays_there_under_their_own_name() -> None:
    harness, ann, bob, _ = watched()
    zoe = harness.join("Zoe", watch=True)
    ann.send(Give(1, "Zoe"))
    assert [line.name for line in ann.last(Gathered).seats] == ["Ann", "Zoe"]
    zoe.cut()
    zoe = zoe.again()
    assert zoe.client.seat == 1
    assert [each.kind for each in ann.last(Gathered).happened] == ["sat"], "she was not away"
    zoe.cut()
    zoe.again()
    assert [each.kind for each in ann.last(Gathered).happened] == ["back"]
    assert bob.again().last(Closed) == closing("given", name="Zoe")
    assert harness.join("Bob", watch=True) in harness.visitors, "nobody has put him out"


def test_whoever_sits_where_somebody_given_the_seat_never_came_comes_back_as_ever() -> None:
    harness = Harness()
    ann = harness.join("Ann")
    harness.join("Zoe", watch=True)
    ann.send(Give(1, "Zoe"))
    ann.send(PutOut(1))
    bob = harness.join("Bob")
    assert bob.client.seat == 1
    bob.cut()
    bob.again()
    assert [each.kind for each in ann.last(Gathered).happened] == ["back"]


def test_a_bot_that_stands_in_plays_until_the_seat_is_taken() -> None:
    _, ann, _, eve = watched()
    ann.send(Fill(1, "easy"))
    ann.send(Give(1, "Bob 2"))
    assert ann.last(Gathered).seats[1].kind == "bot:easy"
    eve.cut()
    assert eve.again().last(Gathered).seats[1].kind == "human"


def test_a_free_seat_can_be_given_before_a_match_even_at_a_locked_table() -> None:
    harness = Harness()
    ann = harness.join("Ann")
    eve = harness.join("Eve", watch=True)
    ann.send(Allow(newcomers=False))
    ann.send(Give(1, "Eve"))
    assert ann.last(Gathered).happened == [RoomChange("given", 1, "Eve")]
    eve.cut()
    assert eve.again().client.seat == 1
    ann.send(Allow(newcomers=True))
    assert ann.refused(Start()) == "unready"


def test_whoever_is_given_a_seat_after_a_match_is_not_shown_its_end() -> None:
    harness, ann, bob = two(cards=1)
    for player in (ann, bob):
        player.play(harness.live.legal(player.client.seat or 0)[0])
    bob.cut()
    zoe = harness.join("Zoe", watch=True)
    ann.send(Give(1, "Zoe"))
    zoe.cut()
    assert ann.last(Gathered).phase == "over"
    assert zoe.again().last(Gathered).phase == "gathering"


def test_only_a_seat_that_nobody_uses_is_given_and_only_to_a_watcher() -> None:
    _, ann, bob, _ = watched()
    assert ann.refused(Give(0, "Bob 2")) == "occupied"
    assert ann.refused(Give(1, "Nobody")) == "nobody"
    assert ann.refused(Give(7, "Bob 2")) == "seat"
    back = bob.again()
    assert ann.refused(Give(1, "Bob 2")) == "occupied"
    assert back.refused(Give(1, "Bob 2")) == "owner"


def test_the_seat_is_kept_over_the_end_of_the_program() -> None:
    logged = LoggedHarness(kozel, 2)
    ann, bob = logged.two()
    bob.cut()
    eve = logged.join("Bob", watch=True)
    ann.send(Give(1, "Bob 2"))
    token = eve.last(Given).token
    other = logged.again()
    assert other.table.room.find_token(token) == 1


def test_a_client_takes_no_seat_that_it_did_not_watch_for() -> None:
    _, ann, _, _ = watched()
    assert isinstance(ann.client, ClientSeat)
    given = Given(1, "token")
    try:
        ann.client.receive(given, 0.0)
    except ValueError:
        return
    raise AssertionError("a player was given a second seat")


def asking(visitor: Visitor) -> list[str]:
    """The names of the watchers who ask for a seat."""
    return [line.name for line in visitor.last(Gathered).watchers if line.asks]


def with_bot() -> tuple[Harness, Visitor, Visitor, Visitor]:
    """Ann, the owner, and Bob play with a bot; Eve watches."""
    harness, ann, bob = met(seats=3)
    ann.send(Fill(2, "easy"))
    harness.start(bob, owner=ann)
    return harness, ann, bob, harness.join("Eve", watch=True)


def test_a_watcher_asks_for_a_seat_and_the_owner_gives_that_of_a_bot() -> None:
    harness, ann, bob, eve = with_bot()
    bot = ann.last(Gathered).seats[2].name
    assert not any(isinstance(each, Refused) for each in eve.send(Request()))
    assert ann.last(Gathered).happened == [RoomChange("requested", None, "Eve")]
    assert asking(bob) == asking(eve) == ["Eve"]
    ann.send(Give(2, "Eve"))
    assert ann.last(Gathered).happened == [RoomChange("given", 2, "Eve", {"before": bot})]
    assert asking(ann) == []
    assert ann.last(Gathered).seats[2].kind == "bot:easy", "it plays until she comes"
    eve.cut()
    back = eve.again()
    assert back.client.seat == 2
    assert back.last(Gathered).seats[2].kind == "human"
    while not harness.live.over:
        mover = (ann, bob, back)[harness.live.to_act()[0]]
        mover.play(harness.live.legal(mover.client.seat or 0)[0])
    assert back.last(Gathered).phase == "over"


def test_a_watcher_who_comes_back_asks_for_a_seat_again_until_there_is_an_answer() -> None:
    """This is also so at the next place of a table that moves: a host forgets absent watchers."""
    _, ann, _, eve = with_bot()
    eve.answers = True
    eve.send(Request())
    eve.cut()
    assert asking(ann) == []
    back = eve.again()
    assert asking(ann) == ["Eve"]
    assert back.client.requested
    ann.send(Deny("Eve"))
    back.cut()
    eve.again()
    assert asking(ann) == []


def test_a_bot_gives_way_to_a_watcher_before_a_match_who_then_has_to_be_ready() -> None:
    harness = Harness()
    ann = harness.join("Ann")
    ann.send(Fill(1, "easy"))
    eve = harness.join("Eve", watch=True)
    eve.send(Request())
    ann.send(Give(1, "Eve"))
    eve.cut()
    assert eve.again().client.seat == 1
    assert ann.refused(Start()) == "unready"


def test_a_given_seat_is_not_kept_for_a_watcher_who_does_not_come() -> None:
    harness = Harness()
    ann, eve = harness.join("Ann"), harness.join("Eve", watch=True)
    ann.send(Give(1, "Eve"))
    eve.cut()
    assert ann.last(Gathered).seats[1].name == "Eve"
    harness.pass_time(AWAY_SECONDS)
    assert ann.last(Gathered).seats[1].name == ""


def test_the_owner_has_no_seat_for_a_watcher() -> None:
    harness, ann, bob, eve = with_bot()
    zoe = harness.join("Zoe", watch=True)
    eve.send(Request())
    zoe.send(Request())
    assert asking(ann) == ["Eve", "Zoe"]
    assert bob.refused(Deny("Eve")) == "owner"
    ann.send(Deny("Eve"))
    assert eve.last(Refused).code == "denied"
    assert not [each for each in zoe.heard if isinstance(each, Refused)]
    assert asking(ann) == ["Zoe"]
    assert ann.last(Gathered).happened == [RoomChange("denied", None, "Eve")]
    assert ann.refused(Deny("Eve")) == "nobody"


def test_a_watcher_has_one_open_request_and_those_of_one_address_have_few() -> None:
    harness, ann, bob, eve = with_bot()
    assert bob.refused(Request()) == "joined"
    eve.send(Request())
    assert eve.refused(Request()) == "asked"
    ann.send(Deny("Eve"))
    for _ in range(2):
        eve.cut()
        eve = harness.join("Eve", watch=True)
        eve.send(Request())
    eve.cut()
    assert asking(ann) == [], "whoever leaves asks no longer"
    eve = harness.join("Eve", watch=True)
    assert eve.refused(Request()) == "fast"
    zoe = harness.visitor(peer=Peer("10.0.0.9"))
    zoe.send(zoe.client.join("Zoe", watch=True))
    zoe.send(Request())
    assert asking(ann) == ["Zoe"], "another address has an allowance of its own"
    harness.pass_time(31)
    assert not any(isinstance(each, Refused) for each in eve.send(Request()))


def test_the_owner_can_have_quiet_from_watchers() -> None:
    _, ann, _, eve = with_bot()
    ann.send(Allow(watchers_talk=False))
    assert eve.refused(Request()) == "quiet"
    ann.send(Allow(watchers_talk=True, newcomers=False))
    assert eve.refused(Request()) == "locked"


def test_a_request_waits_for_an_owner_who_is_away_and_passes_to_the_next_one() -> None:
    _, ann, bob, eve = with_bot()
    ann.cut()
    eve.send(Request())
    ann = ann.again()
    assert asking(ann) == ["Eve"]
    ann.send(HandOver(1))
    assert asking(bob) == ["Eve"]
    bob.send(Give(2, "Eve"))
    assert eve.last(Given).seat == 2
