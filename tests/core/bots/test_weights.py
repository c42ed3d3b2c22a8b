"""Weights that bots have learnt: those shipped are whole, damaged ones are refused."""

from __future__ import annotations

import json
from random import Random

import pytest

from core.bots import choose, weights
from core.bots.weights import LEARNERS, WeightsError, learnt, parse, written
from core.games import GAMES
from core.position import legal
from core.shuffle import SeededDecks
from tests.support.dealing import begin

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


def test_without_weights_bots_play_by_rule_of_thumb_and_say_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(weights, "FILE", "no-such-file.json")
    learnt.cache_clear()
    try:
        game = GAMES[GAME]
        state = begin(game, game.Options(), 4, SeededDecks(1))
        view = game.view(state, game.to_act(state)[0])
        assert choose(GAME, view, "hard", Random(1)) in legal(game, view)
        assert "no-such-file.json" in weights.refused[GAME]
    finally:
        monkeypatch.undo()
        learnt.cache_clear()
        weights.refused.clear()
