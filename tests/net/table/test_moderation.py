"""The owner's requests about people at a table, and the messages that people receive."""

import pytest

from net.client.events import Dismissed, NotSeated
from net.table.access import MAX_UNTOLD, Access, Changes
from net.table.effects import Peer
from net.table.lobby import table_line
from net.table.log import Restrictions
from net.table.room import MEASURED_SECONDS, QUICK_MS, SLOW_MS
from net.table.seating import ABANDONED_SECONDS, ANSWER_SECONDS, OWNER_SECONDS
from net.wire.bounds import MAX_KEPT_OUT
from net.wire.from_host import Closed, Gathered, Paused, Refused, Said
from net.wire.message import Message, RoomChange
from net.wire.reasons import closing
from net.wire.to_host import (
    Allow,
    Ask,
    Clear,
    Continue,
    Fill,
    Give,
    HandOver,
    Here,
    Join,
    Leave,
    LetIn,
    Nudge,
    Ping,
    PutOut,
    Ready,
    Rule,
    Say,
    Start,
)
from tests.support.harness import Harness, Visitor, met, two
from tests.support.logged_harness import returned, under_way


def come(harness: Harness, name: str, address: str = "", **wishes: object) -> Visitor:
    """Return a visitor from an address who has asked to join."""
    visitor = harness.visitor(peer=Peer(address, own=not address))
    visitor.send(visitor.client.join(name, **wishes))
    return visitor


def three(**how: object) -> tuple[Harness, Visitor, Visitor, Visitor]:
    """The owner at the host's own computer, and two guests, before a match."""
    harness = Harness(seats=3, **how)
    ann = come(harness, "Ann")
    return harness, ann, come(harness, "Bob", "10.0.0.2"), come(harness, "Cid", "10.0.0.3")


def playing(**how: object) -> tuple[Harness, Visitor, Visitor, Visitor]:
    """The same three in a match."""
    harness, ann, bob, cid = three(**how)
    harness.start(bob, cid, owner=ann)
    return harness, ann, bob, cid


def happened(visitor: Visitor) -> list[RoomChange]:
    told: list[RoomChange] = visitor.last(Gathered).happened
    return told


def kinds(visitor: Visitor) -> list[str]:
    return [change.kind for change in happened(visitor)]


def play_on(harness: Harness, visitor: Visitor) -> None:
    """Make the first legal move of a player."""
    visitor.play(harness.live.legal(visitor.client.seat)[0])


def asked() -> tuple[Harness, Visitor, Visitor, Visitor]:
    """The same with Bob to move, whom the owner has asked whether he is there."""
    harness, ann, bob, cid = playing()
    play_on(harness, ann)
    ann.send(Nudge(1))
    return harness, ann, bob, cid


class TestPuttingOut:
    def test_in_a_match_a_bot_takes_the_seat_and_the_match_goes_on(self) -> None:
        harness, ann, bob, cid = playing()
        play_on(harness, ann)
        ann.send(PutOut(1))
        assert bob.client.dismissed.reason == "the owner of the table has put you out"
        assert bob.dropped
        assert happened(cid)[0] == RoomChange("put_out", 1, "Bob")
        assert kinds(cid) == ["put_out", "bot"]
        assert ann.last(Gathered).seats[1].kind == "bot:easy"
        assert harness.asked[-1].seat == 1, "it is the turn of that seat"
        harness.answer()
        harness.pass_time(5)
        assert harness.live.to_act() == (2,)

    def test_before_a_match_the_seat_is_free(self) -> None:
        _, ann, bob, _ = three()
        ann.send(PutOut(1))
        assert bob.last(Closed).code == "removed"
        assert ann.last(Gathered).seats[1].kind == ""

    def test_clearing_the_seat_of_a_person_is_the_same(self) -> None:
        _, ann, bob, cid = three()
        ann.send(Clear(1))
        assert bob.last(Closed).code == "removed"
        assert kinds(cid) == ["put_out"]

    def test_whoever_was_put_out_may_come_again_as_a_newcomer(self) -> None:
        harness, ann, bob, _ = three()
        ann.send(PutOut(1))
        again = bob.again()
        assert again.client.seat == 1
        ann.send(PutOut(1))
        assert come(harness, "Bob", "10.0.0.2").client.seat == 1

    def test_a_watcher_is_put_out_by_name(self) -> None:
        harness, ann, *_ = playing()
        eve = come(harness, "Eve", "10.0.0.9", watch=True)
        ann.send(PutOut(watcher="Eve"))
        assert eve.last(Closed).code == "removed"
        assert kinds(ann) == ["put_out", "watcher_left"]
        assert ann.last(Gathered).watchers == ()

    def test_whoever_is_away_hears_it_on_coming_back_once(self) -> None:
        harness, ann, bob, _ = playing()
        bob.cut()
        ann.send(PutOut(1))
        again = bob.again()
        assert again.last(Closed).code == "removed"
        assert again.dropped
        assert not [message for message in again.heard if isinstance(message, Gathered)]
        token = next(sent for sent in again.sent if isinstance(sent, Join))
        newcomer = harness.visitor()
        assert newcomer.refused(token) == "playing"

    def test_of_many_who_were_away_the_first_are_forgotten(self) -> None:
        access = Access(Changes())
        for number in range(MAX_UNTOLD + 1):
            access.tell_absent(f"token {number}", closing("removed"))
        told = [access.turns_away(f"token {number}", Peer()) for number in (0, 1, MAX_UNTOLD)]
        assert told == [None, closing("removed"), closing("removed")]

    def test_the_player_in_whose_program_the_table_is_stays(self) -> None:
        _, ann, bob, _ = three()
        ann.send(HandOver(1))
        assert bob.refused(PutOut(0)) == "program"
        assert bob.refused(Clear(0)) == "program"
        assert not ann.dropped

    def test_in_a_match_without_bots_nobody_could_play_on(self) -> None:
        harness, ann, _, _ = playing(has_bots=False)
        assert ann.refused(PutOut(1)) == "botless"
        assert ann.refused(PutOut(2, keep_out=True)) == "botless"
        assert ann.last(Gathered).kept_out == ()
        eve = come(harness, "Eve", "10.0.0.9", watch=True)
        ann.send(PutOut(watcher="Eve"))
        assert eve.dropped


class TestKeepingOut:
    def test_neither_the_key_of_the_seat_nor_the_address_lets_him_in(self) -> None:
        harness, ann, bob, _ = playing()
        ann.send(PutOut(1, keep_out=True))
        assert bob.last(Closed).code == "barred"
        assert kinds(ann) == ["kept_out", "bot"]
        assert happened(ann)[0] == RoomChange("kept_out", 1, "Bob")
        assert ann.last(Gathered).kept_out == ("Bob",)
        for name, address, wishes in (
            ("Rob", "10.0.0.2", {}),
            ("Rob", "10.0.0.2", {"watch": True}),
        ):
            other = come(harness, name, address, **wishes)
            assert isinstance(other.events[-1], Dismissed)
            assert other.events[-1].code == "barred"
            assert other.dropped
        elsewhere = bob.again()  # with his key, from an unknown address
        assert elsewhere.last(Closed).code == "barred"
        assert elsewhere.dropped

    def test_a_watcher_is_known_again_by_the_address(self) -> None:
        harness, ann, *_ = playing()
        come(harness, "Eve", "10.0.0.9", watch=True)
        ann.send(PutOut(watcher="Eve", keep_out=True))
        assert come(harness, "Iva", "10.0.0.9", watch=True).last(Closed).code == "barred"
        assert come(harness, "Dan", "10.0.0.8", watch=True).client.seated is not None

    def test_whoever_has_a_seat_at_the_same_address_keeps_it(self) -> None:
        harness = Harness(seats=3)
        ann = come(harness, "Ann")
        come(harness, "Bob", "10.0.0.2")
        cid = come(harness, "Cid", "10.0.0.2")
        ann.send(PutOut(1, keep_out=True))
        cid.cut()
        assert cid.again(Peer("10.0.0.2")).client.dismissed is None
        assert not harness.table.room[2].away

    def test_it_ends_when_the_owner_lets_him_in(self) -> None:
        harness, ann, _, cid = three()
        ann.send(PutOut(1, keep_out=True))
        assert ann.refused(LetIn("Rob")) == "nobody"
        ann.send(LetIn("Bob"))
        assert happened(cid) == [RoomChange("let_in", None, "Bob")]
        assert come(harness, "Bob", "10.0.0.2").client.seat == 1

    def test_two_of_one_name_are_told_apart(self) -> None:
        harness, ann, _, _ = three()
        ann.send(PutOut(1, keep_out=True))
        come(harness, "Bob", "10.0.0.4")
        ann.send(PutOut(1, keep_out=True))
        assert ann.last(Gathered).kept_out == ("Bob", "Bob 2")

    def test_there_is_an_end_to_it(self) -> None:
        harness, ann, _, _ = three()
        for number in range(MAX_KEPT_OUT):
            harness.table.room.access.keep_out("Eve", f"{number}", "")
        assert ann.refused(PutOut(1, keep_out=True)) == "many"
        assert harness.table.room[1].human

    def test_whoever_is_away_is_kept_out_as_well(self) -> None:
        _, ann, bob, _ = playing()
        bob.cut()
        ann.send(PutOut(1, keep_out=True))
        assert bob.again().last(Closed).code == "barred"
        assert bob.again().last(Closed).code == "barred"

    def test_he_hears_it_before_he_is_asked_for_a_code(self) -> None:
        harness, ann, _, _ = three()
        harness.table.code = "K7QM2X"
        token = harness.table.room[1].token
        ann.send(PutOut(1, keep_out=True))
        assert come(harness, "Rob", "10.0.0.2").last(Closed).code == "barred"
        elsewhere = harness.visitor(peer=Peer("10.0.0.9"))
        assert elsewhere.send(Join("Rob", token=token))[-1].code == "barred"


class TestLocking:
    def test_nobody_new_comes_in_and_those_with_a_seat_come_back(self) -> None:
        harness, ann, bob, _ = three()
        ann.send(Leave())
        ann = bob
        ann.send(Allow(newcomers=False))
        assert kinds(ann) == ["locked"]
        assert ann.last(Gathered).locked
        for wishes in ({}, {"watch": True}):
            dan = come(harness, "Dan", "10.0.0.5", **wishes)
            assert isinstance(dan.events[-1], NotSeated)
            assert dan.events[-1].code == "locked"
        ann.cut()
        assert ann.again().client.seat == 1
        line = table_line(harness.table)
        assert (line.locked, line.free) == (True, 0)

    def test_an_open_table_is_told_once(self) -> None:
        _, ann, _, _ = three()
        ann.send(Allow(newcomers=False))
        ann.send(Allow(newcomers=True))
        assert kinds(ann) == ["unlocked"]
        ann.send(Allow(newcomers=True))
        assert kinds(ann) == []

    def test_when_watching_is_forbidden_those_who_watch_go(self) -> None:
        harness, ann, *_ = playing()
        eve = come(harness, "Eve", "10.0.0.9", watch=True)
        ann.send(Allow(watching=False))
        assert eve.last(Closed).code == "unwatched"
        assert kinds(ann) == ["watching_off", "watcher_left"]
        dan = come(harness, "Dan", "10.0.0.5", watch=True)
        assert dan.last(Refused).code == "unwatched"
        pat = come(harness, "Pat", "10.0.0.6")
        assert pat.last(Refused).code == "begun", "whoever wants a seat is not told to watch"
        ann.send(Allow(watching=True))
        assert kinds(ann) == ["watching_on"]
        assert come(harness, "Dan", "10.0.0.5", watch=True).client.seated is not None

    def test_watchers_talk_as_long_as_the_owner_lets_them(self) -> None:
        harness, ann, bob, _ = playing()
        eve = come(harness, "Eve", "10.0.0.9", watch=True)
        ann.send(Allow(watchers_talk=False))
        assert kinds(eve) == ["talk_off"]
        assert eve.refused(Say("play the ace!")) == "quiet"
        bob.send(Say("thank you"))
        assert eve.last(Said).text == "thank you"
        ann.send(Allow(watchers_talk=True))
        assert kinds(eve) == ["talk_on"]
        eve.send(Say("hello"))
        assert ann.last(Said).text == "hello"

    def test_a_table_that_everybody_has_left_is_open_again(self) -> None:
        harness = Harness()
        ann = come(harness, "Ann", "10.0.0.2")
        ann.send(Allow(newcomers=False, watching=False, watchers_talk=False))
        room = ann.last(Gathered)
        assert (room.locked, room.watching, room.watchers_talk) == (True, False, False)
        ann.send(Leave())
        dan = come(harness, "Dan", "10.0.0.5")
        assert dan.client.owns
        room = dan.last(Gathered)
        assert (room.locked, room.watching, room.watchers_talk) == (False, True, True)

    def test_whoever_has_no_address_does_not_keep_out_all_others_without_one(self) -> None:
        harness, ann, _ = met(seats=3)
        ann.send(PutOut(1, keep_out=True))
        assert harness.join("Cid").client.seat == 1


class TestHandingOver:
    def test_the_new_owner_may_do_everything_and_the_old_one_nothing_more(self) -> None:
        _, ann, bob, cid = three()
        ann.send(HandOver(1))
        assert happened(cid) == [RoomChange("owner", 1, "Bob")]
        assert ann.refused(Rule({"cards": 1})) == "owner"
        assert ann.refused(PutOut(2)) == "owner"
        assert ann.refused(HandOver(2)) == "owner"
        bob.send(Rule({"cards": 1}))
        bob.send(PutOut(2))
        bob.send(Fill(2, "easy"))
        ann.send(Ready())
        bob.send(Start())
        assert bob.last(Gathered).phase == "playing"

    def test_also_during_a_match(self) -> None:
        _, ann, bob, cid = playing()
        ann.send(HandOver(2))
        assert cid.client.owns
        cid.send(PutOut(1))
        assert bob.dropped

    def test_not_to_a_bot_to_nobody_to_somebody_away_or_to_oneself(self) -> None:
        harness = Harness(seats=4)
        ann, bob = come(harness, "Ann"), come(harness, "Bob", "10.0.0.2")
        ann.send(Fill(2, "easy"))
        bob.cut()
        assert ann.refused(HandOver(0)) == "yourself"
        assert ann.refused(HandOver(1)) == "away"
        assert ann.refused(HandOver(2)) == "bot"
        assert ann.refused(HandOver(3)) == "nobody"
        assert ann.refused(HandOver(9)) == "seat"
        assert harness.table.room.owner == 0

    def test_a_new_owner_who_goes_away_loses_the_table_as_any(self) -> None:
        harness, ann, bob, cid = playing()
        ann.send(HandOver(1))
        bob.cut()
        harness.pass_time(OWNER_SECONDS + 1)
        assert cid.last(Gathered).owner == 2


class TestAsking:
    def test_whoever_does_not_answer_has_a_bot_that_plays(self) -> None:
        harness, ann, bob, cid = asked()
        assert happened(bob) == [RoomChange("asked", 1, "Bob", {"seconds": int(ANSWER_SECONDS)})]
        harness.pass_time(ANSWER_SECONDS - 1)
        assert ann.last(Gathered).seats[1].kind == "human"
        harness.pass_time(2)
        assert happened(cid) == [RoomChange("stand_in", 1, "Bob", {"level": "easy", "why": "idle"})]
        line = ann.last(Gathered).seats[1]
        assert (line.name, line.kind, line.away, line.idle) == ("Bob", "bot:easy", False, True)
        harness.answer()
        harness.pass_time(5)
        assert harness.live.to_act() == (2,)

    @pytest.mark.parametrize("answer", [Here(), Say("sorry"), Leave()])
    def test_an_answer_in_time_keeps_the_seat(self, answer: Message) -> None:
        harness, _, bob, cid = asked()
        bob.send(answer)
        heard = [change for m in cid.heard if isinstance(m, Gathered) for change in m.happened]
        assert RoomChange("answered", 1, "Bob") in heard
        harness.pass_time(ANSWER_SECONDS * 2)
        assert not any(place.idle for place in harness.table.room)

    def test_a_move_is_an_answer(self) -> None:
        harness, ann, bob, _ = asked()
        play_on(harness, bob)
        harness.pass_time(ANSWER_SECONDS * 2)
        assert ann.last(Gathered).seats[1].kind == "human"

    @pytest.mark.parametrize("message", [Ask(), Ping(1), Continue(1)])
    def test_what_programs_send_by_themselves_is_none(self, message: Message) -> None:
        harness, ann, bob, _ = asked()
        bob.send(message)
        harness.pass_time(ANSWER_SECONDS + 1)
        assert ann.last(Gathered).seats[1].idle

    def test_a_late_answer_takes_the_seat_back(self) -> None:
        harness, ann, bob, _ = asked()
        harness.pass_time(ANSWER_SECONDS + 1)
        bob.send(Here())
        assert happened(ann) == [RoomChange("back", 1, "Bob")]
        line = ann.last(Gathered).seats[1]
        assert (line.kind, line.idle) == ("human", False)
        harness.answer()  # the bot's answer comes too late
        harness.pass_time(20)
        play_on(harness, bob)
        assert harness.live.to_act() == (2,)

    def test_coming_back_on_another_connection_does_as_well(self) -> None:
        harness, ann, bob, _ = asked()
        harness.pass_time(ANSWER_SECONDS + 1)
        back = bob.again()
        assert kinds(ann) == ["back"]
        assert back.last(Gathered).seats[1].kind == "human"

    def test_a_lost_connection_is_no_answer_and_the_bot_goes_on(self) -> None:
        harness, ann, bob, _ = asked()
        harness.pass_time(ANSWER_SECONDS + 1)
        bob.cut()
        line = ann.last(Gathered).seats[1]
        assert (line.kind, line.away, line.idle) == ("bot:easy", True, False)

    def test_an_end_of_a_deal_no_longer_waits_for_him(self) -> None:
        harness, ann, bob = two(seats=2, pause=-1, deals=2, cards=1)
        play_on(harness, ann)
        play_on(harness, bob)
        ann.send(Continue(ann.last(Paused).seq))
        ann.send(Nudge(1))
        harness.pass_time(ANSWER_SECONDS + 1)
        assert harness.live.match.state.deal == 2

    def test_when_the_match_is_over_he_has_the_seat(self) -> None:
        harness, ann, bob = two(seats=2, cards=1)
        play_on(harness, ann)
        ann.send(Nudge(1))
        harness.pass_time(ANSWER_SECONDS + 1)
        harness.answer()
        harness.pass_time(5)
        assert harness.table.phase == "over"
        line = bob.last(Gathered).seats[1]
        assert (line.kind, line.idle) == ("human", False)

    def test_who_can_be_asked(self) -> None:
        harness = Harness(seats=4)
        ann, bob = come(harness, "Ann"), come(harness, "Bob", "10.0.0.2")
        cid = come(harness, "Cid", "10.0.0.3")
        ann.send(Fill(3, "easy"))
        harness.start(bob, cid, owner=ann)
        cid.cut()
        assert ann.refused(Nudge(0)) == "yourself"
        assert ann.refused(Nudge(1)) == "unawaited"
        assert ann.refused(Nudge(2)) == "away"
        assert ann.refused(Nudge(3)) == "bot"
        play_on(harness, ann)
        ann.send(Nudge(1))
        assert happened(bob), "once asked"
        harness.pass_time(10)
        heard = len(bob.heard)
        ann.send(Nudge(1))
        assert happened(ann) == []
        assert len(bob.heard) == heard, "is asked already"
        harness.pass_time(ANSWER_SECONDS - 5)
        assert ann.last(Gathered).seats[1].idle

    def test_without_bots_there_is_nothing_to_ask(self) -> None:
        harness, ann, _, _ = playing(has_bots=False)
        play_on(harness, ann)
        assert ann.refused(Nudge(1)) == "botless"


@pytest.mark.parametrize(
    "message",
    [PutOut(1), LetIn("Bob"), Allow(newcomers=False), HandOver(1), Give(1, "Eve")],
    ids=lambda message: type(message).__name__,
)
def test_only_the_owner_may(message: Message) -> None:
    harness, _, bob, cid = playing()
    assert cid.refused(message) == "owner"
    assert come(harness, "Eve", "10.0.0.9", watch=True).refused(message) == "watching"
    assert not bob.dropped


class TestATableWithoutASeatOfItsOwn:
    def test_the_first_guest_owns_it_and_the_bots_are_there(self) -> None:
        harness = Harness(seats=3, bots=("hard", "easy"), unattended=True)
        assert [place.kind for place in harness.table.room] == ["", "bot:easy", "bot:hard"]
        ann = come(harness, "Ann", "10.0.0.2")
        assert ann.client.owns
        ann.send(Start())
        assert ann.last(Gathered).phase == "playing"

    def test_when_the_last_guest_has_left_it_is_as_it_was_opened(self) -> None:
        harness = Harness(seats=3, bots=("easy",), unattended=True)
        ann, bob = come(harness, "Ann", "10.0.0.2"), come(harness, "Bob", "10.0.0.3")
        ann.send(Clear(2))
        ann.send(Leave())
        assert bob.client.owns
        bob.send(Leave())
        assert [place.kind for place in harness.table.room] == ["", "", "bot:easy"]

    def test_a_match_that_nobody_comes_back_to_is_given_up(self) -> None:
        harness = Harness(seats=3, bots=("easy", "easy"), unattended=True)
        ann = come(harness, "Ann", "10.0.0.2")
        ann.send(Start())
        ann.cut()
        harness.pass_time(ABANDONED_SECONDS - 1)
        assert harness.table.phase == "playing"
        harness.pass_time(2)
        assert harness.table.phase == "gathering"
        assert len(harness.saved) == 1
        assert come(harness, "Bob", "10.0.0.3").client.owns

    def test_other_tables_wait_without_end(self) -> None:
        harness = Harness()
        for visitor in harness.two():
            visitor.cut()
        harness.pass_time(ABANDONED_SECONDS * 3)
        assert harness.table.phase == "playing"


def test_a_join_by_hand_with_a_key_of_nobody_is_that_of_a_newcomer() -> None:
    harness, *_ = playing()
    assert harness.visitor().refused(Join("Eve", token="made up")) == "playing"


def test_the_next_program_knows_the_owner_the_lock_and_the_seats_of_bots() -> None:
    logged, (ann, bob, _) = under_way(None, 3)
    ann.send(PutOut(2))
    ann.send(Allow(newcomers=False, watching=False, watchers_talk=False))
    ann.send(HandOver(1))
    play_on(logged, ann)
    bob.send(HandOver(0))
    ann.send(HandOver(1))
    other = logged.again()
    room = other.table.room
    assert room.owner == 1
    assert [place.kind for place in room] == ["human", "human", "bot:easy"]
    assert [place.away_since is None for place in room] == [False, False, True]
    assert room.access.limits == Restrictions(locked=True, watching=False, watchers_talk=False)
    assert other.join("Eve", watch=True).last(Refused).code == "locked"
    assert returned(other, bob).client.owns


def test_the_next_program_has_the_bot_play_on_for_whoever_did_not_answer() -> None:
    logged, (ann, bob, _) = under_way(None, 3)
    play_on(logged, ann)
    ann.send(Nudge(1))
    logged.pass_time(ANSWER_SECONDS + 1)
    other = logged.again()
    assert (other.table.room[1].kind, other.table.room[1].away) == ("bot:easy", True)
    assert returned(other, bob).client.room.seats[1].kind == "human"


def test_a_guest_put_out_before_the_first_deal_is_not_waited_for() -> None:
    harness = Harness(seats=3, new_nonce=lambda: b"n" * 32)
    ann, bob, cid = harness.join("Ann"), harness.join("Bob"), harness.join("Cid")
    harness.start(bob, cid, owner=ann)
    assert harness.table.match is None, "the shuffle waits for everybody's share"
    ann.send(PutOut(1))
    assert bob.last(Closed).code == "removed"
    harness.pass_time(10)
    assert harness.table.phase == "playing"
    assert harness.table.room[1].kind == "bot:easy"
    assert harness.live.match.state.deal == 1


class TestTheirWaysAndLines:
    def test_all_are_told_in_which_way_each_plays_and_watches(self) -> None:
        harness = Harness(seats=3)
        ann = harness.join("Ann")
        for name, way, watch in (("Bob", "ssh", False), ("Eve", "phone", True)):
            visitor = Visitor(harness, harness.client())
            visitor.client.handshake.way = way
            visitor.send(visitor.client.handshake.hello())
            visitor.send(visitor.client.join(name, watch=watch))
        told = ann.last(Gathered)
        assert [line.way for line in told.seats] == ["kozyr", "ssh", ""]
        assert [line.way for line in told.watchers] == ["phone"]

    def test_the_way_is_that_of_the_last_connection(self) -> None:
        _, ann, bob = met()
        bob.cut()
        bob.client.handshake.way = "plain"
        bob.again()
        assert [line.way for line in ann.last(Gathered).seats] == ["kozyr", "plain"]

    def test_all_are_told_of_a_slow_line_and_that_it_is_quick_again(self) -> None:
        harness, ann, bob = two(clock=60)
        eve = harness.join("Eve", watch=True)
        bob.send(Ping(1, SLOW_MS - 1))
        assert not ann.last(Gathered).seats[1].slow
        bob.send(Ping(2, SLOW_MS))
        assert happened(ann) == [RoomChange("slow", 1, "Bob")]
        assert ann.last(Gathered).seats[1].slow
        eve.send(Ping(1, SLOW_MS))
        assert happened(ann) == [RoomChange("slow", None, "Eve")]
        assert ann.last(Gathered).watchers[0].slow
        harness.pass_time(MEASURED_SECONDS)
        bob.send(Ping(3, QUICK_MS + 1))
        bob.send(Ping(4))
        assert ann.last(Gathered).seats[1].slow, "of an unknown line nothing is said"
        bob.send(Ping(5, QUICK_MS))
        assert happened(ann) == [RoomChange("quick", 1, "Bob")]
        bob.cut()
        assert not ann.last(Gathered).seats[1].slow
        bob.again().send(Ping(6, SLOW_MS))
        assert happened(ann) == [RoomChange("slow", 1, "Bob")], "another line is measured anew"

    def test_a_line_that_changes_all_the_time_is_told_of_now_and_then(self) -> None:
        harness, ann, bob = met()
        eve = harness.join("Eve", watch=True)
        heard = len(ann.heard)
        for number in range(100):
            for each in (bob, eve):
                each.send(Ping(number, SLOW_MS if number % 2 == 0 else 1))
        assert len(ann.heard) == heard + 2

    def test_a_phrase_is_passed_on_with_its_words_and_by_the_limits_of_talk(self) -> None:
        harness, ann, bob = met()
        eve = harness.join("Eve", watch=True)
        bob.send(Say("Хорошо сыграно!", "well_played"))
        assert ann.last(Said) == Said(1, "Bob", "Хорошо сыграно!", "well_played")
        ann.send(Allow(watchers_talk=False))
        assert eve.refused(Say("Thanks", "thanks")) == "quiet"
        assert "fast" in {
            each.code
            for _ in range(6)
            for each in bob.send(Say("Oops", "oops"))
            if isinstance(each, Refused)
        }
