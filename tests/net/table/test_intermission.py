"""A finished deal lies open until the people at the table have read it. Time is moved by hand."""

from __future__ import annotations

import pytest

from net.table.clock import GRACE_SECONDS
from net.table.intermission import EVERYBODY, PAUSES
from net.table.journal import KeptDeal, KeptMove, read_table
from net.wire.protocol import (
    Ask,
    Continue,
    Fill,
    Gathered,
    Leave,
    Message,
    Offered,
    Paused,
    Play,
    Ready,
    Refused,
    Start,
    Timed,
    Updated,
    Wait,
)
from tests.support.kept_tables import checked
from tests.support.parlour import Parlour, Visitor
from tests.support.shelf import Shelf, returned

PAUSE = 30


def table(pause: int = PAUSE, seats: int = 2, clock: int = 0, deals: int = 2) -> Shelf:
    return Shelf(None, seats, pause=pause, clock=clock, cards=1, deals=deals)


def play_deal(shelf: Shelf, *people: Visitor) -> None:
    """Play the deal that lies there to its end; bots do the rest."""
    deal = shelf.live.match.game.view(shelf.live.match.state, None).deal
    while shelf.live.match.game.view(shelf.live.match.state, None).deal == deal:
        if not shelf.live.to_act():
            break
        (seat,) = shelf.live.to_act()
        here = [person for person in people if person.client.seat == seat]
        if here:
            here[0].play(shelf.live.legal(seat)[0])
        else:
            shelf.pass_time(1)
            shelf.answer()
            shelf.pass_time(1)


def two(pause: int = PAUSE, **settings: int) -> tuple[Shelf, Visitor, Visitor]:
    """Ann and Bob with a finished deal before them."""
    shelf = table(pause, **settings)
    ann, bob = shelf.two()
    play_deal(shelf, ann, bob)
    return shelf, ann, bob


def go_on(*visitors: Visitor) -> list[Message]:
    """Have people go on from the deal that was shown last; return what the last of them hears."""
    return [visitor.send(Continue(visitor.client.seq)) for visitor in visitors][-1]


def deal_of(visitor: Visitor) -> tuple[int, str]:
    """Which deal somebody sees, and what is awaited."""
    view = visitor.client.view
    return view.deal, view.phase


FINISHED, NEXT = (1, "deal"), (2, "play")


def kinds(visitor: Visitor) -> list[str]:
    """The kinds of the events of each position that somebody was shown."""
    return [
        " ".join(line.kind for line in message.events)
        for message in visitor.heard
        if isinstance(message, Updated)
    ]


# --- beginning and end ----------------------------------------------------------------------------


def test_a_finished_deal_is_a_position_of_its_own_and_people_are_waited_for() -> None:
    _, ann, bob = two()
    for visitor in (ann, bob):
        shown, paused = visitor.heard[-2:]
        assert deal_of(visitor) == FINISHED
        assert [line.kind for line in shown.events] == ["moved"]
        assert paused == Paused(shown.seq, [0, 1], [], 1000 * PAUSE)


def test_the_next_deal_comes_when_everybody_has_gone_on() -> None:
    _, ann, bob = two()
    seq = ann.client.seq
    go_on(ann)
    assert deal_of(ann) == FINISHED
    assert ann.heard[-1] == bob.heard[-1] == Paused(seq, [1], [0], 1000 * PAUSE)
    heard = go_on(bob)
    assert [type(message) for message in heard] == [Updated]
    for visitor in (ann, bob):
        assert deal_of(visitor) == NEXT
        assert [line.kind for line in visitor.last(Updated).events] == ["began"]
        assert visitor.client.seq == seq + 1


def test_the_next_deal_comes_when_the_time_is_up() -> None:
    shelf, ann, bob = two()
    go_on(bob)
    shelf.pass_time(PAUSE - 0.1)
    assert deal_of(ann) == FINISHED
    shelf.pass_time(0.1)
    assert deal_of(ann) == deal_of(bob) == NEXT


def test_whoever_goes_on_later_hears_how_much_time_is_left() -> None:
    shelf, ann, _ = two()
    shelf.pass_time(12)
    go_on(ann)
    assert ann.last(Paused).left == 18_000


def test_everybody_is_waited_for_without_end_where_the_table_has_set_that() -> None:
    shelf, ann, bob = two(EVERYBODY)
    assert ann.last(Paused).left == EVERYBODY
    go_on(ann)
    shelf.pass_time(100_000)
    assert deal_of(bob) == FINISHED
    go_on(bob)
    assert deal_of(bob) == NEXT


def test_without_a_pause_the_finished_deal_is_shown_and_the_next_follows_at_once() -> None:
    _, ann, bob = two(0)
    for visitor in (ann, bob):
        assert kinds(visitor) == ["", "moved", "moved", "began"]
        assert deal_of(visitor) == NEXT
        assert not any(isinstance(message, Paused) for message in visitor.heard)


def test_bots_are_not_waited_for() -> None:
    shelf = table(seats=3)
    ann = shelf.with_bot()
    play_deal(shelf, ann)
    assert ann.last(Paused).awaited == [0]
    go_on(ann)
    assert deal_of(ann) == NEXT


def test_after_the_last_deal_the_match_is_over_without_an_intermission() -> None:
    shelf, ann, bob = two()
    go_on(ann, bob)
    play_deal(shelf, ann, bob)
    assert shelf.table.phase == "over"
    assert isinstance(ann.heard[-1], Gathered)
    assert ann.refused(Continue(ann.client.seq)) == "idle"


def test_there_is_one_after_every_deal_and_one_for_each_match() -> None:
    shelf = table(deals=3)
    ann, bob = shelf.two()
    for match in range(2):
        for _ in range(2):
            play_deal(shelf, ann, bob)
            assert ann.last(Paused).awaited == [0, 1]
            go_on(ann, bob)
        play_deal(shelf, ann, bob)
        if not match:
            bob.send(Ready())
            ann.send(Start())
    assert shelf.table.phase == "over"
    assert shelf.table.matches == 2


# --- what may be sent meanwhile -------------------------------------------------------------------


def test_a_late_continue_does_not_skip_the_next_intermission() -> None:
    shelf = table(deals=3)
    ann, bob = shelf.two()
    play_deal(shelf, ann, bob)
    late = Continue(ann.client.seq)
    shelf.pass_time(PAUSE)
    assert ann.refused(late) == "dealt"
    play_deal(shelf, ann, bob)
    assert ann.refused(late) == "dealt"
    assert ann.last(Paused).awaited == [0, 1]


def test_going_on_twice_is_going_on_once() -> None:
    _, ann, bob = two()
    go_on(ann)
    heard = len(bob.heard)
    assert go_on(ann) == [ann.last(Paused)]
    assert len(bob.heard) == heard
    assert deal_of(bob) == FINISHED


def test_nobody_can_move_and_nothing_is_legal() -> None:
    _, ann, _ = two()
    client = ann.client
    assert ann.send(Ask())[-1] == Offered(client.seq, [])
    assert ann.refused(Play(client.moves.taken + 1, client.seq, "play 1")) == "turn"
    assert ann.refused(Start()) == "running"


def test_a_move_that_was_taken_is_answered_with_the_finished_deal() -> None:
    _, ann, _ = two()
    answer = ann.send(Play(ann.client.moves.taken, ann.client.seq - 1, "play 1"))[-1]
    assert isinstance(answer, Updated)
    assert deal_of(ann) == FINISHED


def test_anybody_may_let_it_last_as_long_again_once() -> None:
    shelf, ann, bob = two()
    shelf.pass_time(20)
    go_on(ann)
    ann.send(Wait())
    assert bob.heard[-1] == Paused(ann.client.seq, [1], [0], 40_000, 0)
    assert bob.refused(Wait()) == "time"
    shelf.pass_time(39.9)
    assert deal_of(bob) == FINISHED
    shelf.pass_time(0.1)
    assert deal_of(bob) == NEXT


def test_an_intermission_without_an_end_cannot_last_longer() -> None:
    _, ann, _ = two(EVERYBODY)
    assert ann.refused(Wait()) == "time"


# --- the clock ------------------------------------------------------------------------------------


def test_no_clock_runs_and_the_next_deal_has_all_its_time() -> None:
    shelf, ann, bob = two(EVERYBODY, clock=15)
    assert ann.last(Updated).left == 0
    shelf.pass_time(100)
    assert ann.refused(Wait()) == "time"
    go_on(ann, bob)
    assert ann.last(Updated).left == 15_000
    assert not any(isinstance(message, Timed) for message in ann.heard)
    shelf.pass_time(15 + GRACE_SECONDS)
    assert [asked.seat for asked in shelf.asked] == [0]


# --- people come and go ---------------------------------------------------------------------------


def test_watchers_see_it_all_and_do_not_count() -> None:
    shelf = table()
    ann, bob = shelf.two()
    eve = shelf.join("Eve", watch=True)
    play_deal(shelf, ann, bob)
    assert deal_of(eve) == FINISHED
    assert eve.last(Paused).awaited == [0, 1]
    assert eve.refused(Continue(eve.client.seq)) == "watching"
    go_on(ann, bob)
    assert deal_of(eve) == NEXT


def test_whoever_begins_to_watch_sees_the_finished_deal_and_who_is_waited_for() -> None:
    shelf, ann, _ = two()
    go_on(ann)
    shelf.pass_time(10)
    heard = len(ann.heard)
    eve = shelf.join("Eve", watch=True)
    assert deal_of(eve) == FINISHED
    assert eve.heard[-1] == Paused(ann.client.seq, [1], [0], 20_000)
    assert not any(isinstance(message, Paused) for message in ann.heard[heard:])


def test_who_leaves_is_no_longer_waited_for() -> None:
    shelf = table(seats=3)
    ann, bob, cid = (shelf.join(name) for name in ("Ann", "Bob", "Cid"))
    shelf.start(bob, cid, owner=ann)
    play_deal(shelf, ann, bob, cid)
    go_on(ann)
    bob.send(Leave())
    assert cid.last(Paused).awaited == [2]
    cid.send(Leave())
    assert deal_of(ann) == NEXT


def test_who_has_gone_on_and_left_is_forgotten() -> None:
    _, ann, bob = two()
    go_on(bob)
    bob.send(Leave())
    assert ann.last(Paused) == Paused(ann.client.seq, [0], [], 1000 * PAUSE)


def test_who_leaves_last_ends_the_match_in_the_middle_of_it() -> None:
    shelf, ann, bob = two()
    ann.send(Leave())
    bob.send(Leave())
    assert shelf.table.phase == "gathering"
    (lines,) = shelf.saved
    assert [list(line) for line in lines if "deck" in line] == [["deck"]]


def test_whoever_is_away_does_not_hold_up_the_others() -> None:
    _, ann, bob = two()
    bob.cut()
    assert ann.last(Paused).awaited == [0]
    go_on(ann)
    assert deal_of(ann) == NEXT


def test_a_connection_lost_by_the_last_one_waited_for_lets_the_deal_begin() -> None:
    _, ann, bob = two()
    go_on(ann)
    bob.cut()
    assert deal_of(ann) == NEXT


def test_a_player_with_a_stand_in_is_not_waited_for() -> None:
    shelf = table()
    ann, bob = shelf.two()
    bob.cut()
    ann.send(Fill(1, "easy"))
    play_deal(shelf, ann)
    assert ann.last(Paused).awaited == [0]
    go_on(ann)
    assert deal_of(ann) == NEXT


def test_a_stand_in_during_an_intermission_changes_nothing() -> None:
    _, ann, bob = two()
    bob.cut()
    ann.send(Fill(1, "easy"))
    assert deal_of(ann) == FINISHED
    assert ann.last(Paused).awaited == [0]


def test_who_returns_within_it_sees_the_finished_deal_and_is_waited_for_again() -> None:
    _, ann, bob = two()
    bob.cut()
    back = bob.again()
    assert deal_of(back) == FINISHED
    assert back.last(Updated).events == []
    assert back.last(Paused).awaited == ann.last(Paused).awaited == [0, 1]
    go_on(ann)
    assert deal_of(ann) == FINISHED
    go_on(back)
    assert deal_of(ann) == NEXT


def test_who_has_gone_on_before_the_connection_broke_has_gone_on() -> None:
    _, ann, bob = two()
    go_on(bob)
    bob.cut()
    back = bob.again()
    assert back.last(Paused).gone_on == [1]
    go_on(ann)
    assert deal_of(back) == NEXT


@pytest.mark.parametrize("pause", [seconds for seconds in PAUSES if seconds])
def test_while_nobody_is_there_it_stands_still(pause: int) -> None:
    """Whoever is back first finds the deal as he left it, and all the time to read it."""
    shelf, ann, bob = two(pause)
    ann.cut()
    bob.cut()
    shelf.pass_time(1000)
    back = ann.again()
    assert deal_of(back) == FINISHED
    assert back.last(Paused).left == (EVERYBODY if pause == EVERYBODY else 1000 * pause)
    assert back.last(Paused).awaited == [0]
    go_on(back)
    assert deal_of(back) == NEXT


def test_without_a_pause_nobody_has_to_be_there() -> None:
    shelf = table(0)
    ann, bob = shelf.two()
    bob.cut()
    ann.send(Fill(1, "easy"))
    ann.play(shelf.live.legal(0)[0])
    ann.cut()
    shelf.answer()
    shelf.pass_time(1)
    assert deal_of(ann.again()) == NEXT


# --- another program ------------------------------------------------------------------------------


def test_every_deal_after_the_first_has_its_entry() -> None:
    shelf, ann, bob = two()
    kinds = [type(change) for change in shelf.kept().changes if not hasattr(change, "seats")]
    assert kinds == [KeptMove, KeptMove]
    assert shelf.kept().deal == 1
    go_on(ann, bob)
    assert shelf.kept().changes[-1] == KeptDeal(2)
    assert shelf.kept().deal == 2


@pytest.mark.parametrize("pause", [PAUSE, EVERYBODY])
def test_a_match_is_resumed_in_its_intermission(pause: int) -> None:
    """Whoever is back first has all the time; nothing has been dealt without people."""
    shelf, ann, bob = two(pause)
    other = shelf.again(pause=pause)
    other.pass_time(1000)
    ann = returned(other, ann)
    assert deal_of(ann) == FINISHED
    assert ann.last(Paused) == Paused(
        ann.client.seq, [0], [], EVERYBODY if pause == EVERYBODY else 1000 * pause
    )
    bob = returned(other, bob)
    assert ann.last(Paused).awaited == [0, 1]
    go_on(ann, bob)
    assert deal_of(bob) == NEXT
    assert other.kept().deal == 2


def test_a_program_that_died_before_it_could_deal_deals_when_it_is_resumed() -> None:
    shelf, ann, _ = two(0)
    lines = shelf.file.splitlines(keepends=True)
    assert b'"kept":"deal"' in lines[-1]
    shelf.file = b"".join(lines[:-1])
    other = shelf.again()
    ann = returned(other, ann)
    assert deal_of(ann) == NEXT
    assert [line.kind for line in ann.last(Updated).events] == ["began"]


def test_positions_count_on_in_the_next_program() -> None:
    shelf, ann, bob = two()
    go_on(ann, bob)
    play = ann.client.play(shelf.live.legal(0)[0])  # on its way when the host died
    other = shelf.again(pause=PAUSE)
    ann = returned(other, ann)
    assert ann.client.seq == play.seq + 1
    assert not any(isinstance(message, Refused) for message in ann.heard)


def test_the_pause_is_kept_with_the_match() -> None:
    shelf, _, _ = two(60)
    assert shelf.kept().terms.pause == 60


def test_a_table_takes_no_other_pause() -> None:
    with pytest.raises(ValueError, match="a pause has one of"):
        Parlour(pause=7)


def test_the_first_version_has_a_deal_in_the_entry_of_a_move() -> None:
    shelf, _, _ = two(0)
    first, *moves, last, deal = shelf.file.splitlines(keepends=True)
    assert b'"kept":"deal"' in deal
    joined = last.replace(b',"check"', b',"deal":2,"check"')
    old = checked(
        [first.replace(b'"kozyr_table":2', b'"kozyr_table":1'), *moves, joined],
    )
    assert read_table(old).changes == shelf.kept().changes
