"""The times of bots' moves reveal nothing of their hands: many moves, with time by hand."""

import itertools
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from core.bots import LEVELS
from core.bots.search import TEMPERS
from core.games import FACTS, GAMES
from net.table import seating
from net.table.effects import UNKNOWN
from net.table.room import Room
from net.table.sender import Sender
from net.table.turns import LIMIT_SECONDS, DecisionTime, PendingDecisions
from net.wire.names import BOT_NAMES, bot_temper
from net.wire.to_host import Fill, Play, Start
from tests.support.harness import Harness, Visitor
from tests.support.matches import daily, samples

MOVES = samples(60)

QUICK = FACTS["kozel"].FORCED_MOVES


Begin = Callable[[Any, str], tuple[Harness, Visitor]]
"""Begins a match in which Ann plays at seat 0 and a bot decides for all others."""


def among_bots(game: Any, level: str) -> tuple[Harness, Visitor]:
    harness = Harness(game, game.SEATS[0], bot_seconds=0.6)
    ann = harness.join("Ann")
    for seat in range(1, len(harness.table.room)):
        ann.send(Fill(seat, level))
    ann.send(Start())
    return harness, ann


def among_people(game: Any, level: str, clock: int = 0) -> tuple[Harness, Visitor]:
    harness = Harness(game, game.SEATS[0], bot_seconds=0.6, clock=clock)
    ann, *others = people = [harness.join(f"Player {n}") for n in range(len(harness.table.room))]
    harness.start(*others, owner=people[0])
    if not clock:
        for seat, other in enumerate(others, 1):
            other.cut()
            ann.send(Fill(seat, level))
    return harness, ann


def times_of(game: Any, level: str, begin: Begin) -> dict[str, dict[bool, set[float]]]:
    """Return the seconds from a decision to the visible move, by its verb and whether it was
    forced.

    A bot answers at once if there is one move, and after a while if there are more.
    """
    seen: dict[str, dict[bool, set[float]]] = defaultdict(lambda: defaultdict(set))
    moves, rng = 0, Random(level)
    while moves < MOVES:
        harness, ann = begin(game, level)
        while harness.table.phase == "playing" and moves < MOVES:
            live = harness.live
            if not harness.asked and 0 in live.to_act():
                ann.play(rng.choice(live.legal(0)))
                continue
            if not harness.asked:
                harness.pass_time(15.5)  # until a player's time is up
                continue
            question, asked_at, seq = harness.asked.pop(0), harness.now, live.seq
            legal = live.legal(question.seat)
            harness.pass_time(0.001 if len(legal) == 1 else rng.uniform(0.05, 0.55))
            move = rng.choice(legal)
            lobby, ticket = harness.lobby, question.ticket
            harness.carry_out(lobby.bot_moved("table-1", question.seat, ticket, move, harness.now))
            while live.seq == seq:
                harness.now = min(alarm for alarm in harness.alarms if alarm >= harness.now)
                harness.alarms.remove(harness.now)
                harness.carry_out(lobby.tick(harness.now))
            seen[move.partition(" ")[0]][len(legal) == 1].add(round(harness.now - asked_at, 6))
            moves += 1
    return seen


@pytest.mark.parametrize("level", daily(LEVELS, LEVELS[0], LEVELS[-1]))
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_nobody_can_tell_a_forced_move_by_its_time(game: Any, level: str) -> None:
    check_times(game, times_of(game, level, among_bots))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_nor_that_of_a_bot_that_stands_in(game: Any) -> None:
    check_times(game, times_of(game, "easy", among_people))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_nor_that_of_a_bot_that_moves_for_somebody_whose_time_is_up(game: Any) -> None:
    check_times(game, times_of(game, "medium", partial(among_people, clock=15)))


def check_times(game: Any, seen: dict[str, dict[bool, set[float]]]) -> None:
    assert game.NAME == "graph_poker" or any(len(times) == 2 for times in seen.values())
    for verb, times in seen.items():
        pause = 0.2 if verb in QUICK else 0.6
        assert set().union(*times.values()) == {pause}, verb


def thoughts_of(pause: float) -> PendingDecisions:
    return PendingDecisions(pause, itertools.count(1), QUICK)


def shown(
    pending: PendingDecisions,
    now: float,
    thinks: float,
    move: str = "lay 6-6 left",
    level: str = "hard",
) -> float:
    """Have a bot think for `thinks` seconds; return the time at which its move is shown."""
    ticket = pending.begin(1, now, level=level)
    pending.answer(1, ticket, move, now + thinks)
    due = max(pending.deadline() or 0.0, now + thinks)
    assert pending.take_ripe(due) == (1, move)
    return round(due - now, 6)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_each_thought_has_the_same_time_and_ends_before_the_pause(game: Any) -> None:
    harness, ann = among_bots(game, "expert")
    given = set()
    for _ in range(20):
        given |= {question.seconds for question in harness.asked}
        if harness.asked:
            harness.answer()
        elif 0 in harness.live.to_act():
            ann.play(harness.live.legal(0)[0])
        harness.pass_time(0.6)
    (seconds,) = given
    assert seconds == pytest.approx(0.4)


def test_without_a_pause_there_is_no_end_to_a_thought() -> None:
    assert thoughts_of(0).thinking_seconds is None


def test_after_a_long_thought_all_thoughts_of_the_level_take_as_long() -> None:
    pending = thoughts_of(0.6)
    assert shown(pending, 10.0, 0.1) == 0.6
    assert shown(pending, 20.0, 0.9) == 1.2
    assert [shown(pending, now, 0.001) for now in (30.0, 40.0)] == [1.2, 1.2]
    assert shown(pending, 50.0, 1.1) == 1.2
    assert shown(pending, 60.0, 0.1, level="easy") == 0.6


def test_a_thought_that_ends_with_the_pause_is_in_time() -> None:
    pending = thoughts_of(0.5)
    assert shown(pending, 10.0, 0.5) == 0.5
    assert shown(pending, 20.0, 0.1) == 0.5


def test_a_pause_grows_so_far_and_no_further() -> None:
    pending = thoughts_of(0.6)
    assert shown(pending, 10.0, LIMIT_SECONDS - 1) == LIMIT_SECONDS - 1
    assert shown(pending, 20.0, 0.1) == 2.4


def test_only_moves_that_show_that_they_were_forced_are_quick() -> None:
    pending = thoughts_of(0.6)
    assert [shown(pending, 10.0, 0.0, move) for move in QUICK] == [0.2, 0.2]
    assert [shown(pending, 10.0, 0.0, f"{move} 6-6") for move in QUICK] == [0.2, 0.2]


def test_only_the_first_answer_to_the_last_question_counts() -> None:
    pending = thoughts_of(0.6)
    before, ticket = (pending.begin(1, now, level="hard") for now in (10.0, 11.0))
    pending.answer(1, before, "lay 5-5 left", 11.1)
    pending.answer(1, ticket, "lay 6-6 left", 11.2)
    pending.answer(1, ticket, "lay 6-6 right", 11.3)
    assert pending.take_ripe(11.7) == (1, "lay 6-6 left")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_is_refused_is_refused_at_once_whatever_is_wrong_with_it(game: Any) -> None:
    """Moves that fit no hand, another hand, or this one at another time: nothing waits."""
    harness = Harness(game, game.SEATS[0])
    people = [harness.join(f"Player {n}") for n in range(game.SEATS[0])]
    harness.start(*people[1:], owner=people[0])
    live, alarms = harness.live, list(harness.alarms)
    (seat, *_) = live.to_act()
    legal = set(live.legal(seat))
    tried = {move for other in range(len(people)) for move in all_moves(game, live, other)}
    for move in [*sorted(tried - legal), "dance"]:
        (heard,) = people[seat].send(Play(1, live.seq, move))
        assert (heard.code, heard.seq, heard.number) == ("illegal", live.seq, 1)
    assert harness.alarms == alarms


def all_moves(game: Any, live: Any, seat: int) -> list[str]:
    """Return moves with each card or tile that a seat holds, even out of turn."""
    view = game.view(live.match.state, seat)
    if not hasattr(view, "hand"):  # what each seat holds is open to all
        return [move for other in live.to_act() for move in live.legal(other)]
    hand = view.hand
    forms = ("play {}", "lay {} left", "lay {} right", "place {} 0 0", "place {} 3 3")
    return [form.format(piece) for piece in hand for form in forms]


def test_the_temper_of_a_bot_goes_with_its_name_and_a_stand_in_has_none() -> None:
    room = Room(2)
    seating.fill(room, 0, "expert", playing=False)
    time = DecisionTime(0, room, Sender(room))
    assert room[0].name == "Rook"
    assert time.policy_at(0) == "expert:bold"
    room.sit("line", "Magpie", "token", 1, UNKNOWN)
    assert time.policy_at(1) == ""
    room.lose("line", 0.0)
    seating.fill(room, 1, "expert", playing=True)
    assert time.policy_at(1) == "expert"


def test_every_bot_has_a_temper_but_those_that_have_nothing_to_weigh() -> None:
    tempers = [bot_temper(name, "hard") for name in BOT_NAMES]
    assert set(tempers) == set(TEMPERS)
    assert bot_temper("Rook 2", "medium") == bot_temper("Rook", "expert")
    assert {bot_temper(name, "easy") for name in BOT_NAMES} == {""}
    assert bot_temper("Ann", "hard") == ""
