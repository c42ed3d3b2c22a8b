"""A finished deal stays open until the people at the table have read it. Time is moved by hand."""

from collections.abc import Sequence

from core.games import GAMES
from core.pieces import TILES
from core.shuffle import SeededDecks
from net.table.clock import EVERYBODY, GRACE_SECONDS, Intermission
from net.wire.from_host import Gathered, Offered, Paused, Timed, Updated
from net.wire.protocol import padded
from net.wire.to_host import Ask, Continue, Play, Ready, Start, Wait
from tests.support.harness import Visitor
from tests.support.intermissions import FINISHED, NEXT, PAUSE, deal_of, go_on, play_deal, table, two
from tests.support.logged_harness import LoggedHarness


def kinds(visitor: Visitor) -> list[str]:
    """Return the kinds of events of each position shown to a visitor."""
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
    assert [type(message) for message in go_on(bob)] == [Updated]
    for visitor in (ann, bob):
        assert deal_of(visitor) == NEXT
        assert [line.kind for line in visitor.last(Updated).events] == ["began"]
        assert visitor.client.seq == seq + 1


def test_the_next_deal_comes_when_the_time_is_up() -> None:
    logged, ann, bob = two()
    go_on(bob)
    logged.pass_time(PAUSE - 0.1)
    assert deal_of(ann) == FINISHED
    logged.pass_time(0.1)
    assert deal_of(ann) == deal_of(bob) == NEXT


def test_whoever_goes_on_later_hears_how_much_time_is_left() -> None:
    logged, ann, _ = two()
    logged.pass_time(12)
    go_on(ann)
    assert ann.last(Paused).left == 18_000


def test_a_single_second_is_a_pause_too() -> None:
    pause = Intermission(7, 1)
    assert pause.follow({0, 1}, {0}, 10.0)
    assert pause.deadline() == 11.0


def test_everybody_is_waited_for_without_end_where_the_table_has_set_that() -> None:
    logged, ann, bob = two(EVERYBODY)
    assert ann.last(Paused).left == EVERYBODY
    go_on(ann)
    logged.pass_time(100_000)
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
    logged = table(seats=3)
    ann = logged.with_bot()
    play_deal(logged, ann)
    assert ann.last(Paused).awaited == [0]
    go_on(ann)
    assert deal_of(ann) == NEXT


def test_a_watcher_hears_of_the_intermission_while_all_players_are_away() -> None:
    logged = table()
    ann, bob = logged.two()
    cid = logged.visitor()
    cid.send(cid.client.join("Cid", watch=True))
    ann.play(logged.live.legal(0)[0])
    ann.cut()
    bob.play(logged.live.legal(1)[0])
    bob.cut()
    assert deal_of(cid) == FINISHED
    assert cid.last(Paused) == Paused(cid.client.seq, [], [], EVERYBODY)


def test_after_the_last_deal_the_match_is_over_without_an_intermission() -> None:
    logged, ann, bob = two()
    go_on(ann, bob)
    play_deal(logged, ann, bob)
    assert logged.table.phase == "over"
    assert isinstance(ann.heard[-1], Gathered)
    assert ann.refused(Continue(ann.client.seq)) == "idle"


def test_there_is_one_after_every_deal_and_one_for_each_match() -> None:
    logged = table(deals=3)
    ann, bob = logged.two()
    for match in range(2):
        for _ in range(2):
            play_deal(logged, ann, bob)
            assert ann.last(Paused).awaited == [0, 1]
            go_on(ann, bob)
        play_deal(logged, ann, bob)
        if not match:
            bob.send(Ready())
            ann.send(Start())
    assert (logged.table.phase, logged.table.matches) == ("over", 2)


def test_hands_that_are_thrown_in_are_no_finished_deal() -> None:
    """The house rule `redeal` of Kozel: a hand of doubles is dealt again in the same deal."""
    kozel = GAMES["kozel"]
    doubles = [f"{n}-{n}" for n in range(7)]
    rest = [tile for tile in TILES if tile not in doubles]
    spoilt = [tile for pair in zip(doubles, rest, strict=False) for tile in pair] + rest[7:]
    logged = LoggedHarness(kozel, 2, pause=PAUSE, redeal="on")
    decks, dealt = SeededDecks(1), []

    def stacked(tiles: Sequence[str]) -> Sequence[str]:
        dealt.append(tiles)
        return spoilt if len(dealt) in (1, 3, 4) else decks(tiles)

    logged.chance.decks = lambda: stacked
    ann, bob = logged.two()
    assert deal_of(ann)[0] == 1
    play_deal(logged, ann, bob)
    assert ann.last(Paused).awaited == [0, 1]
    go_on(ann, bob)
    assert [line.kind for line in ann.last(Updated).events] == ["redealt", "redealt", "began"]
    assert deal_of(ann)[0] == 2
    assert len(dealt) == 5


# --- what may be sent meanwhile -------------------------------------------------------------------


def test_a_late_continue_does_not_skip_the_next_intermission() -> None:
    logged = table(deals=3)
    ann, bob = logged.two()
    play_deal(logged, ann, bob)
    late = Continue(ann.client.seq)
    logged.pass_time(PAUSE)
    assert ann.refused(late) == "dealt"
    play_deal(logged, ann, bob)
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
    assert ann.send(Ask())[-1] == padded(Offered(client.seq, []))
    assert ann.refused(Play(client.moves.taken + 1, client.seq, "play 1")) == "turn"
    assert ann.refused(Start()) == "running"


def test_a_move_that_was_taken_is_answered_with_the_finished_deal() -> None:
    _, ann, _ = two()
    answer = ann.send(Play(ann.client.moves.taken, ann.client.seq - 1, "play 1"))[-1]
    assert isinstance(answer, Updated)
    assert deal_of(ann) == FINISHED


def test_anybody_may_let_it_last_as_long_again_once() -> None:
    logged, ann, bob = two()
    logged.pass_time(20)
    go_on(ann)
    ann.send(Wait())
    assert bob.heard[-1] == Paused(ann.client.seq, [1], [0], 40_000, 0)
    assert bob.refused(Wait()) == "time"
    logged.pass_time(39.9)
    assert deal_of(bob) == FINISHED
    logged.pass_time(0.1)
    assert deal_of(bob) == NEXT


def test_an_intermission_without_an_end_cannot_last_longer() -> None:
    _, ann, _ = two(EVERYBODY)
    assert ann.refused(Wait()) == "time"


# --- the clock ------------------------------------------------------------------------------------


def test_no_clock_runs_and_the_next_deal_has_all_its_time() -> None:
    logged, ann, bob = two(EVERYBODY, clock=15)
    assert ann.last(Updated).left == 0
    logged.pass_time(100)
    assert ann.refused(Wait()) == "time"
    go_on(ann, bob)
    assert ann.last(Updated).left == 15_000
    assert not any(isinstance(message, Timed) for message in ann.heard)
    logged.pass_time(15 + GRACE_SECONDS)
    assert [asked.seat for asked in logged.asked] == [0]
