"""The seats that wait for guests, and the facts kept about them."""

from hashlib import sha256
from random import Random

import asyncssh
import pytest

from net.guests.seats import KEPT, GuestSeat, GuestSeats, mark_of_key, mark_of_ticket


@pytest.fixture
def seats() -> GuestSeats:
    return GuestSeats(Random(1).choice)


def sat(seats: GuestSeats, name: str, *shown: str) -> GuestSeat:
    """Return a guest who has entered and has a seat."""
    seat = seats.new(name, shown)
    seat.token = f"token of {name}"
    return seat


def test_a_key_brings_its_guest_back_and_nobody_else(seats: GuestSeats) -> None:
    ann = sat(seats, "Ann", "key")
    assert seats.by_key("Ann", "key") is ann
    assert seats.by_key("Bob", "key") is None
    assert seats.by_key("Ann", "another") is None


def test_a_mark_is_the_fingerprint_that_ssh_shows_and_says_nothing_of_a_ticket() -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    assert mark_of_key(key.get_fingerprint()) == sha256(key.public_data).hexdigest()
    assert mark_of_key("ab" * 32) == "ab" * 32
    assert "token" not in mark_of_ticket("token")


def test_a_later_host_knows_a_guest_by_the_key_or_by_the_ticket(seats: GuestSeats) -> None:
    sat(seats, "Ann", "ab" * 32)
    sat(seats, "Bob")
    watching = sat(seats, "Cid")
    watching.watches = True
    told = seats.told()
    assert [guest["name"] for guest in told] == ["Ann", "Bob"]
    later = GuestSeats(Random(2).choice)
    # A branch has tokens of its own, and knows the first mark of each seat.
    there = [{**guest, "token": f"new {guest['name']}", "word": ""} for guest in told]
    later.take_along(there, "host")
    ann, bob = later.by_key("Ann", "ab" * 32), later.by_ticket("token of Bob")
    assert (ann and ann.token, bob and bob.token) == ("new Ann", "new Bob")
    assert later.by_ticket("token of Cid") is None
    assert later.by_ticket("new Bob") is None
    assert not later.waiting("Bob"), "nobody is asked for a word that nobody knows"
    assert later.told()[1]["marks"] == [*told[1]["marks"], mark_of_ticket("new Bob")]


def test_the_last_visit_of_a_key_counts(seats: GuestSeats) -> None:
    sat(seats, "Ann", "key")
    later = sat(seats, "Ann", "key")
    assert seats.by_key("Ann", "key") is later


def test_without_a_seat_there_is_nothing_to_come_back_to(seats: GuestSeats) -> None:
    seat = seats.new("Ann", ["key"])
    assert seats.by_key("Ann", "key") is None
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
        sat(seats, f"Guest {number}")
    assert seats.by_word(here.word) is here
    assert seats.by_word(gone.word) is None


def test_a_crowd_that_never_sits_down_makes_nobody_forgotten_who_has_a_seat(
    seats: GuestSeats,
) -> None:
    ann = sat(seats, "Ann")
    for number in range(2 * KEPT):
        seats.new(f"Guest {number}")
    assert seats.by_word(ann.word) is ann


def test_seats_are_written_down_for_a_gateway_that_is_started_again(seats: GuestSeats) -> None:
    ann = sat(seats, "Ann", "key")
    seats.new("Bob", ["another"])
    later = GuestSeats(Random(2).choice)
    later.read(seats.written())
    found = later.by_key("Ann", "key")
    assert (found.token, found.word) == (ann.token, ann.word)
    assert later.by_word(ann.word) is found
    assert not later.waiting("Bob")


@pytest.mark.parametrize("rubbish", [b"", b"\xff", b"{}", b"[1]", b"[[1, 2]]", b"[" * 60000, b"7"])
def test_what_was_not_written_by_a_gateway_is_no_seat(seats: GuestSeats, rubbish: bytes) -> None:
    seats.read(rubbish)
    assert seats.written() == b"[]"
