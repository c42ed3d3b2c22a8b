"""When bots move tells nothing of their hands: times of many moves, with time by hand."""

from __future__ import annotations

import itertools
from collections import defaultdict
from random import Random
from typing import Any

import pytest

from core.bots import LEVELS
from core.games import FACTS, GAMES
from net.table.thinking import LIMIT_SECONDS, Thoughts
from net.wire.protocol import Fill, Start
from tests.support.parlour import Parlour

MOVES = 500

QUICK = FACTS["kozel"].FORCED_MOVES  # type: ignore[attr-defined]


def times_of(game: Any, level: str) -> dict[str, dict[bool, set[float]]]:
    """Seconds from a decision to the move everybody sees, by its verb, and whether it was forced.

    A bot answers at once where there is one move, and after a while where there are more.
    """
    seen: dict[str, dict[bool, set[float]]] = defaultdict(lambda: defaultdict(set))
    moves, rng = 0, Random(level)
    while moves < MOVES:
        parlour = Parlour(game, game.SEATS[0], bot_seconds=0.6)
        ann = parlour.join("Ann")
        for seat in range(1, len(parlour.table.room)):
            ann.send(Fill(seat, level))
        ann.send(Start())
        while parlour.table.phase == "playing" and moves < MOVES:
            live = parlour.live
            if not parlour.asked:
                ann.play(rng.choice(live.legal(0)))
                continue
            question, asked_at, seq = parlour.asked.pop(0), parlour.now, live.seq
            legal = live.legal(question.seat)
            parlour.pass_time(0.001 if len(legal) == 1 else rng.uniform(0.05, 0.55))
            move = rng.choice(legal)
            lobby, ticket = parlour.lobby, question.ticket
            parlour.carry_out(lobby.bot_moved("table-1", question.seat, ticket, move, parlour.now))
            while live.seq == seq:
                parlour.now = min(alarm for alarm in parlour.alarms if alarm >= parlour.now)
                parlour.alarms.remove(parlour.now)
                parlour.carry_out(lobby.tick(parlour.now))
            seen[move.partition(" ")[0]][len(legal) == 1].add(round(parlour.now - asked_at, 6))
            moves += 1
    return seen


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_nobody_can_tell_a_forced_move_by_its_time(game: Any, level: str) -> None:
    seen = times_of(game, level)
    assert game.NAME == "graph_poker" or any(len(times) == 2 for times in seen.values())
    for verb, times in seen.items():
        pause = 0.2 if verb in QUICK else 0.6
        assert set().union(*times.values()) == {pause}, verb


def thoughts_of(pause: float) -> Thoughts:
    return Thoughts(pause, itertools.count(1), QUICK)


def shown(thoughts: Thoughts, now: float, thinks: float, move: str = "lay 6-6 left") -> float:
    """Have a bot think so long; return when its move is shown."""
    ticket = thoughts.begin(1, now, level="hard", hurry=False)
    thoughts.answer(1, ticket, move, now + thinks)
    due = max(thoughts.deadline() or 0.0, now + thinks)
    assert thoughts.take_ripe(due) == (1, move)
    return round(due - now, 6)


def test_after_a_long_thought_all_thoughts_of_the_level_take_as_long() -> None:
    thoughts = thoughts_of(0.6)
    assert shown(thoughts, 10.0, 0.1) == 0.6
    assert shown(thoughts, 20.0, 0.9) == 1.2
    assert [shown(thoughts, now, 0.001) for now in (30.0, 40.0)] == [1.2, 1.2]
    assert shown(thoughts, 50.0, 1.1) == 1.2


def test_a_pause_grows_so_far_and_no_further() -> None:
    thoughts = thoughts_of(0.6)
    assert shown(thoughts, 10.0, LIMIT_SECONDS - 1) == LIMIT_SECONDS - 1
    assert shown(thoughts, 20.0, 0.1) == 2.4


def test_only_moves_that_show_that_they_were_forced_are_quick() -> None:
    thoughts = thoughts_of(0.6)
    assert [shown(thoughts, 10.0, 0.0, move) for move in QUICK] == [0.2, 0.2]
