"""Graph-Poker's learnt policy: the features it counts, and the bots that play by it."""

from random import Random

import pytest

from core.bots import weights
from core.games import GAMES
from core.games.graph_poker import bot
from core.games.graph_poker.bot_round import wanted_by
from core.games.graph_poker.poker import NUMBER, LineRules
from core.games.graph_poker.policy import (
    SCALE,
    SIGNS,
    SIZE,
    LearntPolicy,
    begun_at,
    begun_sign,
    lines_of,
    ready_signs,
    signs_of,
    table_of,
)
from core.games.graph_poker.rules import Options, State
from core.games.graph_poker.view import View
from core.shuffle import SeededDecks
from tests.support.dealing import begin

RULES = LineRules()
RANDOM = [Random(number).randrange(-300, 300) for number in range(SIZE)]
game = GAMES["graph_poker"]


def mask(*tokens: str) -> int:
    return sum(1 << NUMBER[token] for token in tokens)


def row(*tokens: str) -> dict[int, int]:
    return {x: NUMBER[token] for x, token in enumerate(tokens)}


def played(seats: int, cards: int, seed: int) -> State:
    """Play `cards` cards at random, mostly where they pay."""
    state: State = begin(game, Options(), seats, SeededDecks(seed))
    rng = Random(seed)
    for _ in range(cards):
        seat = game.to_act(state)[0]
        game.apply(state, seat, bot.choose(game.view(state, seat), "easy", rng))
    return state


def test_a_cell_counts_what_it_brings_me_and_the_others() -> None:
    ready = lines_of(row("2s", "9s", "Js"), RULES).ready
    assert set(ready) == {-1, 3}
    wanted = wanted_by(ready[3])
    assert dict(ready_signs(wanted, mask("As"), mask("3s", "4s"))) == {4: 2.0, 15: 2.0}
    assert dict(ready_signs(wanted, mask("As", "3s"), 0)) == {1: 2.0, 11: 0.0}
    assert dict(ready_signs(wanted, mask("Ah"), mask("3s"))) == {12: 2.0}


def test_lines_of_two_count_only_while_cards_are_left_for_them() -> None:
    spades = sorted(begun_at(row("2s", "9s"), [0, 1]))
    assert spades == [NUMBER["2s"] // 13] * len(spades)
    assert spades
    assert begun_sign(spades[0], mask("As"), 0) is None
    assert begun_sign(spades[0], mask("As"), mask("3s")) is not None
    (nines,) = set(begun_at(row("9h", "9s"), [0, 1]))
    assert begun_sign(nines, mask("9d"), 0) is None
    assert begun_sign(nines, mask("9d"), mask("9c")) is not None


@pytest.mark.parametrize("seats", [2, 4])
def test_what_a_round_changes_is_added_up_as_the_whole_board_is(seats: int) -> None:
    policy = LearntPolicy(RANDOM)
    for seed in range(2):
        state = played(seats, 24, seed)
        before = {cell: state.grid[cell] for cell in state.order[:-seats]}
        view = game.view(state, 0)
        hand, unseen = mask(*view.hand), bot.unseen_by(view)
        outlook = policy.outlook(lines_of(before, RULES), unseen, seats, 5)
        at = SIGNS * table_of(seats, 5)
        whole = sum(
            RANDOM[at + sign] * much / SCALE
            for sign, much in signs_of(lines_of(state.grid, RULES), hand, unseen)
        )
        fresh = state.order[-seats:]
        assert outlook.after(state.grid, fresh, hand) == pytest.approx(whole)


def test_nothing_comes_after_the_last_round() -> None:
    outlook = LearntPolicy(RANDOM).outlook(lines_of(row("2s", "9s"), RULES), mask("3s", "4s"), 2, 0)
    assert outlook.after(row("2s", "9s", "Js"), [2], 0) == 0


def test_stages_and_seats_have_tables_of_their_own() -> None:
    assert len({table_of(seats, left) for seats in (2, 4) for left in range(1, 26)}) * SIGNS == SIZE


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_without_weights_bots_look_at_the_next_round_instead(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weights, "FILE", "no-such-file.json")
    monkeypatch.setitem(bot.PLAYOUTS, level, 8)
    weights.learnt.cache_clear()
    try:
        state = played(4, 13, 1)
        view = game.view(state, game.to_act(state)[0])
        by_rule = bot.choose_by(None, view, level, Random(1))
        assert bot.choose(view, level, Random(1)) == by_rule
        assert "no-such-file.json of graph_poker" in weights.refused["graph_poker"]
    finally:
        monkeypatch.undo()
        weights.learnt.cache_clear()
        weights.refused.clear()


def test_bots_fall_back_on_the_rule_of_thumb_where_nothing_was_learnt() -> None:
    for options, seats in ((Options(decks=2), 2), (Options(), 5)):
        state = begin(game, options, seats, SeededDecks(1))
        assert bot.learnt_for(game.view(state, game.to_act(state)[0]), "expert") is None


def test_an_expert_sees_which_line_will_pay_later() -> None:
    """Three rounds before the end, a card is worth more than the points of the next round.

    Played on to the end by medium bots, Ah at -11 1 brings 1.3 +- 0.6 points more than at -7 1.
    """
    x_y = (
        *(0, 0, 0, -1, -1, 0, 0, 1, 0, -2, 0, 2, 0, 3, 0, -3, 0, 4, 0, -4, -2, 0, 0, 5, -3, 0),
        *(1, 0, 0, 6, 0, 7, -4, 0, 1, 1, -5, 0, 1, -1, 1, 2, -6, 0, 1, -2, 1, 3, 1, -3, 1, 4),
        *(-7, 0, 1, 5, -8, 0, 1, 6, 1, -4, -7, -1, -9, 0, 1, 7, 1, -5, -9, 1, 1, -6, -10, 0),
        *(-11, 0, -10, 1, -12, 0, -8, 1),
    )
    faces = "2s7s3s5s6sAsKsQs8s2c4sJs5cAd9sTs6c5d7c7d4d3c2dTd3d6d8c9d4c8dJd9cAc7hKd2hQdJcKc9h????"
    view = View(
        seat=0,
        seats=4,
        options=Options(),
        to_act=(0,),
        deal=1,
        totals=(13, 10, 16, 13),
        result=None,
        dealer=2,
        round=11,
        rounds=13,
        hand=("6h", "Jh", "Ah"),
        cells=x_y,
        faces=faces,
        sheet=((1, 1, 1, 1),) * 10,
        past=(),
        last=None,
    )
    assert bot.choose_by(None, view, "expert", Random(1)) == "place Ah -7 1"
    for seed in range(3):
        assert bot.choose(view, "expert", Random(seed)) == "place Ah -11 1"
