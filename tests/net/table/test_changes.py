"""Gathered names the changes in the room, so that no client has to compare two of them."""

import pytest

from net.table.seating import AWAY_SECONDS, OWNER_SECONDS, free_seat
from net.wire.from_host import Gathered, Refused
from net.wire.message import ROOM_CHANGES, RoomChange
from net.wire.reasons import RefusalError
from net.wire.to_host import Clear, Clock, Fill, Leave, NewCode, Pause, Ready, Rule, Start
from tests.support.harness import Harness, Visitor, met, two, with_bots


def happened(visitor: Visitor) -> list[RoomChange]:
    """The changes in the last Gathered of a visitor."""
    return visitor.last(Gathered).happened


def test_whoever_comes_hears_of_no_change_and_the_others_hear_who_came() -> None:
    harness = Harness()
    ann = harness.join("Ann")
    assert happened(ann) == []
    bob = harness.join("Bob")
    assert happened(bob) == []
    assert happened(ann) == [RoomChange("sat", 1, "Bob")]


def test_a_change_is_told_once() -> None:
    _, ann, _ = met(seats=3)
    ann.send(Fill(2, "easy"))
    assert [change.kind for change in happened(ann)] == ["bot"]


def test_leaving_before_a_match_frees_the_seat_and_the_table_passes_on() -> None:
    _, ann, bob = met()
    ann.send(Leave())
    assert happened(bob) == [RoomChange("left", 0, "Ann"), RoomChange("owner", 1, "Bob")]


def test_a_bot_takes_the_seat_of_a_player_who_leaves_a_match() -> None:
    _, ann, bob = two()
    bob.send(Leave())
    left, bot = happened(ann)
    assert left == RoomChange("left", 1, "Bob")
    assert (bot.kind, bot.seat, bot.facts) == ("bot", 1, {"level": "easy"})
    assert bot.name == ann.last(Gathered).seats[1].name


def test_a_lost_connection_a_stand_in_and_a_return_are_told() -> None:
    _, ann, bob = two()
    bob.cut()
    assert happened(ann) == [RoomChange("lost", 1, "Bob")]
    ann.send(Fill(1, "hard"))
    assert happened(ann) == [RoomChange("stand_in", 1, "Bob", {"level": "hard"})]
    bob = bob.again()
    assert happened(ann) == [RoomChange("back", 1, "Bob")]
    assert happened(bob) == []


def test_a_seat_kept_too_long_and_a_new_owner_are_told() -> None:
    harness, ann, bob = met()
    ann.cut()
    harness.pass_time(OWNER_SECONDS)
    assert happened(bob) == [RoomChange("owner", 1, "Bob")]
    harness.pass_time(AWAY_SECONDS - OWNER_SECONDS)
    assert happened(bob) == [RoomChange("left", 0, "Ann", {"why": "away"})]


def test_the_owner_frees_seats_of_people_and_of_bots() -> None:
    harness, ann, _ = met(seats=3)
    ann.send(Fill(2, "easy"))
    bot = ann.last(Gathered).seats[2].name
    ann.send(Clear(1))
    assert happened(ann) == [RoomChange("put_out", 1, "Bob")]
    ann.send(Clear(2))
    assert happened(ann) == [RoomChange("cleared", 2, bot, {"level": "easy"})]
    with pytest.raises(RefusalError, match="'occupied'"):
        free_seat(harness.table.room, 0)
    assert harness.table.room[0].human
    ann.send(Clear(2))
    assert happened(ann) == []


def test_being_ready_and_no_longer_is_told() -> None:
    _, ann, bob = met()
    bob.send(Ready())
    assert happened(ann) == [RoomChange("ready", 1, "Bob")]
    bob.send(Ready())
    assert happened(bob) == []
    assert happened(ann) == [RoomChange("ready", 1, "Bob")], "nothing new"
    bob.send(Ready(False))
    assert happened(ann) == [RoomChange("unready", 1, "Bob")]


def test_new_terms_are_told_with_whoever_is_no_longer_ready() -> None:
    _, ann, bob = met()
    bob.send(Ready())
    ann.send(Rule({"cards": 3}))
    assert happened(bob) == [
        RoomChange("rule", facts={"rule": "cards", "value": 3, "before": 2}),
        RoomChange("unready", 1, "Bob", {"why": "terms"}),
    ]
    ann.send(Clock(30))
    assert happened(bob) == [RoomChange("clock", facts={"seconds": 30, "before": 0})]
    bob.send(Ready())
    ann.send(Pause(-1))
    assert happened(bob) == [
        RoomChange("pause", facts={"seconds": -1, "before": 0}),
        RoomChange("unready", 1, "Bob", {"why": "terms"}),
    ]
    assert (bob.last(Gathered).pause, bob.last(Gathered).terms) == (-1, 3)
    assert ann.refused(Pause(7)) == "pause"
    assert ann.last(Refused).facts == {"values": "0, 10, 30, 60, -1"}


def test_who_leaves_while_the_owner_is_away_does_not_hurry_the_table_on() -> None:
    harness = Harness(seats=3)
    ann, bob, cid = (harness.join(name) for name in ("Ann", "Bob", "Cid"))
    ann.cut()
    bob.send(Leave())
    assert cid.last(Gathered).owner == 0
    harness.pass_time(OWNER_SECONDS)
    assert cid.last(Gathered).owner == 2


def test_whoever_was_away_is_no_longer_ready() -> None:
    _, ann, bob = met()
    bob.send(Ready())
    bob.cut()
    assert not bob.again().last(Gathered).seats[1].ready
    assert ann.refused(Start()) == "unready"


def test_watchers_who_come_go_and_are_lost_are_told() -> None:
    harness = Harness()
    ann = harness.join("Ann")
    cid = harness.join("Cid", watch=True)
    assert happened(ann) == [RoomChange("watcher_came", None, "Cid")]
    cid.send(Leave())
    assert happened(ann) == [RoomChange("watcher_left", None, "Cid")]
    harness.join("Dan", watch=True).cut()
    assert happened(ann) == [RoomChange("watcher_left", None, "Dan")]


def test_beginning_and_end_of_a_match_are_told() -> None:
    harness, ann, bob = two()
    assert happened(ann) == [RoomChange("begun", facts={"match": 1})]
    while harness.table.phase == "playing":
        for visitor in (ann, bob):
            if visitor.client.my_turn:
                visitor.play(f"play {visitor.client.view.hand[0]}")
    assert happened(bob) == [RoomChange("over")]


def test_watchers_hear_that_a_match_ends_with_its_last_player() -> None:
    harness, ann = with_bots()
    cid = harness.join("Cid", watch=True)
    ann.send(Leave())
    assert happened(cid)[-1] == RoomChange("abandoned", facts={"match": 1})
    assert not any(line.kind for line in cid.last(Gathered).seats)


def test_no_match_ends_unfinished_when_people_leave_after_its_end_or_before_it() -> None:
    harness, ann, bob = two()
    cid = harness.join("Cid", watch=True)
    while harness.table.phase == "playing":
        for visitor in (ann, bob):
            if visitor.client.my_turn:
                visitor.play(f"play {visitor.client.view.hand[0]}")
    ann.send(Leave())
    bob.send(Leave())
    assert happened(cid)[-1] == RoomChange("abandoned")
    harness.join("Dan").send(Leave())
    assert happened(cid)[-1] == RoomChange("abandoned")


def test_a_new_code_is_told() -> None:
    harness = Harness()
    ann = harness.join("Ann")
    harness.table.code = "K7QM2X"
    ann.send(NewCode())
    assert happened(ann) == [RoomChange("code")]


def test_every_kind_has_a_sentence() -> None:
    assert all(text.endswith(".") for text in ROOM_CHANGES.values())
