"""Hints in numbers: sound, repeatable, and only from the knowledge of the player."""

from math import inf
from random import Random
from typing import Any

import pytest

from core.advice import Number, Numbers, advise, can_advise, numbers, spoils, step_of
from core.bots import BOTS
from core.bots.values import Sample, trick_chances
from core.game import parse_options
from core.games import GAMES
from tests.support.matches import Case, daily, samples, some_positions

NUMBERED = [name for name in GAMES if can_advise(name) and name in BOTS]


@pytest.mark.parametrize("name", daily(NUMBERED, "kozel"))
def test_numbers_are_of_legal_moves_the_hint_among_them(name: str) -> None:
    game = GAMES[name]
    counted = 0
    for match in some_positions(Case(game, game.Options(), 4, ""), seed=3, wanted=samples(4)):
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
            assert moves[0] == hint, "the hint is the best of the numbers"
            assert found.better is None
            assert not found.moves[0].behind
            assert all(n.takes is None or 0 <= n.takes <= 1 for n in found.moves)
            assert all(0 <= n.error < inf for n in found.moves)
            assert any(n.error for n in found.moves) or len({n.points for n in found.moves}) > 1
            if counted == 1:
                assert found == numbers(name, view, Random(0), hint), "the same every time"
    assert counted


def test_where_no_move_changes_anything_there_is_nothing_to_count() -> None:
    game = GAMES["graph_poker"]
    match = next(some_positions(Case(game, game.Options(), 4, ""), seed=3, wanted=6))
    view = game.view(match.state, game.to_act(match.state)[0])
    assert not view.grid, "nobody wins anything with the first card"
    hint = advise("graph_poker", view, Random(0)).move
    assert not numbers("graph_poker", view, Random(0), hint).moves


def test_a_card_that_nothing_beats_takes_the_trick_and_one_too_low_never_does() -> None:
    game = GAMES["joker"]
    sure = lost = 0
    for match in some_positions(Case(game, game.Options(), 4, ""), seed=8, wanted=samples(15)):
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


def test_order_and_lead_are_those_of_the_points_unless_the_others_count() -> None:
    best, more, less = Number("a", 10), Number("b", 12, behind=1), Number("c", 9, behind=1)
    assert Numbers((best, less)).by_points
    assert not Numbers((best, more)).by_points
    assert not Numbers((best, Number("c", 9, behind=3))).by_points
    assert not Numbers((best, less, more)).by_points


def test_proven_numbers_are_not_rounded_but_to_a_point() -> None:
    assert step_of(75, 0.0) > 1
    assert step_of(75, 0.0, exact=True) == 1
    assert step_of(2, 0.0, exact=True) == 0.1


@pytest.mark.parametrize("greatest, known, step", [(90, 14, 20), (200, 3, 5), (30, 1.2, 2)])
def test_numbers_are_rounded_to_little_more_than_their_error(
    greatest: float, known: float, step: float
) -> None:
    """With the next step, moves could seem further apart than anything can be."""
    assert step_of(greatest, known) == step


def test_who_asks_for_numbers_of_another_move_is_told_the_better_one() -> None:
    game = GAMES["kozel"]
    for match in some_positions(Case(game, game.Options(), 4, ""), seed=3, wanted=9):
        for seat in game.to_act(match.state):
            view = game.view(match.state, seat)
            moves = numbers("kozel", view, Random(0), "").moves
            for number in moves:
                found = numbers("kozel", view, Random(0), number.move)
                assert (found.better.move if found.better else number.move) == moves[0].move


@pytest.mark.parametrize(
    "own, sure, told",
    [
        (((3.0, 3.2, 2.8, 3.0), (4.0, 4.2, 3.8, 4.0)), (), True),
        (((3.0, 3.2, 2.8, 3.0), (4.0, 4.2, 3.8, 4.0)), ("a",), False),
        (((3.0, 9.0, -3.0, 3.0), (4.0, -2.0, 8.0, 6.0)), (), False),
        (((3.0, 3.2, 2.8, 3.0), (3.3, 3.5, 3.1, 3.3)), (), False),
    ],
    ids=["it costs oneself a point", "it is sure", "perhaps it costs oneself", "less than half"],
)
def test_a_hint_that_clearly_costs_its_player_says_that_it_costs_the_others_more(
    own: tuple[tuple[float, ...], ...], sure: tuple[str, ...], told: bool
) -> None:
    """Otherwise its own reason would be wrong: by the numbers, another move is first for the
    player.
    """
    ahead = ((20.0, 20.5, 19.5, 20.0), (6.0, 6.5, 5.5, 6.0))
    assert spoils(Sample(("a", "b"), ahead, own, exact=False, sure=sure)) is told


@pytest.mark.parametrize("name", daily(NUMBERED, "joker", "kozel"))
def test_an_answer_that_is_wanted_sooner_is_marked_as_rough(name: str) -> None:
    game = GAMES[name]
    rough = 0
    for match in some_positions(Case(game, game.Options(), 4, ""), seed=3, wanted=8):
        for seat in game.to_act(match.state)[:1]:
            view = game.view(match.state, seat)
            hint = advise(name, view, Random(0), lambda: True)
            assert hint.move in game.legal(match.state, seat)
            found = numbers(name, view, Random(0), hint.move, lambda: True)
            assert found.rough == hint.rough or not found.moves
            rough += hint.rough
    assert rough


MIZERS = {"full_deals": 1, "blind_deals": 0, "hapok_deals": 0, "mizer_deals": 4}
"""House rules by which most deals are mizers."""

UNWANTED = ("You do not want this trick", "Every trick costs")
SURE = ("You need {tricks} more, and no", "You play last: ", "Every trick brings 10, and nothing")


@pytest.mark.parametrize(
    "name, seats, rules",
    [
        ("joker", 4, {}),
        pytest.param("domino_poker", 4, {}, marks=pytest.mark.nightly),
        pytest.param("domino_poker", 4, MIZERS, marks=pytest.mark.nightly),
        pytest.param("domino_poker", 6, MIZERS, marks=pytest.mark.nightly),
    ],
)
def test_a_hint_argues_for_the_move_that_it_recommends(
    name: str, seats: int, rules: dict[str, Any]
) -> None:
    """A player who wants no trick is not told to take one; a sure trick is likely, too."""
    game = GAMES[name]
    said = 0
    options = parse_options(game.Options, rules)
    for match in some_positions(Case(game, options, seats, ""), seed=17, wanted=samples(9)):
        for seat in game.to_act(match.state)[:1]:
            view = game.view(match.state, seat)
            if view.phase != "play" or len(game.legal(match.state, seat)) < 2:
                continue
            advice = advise(name, view, Random(0))
            unwanted, sure = advice.reason.startswith(UNWANTED), advice.reason.startswith(SURE)
            if not unwanted and not sure:
                continue
            said += 1
            chances = trick_chances(name, view, Random(0), 50)
            argued = f"{view.hand} {view.trick}: {advice.move}, {advice.reason}, {chances}"
            if unwanted:
                assert chances[advice.move] <= min(chances.values()) + 0.3, argued
            else:
                assert chances[advice.move] == 1, argued
    assert said
