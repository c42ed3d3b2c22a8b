"""People leave, resume, watch and restart the host while a finished deal lies open."""

import pytest

from net.table.clock import EVERYBODY, PAUSES
from net.wire.from_host import Paused, Refused, Updated
from net.wire.to_host import Continue, Fill, Leave
from tests.support.harness import Harness
from tests.support.intermissions import FINISHED, NEXT, PAUSE, deal_of, go_on, play_deal, table, two
from tests.support.logged_harness import returned


def test_watchers_see_it_all_and_do_not_count() -> None:
    logged = table()
    ann, bob = logged.two()
    eve = logged.join("Eve", watch=True)
    play_deal(logged, ann, bob)
    assert deal_of(eve) == FINISHED
    assert eve.last(Paused).awaited == [0, 1]
    assert eve.refused(Continue(eve.client.seq)) == "watching"
    go_on(ann, bob)
    assert deal_of(eve) == NEXT


def test_watchers_see_that_a_deal_is_over_though_no_player_is_there() -> None:
    """The last move is a bot's."""
    logged = table()
    ann = logged.with_bot()
    eve = logged.join("Eve", watch=True)
    while not logged.live.between_deals:
        if logged.asked:
            logged.answer()
            logged.pass_time(1)
        else:
            ann.play(logged.live.legal(0)[0])
            if not logged.live.legal(0):
                ann.cut()
    assert eve.last(Paused).awaited == []


def test_whoever_begins_to_watch_sees_the_finished_deal_and_who_is_waited_for() -> None:
    logged, ann, _ = two()
    go_on(ann)
    logged.pass_time(10)
    heard = len(ann.heard)
    eve = logged.join("Eve", watch=True)
    assert deal_of(eve) == FINISHED
    assert eve.heard[-1] == Paused(ann.client.seq, [1], [0], 20_000)
    assert not any(isinstance(message, Paused) for message in ann.heard[heard:])


def test_whoever_leaves_is_no_longer_waited_for() -> None:
    logged = table(seats=3)
    ann, bob, cid = (logged.join(name) for name in ("Ann", "Bob", "Cid"))
    logged.start(bob, cid, owner=ann)
    play_deal(logged, ann, bob, cid)
    go_on(ann)
    bob.send(Leave())
    assert cid.last(Paused).awaited == [2]
    cid.send(Leave())
    assert deal_of(ann) == NEXT


def test_whoever_has_gone_on_and_left_is_forgotten() -> None:
    _, ann, bob = two()
    go_on(bob)
    bob.send(Leave())
    assert ann.last(Paused) == Paused(ann.client.seq, [0], [], 1000 * PAUSE)


def test_whoever_leaves_last_ends_the_match_in_the_middle_of_it() -> None:
    logged, ann, bob = two()
    ann.send(Leave())
    bob.send(Leave())
    assert logged.table.phase == "gathering"
    (lines,) = logged.saved
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
    logged = table()
    ann, bob = logged.two()
    bob.cut()
    ann.send(Fill(1, "easy"))
    play_deal(logged, ann)
    assert ann.last(Paused).awaited == [0]
    go_on(ann)
    assert deal_of(ann) == NEXT


def test_a_stand_in_during_an_intermission_changes_nothing() -> None:
    _, ann, bob = two()
    bob.cut()
    ann.send(Fill(1, "easy"))
    assert deal_of(ann) == FINISHED
    assert ann.last(Paused).awaited == [0]


def test_whoever_returns_within_it_sees_the_finished_deal_and_is_waited_for_again() -> None:
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


def test_whoever_has_gone_on_before_the_connection_broke_has_gone_on() -> None:
    _, ann, bob = two()
    go_on(bob)
    bob.cut()
    back = bob.again()
    assert back.last(Paused).gone_on == [1]
    go_on(ann)
    assert deal_of(back) == NEXT


@pytest.mark.parametrize("pause", [seconds for seconds in PAUSES if seconds])
def test_while_nobody_is_there_it_stands_still(pause: int) -> None:
    """The first player who is back finds the deal as before, and has all the time to read it."""
    logged, ann, bob = two(pause)
    ann.cut()
    bob.cut()
    logged.pass_time(1000)
    back = ann.again()
    assert deal_of(back) == FINISHED
    assert back.last(Paused).left == (EVERYBODY if pause == EVERYBODY else 1000 * pause)
    assert back.last(Paused).awaited == [0]
    go_on(back)
    assert deal_of(back) == NEXT


def test_without_a_pause_nobody_has_to_be_there() -> None:
    logged = table(0)
    ann, bob = logged.two()
    bob.cut()
    ann.send(Fill(1, "easy"))
    ann.play(logged.live.legal(0)[0])
    ann.cut()
    logged.answer()
    logged.pass_time(1)
    assert deal_of(ann.again()) == NEXT


# --- another program ------------------------------------------------------------------------------


def test_every_deal_has_its_deck_once_it_is_dealt() -> None:
    logged, ann, bob = two()
    public = [line for line in logged.kept().lines if isinstance(line, dict)]
    kinds = [next(k for k in ("kozyr", "deck", "move", "deal") if k in line) for line in public]
    assert kinds == ["kozyr", "deck", "move", "move"]
    assert logged.kept().deal == 1
    go_on(ann, bob)
    assert "deck" in logged.kept().lines[-1]
    assert logged.kept().deal == 2


@pytest.mark.parametrize("pause", [PAUSE, EVERYBODY])
def test_a_match_is_resumed_in_its_intermission(pause: int) -> None:
    """The first player who is back has all the time; nothing has been dealt without people."""
    logged, ann, bob = two(pause)
    other = logged.again(pause=pause)
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
    logged, ann, _ = two(0)
    lines = logged.file.splitlines(keepends=True)
    assert lines[-1].startswith(b'{"deck":')
    logged.file = b"".join(lines[:-1])
    other = logged.again()
    ann = returned(other, ann)
    assert deal_of(ann) == NEXT
    assert [line.kind for line in ann.last(Updated).events] == ["began"]


def test_positions_count_on_in_the_next_program() -> None:
    logged, ann, bob = two()
    go_on(ann, bob)
    play = ann.client.play(logged.live.legal(0)[0])  # on its way when the host died
    other = logged.again(pause=PAUSE)
    ann = returned(other, ann)
    assert ann.client.seq == play.seq + 1
    assert not any(isinstance(message, Refused) for message in ann.heard)


def test_the_pause_is_kept_with_the_match() -> None:
    logged, _, _ = two(60)
    assert logged.kept().opened.pause == 60


def test_a_table_takes_no_other_pause() -> None:
    with pytest.raises(ValueError, match="a pause has one of"):
        Harness(pause=7)
