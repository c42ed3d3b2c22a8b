"""Bots: the promises of every policy, the knowledge of Kozel's, whole matches between bots."""

from random import Random
from typing import Any

import pytest

from core.bots import BOTS, LEVELS, choose, levels
from core.game import Game
from core.games import FACTS, GAMES
from core.games.domino_poker.bot import TileBot
from core.games.joker.bot import CardBot
from core.games.kozel import rules as kozel
from core.games.kozel.bot_deal import deal_rules, quick
from core.pieces import ALL_TILES, NUMBER, WITH, tile_mask
from core.records.record import verify
from kozyr_kits.arena import match as arena
from tests.support.matches import Case, cases, daily, samples, snapshot, some_positions


def searching() -> list[Any]:
    """Return the policy of each game; tests cut its searches short."""
    for name in BOTS:
        assert hasattr(BOTS[name], "PLAYOUTS"), (
            f"core/games/{name}/bot.py has no PLAYOUTS: level -> playouts a decision, for each "
            "level above easy; these tests cut them short"
        )
    return [BOTS[name] for name in BOTS]


@pytest.fixture(params=[GAMES[name] for name in BOTS], ids=list(BOTS))
def game(request: pytest.FixtureRequest) -> Game:
    chosen: Game = request.param
    return chosen


def test_bots_play_at_some_of_four_levels_the_weakest_first() -> None:
    assert LEVELS == ("easy", "medium", "hard", "expert")
    for name in BOTS:
        assert levels(name), f"{name} has a bot of no level"
        assert list(levels(name)) == [level for level in LEVELS if level in levels(name)]


def test_a_player_who_is_away_at_a_game_without_bots_makes_any_legal_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = GAMES["kozel"]
    monkeypatch.setattr("core.bots.BOTS", {})
    assert arena.play(game, game.Options(), ["easy"] * 2, 1).lines[-1]["result"]
    assert levels("kozel") == ()


@pytest.fixture
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the searching levels think only briefly: their legal moves do not depend on it."""
    for policy in searching():
        for level in policy.PLAYOUTS:
            monkeypatch.setitem(policy.PLAYOUTS, level, 8)


def test_every_level_above_easy_searches_deeper_than_the_one_below() -> None:
    for name, policy in zip(BOTS, searching(), strict=True):
        assert list(policy.PLAYOUTS) == [level for level in levels(name) if level != LEVELS[0]]
        assert list(policy.PLAYOUTS.values()) == sorted(set(policy.PLAYOUTS.values()))


@pytest.mark.usefixtures("few_playouts")
@pytest.mark.parametrize("level", daily(LEVELS, LEVELS[0], LEVELS[-1]))
def test_a_bot_always_finds_a_legal_move(game: Game, level: str) -> None:
    for seats in (game.SEATS[0], game.SEATS[-1]):
        case = Case(game, game.Options(), seats, "")
        for match in some_positions(case, seed=21, wanted=samples(4)):
            for seat in game.to_act(match.state):
                before = snapshot(match.state)
                move = choose(game.NAME, game.view(match.state, seat), level, Random(1))
                assert move in game.legal(match.state, seat)
                assert snapshot(match.state) == before


@pytest.mark.usefixtures("few_playouts")
@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, marks=pytest.mark.nightly if number % 12 else (), id=str(case))
        for number, case in enumerate(cases())
    ],
)
def test_a_searching_bot_plays_by_every_house_rule(case: Case) -> None:
    for match in some_positions(case, seed=24, wanted=3):
        for seat in case.game.to_act(match.state):
            view = case.game.view(match.state, seat)
            move = choose(case.game.NAME, view, "hard", Random(1))
            assert move in case.game.legal(match.state, seat)


@pytest.mark.parametrize("level", daily(LEVELS, "expert"))
def test_a_bot_at_its_full_depth_finds_a_legal_move(game: Game, level: str) -> None:
    case = Case(game, game.Options(), game.SEATS[-1], "")
    for match in some_positions(case, seed=25, wanted=samples(1)):
        for seat in game.to_act(match.state)[:1]:
            move = choose(game.NAME, game.view(match.state, seat), level, Random(1))
            assert move in game.legal(match.state, seat)


@pytest.mark.usefixtures("few_playouts")
@pytest.mark.parametrize("level", daily(LEVELS, LEVELS[0], LEVELS[-1]))
def test_what_a_seat_does_not_see_changes_nothing(game: Game, level: str) -> None:
    """Two tables that look alike to a seat get the same move from the same generator."""
    case = Case(game, game.Options(), game.SEATS[-1], "")
    for match in some_positions(case, seed=22, wanted=samples(6)):
        for seat in game.to_act(match.state)[:1]:
            view = game.view(match.state, seat)
            other = game.view(game.imagine(view, Random(5)), seat)
            first, again = (choose(game.NAME, each, level, Random(3)) for each in (view, other))
            assert first == again


def test_the_same_seed_gives_the_same_match_and_its_record_verifies(game: Game) -> None:
    levels = ["easy"] * game.SEATS[0]
    first, again = (arena.play(game, game.Options(), levels, seed=4).text() for _ in range(2))
    assert first == again
    assert verify(GAMES, first.splitlines()) is None
    assert first != arena.play(game, game.Options(), levels, seed=5).text()


@pytest.mark.usefixtures("few_playouts")
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
    state = kozel.State(kozel.Options(), 2)
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
    ("hand", "ends", "lacks", "lay"),
    [
        ("6-5 2-1 3-3", (6, 1), (), ("6-5", 5, 1)),
        ("0-0 6-2 5-5", (6, 0), (), ("0-0", 6, 0)),
        ("4-4 6-2 5-5", (4, 2), (), ("4-4", 4, 2)),
        ("4-3 5-2 5-1", (4, 2), (), ("5-2", 4, 5)),
        ("5-4 5-3 1-0", (4, 3), (4,), ("5-3", 4, 5)),
    ],
    ids=["heavy first", "0-0 first", "a double early", "keep what goes on", "what he lacks stays"],
)
def test_deals_are_played_out_by_a_rule_of_thumb(
    hand: str, ends: tuple[int, int], lacks: tuple[int, ...], lay: tuple[str, int, int]
) -> None:
    """Get rid of weight, of 0-0 and of doubles; keep one's own numbers open, shut the next
    player's.
    """
    mask = sum(1 << number for number in lacks)
    found = quick(tile_mask(hand.split()), *ends, mask, deal_rules(kozel.Options()))
    assert found == (1 << NUMBER[lay[0]], *lay[1:])


def test_the_easy_bot_thinks_of_pips_alone() -> None:
    """A beginner: the heaviest tile goes, and 0-0 stays (K-R12)."""
    assert choose("kozel", turn("0-0 6-2 5-5", (6, 0)), "easy", Random(1)) == "lay 6-2 left"


def test_a_searching_bot_goes_out_when_it_can() -> None:
    """With two tiles left, a pair of doubles that fits, it lays both and ends the deal."""
    view = turn("6-6 3-3", (6, 3))
    assert choose("kozel", view, "hard", Random(1)) == "lay 6-6 left 3-3 right"


# --- strength ---------------------------------------------------------------------------------


def ahead(game: Game, seats: int, level: str, below: str, seeds: range) -> float:
    """Return by how much a level beats another: each plays every deal at every other seat."""
    sign = -1 if FACTS[game.NAME].LOWEST_WINS else 1
    total = 0.0
    for seed in seeds:
        for first in (0, 1):
            levels = [level if seat % 2 == first else below for seat in range(seats)]
            match = arena.play(game, game.Options(), levels, seed)
            for seat, points in enumerate(match.lines[-1]["result"]["totals"]):
                total += sign * points if levels[seat] == level else -sign * points
    return total / (len(seeds) * seats)


@pytest.mark.parametrize(
    ("level", "name", "seats", "deals"),
    [
        ("medium", "kozel", 2, 6),
        pytest.param("medium", "joker", 4, 1, marks=pytest.mark.nightly),
        pytest.param("medium", "domino_poker", 4, 2, marks=pytest.mark.nightly),
        pytest.param("hard", "graph_poker", 2, 1, marks=pytest.mark.nightly),
    ],
)
def test_a_searching_level_beats_easy_on_the_same_deals(
    level: str, name: str, seats: int, deals: int
) -> None:
    assert ahead(GAMES[name], seats, level, "easy", range(31, 31 + deals)) > 0


long_runs = pytest.mark.parametrize(
    ("name", "seats", "deals", "luck"),
    [
        ("kozel", 2, 60, 14),
        ("kozel", 4, 60, 10),
        ("joker", 4, 12, 170),
        ("domino_poker", 4, 20, 12),
        ("graph_poker", 4, 20, 2),
    ],
)
"""`luck` is twice the standard error of the mean of this many matches."""


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("level", LEVELS[1:])
@long_runs
def test_no_level_is_weaker_than_the_one_below(
    name: str, seats: int, deals: int, luck: float, level: str
) -> None:
    below = LEVELS[LEVELS.index(level) - 1]
    assert ahead(GAMES[name], seats, level, below, range(deals)) > -luck


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@long_runs
def test_an_expert_beats_an_easy_bot_by_more_than_luck(
    name: str, seats: int, deals: int, luck: float
) -> None:
    assert ahead(GAMES[name], seats, "expert", "easy", range(100, 100 + deals)) > luck


MANY_DECISIONS = 10_000


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.usefixtures("few_playouts")
def test_in_ten_thousand_decisions_no_bot_makes_an_illegal_move(game: Game) -> None:
    """At every number of seats in turn; easy, hard and tempered bots at one table."""
    made, seed = 0, 0
    kinds = ("easy", "expert:bold", "medium:careful", "hard", "medium:spoiler")
    while made < MANY_DECISIONS:
        seed += 1
        seats = game.SEATS[seed % len(game.SEATS)]
        table = [kinds[(seat + seed) % len(kinds)] for seat in range(seats)]
        _, decisions = arena.play_timed(game, game.Options(), table, seed, lambda: 0.0)
        faults = [(table[each.seat], each.fault, each.said) for each in decisions if each.fault]
        assert not faults
        made += len(decisions)


@pytest.mark.parametrize("level", daily(LEVELS[1:], LEVELS[-1]))
def test_told_to_stop_a_bot_moves_however_much_there_is_to_think_about(
    game: Game, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for policy in searching():
        monkeypatch.setitem(policy.PLAYOUTS, level, 10**12)
    for bot in (CardBot, TileBot):
        monkeypatch.setattr(bot, "MOST", 10**12)
    case = Case(game, game.Options(), game.SEATS[0], "")
    for match in some_positions(case, seed=26, wanted=samples(5)):
        for seat in game.to_act(match.state)[:1]:
            view = game.view(match.state, seat)
            move = choose(game.NAME, view, level, Random(1), lambda: True)
            assert move in game.legal(match.state, seat)
