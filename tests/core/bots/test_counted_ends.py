"""Ends that can be counted out: no hint, judge or expert gives them away."""

from copy import deepcopy
from functools import lru_cache
from itertools import count, permutations
from pathlib import Path
from random import Random
from typing import Final

import pytest

from core.advice import advise, numbers
from core.bots import BOTS, RULE_OF_THUMB, choose
from core.bots.values import mean, sample
from core.games import GAMES
from core.games.graph_poker import rules as graph_poker
from core.games.graph_poker.grid import cell_of
from core.games.graph_poker.poker import HIDDEN, NUMBER
from core.games.graph_poker.view import View
from core.games.kozel import bot_deal, rules as kozel
from core.games.kozel.bot import Cost, brief, different_lays, in_all_deals
from core.games.kozel.bot_deal import HiddenDeal, OpenDeal, Solver
from core.pieces import ALL_TILES, bits, tile_mask
from core.records.replay import Replay, walk
from core.review.decision import judge
from core.shuffle import SeededDecks
from tests.support.dealing import begin, make

MATCHES: Final = Path(__file__).parent / "matches"

SEEDS: Final = 10


@lru_cache
def replayed(name: str) -> Replay:
    return walk(GAMES, (MATCHES / f"{name}.jsonl").read_text("utf-8").splitlines())


LOSING: Final = {
    "the ace that makes the bid is not kept for later": ("joker-seed11", 613, ("play 7h",)),
    "a mizer gets rid of what would take the last trick": ("domino-seed8", 445, ("play 0-0",)),
}
"""Hints once given: match, position, the losing moves. All can be counted out."""

LONG: Final = {
    "the ace of diamonds is not kept under a joker": ("joker-seed5", 585, ("play 9d",)),
    "the blank double is not spent on a deuce": ("domino-seed8", 127, ("play 0-0",)),
    "a mizer gives its double deuce away": ("domino-seed8", 431, ("play 5-0", "play 0-0")),
}
"""The same, with too much hidden to be counted out."""


@pytest.mark.parametrize(
    "name", [*LOSING, *(pytest.param(name, marks=pytest.mark.nightly) for name in LONG)]
)
def test_a_hint_never_gives_away_what_it_once_did(name: str) -> None:
    match, at, losing = (LOSING | LONG)[name]
    replay = replayed(match)
    seat = replay.steps[at].seat
    assert set(losing) < set(replay.legal(at))
    game, view = replay.game.NAME, replay.view(at, seat)
    found = {advise(game, view, Random(seed)).move for seed in range(SEEDS)}
    assert not found & set(losing)


@pytest.mark.parametrize("name", LONG)
def test_nor_by_one_generator_where_too_much_is_hidden_to_count(name: str) -> None:
    """All ten take a minute; this is the daily share."""
    match, at, losing = LONG[name]
    replay = replayed(match)
    view = replay.view(at, replay.steps[at].seat)
    assert advise(replay.game.NAME, view, Random(1)).move not in losing


@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize("name", LOSING)
def test_nor_does_a_bot_from_level_hard_up(name: str, level: str) -> None:
    match, at, losing = LOSING[name]
    replay = replayed(match)
    game, view = replay.game.NAME, replay.view(at, replay.steps[at].seat)
    assert not {choose(game, view, level, Random(seed)) for seed in range(SEEDS)} & set(losing)


def test_numbers_that_were_counted_out_have_no_error_and_others_have() -> None:
    replay = replayed("joker-seed11")
    for at, counted in ((613, True), (603, False)):
        view = replay.view(at, replay.steps[at].seat)
        assert sample("joker", view, Random(1), 100).exact is counted
        found = numbers("joker", view, Random(1), "")
        assert all((number.error == 0) is counted for number in found.moves)


def test_a_review_of_an_end_that_was_counted_out_says_how_often_the_bid_is_kept() -> None:
    found = judge(replayed("joker-seed11"), 613, 0, 100)
    assert (found.move, found.best, found.error) == ("play 7h", "play Ah", 0)
    assert found.kept[0] < 0.2 < 0.8 < found.kept[1]


@pytest.mark.parametrize("playouts", [0, 5])
@pytest.mark.parametrize("name", LOSING)
def test_nothing_is_counted_out_where_there_is_no_time_for_it(name: str, playouts: int) -> None:
    match, at, _ = LOSING[name]
    replay = replayed(match)
    view = replay.view(at, replay.steps[at].seat)
    asked = count()
    found = sample(replay.game.NAME, view, Random(1), 100, stop=lambda: next(asked) >= playouts)
    assert found.cut_short
    assert not found.exact
    assert next(asked) < 2 * playouts + 10, "and it is not begun again"


# --- Kozel at two, with an empty market ----------------------------------------------------------

DEEP: Final = (
    ((0, 0), "0-0 4-3 4-4 6-0 6-3", "6-2 2-5 5-6 6-6 6-4 4-5 5-0 0-1 1-6"),
    ((13, 0), "0-0 1-0 2-0 2-1 4-2", "2-3 3-4 4-5 5-6 6-2 2-2 2-5 5-3"),
    (
        (13, 0),
        "1-1 3-0 3-1 3-3 4-0 4-1 4-4 5-0 5-1 5-5 6-0 6-1 6-3 6-4 6-6",
        "1-2 2-3 3-4 4-5 5-6 6-2 2-2 2-5 5-3",
    ),
)
"""Ends that need many positions: totals, the hand of the seat to act, the line."""

TOO_DEEP: Final = (
    (13, 0),
    "1-1 3-0 3-1 3-3 4-0 4-1 4-4 5-0 5-1 5-3 5-5 6-0 6-1 6-3 6-4 6-6",
    "2-3 3-4 4-5 5-6 6-2 2-2 2-5",
)


def open_end(totals: tuple[int, int], hand: str, line: str) -> kozel.State:
    """Set up an end in which seat 0 is to act and knows the other hand."""
    state = kozel.State(kozel.Options(), 2)
    state.deal, state.turn = 1, 0
    mine = tile_mask(hand.split())
    state.line = line.split()
    state.laid = tile_mask(max(tile, tile[::-1]) for tile in state.line)
    state.left, state.right = int(line[0]), int(line[-1])
    state.hands = [mine, ALL_TILES & ~mine & ~state.laid]
    state.market, state.totals = [], list(totals)
    return state


@pytest.mark.parametrize(
    "end", [DEEP[0], *(pytest.param(end, marks=pytest.mark.nightly) for end in DEEP[1:])]
)
def test_kozel_an_expert_loses_nothing_in_an_end_that_is_solved(
    end: tuple[tuple[int, int], str, str],
) -> None:
    state = open_end(*end)
    view = kozel.view(state, 0)
    cost = Cost(view)
    lays = different_lays(kozel.legal(view), view.ends)
    solver = Solver(cost.of_seat_0, 10**6)
    prices = dict(zip(lays.values(), solver.prices(brief(state), list(lays)), strict=True))
    least = min(price[0] for price in prices.values())
    assert prices[choose("kozel", view, "expert", Random(3))][0] == least
    assert prices[advise("kozel", view, Random(3)).move][0] == least


# --- The last card of Graph-Poker ----------------------------------------------------------------


def last_card_of(seats: int, seed: int) -> tuple[graph_poker.State, View]:
    """Play, mostly near the first card, until one card is left and the others lie face down."""
    rng = Random(seed)
    state = begin(graph_poker, graph_poker.Options(), seats, SeededDecks(seed))
    while True:
        seat = graph_poker.to_act(state)[0]
        view = graph_poker.view(state, seat)
        if view.round == view.rounds and len(view.grid) % seats == seats - 1:
            return state, view
        legal = graph_poker.legal(state, seat)
        make(graph_poker, state, seat, legal[rng.randrange(min(12, len(legal)))])


def test_graph_poker_the_last_card_is_tried_with_all_faces_of_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("core.games.graph_poker.bot_round.PAID", 0.0)
    state, view = last_card_of(3, 1)
    hidden = [cell_of(x, y) for x, y, token in view.grid if token == HIDDEN]
    seen = {*view.hand, *(token for _, _, token in view.grid)}
    found = sample("graph_poker", view, Random(1), 400)
    assert found.exact
    unseen = [number for token, number in NUMBER.items() if token not in seen]
    for move, estimate in found.estimates().items():
        won = []
        for faces in permutations(unseen, len(hidden)):
            trial = deepcopy(state)
            trial.grid.update(zip(hidden, faces, strict=True))
            before = trial.totals[view.seat]
            make(graph_poker, trial, view.seat, move)
            won.append(trial.totals[view.seat] - before)
        assert estimate.points == pytest.approx(mean(won))
        assert estimate.error == 0
    assert any(each.points % 1 for each in found.estimates().values()), "faces matter here"
    assert choose("graph_poker", view, "expert", Random(1)) == found.best


# --- Kozel at two, with few tiles in the market --------------------------------------------------


@lru_cache
def last_tiles(market: int) -> kozel.View:
    """Play by rule of thumb until `market` tiles are left in the market, and few in the hands."""
    for seed in range(1000):
        state = begin(kozel, kozel.Options(), 2, SeededDecks(seed))
        while to_act := kozel.to_act(state):
            view = kozel.view(state, to_act[0])
            near = view.market == market and sum(view.sizes) < 9 and len(kozel.legal(view)) > 1
            if near and len(different_lays(kozel.legal(view), view.ends)) > 1:
                return view
            make(kozel, state, to_act[0], choose("kozel", view, RULE_OF_THUMB, Random(seed)))
    raise AssertionError


@pytest.mark.parametrize("market", [1, 2, 3])
def test_kozel_the_last_tiles_of_the_market_are_dealt_in_every_way(market: int) -> None:
    view = last_tiles(market)
    hidden = HiddenDeal(view)
    dealt = hidden.all_deals(10**6)
    assert dealt is not None
    ways = {(*deal.hands, *deal.market) for deal in dealt}
    assert len(ways) == len(dealt)
    guessed = (hidden.deal(Random(seed)) for seed in range(300))
    assert {(*deal.hands, *deal.market) for deal in guessed} <= ways
    assert hidden.all_deals(len(dealt) - 1) is None


def best_play(deal: OpenDeal, cost: Cost) -> float:
    """Return how much more best play costs seat 0 than seat 1, by trying everything."""
    found = []
    for lay in bot_deal.lays(deal.hands[deal.turn], deal.left, deal.right, pairs=deal.rules.pairs):
        trial = deal.copy()
        over = trial.lay(lay) or trial.fetch()
        found.append(cost.of_seat_0(trial)[0] if over else best_play(trial, cost))
    return max(found) if deal.turn else min(found)


@pytest.mark.parametrize("market", [1, 2])
def test_kozel_each_way_in_which_they_lie_is_played_out_to_the_best_end(market: int) -> None:
    view = last_tiles(market)
    cost, hidden = Cost(view), HiddenDeal(view)
    moves = different_lays(kozel.legal(view), view.ends)
    priced = in_all_deals(view, hidden, cost, list(moves), "expert")
    dealt = hidden.all_deals(10**6)
    assert priced is not None
    assert dealt is not None
    means = dict.fromkeys(moves, 0.0)
    for deal, prices in zip(dealt, priced, strict=True):
        for lay, price in zip(moves, prices, strict=True):
            trial = deal.copy()
            over = trial.lay(lay) or trial.fetch()
            expected = cost.of_seat_0(trial)[0] if over else best_play(trial, cost)
            assert price[0] == pytest.approx(expected)
            means[lay] += expected if not view.seat else -expected
    best = moves[min(moves, key=means.__getitem__)]
    assert choose("kozel", view, "expert", Random(1)) == best
    assert choose("kozel", view, "hard", Random(1)) == best


@pytest.mark.parametrize("market", [1, 2, 3])
def test_kozel_what_depends_on_hidden_tiles_is_not_said_to_be_certain(market: int) -> None:
    view = last_tiles(market)
    dealt = HiddenDeal(view).all_deals(10**6)
    found = sample("kozel", view, Random(1), 1600)
    assert dealt is not None
    assert len(found.own[0]) == len(dealt)
    assert found.exact is (len(dealt) == 1), "nothing is hidden then"
    for number in numbers("kozel", view, Random(1), "").moves:
        assert (number.error == 0) is (found.exact or number.move in found.settled)
    assert sample("kozel", view, Random(1), 1600, stop=lambda: True).cut_short


def test_kozel_who_goes_out_knows_what_he_writes_and_no_other_player_does() -> None:
    for hand, settled in (("6-4", ["lay 6-4 left", "lay 6-4 right"]), ("6-4 1-0", [])):
        state = open_end((13, 0), hand, "6-2 2-4")
        state.market = [*bits(state.hands[1])][:9]
        state.hands[1] &= ~sum(1 << tile for tile in state.market)
        rolled = BOTS["kozel"].rollouts(kozel.view(state, 0), (), Random(1))
        assert not rolled.exact
        assert rolled.settled == settled


@pytest.mark.nightly
def test_kozel_an_end_too_long_to_solve_is_searched_and_not_said_to_be_certain() -> None:
    state = open_end(*TOO_DEEP)
    view = kozel.view(state, 0)
    found = sample("kozel", view, Random(1), 100)
    assert not found.exact
    assert all(len(set(worlds)) > 1 for worlds in found.ahead), "no playout is repeated"
    assert all(number.error for number in numbers("kozel", view, Random(1), "").moves)
