"""Which seat waits for whom, and who may be on the way in; no sockets, time by hand."""

from __future__ import annotations

from random import Random

import pytest

from net.guests.origin import loopback_for
from net.guests.seats import KEPT, GuestSeat, GuestSeats
from net.guests.strangers import MOST, MOST_OF_ONE, PER_SECOND, Strangers


@pytest.fixture
def seats() -> GuestSeats:
    return GuestSeats(Random(1).choice)


def sat(seats: GuestSeats, name: str, *shown: str) -> GuestSeat:
    """A guest who has come in and has a seat."""
    seat = seats.new(name, shown)
    seat.token = f"token of {name}"
    return seat


def test_a_key_brings_its_guest_back_and_nobody_else(seats: GuestSeats) -> None:
    ann = sat(seats, "Ann", "key")
    assert seats.by_shown("Ann", "key") is ann
    assert seats.by_shown("Bob", "key") is None
    assert seats.by_shown("Ann", "another") is None


def test_the_last_visit_of_a_key_counts(seats: GuestSeats) -> None:
    sat(seats, "Ann", "key")
    later = sat(seats, "Ann", "key")
    assert seats.by_shown("Ann", "key") is later


def test_without_a_seat_there_is_nothing_to_come_back_to(seats: GuestSeats) -> None:
    seat = seats.new("Ann", ["key"])
    assert seats.by_shown("Ann", "key") is None
    assert seats.by_word(seat.word) is None
    assert not seats.waiting("Ann")


def test_a_word_is_read_as_people_type_it(seats: GuestSeats) -> None:
    ann = sat(seats, "Ann")
    for typed in (ann.word, ann.word.lower(), ann.word.replace("-", ""), f" {ann.word} "):
        assert seats.by_word(typed) is ann
    for typed in ("", "?", "AAAA", "K7Q-M2Y", "x" * 1000):
        assert seats.by_word(typed) is None


def test_only_whoever_shares_a_name_is_asked_for_the_word(seats: GuestSeats) -> None:
    ann = sat(seats, "Ann")
    assert seats.waiting("Ann")
    assert not seats.waiting("Bob")
    seats.forget(ann)
    seats.forget(ann)
    assert not seats.waiting("Ann")


def test_the_oldest_who_has_gone_is_forgotten_first(seats: GuestSeats) -> None:
    here, gone = sat(seats, "Ann"), sat(seats, "Bob")
    here.here = True
    for number in range(KEPT - 1):
        seats.new(f"Guest {number}")
    assert seats.by_word(here.word) is here
    assert seats.by_word(gone.word) is None


def test_a_crowd_from_one_address_leaves_room_for_others() -> None:
    strangers = Strangers()
    came = [strangers.enter("10.0.0.1", second) for second in range(200)]
    assert sum(came) == MOST_OF_ONE
    assert strangers.enter("10.0.0.2", 201)
    strangers.leave("10.0.0.1")
    assert strangers.enter("10.0.0.1", 202)


def test_one_address_that_comes_and_goes_without_end_leaves_turns_to_others() -> None:
    strangers, turned_away = Strangers(), 0
    for tick in range(2000):
        now = tick / 100
        if strangers.enter("10.0.0.1", now):
            strangers.leave("10.0.0.1")
        if tick % 100 == 50:
            turned_away += not strangers.enter("10.0.0.2", now)
            strangers.leave("10.0.0.2")
    assert turned_away == 0


def test_no_more_than_so_many_are_on_their_way_in() -> None:
    strangers = Strangers()
    came = [strangers.enter(f"10.0.{number}.1", number) for number in range(100)]
    assert sum(came) == MOST


def test_connections_of_all_addresses_come_one_after_the_other() -> None:
    strangers = Strangers()
    came = [strangers.enter(f"10.0.{number}.1", 0.0) for number in range(30)]
    assert sum(came) <= MOST_OF_ONE + 1
    assert strangers.enter("10.1.0.1", MOST_OF_ONE / PER_SECOND + 1)


def test_each_computer_has_a_loopback_address_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    one, other = loopback_for("192.168.1.20"), loopback_for("192.168.1.21")
    assert one != other
    assert one == loopback_for("::ffff:192.168.1.20")
    assert one.startswith("127.")
    assert loopback_for("fe80::1") == loopback_for("fe80::2"), "IPv6 counts by network"
    assert loopback_for("127.0.0.1") == loopback_for("::1") == ""
    monkeypatch.setattr("sys.platform", "darwin")
    assert loopback_for("192.168.1.20") == "", "there 127.0.0.1 is the only one"
