"""Other ways of searching: they find the best choice, and afterwards bots search as before."""

from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Any

import pytest

from bench import levers
from bench.levers import (
    LEVERS,
    FollowedTree,
    Half,
    followed_play,
    in_the_same_worlds,
    of_two,
    priced_bid,
    pulled,
)
from bench.taken import BIDS, MISSES
from core.bots import BOTS
from core.bots.search import never
from core.game import Game
from core.games import GAMES
from core.games.domino_poker.bot import TileBot
from core.games.joker import rules as joker
from core.games.joker.bot import CardBot
from core.games.joker.tricks import card_mask
from core.match import deal_due
from core.shuffle import SeededDecks
from core.tricks.bot import imagined_play, searched_bid


def test_what_costs_least_is_found() -> None:
    costs = {"a": 3.0, "b": 1.0, "c": 2.0}
    assert in_the_same_worlds(tuple(costs), dict, lambda _, choice: costs[choice], 40) == "b"
    assert in_the_same_worlds(("a",), dict, lambda _, choice: costs[choice], 40) == "a"


def test_where_two_halves_differ_the_mean_of_both_decides() -> None:
    def half(worths: Mapping[str, float]) -> Half:
        return Half(lambda left: None, worths.__getitem__)

    halves = half({"a": 5, "b": 4}), half({"a": 1, "b": 3})
    assert of_two(("a", "b"), 10, halves) == "b"


@pytest.mark.parametrize(
    ("lever", "name"), [(lever, name) for lever, each in LEVERS.items() for name in each.games]
)
def test_a_bot_searches_as_before_afterwards(lever: str, name: str) -> None:
    bot = BOTS[name]

    def searches() -> list[object]:
        return [getattr(place, name, None) for place, name, _ in changes]

    changes = LEVERS[lever].instead(bot)
    before = searches()
    with pulled(LEVERS[lever], bot):
        assert searches() != before
    assert searches() == before


def test_bids_are_priced_as_ever_if_no_end_weighs_more_than_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bids = range(4)
    for seed in range(6):
        view, hand = _first_bid(seed)
        usual = searched_bid(CardBot(view, "expert", Random(seed)), bids, hand, 20, never, "")
        with monkeypatch.context() as patch:
            patch.setattr(levers, "PRICES", ((7,) * len(MISSES),) * BIDS)
            priced = priced_bid(CardBot(view, "expert", Random(seed)), bids, hand, 20)
        assert priced == usual


def test_a_bid_whose_good_ends_hardly_count_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    view, hand = _first_bid(1)
    made = priced_bid(CardBot(view, "expert", Random(1)), range(4), hand, 20)
    hardly = tuple(1 if miss == 0 else 1000 for miss in MISSES)
    prices = [hardly if bid == made else (100,) * len(MISSES) for bid in range(BIDS)]
    monkeypatch.setattr(levers, "PRICES", prices)
    assert priced_bid(CardBot(view, "expert", Random(1)), range(4), hand, 20) != made


@pytest.mark.parametrize("name", LEVERS["followed"].games)
def test_others_reply_by_the_policy_as_often_as_the_lever_says(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = _first(GAMES[name], 1, "play")
    bot = {"domino_poker": TileBot, "joker": CardBot}[name](view, "expert", Random(1))
    followed = followed_play(bot, partial(bot.hidden.deal, bot.rng), bot.values)
    tricks = followed.imagine()
    assert followed.reply(tricks, 0) is None, "the own plays are left to the tree"
    led = tricks.legal()[0]
    played = tricks.rules.bit[led]
    tricks.apply(led)
    monkeypatch.setattr(levers, "FOLLOWS", 1.0)
    assert followed.reply(tricks, played) == imagined_play(bot)(tricks, played)
    monkeypatch.setattr(levers, "FOLLOWS", 0.0)
    assert followed.reply(tricks, played) is None


def test_a_tree_makes_the_replies_that_are_not_left_to_it() -> None:
    view = _first(GAMES["joker"], 1, "play")
    bot = CardBot(view, "expert", Random(1))
    deal = bot.hidden.deal(bot.rng)
    followed = followed_play(bot, deal.copy, bot.values)
    followed.reply = lambda tricks, _: tricks.legal()[-1]
    for action in deal.legal():
        tree, played = FollowedTree(followed), deal.copy()
        for _ in range(4 * len(view.hand)):
            values = tree.grow(action)
        played.apply(action)
        while played.left:
            played.apply(played.legal()[-1])
        assert values == bot.values(bot.bids, played.taken)


def test_a_lever_of_one_game_is_refused_for_another(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        levers.run(["kozel", "--lever", "priced"])
    assert refused.value.code == 2
    assert "priced is no lever of kozel, only of joker" in capsys.readouterr().err


def _first_bid(seed: int) -> tuple[joker.View, int]:
    """Return the view of the first bidder in the third deal of a match, and the hand."""
    view = _first(GAMES["joker"], seed, "bid")
    return view, card_mask(view.hand)


def _first(game: Game, seed: int, phase: str) -> Any:
    """Return the first view of this phase with three pieces in hand."""
    rng = Random(seed)
    state, decks = game.new(game.Options(), 4), SeededDecks(seed)
    deal_due(game, state, decks)
    while True:
        seat = game.to_act(state)[0]
        view = game.view(state, seat)
        if len(view.hand) > 2 and view.phase == phase:
            return view
        game.apply(state, seat, rng.choice(game.legal(state, seat)))
        deal_due(game, state, decks)
