"""Players who join, leave and return between two matches, and the messages to each."""

from net.client.seat import ClientSeat
from net.wire.from_host import Gathered, Recorded, Revealed, Updated
from net.wire.to_host import Allow, Fill, Leave, Ready, Start
from tests.support.harness import Harness, Visitor, two
from tests.support.shuffles import ShuffledHarness


def over() -> tuple[Harness, Visitor, Visitor]:
    """Ann and Bob have played a match to its end."""
    harness, ann, bob = two()
    while not harness.live.over:
        for visitor in (ann, bob):
            if visitor.client.my_turn:
                visitor.play(harness.live.legal(visitor.client.seat or 0)[0])
    return harness, ann, bob


def is_shown_a_match(visitor: Visitor) -> bool:
    """Tell whether a visitor was sent anything of a match, or the news of one."""
    shown = any(isinstance(heard, Updated | Recorded | Revealed) for heard in visitor.heard)
    return shown or any(h.phase != "gathering" for h in visitor.heard if isinstance(h, Gathered))


def test_whoever_takes_the_seat_of_somebody_who_left_sees_the_room_and_no_match() -> None:
    harness, ann, bob = over()
    bob.send(Leave())
    cyr = harness.join("Cyr")
    assert cyr.client.seat == 1
    assert not is_shown_a_match(cyr)
    assert ann.last(Gathered).phase == "over"
    cyr.cut()
    assert not is_shown_a_match(cyr.again())


def test_whoever_comes_to_watch_after_a_match_sees_the_room_and_no_match() -> None:
    harness, *_ = over()
    assert not is_shown_a_match(harness.join("Eve", watch=True))


def test_whoever_played_is_shown_the_match_again_in_another_program() -> None:
    harness, ann, _ = over()
    ann.cut()
    back = Visitor(harness, ClientSeat(ann.client.handshake, {harness.game.NAME: harness.game}))
    back.greet()
    assert back.last(Gathered).phase == "over"
    assert back.last(Updated).seq == harness.live.seq


def test_two_who_swap_seats_after_a_match_are_both_shown_none() -> None:
    harness, ann, bob = over()
    for visitor in (ann, bob):
        visitor.send(Leave())
    bob, ann = harness.join("Bob"), harness.join("Ann")
    assert (bob.client.seat, ann.client.seat) == (0, 1)
    assert not is_shown_a_match(ann)
    assert not is_shown_a_match(bob)


def test_everything_is_shown_of_the_next_match_to_whoever_sat_down_before_it() -> None:
    harness, ann, bob = over()
    bob.send(Leave())
    cyr = harness.join("Cyr")
    eve = harness.join("Eve", watch=True)
    harness.start(cyr, owner=ann)
    for visitor in (ann, cyr, eve):
        assert visitor.last(Gathered).phase == "playing"
        assert visitor.last(Updated).seq == harness.live.seq


def test_a_watcher_who_saw_the_end_still_hears_that_the_match_is_over() -> None:
    harness = ShuffledHarness()
    ann, bob = harness.join("Ann"), harness.join("Bob")
    eve = harness.join("Eve", watch=True)
    harness.start(bob, owner=ann)
    harness.play_to_the_end(ann, bob)
    bob.send(Leave())
    ann.send(Fill(1, "easy"))
    assert eve.last(Gathered).phase == "over"
    assert any(isinstance(heard, Recorded) for heard in eve.heard)


def test_a_newcomer_can_be_ready_and_own_the_table() -> None:
    harness, ann, bob = over()
    ann.send(Leave())
    bob.send(Leave())
    cyr, dan = harness.join("Cyr"), harness.join("Dan")
    dan.send(Ready())
    cyr.send(Start())
    assert cyr.last(Gathered).phase == "playing"


def test_a_request_that_changes_nothing_is_answered_as_whoever_asks_sees_the_room() -> None:
    harness, ann, bob = over()
    ann.send(Allow(newcomers=True))
    assert ann.heard[-1] == ann.last(Gathered)
    assert ann.last(Gathered).phase == "over"
    bob.send(Leave())
    cyr = harness.join("Cyr")
    cyr.send(Ready(ready=False))
    assert cyr.heard[-1] == cyr.last(Gathered)
    assert cyr.last(Gathered).phase == "gathering"
