"""Hints in numbers: sound, repeatable, from what the player knows alone."""

from __future__ import annotations

from random import Random

import pytest

from core.advice import advise, can_advise
from core.advice.numbers import Number, Numbers, can_number, numbers
from core.games import GAMES
from tests.support.matches import Case, some_positions

NUMBERED = [name for name in GAMES if can_advise(name) and can_number(name)]


@pytest.mark.parametrize("name", NUMBERED)
def test_numbers_are_of_legal_moves_the_hint_among_them(name: str) -> None:
    game = GAMES[name]
    counted = 0
    for match in some_positions(Case(game, game.Options(), 4, ""), seed=3, wanted=10):
        for seat in game.to_act(match.state)[:1]:
            view, legal = game.view(match.state, seat), game.legal(match.state, seat)
            hint = advise(name, view, Random(0)).move
            found = numbers(name, view, Random(0), hint)
            if not found.moves:
                continue
            counted += 1
            moves = [number.move for number in found.moves]
            assert set(moves) <= set(legal)
            assert hint in moves
            assert found.moves[0].close, "the best is not worse than itself"
            assert all(n.takes is None or 0 <= n.takes <= 1 for n in found.moves)
            if found.better is not None:
                assert found.better.move == moves[0]
                assert found.doubts(hint)
                assert not found.tricks
            assert found == numbers(name, view, Random(0), hint), "the same every time"
    assert counted


def test_a_card_that_nothing_beats_takes_the_trick_and_one_too_low_never_does() -> None:
    game = GAMES["joker"]
    sure = lost = 0
    for match in some_positions(Case(game, game.Options(), 4, ""), seed=8, wanted=40):
        if not game.to_act(match.state):
            continue
        view = game.view(match.state, game.to_act(match.state)[0])
        if view.phase != "play" or len(view.trick) != 3:
            continue
        found = numbers("joker", view, Random(0), "")
        assert all(number.takes in (0, 1) for number in found.moves), "the last card decides"
        sure += any(number.takes == 1 for number in found.moves)
        lost += any(number.takes == 0 for number in found.moves)
    assert sure
    assert lost


def test_the_order_is_that_of_the_points_unless_the_others_count() -> None:
    best, alike, worse = (
        Number("a", 10, True),
        Number("b", 12, True),
        Number("c", 11, False, worse=True),
    )
    assert Numbers((best, alike, worse)).in_order
    assert not Numbers((best, worse)).in_order
    assert Numbers((best, worse)).doubts("c")
    assert not Numbers((best, alike)).doubts("b")
