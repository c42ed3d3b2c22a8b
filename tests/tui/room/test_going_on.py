"""What is said when the host is gone: never that something waits for nobody."""

from __future__ import annotations

from dataclasses import replace

from core.games.kozel import rules as kozel
from net.client.events import NotGoneOn, RoomState
from net.client.handshake import Handshake
from net.client.seat import ClientSeat
from net.migration.epochs import Offer
from net.wire.from_host import SeatLine
from tests.support.shuffles import ShuffledHarness, verdict
from tui.room.going_on import awaited_said, chosen_said, kept_said, lost_said, not_gone_on_said

NAMES = ("Ann", "Bob", "Cid", "Dan")


def client() -> ClientSeat:
    """Return what Bob's program knows of the room."""
    seats = tuple(SeatLine(name, "human") for name in NAMES)
    known = ClientSeat(Handshake())
    known.room = RoomState("playing", seats, 0, kozel.Options())
    return known


def test_the_player_at_whose_computer_it_is_to_be_has_to_choose_it_too() -> None:
    offer = Offer((1, 2, 3), {1: 3}, needed=2, heard=3, own=3)
    said = chosen_said(offer, client())
    assert said == (
        "You want to go on at the computer of Dan: 1 of the 2 needed agree; Dan has to be one of "
        "them"
    )
    enough = replace(offer, votes={1: 3, 2: 3})
    assert chosen_said(enough, client()).endswith(
        "enough of you agree, but Dan has not chosen it yet"
    )
    assert chosen_said(replace(enough, votes={1: 3, 3: 3}), client()).endswith(
        "2 of the 2 needed agree"
    )
    assert chosen_said(replace(enough, own=None), client()) == ""


def test_whoever_waits_is_told_what_others_want_and_nothing_else() -> None:
    offer = Offer((1, 2, 3), needed=2, heard=3)
    assert awaited_said(offer, client()) == ""
    wanted = replace(offer, votes={2: 3, 3: 3})
    assert awaited_said(wanted, client()) == (
        "No answer from the host; you can choose: go on at the computer of Dan (agreed: Cid, Dan)"
    )
    chosen = replace(wanted, own=3)
    assert awaited_said(chosen, client()) == chosen_said(chosen, client())


def test_whoever_cannot_write_down_a_choice_is_told_why_it_does_not_count() -> None:
    assert not_gone_on_said(NotGoneOn("this disk cannot be written to", here=False)) == (
        "You cannot go on without the host: this disk cannot be written to"
    )


def test_whoever_keeps_the_match_for_another_day_is_told_what_is_left_of_it() -> None:
    harness = ShuffledHarness(kozel, 2, target=50)
    ann, bob = people = harness.seat_people()
    harness.start(bob, owner=ann)
    assert kept_said(bob.client).startswith("No deal was finished")
    while harness.live.match.state.deal < 2:
        harness.play_to_the_end(*people, moves=1)
    verdict(bob)  # checks the deal
    assert kept_said(bob.client).startswith("The finished deals are among your past matches")


def test_whoever_is_offline_is_told_that_and_not_that_the_host_is_silent() -> None:
    alone = Offer((), needed=2, heard=1)
    assert lost_said(alone)[0] == "No answer from the host"
    question, follows = lost_said(replace(alone, offline=True))
    assert question == "You are offline: this computer is on no network"
    assert "does not answer" not in follows
    assert "your seat is kept" in follows
