"""Bots: what every policy promises, what Kozel's knows, and whole matches between bots."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from core import arena
from core.bots import BOTS, LEVELS, choose
from core.bots.kozel import SAMPLES
from core.game import Game
from core.games import GAMES, kozel
from core.record import verify
from core.tiles import ALL_TILES, NUMBER, WITH, tile_mask
from tests.support.matches import Case, positions, snapshot, some_positions


@pytest.fixture(params=list(GAMES.values()), ids=list(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    chosen: Game = request.param
    return chosen


def test_every_game_has_bots() -> None:
    assert set(BOTS) == set(GAMES)
    assert LEVELS[0] == "easy"


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_always_finds_a_legal_move(game: Game, level: str) -> None:
    for seats in (game.SEATS[0], game.SEATS[-1]):
        case = Case(game, game.Options(), seats, "")
        for match in some_positions(case, seed=21, wanted=40):
            for seat in game.to_act(match.state):
                before = snapshot(match.state)
                move = choose(game.NAME, game.view(match.state, seat), level, Random(1))
                assert move in game.legal(match.state, seat)
                assert snapshot(match.state) == before


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_and_generator_give_the_same_move(game: Game, level: str) -> None:
    case = Case(game, game.Options(), game.SEATS[-1], "")
    for match in islice(positions(case, seed=22), 30):
        seat = game.to_act(match.state)[0]
        view = game.view(match.state, seat)
        first, again = (choose(game.NAME, view, level, Random(3)) for _ in range(2))
        assert first == again


def test_the_same_seed_gives_the_same_match_and_its_record_verifies(game: Game) -> None:
    levels = ["easy"] * game.SEATS[0]
    first, again = (arena.play(game, game.Options(), levels, seed=4).text() for _ in range(2))
    assert first == again
    assert verify(GAMES, first.splitlines()) is None
    assert first != arena.play(game, game.Options(), levels, seed=5).text()


def test_the_record_of_a_simulation_names_the_levels() -> None:
    match = arena.play(kozel, kozel.Options(), ["easy", "hard"], seed=1)
    assert [seat["kind"] for seat in match.lines[0]["seats"]] == ["bot:easy", "bot:hard"]
    assert len({seat["name"] for seat in match.lines[0]["seats"]}) == 2


# --- Kozel ------------------------------------------------------------------------------------


def turn(hand: str, ends: tuple[int, int], lacks: tuple[int, ...] = ()) -> kozel.View:
    """Seat 0 of two to move, seat 1 with three tiles and the rest in the market."""
    mine = tile_mask(hand.split())
    his = ALL_TILES & ~mine
    for number in lacks:
        his &= ~WITH[number]
    state = kozel.State(kozel.Options(), 2, lambda cards: list(cards))
    state.deal = 1
    theirs = sorted(tile for tile in range(28) if his >> tile & 1)[:3]
    state.hands = [mine, sum(1 << tile for tile in theirs)]
    state.line = [f"{ends[0]}-{ends[1]}"]
    state.left, state.right = ends
    state.laid = 1 << NUMBER[f"{max(ends)}-{min(ends)}"]
    rest = ALL_TILES & ~state.laid & ~mine & ~state.hands[1]
    state.market = [tile for tile in range(28) if rest >> tile & 1]
    state.lacks[1] = sum(1 << number for number in lacks)
    return kozel.view(state, 0)


@pytest.mark.parametrize(
    ("hand", "ends", "lacks", "move"),
    [
        ("6-5 2-1 3-3", (6, 1), (), "lay 6-5 left"),
        ("0-0 6-2 5-5", (6, 0), (), "lay 0-0 right"),
        ("4-4 6-2 5-5", (4, 2), (), "lay 4-4 left"),
        ("4-3 5-2 5-1", (4, 2), (), "lay 5-2 right"),
        ("5-4 5-3 1-0", (4, 3), (4,), "lay 5-3 right"),
    ],
    ids=["heavy first", "0-0 first", "a double early", "keep what goes on", "what he lacks stays"],
)
def test_the_easy_bot_plays_by_the_rule_of_thumb(
    hand: str, ends: tuple[int, int], lacks: tuple[int, ...], move: str
) -> None:
    """Get rid of weight, of 0-0 and of doubles, keep one's own numbers open and shut his."""
    assert choose("kozel", turn(hand, ends, lacks), "easy", Random(1)) == move


@pytest.mark.parametrize("level", list(SAMPLES))
def test_a_searching_bot_finds_a_legal_move_everywhere(level: str) -> None:
    for seats in kozel.SEATS:
        case = Case(kozel, kozel.Options(), seats, "")
        for match in some_positions(case, seed=23, wanted=12):
            for seat in kozel.to_act(match.state):
                view = kozel.view(match.state, seat)
                move = choose("kozel", view, level, Random(1))
                assert move in kozel.legal(match.state, seat)
                assert move == choose("kozel", view, level, Random(1))


def test_a_searching_bot_goes_out_when_it_can() -> None:
    """With two tiles left and a pair of doubles that fits, it lays both and the deal is over."""
    view = turn("6-6 3-3", (6, 3))
    assert choose("kozel", view, "hard", Random(1)) == "lay 6-6 left 3-3 right"


@pytest.mark.nightly
@pytest.mark.timeout(600)
def test_stronger_levels_are_the_goat_less_often() -> None:
    """Against one easy player each; half of all matches would mean equal strength."""
    lost = dict.fromkeys(SAMPLES, 0)
    for level in SAMPLES:
        for seed in range(100):
            levels = ["easy", "easy"]
            levels[seed % 2] = level
            match = arena.play(kozel, kozel.Options(), levels, seed)
            lost[level] += seed % 2 in match.lines[-1]["result"]["goats"]
    assert lost["hard"] <= lost["medium"] + 5 < 55
