"""The turn clock at a table, with time by hand: running times, and what happens at their end."""

from typing import Any

import pytest

from net.table.clock import CLOCK_BOT, CLOCKS, GRACE_SECONDS, Intermission, TurnClock
from net.table.seating import ANSWER_SECONDS
from net.table.turns import LIMIT_SECONDS
from net.wire.from_host import Gathered, Refused, Timed, Updated
from net.wire.protocol import encode
from net.wire.to_host import Clock, Fill, Here, Leave, Nudge, Ready, Wait
from tests.support.harness import Harness, Visitor, met, with_bots


def playing(seats: int = 2, clock: int = 30, **options: Any) -> tuple[Harness, list[Visitor]]:
    """People at every seat of a table with a clock, in a running match."""
    harness = Harness(seats=seats, clock=clock, **options)
    people = [harness.join(name) for name in ("Ann", "Bob", "Cid", "Dan")[:seats]]
    harness.start(*people[1:], owner=people[0])
    return harness, people


def left(visitor: Visitor) -> int:
    """The last value of a visitor's countdown."""
    last = next(m for m in reversed(visitor.heard) if isinstance(m, (Updated, Timed)))
    return int(last.left)


def hand(visitor: Visitor) -> str:
    """Return a move that this visitor could make."""
    return f"play {visitor.client.view.hand[0]}"


class TestAgreeing:
    def test_a_table_has_no_clock_unless_its_owner_wants_one(self) -> None:
        harness = Harness()
        ann = harness.join("Ann")
        assert ann.last(Gathered).clock == 0
        ann.send(Clock(30))
        assert ann.last(Gathered).clock == 30

    def test_another_clock_makes_everybody_unready_and_the_same_nobody(self) -> None:
        _, ann, bob = met()
        bob.send(Ready())
        ann.send(Clock(0))
        assert bob.last(Gathered).seats[1].ready
        ann.send(Clock(60))
        assert not bob.last(Gathered).seats[1].ready

    def test_only_people_who_have_agreed_have_to_do_so_again(self) -> None:
        harness = Harness(seats=3)
        ann = harness.join("Ann")
        ann.send(Fill(2, "easy"))
        ann.send(Clock(60))
        bob = harness.join("Bob")
        assert [line.ready for line in bob.last(Gathered).seats] == [False, False, True]

    def test_only_the_owner_sets_it_and_only_before_the_match(self) -> None:
        _, (ann, bob) = playing()
        assert bob.refused(Clock(60)) == "owner"
        assert ann.refused(Clock(60)) == "running"

    def test_a_time_nobody_offers_is_refused_with_those_there_are(self) -> None:
        ann = Harness().join("Ann")
        assert ann.refused(Clock(7)) == "clock"
        assert ann.last(Refused).facts == {"values": "0, 15, 30, 60, 120"}

    def test_a_table_opens_with_one_of_the_offered_times(self) -> None:
        with pytest.raises(ValueError, match="15"):
            TurnClock(7)
        for seconds in CLOCKS:
            assert TurnClock(seconds).seconds == seconds


class TestRunning:
    def test_without_a_clock_nothing_is_sent_about_time_and_nobody_is_woken(self) -> None:
        harness, (ann, bob) = playing(clock=0)
        ann.play(hand(ann))
        assert bob.last(Updated).left == 0
        assert b"left" not in encode(bob.last(Updated))
        assert b"late" not in encode(bob.last(Updated))
        assert harness.alarms == []

    def test_everybody_hears_how_much_time_the_one_waited_for_has(self) -> None:
        harness, (ann, bob) = playing()
        watcher = harness.join("Wim", watch=True)
        assert [left(who) for who in (ann, bob, watcher)] == [30_000] * 3

    def test_every_decision_has_its_own_time(self) -> None:
        harness, (ann, bob) = playing()
        harness.pass_time(29)
        ann.play(hand(ann))
        assert left(ann) == left(bob) == 30_000
        assert ann.last(Updated).late is None

    def test_two_decisions_of_one_seat_have_a_time_each(self) -> None:
        harness, (ann, bob) = playing(blind="on")
        bob.play("stay")
        harness.pass_time(20)
        ann.play("double")
        assert ann.client.my_turn
        assert left(ann) == 30_000

    def test_no_time_runs_while_a_bot_thinks(self) -> None:
        harness, ann = with_bots(clock=30)
        ann.play(hand(ann))
        assert left(ann) == 0
        harness.answer()
        harness.pass_time(1)
        assert left(ann) == 30_000

    def test_a_finished_match_runs_no_time(self) -> None:
        harness, people = playing(cards=1)
        for person in people:
            person.play(hand(person))
        assert harness.table.phase == "over"
        assert left(people[0]) == 0
        harness.pass_time(300)
        assert harness.asked == []

    def test_whoever_returns_in_the_middle_hears_what_is_left(self) -> None:
        harness, (ann, _) = playing()
        harness.pass_time(12)
        ann.cut()
        harness.pass_time(3)
        ann = ann.again()
        assert left(ann) == 15_000
        assert ann.last(Updated).events == []

    def test_the_last_moment_is_shown_as_a_millisecond_not_as_no_time(self) -> None:
        clock, pause = TurnClock(15), Intermission(7, 10)
        clock.keep([0], 100)
        pause.follow([0], [0], 100)
        assert [clock.left(0, now) for now in (100, 114.9985, 114.9995, 115)] == [15_000, 2, 1, 1]
        assert [pause.left(now) for now in (100, 109.9985, 109.9995, 110)] == [10_000, 2, 1, 1]

    def test_each_viewer_is_shown_the_time_of_the_own_decision(self) -> None:
        harness, (ann, bob, cid) = playing(3, blind="on")
        watcher = harness.join("Wim", watch=True)
        ann.send(Wait())
        cid.play("stay")
        shown = [who.last(Updated).left for who in (ann, bob, cid, watcher)]
        assert shown == [30_000, 60_000, 30_000, 30_000]

    def test_no_time_runs_once_it_is_up(self) -> None:
        clock = TurnClock(15)
        clock.keep([0], 100)
        assert clock.tick(115 + GRACE_SECONDS)
        assert clock.left(0, 116) == clock.left(None, 116) == 0


class TestTimeIsUp:
    def test_a_bot_moves_and_everybody_hears_for_whom(self) -> None:
        harness, (ann, bob) = playing()
        watcher = harness.join("Wim", watch=True)
        harness.pass_time(30 + GRACE_SECONDS)
        assert (harness.asked[0].seat, harness.asked[0].level) == (0, CLOCK_BOT)
        harness.answer()
        harness.pass_time(1)
        for who in (ann, bob, watcher):
            assert who.last(Updated).late == 0
            assert who.last(Updated).view["to_act"] == [1]
        assert left(bob) > 29_000

    def test_the_seat_stays_that_of_the_person(self) -> None:
        harness, (ann, bob) = playing()
        harness.pass_time(31)
        harness.answer()
        harness.pass_time(1)
        bob.play(hand(bob))
        assert bob.last(Updated).late is None
        assert ann.last(Gathered).seats[0].kind == "human"
        ann.play(hand(ann))
        assert ann.last(Updated).seq == bob.last(Updated).seq
        assert ann.last(Updated).number == 1

    def test_a_late_move_is_refused_before_and_after_the_bot_has_moved(self) -> None:
        harness, (ann, _) = playing()
        chosen = hand(ann)
        harness.pass_time(31)
        refused = ann.play(chosen)[-1]
        assert (refused.code, refused.number) == ("late", 1)
        assert ann.client.pending is None
        late = ann.client.play(chosen)
        harness.answer()
        harness.pass_time(1)
        assert ann.refused(late) == "late"

    def test_a_move_on_its_way_when_time_ends_still_counts(self) -> None:
        harness, (ann, _) = playing()
        harness.pass_time(30.2)
        ann.play(hand(ann))
        assert ann.last(Updated).number == 1
        harness.pass_time(5)
        assert harness.asked == []

    def test_time_is_not_up_before_the_grace_is_over_whenever_that_is_asked(self) -> None:
        clock = TurnClock(15)
        clock.keep([0], 100)
        up_at = 115 + GRACE_SECONDS
        assert [now for now in (114.9, 115, up_at - 0.01, up_at) if clock.tick(now)] == [up_at]

    def test_a_bot_that_does_not_answer_does_not_stop_the_match(self) -> None:
        harness, (ann, bob) = playing()
        harness.pass_time(31 + LIMIT_SECONDS)
        assert ann.last(Updated).late == 0
        assert bob.client.my_turn

    def test_whoever_is_away_does_not_stop_the_match(self) -> None:
        harness, (ann, bob) = playing()
        ann.cut()
        harness.pass_time(31)
        harness.answer()
        harness.pass_time(1)
        assert bob.client.my_turn

    def test_somebody_who_comes_back_too_late_learns_it(self) -> None:
        harness, (ann, _) = playing()
        ann.client.play(hand(ann))
        ann.cut()
        harness.pass_time(31)
        harness.answer()
        harness.pass_time(1)
        ann = ann.again()
        assert ann.last(Refused).code == "late"
        assert ann.client.pending is None

    def test_where_several_decide_at_once_each_is_helped_alone(self) -> None:
        harness, (ann, bob, _) = playing(3, blind="on")
        bob.play("stay")
        harness.pass_time(31)
        assert [question.seat for question in harness.asked] == [0, 2]
        harness.answer("double")
        harness.answer("double")
        harness.pass_time(1)
        assert [m.late for m in bob.heard if isinstance(m, Updated)][-2:] == [0, 2]
        assert ann.client.my_turn

    def test_time_runs_to_the_end_of_a_match_that_one_of_the_guests_only_looks_at(self) -> None:
        harness, (ann, *_) = playing(cards=3)
        ann.cut()
        while harness.table.phase == "playing":
            harness.pass_time(30.5)
            for _ in list(harness.asked):
                harness.answer()
            harness.pass_time(0.65)
        assert harness.table.phase == "over"


class TestHostCutOff:
    """If no guest can be reached, it is the host that has lost the network."""

    @staticmethod
    def hosted() -> tuple[Harness, Visitor, list[Visitor]]:
        """Return Ann, at the host's own program, and Bob and Cid, elsewhere; it is Bob's turn."""
        harness = Harness(seats=3, clock=30)
        harness.own = "Ann"
        ann, *guests = (harness.join(name) for name in ("Ann", "Bob", "Cid"))
        harness.start(*guests, owner=ann)
        ann.play(hand(ann))
        return harness, ann, guests

    def test_no_time_runs_until_one_of_them_is_back_and_has_a_whole_period(self) -> None:
        harness, ann, (bob, cid) = self.hosted()
        harness.pass_time(20)
        bob.cut()
        assert left(ann) == 30_000, "one alone is not the host: nothing has changed"
        cid.cut()
        assert left(ann) == 0
        harness.pass_time(300)
        assert not harness.asked
        bob.again()
        assert left(ann) == 30_000
        harness.pass_time(31)
        assert harness.asked, "Bob is here and does not move"

    def test_neither_does_it_before_the_host_has_noticed(self) -> None:
        harness, ann, (bob, cid) = self.hosted()
        harness.pass_time(29)
        harness.silent = True
        harness.pass_time(5)
        bob.cut()
        cid.cut()
        harness.silent = False
        bob.again()
        harness.pass_time(29)
        assert not harness.asked
        assert left(ann) == 30_000

    def test_whoever_is_heard_after_a_silence_has_run_out_of_time(self) -> None:
        harness, _, _ = self.hosted()
        harness.silent = True
        harness.pass_time(31)
        assert not harness.asked
        harness.silent = False
        harness.ping()
        assert [asked.seat for asked in harness.asked] == [1]

    def test_a_bot_that_was_asked_already_makes_no_move(self) -> None:
        harness, ann, (bob, cid) = self.hosted()
        harness.pass_time(30 + GRACE_SECONDS)
        bob.cut()
        cid.cut()
        harness.answer()
        harness.pass_time(60)
        assert ann.client.view.to_act == (1,)

    def test_the_owner_who_does_not_want_to_wait_lets_bots_play(self) -> None:
        harness, ann, guests = self.hosted()
        for guest in guests:
            guest.cut()
        ann.send(Fill(1, "easy"))
        assert [asked.seat for asked in harness.asked] == [1]

    def test_nobody_is_found_silent_who_cannot_be_reached(self) -> None:
        harness, ann, (bob, cid) = self.hosted()
        ann.send(Nudge(1))
        harness.silent = True
        harness.pass_time(ANSWER_SECONDS + 1)
        assert not harness.table.room[1].bot
        bob.cut()
        cid.cut()
        harness.silent = False
        bob.again()
        harness.pass_time(1)
        assert not harness.table.room[1].bot

    def test_a_finished_deal_lies_open_until_somebody_is_back(self) -> None:
        harness = Harness(clock=30, pause=30, deals=2, cards=1)
        harness.own = "Ann"
        ann, bob = harness.two()
        for player in (ann, bob):
            player.play(hand(player))
        bob.cut()
        harness.pass_time(300)
        assert harness.live.between_deals
        bob.again()
        harness.pass_time(31)
        assert not harness.live.between_deals

    def test_where_all_others_are_bots_time_runs_as_ever(self) -> None:
        harness = Harness(clock=30)
        harness.own = "Ann"
        harness.with_bot()
        harness.silent = True
        harness.pass_time(20)
        harness.carry_out(harness.lobby.tick(harness.now))
        assert not harness.asked
        harness.pass_time(11)
        assert [asked.seat for asked in harness.asked] == [0]


class TestMoreTime:
    def test_somebody_else_gives_one_more_period_once_a_decision(self) -> None:
        harness, (ann, bob) = playing()
        watcher = harness.join("Wim", watch=True)
        harness.pass_time(20)
        bob.send(Wait())
        for who in (ann, bob, watcher):
            assert who.last(Timed) == Timed(40_000, 1, [0])
        assert bob.refused(Wait()) == "time"
        harness.pass_time(39)
        ann.play(hand(ann))
        assert ann.last(Updated).late is None
        ann.send(Wait())
        assert left(bob) == 60_000

    def test_nobody_gives_himself_time_and_a_watcher_gives_none(self) -> None:
        harness, (ann, _) = playing()
        assert ann.refused(Wait()) == "time"
        assert harness.join("Wim", watch=True).refused(Wait()) == "watching"

    def test_there_is_none_without_a_clock_or_when_time_is_up(self) -> None:
        harness, (_, bob) = playing(clock=0)
        assert bob.refused(Wait()) == "time"
        harness, (_, bob) = playing()
        harness.pass_time(31)
        assert bob.refused(Wait()) == "time"

    def test_where_several_decide_the_giver_gets_none(self) -> None:
        harness, (ann, bob, cid) = playing(3, blind="on")
        harness.pass_time(10)
        bob.send(Wait())
        assert [left(who) for who in (ann, bob, cid)] == [50_000, 20_000, 50_000]
        assert ann.last(Timed).given == [0, 2]


class TestSeatsThatChangeHands:
    def test_a_bot_that_stands_in_needs_no_clock(self) -> None:
        harness, (ann, bob) = playing()
        ann.cut()
        harness.pass_time(11)  # the table is Bob's now
        bob.send(Fill(0, "hard"))
        assert left(bob) == 0
        assert harness.asked[0].level == "hard"
        harness.pass_time(5)
        ann.again()
        assert left(bob) == 30_000

    def test_whoever_answers_the_owner_after_all_has_a_whole_period(self) -> None:
        harness, (ann, bob) = playing(clock=60)
        ann.play(hand(ann))
        ann.send(Nudge(1))
        harness.pass_time(ANSWER_SECONDS + 1)
        assert left(bob) == 0
        bob.send(Here())
        assert left(bob) == 60_000

    def test_a_bot_that_takes_the_seat_after_time_is_up_moves_for_itself(self) -> None:
        harness, (ann, bob) = playing()
        harness.pass_time(31)
        ann.send(Leave())
        harness.answer()
        harness.pass_time(1)
        assert bob.last(Updated).late is None
        assert bob.client.my_turn

    def test_a_new_match_begins_with_a_full_period(self) -> None:
        harness, (ann, bob) = playing(cards=1)
        harness.pass_time(31)
        late = ann.client.play(hand(ann))
        harness.answer()
        harness.pass_time(5)
        bob.play(hand(bob))
        harness.start(bob, owner=ann)
        assert left(ann) == 30_000
        assert ann.refused(late) == "stale"
