"""Taking all that is left: claimed only if every line of play, by every hand, has the same end."""

from collections.abc import Iterator
from random import Random
from types import ModuleType
from typing import Any

import pytest

from core.games.domino_poker import rules as domino_poker, view as domino_view
from core.games.joker import rules as joker, view as joker_view
from core.match import deal_due
from core.shuffle import SeededDecks

MOST = 3
"""The most pieces with which every line of play can be tried."""

GAMES = pytest.mark.parametrize(
    "game, view_of", [(joker, joker_view), (domino_poker, domino_view)], ids=["joker", "dominoes"]
)


def leads(game: ModuleType, view_of: Any, seed: int, moves: int = 160) -> Iterator[tuple[Any, Any]]:
    """Yield states and views in a match of random moves whenever a seat is about to lead."""
    rng, decks = Random(seed), SeededDecks(seed)
    state = game.new(game.Options(), 4)
    deal_due(game, state, decks)
    for _ in range(moves):
        (seat, *_) = game.to_act(state)
        view = game.view(state, seat)
        playing = game.legal(view)[0].startswith("play ")
        if playing and not view.trick and len(view.hand) <= MOST:
            yield state, view
        game.apply(state, seat, rng.choice(game.legal(view)))
        deal_due(game, state, decks)


def endings(game: ModuleType, state: Any) -> set[tuple[int, ...]]:
    """Return the players' points after the deal, over every line of play from here."""
    awaited = game.to_act(state)
    if not awaited:
        return {tuple(game.view(state, 0).totals)}
    found = set()
    for move in game.legal(game.view(state, awaited[0])):
        after = state.copy()
        game.apply(after, awaited[0], move)
        found |= endings(game, after)
    return found


@GAMES
def test_where_the_rest_is_mine_every_line_gives_the_same(game: ModuleType, view_of: Any) -> None:
    """It holds for every other way of sharing out the pieces hidden from the viewer."""
    said = 0
    for seed in range(12):
        for state, view in leads(game, view_of, seed):
            if view_of.rest_is_mine(view):
                said += 1
                worlds = [state, *(game.imagine(view, Random(n)) for n in range(3))]
                assert len(set[Any]().union(*(endings(game, world) for world in worlds))) == 1
    assert said > 1


@GAMES
def test_no_player_is_told_so_who_can_lose_a_trick(game: ModuleType, view_of: Any) -> None:
    denied = 0
    for state, view in leads(game, view_of, 5):
        if len(endings(game, state)) > 1:
            denied += 1
            assert not view_of.rest_is_mine(view)
    assert denied > 3
