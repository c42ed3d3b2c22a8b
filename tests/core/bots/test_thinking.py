"""The time limit of every decision, with a clock passed in; playouts are counted."""

from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import Any

import pytest

from core.bots import BOTS, choose, levels
from core.bots.search import LONGEST_SECONDS, Thinking, at_most
from core.game import Move
from core.games import GAMES
from tests.support.matches import Case, daily, some_positions


def turns(name: str, seed: int, wanted: int) -> Iterator[tuple[Any, Sequence[Move]]]:
    """Yield views of seats to act, and their legal moves."""
    game = GAMES[name]
    for match in some_positions(Case(game, game.Options(), game.SEATS[0], ""), seed, wanted):
        for seat in game.to_act(match.state)[:1]:
            yield game.view(match.state, seat), game.legal(match.state, seat)


def test_a_bot_is_cut_short_when_its_time_is_up_and_not_before() -> None:
    now = 5.0
    thinking = Thinking(lambda: now)
    assert not thinking()
    now = 5.99
    assert not thinking()
    assert not thinking.cut_short
    now = 6.0
    assert thinking()
    assert thinking.cut_short
    assert thinking.playouts == 3


def test_without_a_limit_it_counts_playouts_only() -> None:
    thinking = Thinking(count().__next__, None)
    assert not any(thinking() for _ in range(1000))
    assert thinking.playouts == 1000


def test_no_player_gives_more_time_than_the_limit() -> None:
    assert at_most(None) == at_most(30.0) == LONGEST_SECONDS
    assert at_most(0.4) == 0.4


@pytest.mark.parametrize("name", daily(BOTS, "joker", "kozel"))
def test_on_a_busy_machine_every_decision_ends_in_time(name: str) -> None:
    """On a machine where a playout takes 50 ms, the tries so far have to be enough."""
    for view, legal in turns(name, 31, 6):
        thinking = Thinking(count(0, 0.05).__next__)
        assert choose(name, view, levels(name)[-1], Random(1), thinking) in legal
        # Some games try each of their candidates once more, in a world begun in time.
        assert thinking.playouts <= LONGEST_SECONDS / 0.05 + 2 * min(len(legal), 30)


@pytest.mark.parametrize("name", list(BOTS))
def test_nothing_is_searched_where_there_is_no_choice(name: str) -> None:
    forced = free = 0
    for view, legal in turns(name, 32, 80):
        if len(legal) > 1 and free:
            continue  # one is enough to show that playouts are counted
        thinking = Thinking(lambda: 0.0)
        choose(name, view, "medium", Random(1), thinking)
        if len(legal) == 1:
            forced += 1
            assert thinking.playouts == 0
        else:
            free += thinking.playouts
    assert free
    assert forced or name == "graph_poker", "a card fits into many places"


@pytest.mark.parametrize("name", list(BOTS))
def test_the_same_seed_gives_the_same_move_where_the_limit_does_not_bite(name: str) -> None:
    for view, _ in turns(name, 33, 4):
        limited = choose(name, view, "medium", Random(7), Thinking(lambda: 0.0))
        assert limited == choose(name, view, "medium", Random(7))
