"""Events during a player's absence, told to the player on resuming the seat."""

from net.client.events import WasMissed
from net.client.seat import ClientSeat
from net.wire.bounds import MAX_MISSED
from net.wire.from_host import Missed, Updated
from tests.support.harness import Harness, Visitor, two


def play(harness: Harness, *visitors: Visitor, moves: int = 1) -> None:
    """Make the first legal move of each player whose turn it is."""
    for _ in range(moves):
        seat = harness.live.to_act()[0]
        mover = next(v for v in visitors if v.client.seat == seat)
        mover.play(harness.live.legal(seat)[0])


def missed(visitor: Visitor) -> list[WasMissed]:
    return [event for event in visitor.events if isinstance(event, WasMissed)]


def awaited_alone(harness: Harness) -> tuple[Visitor, Visitor]:
    """Return the player awaited, and the other, of two in a match."""
    pair = harness.two()
    seat = harness.live.to_act()[0]
    return pair[seat], pair[1 - seat]


def test_whoever_comes_back_hears_what_others_did_and_nothing_twice() -> None:
    harness = Harness()
    mover, away = awaited_alone(harness)
    seen = away.client.seq
    away.cut()
    play(harness, mover)
    back = away.again()
    told = next(each for each in back.heard if isinstance(each, Missed))
    assert seen > 0
    assert {each.seq for each in told.events} == {harness.live.seq}
    assert [event.kind for one in missed(back) for event in one.events] == [
        each.event.kind for each in told.events
    ]
    kinds = [type(each) for each in back.heard]
    assert kinds.index(Missed) < kinds.index(Updated)


def test_whoever_missed_nothing_is_told_nothing() -> None:
    harness = Harness()
    mover, away = awaited_alone(harness)
    play(harness, mover)
    away.cut()
    assert not missed(away.again())


def test_another_program_in_the_same_seat_hears_the_last_events() -> None:
    harness = Harness()
    mover, away = awaited_alone(harness)
    play(harness, mover)
    away.cut()
    game = {harness.game.NAME: harness.game}
    back = Visitor(harness, ClientSeat(away.client.handshake, game))
    back.greet()
    (told,) = missed(back)
    assert 0 < len(told.events) <= MAX_MISSED


def test_what_only_that_seat_may_know_is_told_to_it_again() -> None:
    harness, ann, bob = two(blind="on")
    ann.play("double")
    for player, data in ((ann, {"move": "double"}), (bob, {})):
        player.cut()
        anew = ClientSeat(player.client.handshake, {harness.game.NAME: harness.game})
        heard = Visitor(harness, anew).greet().heard
        told = next(each for each in heard if isinstance(each, Missed))
        assert told.events[-1].event.data == data


def test_a_move_that_a_bot_made_for_a_player_who_was_away_is_known_as_that() -> None:
    harness = Harness(clock=30)
    mover, other = awaited_alone(harness)
    mover.cut()
    harness.pass_time(31)
    harness.answer()
    harness.pass_time(1)
    (told,) = missed(mover.again())
    assert told.helped
    play(harness, other)
    other.cut()
    play(harness, *harness.visitors)
    (told,) = missed(other.again())
    assert not told.helped


def test_the_own_move_whose_answer_was_lost_is_no_bots() -> None:
    harness = Harness()
    mover, _ = awaited_alone(harness)
    move = mover.client.play(harness.live.legal(mover.client.seat or 0)[0])
    taken = Visitor(harness, ClientSeat(mover.client.handshake, {harness.game.NAME: harness.game}))
    mover.cut()
    taken.greet().send(move)
    taken.cut()
    (told,) = missed(mover.again())
    assert told.events
    assert not told.helped


def test_of_moves_before_it_was_there_a_program_does_not_know_who_made_them() -> None:
    harness = Harness()
    mover, _ = awaited_alone(harness)
    play(harness, mover)
    mover.cut()
    anew = Visitor(harness, ClientSeat(mover.client.handshake, {harness.game.NAME: harness.game}))
    (told,) = missed(anew.greet())
    assert not told.helped


def test_watchers_and_those_who_were_there_hear_no_such_thing() -> None:
    harness = Harness()
    mover, _ = awaited_alone(harness)
    play(harness, mover)
    eve = harness.join("Eve", watch=True)
    assert not [each for each in (*eve.heard, *mover.heard) if isinstance(each, Missed)]
