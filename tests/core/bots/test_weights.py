"""Weights that bots have learnt: those shipped are whole, damaged ones are refused."""

import json
from collections.abc import Iterator
from random import Random

import pytest

from core.bots import choose, weights
from core.bots.values import trick_chances
from core.bots.weights import LEARNERS, WeightsError, learnt, parse, written
from core.games import GAMES
from core.shuffle import SeededDecks
from tests.support.dealing import begin
from tests.support.matches import Case, some_positions
from tests.support.valuing import move_values

GAME = next(iter(LEARNERS))
SIZE = LEARNERS[GAME].SIZE
GOOD = [number % 7 - 3 for number in range(SIZE)]


@pytest.mark.parametrize("game", list(LEARNERS))
def test_a_game_that_learns_ships_what_it_has_learnt(game: str) -> None:
    assert learnt(game) is not None
    assert game not in weights.refused


def test_what_is_written_can_be_read() -> None:
    text = written(GAME, GOOD, learnt="seed 1")
    assert json.loads(text)["learnt"] == "seed 1"
    assert json.loads(text)["weights"] == GOOD
    parse(GAME, text.encode())


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        written(GAME, GOOD).replace('"format": 1', '"format": 2').encode(),
        written("chess", GOOD).encode(),
        written(GAME, GOOD[1:]).encode(),
        written(GAME, [*GOOD[1:], 1 << 30]).encode(),
        json.dumps({"format": 1, "game": GAME, "weights": ["1"] * SIZE}).encode(),
        json.dumps({"format": 1, "game": GAME, "weights": {}}).encode(),
        written(GAME, GOOD).encode()[:-100],
    ],
)
def test_damaged_weights_are_refused_in_a_sentence(text: bytes) -> None:
    with pytest.raises(WeightsError, match=r"\w+ \w+"):
        parse(GAME, text)


@pytest.fixture
def without_weights(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Play as if there were no file of weights."""
    monkeypatch.setattr(weights, "FILE", "no-such-file.json")
    learnt.cache_clear()
    yield
    monkeypatch.undo()
    learnt.cache_clear()
    weights.refused.clear()


@pytest.mark.usefixtures("without_weights")
def test_without_weights_bots_play_by_rule_of_thumb_and_say_why() -> None:
    game = GAMES[GAME]
    state = begin(game, game.Options(), 4, SeededDecks(1))
    view = game.view(state, game.to_act(state)[0])
    assert choose(GAME, view, "hard", Random(1)) in game.legal(view)
    assert "no-such-file.json" in weights.refused[GAME]


@pytest.mark.usefixtures("without_weights")
@pytest.mark.parametrize("name", LEARNERS)
def test_without_weights_moves_are_valued_by_rule_of_thumb(name: str) -> None:
    game, valued = GAMES[name], 0
    for match in some_positions(Case(game, game.Options(), 4, ""), seed=5, wanted=20):
        for seat in game.to_act(match.state)[:1]:
            view, moves = game.view(match.state, seat), game.legal(match.state, seat)
            values = move_values(name, view, Random(1), 20)
            assert {*values} <= {*moves}
            chances = trick_chances(name, view, Random(1), 4)
            assert all(0 <= chance <= 1 for chance in chances.values())
            valued += bool(values)
    assert valued
