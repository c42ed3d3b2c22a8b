"""Kozel's strong bots: the effect of the score on a move, and play without learnt weights."""

from random import Random

import pytest

from core.bots import choose, weights
from core.bots.weights import learnt
from core.game import Move
from core.games.kozel import bot, rules as kozel
from core.games.kozel.bot import different_lays, keeps_blank, rollouts
from core.pieces import TILES, tile_mask
from tests.support.matches import cases, some_positions


def open_end(hands: tuple[str, str], line: str, turn: int, totals: tuple[int, int]) -> kozel.View:
    """Two players, an empty market, and therefore no secrets."""
    state = kozel.State(kozel.Options(), 2)
    state.deal, state.turn, state.totals = 1, turn, list(totals)
    state.hands = [tile_mask(hand.split()) for hand in hands]
    state.line = line.split()
    state.left, state.right = int(line[0]), int(line[-1])
    state.laid = tile_mask([max(tile, tile[::-1]) for tile in state.line])
    assert not state.laid & sum(state.hands)
    assert state.laid | sum(state.hands) == tile_mask(TILES)
    return kozel.view(state, turn)


@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize(
    ("totals", "move"), [((50, 50), "lay 4-1 left"), ((50, 97), "lay 6-1 left")]
)
def test_to_make_the_other_the_goat_is_worth_twenty_points(
    totals: tuple[int, int], move: Move, level: str
) -> None:
    """4-1 writes 7 and lets the other player go out; 6-1 writes 20 and leaves 3-1: at 97 that is
    enough.
    """
    line = "1-2 2-2 2-0 0-4 4-6 6-3 3-3 3-2 2-6 6-6 6-5 5-0 0-1 1-1 1-5 5-5 5-4 4-2 2-5 5-3 3-0"
    view = open_end(("4-1 4-3 4-4 6-1", "3-1"), f"{line} 0-0 0-6", 0, totals)
    assert choose("kozel", view, level, Random(1)) == move


@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize(
    ("totals", "move"), [((50, 50), "lay 4-2 left"), ((50, 0), "lay 4-2 right")]
)
def test_points_too_few_for_the_entry_cost_next_to_nothing(
    totals: tuple[int, int], move: Move, level: str
) -> None:
    """At the left end the other player keeps 11 and the bot 15; at the right the bot writes 7,
    which an empty sheet ignores (K-R14).
    """
    line = "2-1 1-3 3-4 4-4 4-0 0-6 6-1 1-1 1-5 5-5 5-0 0-0 0-2 2-2 2-3 3-3 3-5 5-4 4-1 1-0 0-3"
    view = open_end(("6-5", "4-2 5-2 6-2"), f"{line} 3-6 6-6 6-4", 1, totals)
    assert choose("kozel", view, level, Random(1)) == move


class TestLearnt:
    @pytest.fixture
    def missing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(bot, "learnt", lambda game: None)

    @pytest.fixture(autouse=True)
    def few_playouts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for level in bot.PLAYOUTS:
            monkeypatch.setitem(bot.PLAYOUTS, level, 60)

    def views(self) -> list[kozel.View]:
        case = next(case for case in cases() if case.game.NAME == kozel.NAME)
        return [
            kozel.view(match.state, seat)
            for match in some_positions(case, seed=43, wanted=60)
            for seat in kozel.to_act(match.state)
            if len(kozel.legal(match.state, seat)) > 1 and match.state.market
        ]

    def moves(self, level: str) -> list[Move]:
        return [choose("kozel", view, level, Random(1)) for view in self.views()]

    def values(self) -> list[object]:
        found = [rollouts(view, (), Random(1)) for view in self.views()]
        return [rolled.play() for rolled in found if rolled]

    def test_only_experts_and_hints_imagine_that_everybody_plays_by_it(
        self, request: pytest.FixtureRequest
    ) -> None:
        with_it = {level: self.moves(level) for level in ("medium", "hard", "expert")}
        values = self.values()
        request.getfixturevalue("missing")
        without = {level: self.moves(level) for level in with_it}
        assert [level for level in with_it if with_it[level] != without[level]] == ["expert"]
        assert values != self.values()

    def test_without_it_experts_play_by_rule_of_thumb_and_say_why(
        self, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
    ) -> None:
        monkeypatch.setattr(weights, "FILE", "no-such-file.json")
        learnt.cache_clear()
        try:
            moves = self.moves("expert")
            assert "no-such-file.json of kozel: it is missing" in weights.refused["kozel"]
        finally:
            learnt.cache_clear()
            weights.refused.clear()
        request.getfixturevalue("missing")
        assert moves == self.moves("expert")


def test_of_lays_worth_the_same_the_one_with_the_blank_double_comes_first() -> None:
    lays = different_lays(["lay 3-0 left", "lay 6-1 right", "lay 0-0 left"], (0, 6))
    assert lays[sorted(lays, key=keeps_blank)[0]] == "lay 0-0 left"
    assert next(iter(lays.values())) == "lay 3-0 left"
