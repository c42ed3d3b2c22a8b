"""The bidding and the play of the bots of Domino Poker."""

from random import Random

import pytest

from core.bots import RULE_OF_THUMB
from core.game import Move
from core.games.domino_poker import bot, rules as game
from core.games.domino_poker.rules import State
from core.pieces import TILES
from core.shuffle import SeededDecks
from tests.games.domino_poker.domino_table import (
    Rigged,
    deal_of,
    dealt_in_the_fifth,
    options,
    play_while,
    random_options,
)
from tests.support.dealing import begin, make


def bots_choice(state: State, seat: int) -> Move:
    return bot.choose(game.view(state, seat), "easy", Random(1))


@pytest.mark.parametrize("seed", range(5))
def test_bots_play_legal_moves_to_the_end(seed: int) -> None:
    rng = Random(seed)
    state = begin(game, random_options(rng), 2 + seed, SeededDecks(seed))
    while waiting := game.to_act(state):
        seat = rng.choice(waiting)
        move = bot.choose(game.view(state, seat), "easy", rng)
        assert move in game.legal(state, seat)
        make(game, state, seat, move)


def test_a_bot_bids_its_sure_tricks() -> None:
    state = begin(
        game,
        options(),
        4,
        Rigged(4, {3: ("2-1 3-1 4-1", "2-2 3-2 4-2", "1-1 0-0 6-0", "5-1 5-2 4-3")}),
    )
    play_while(state, lambda s: s.deal < 3)
    assert bots_choice(state, 2) == "bid 3"
    make(game, state, 2, "bid 3")
    assert bots_choice(state, 3) == "bid 0"


def test_an_easy_bot_misjudges_its_hand_but_not_its_sure_tricks() -> None:
    def bids(tiles: str, level: str) -> set[Move]:
        others = ("2-2 3-2 4-2", "6-2 5-2 4-3", "5-1 6-3 3-0")
        state = begin(game, options(), 4, Rigged(4, {3: (others[0], others[1], tiles, others[2])}))
        play_while(state, lambda s: s.deal < 3)
        return {bot.choose(game.view(state, 2), level, Random(n)) for n in range(40)}

    assert bids("1-1 0-0 6-0", "easy") == {"bid 3"}
    assert len(bids("5-0 4-0 6-6", RULE_OF_THUMB)) == 1
    assert len(bids("5-0 4-0 6-6", "easy")) > 1


def test_an_easy_bot_forgets_the_tricks_that_have_been_taken() -> None:
    """In the first trick there is nothing to forget; later it sometimes plays wrongly."""
    state, changed = begin(game, options(), 4, SeededDecks(1)), [0, 0]
    while waiting := game.to_act(state):
        view = game.view(state, waiting[0])
        move = bot.choose(view, RULE_OF_THUMB, Random(1))
        if state.phase == "play":
            later = len(view.played) >= view.seats
            changed[later] += bot.choose(view, "easy", Random(1)) != move
        make(game, state, waiting[0], move)
    assert changed[False] == 0
    assert changed[True] > 10


def test_a_bot_that_bid_nothing_does_not_lead_its_only_strong_trump() -> None:
    state = deal_of(2, "6-6 6-5", "2-1 6-0", "5-5 5-4", "4-4 6-4")
    assert bots_choice(state, 1) == "play 2-1"


def test_a_bot_slips_under_a_trick_with_its_strongest_tile() -> None:
    state = deal_of(3, "6-6 6-5 2-1", "5-2 5-5 3-0", "6-4 5-0 3-1", "4-4 6-3 5-1")
    make(game, state, 2, "play 6-4")
    assert bots_choice(state, 3) == "play 6-3"


def test_a_bot_leads_poker_in_hapok_and_its_weakest_tile_in_mizer() -> None:
    strong = "1-1 0-0 6-0 5-0 4-0 3-0 2-1"
    rest = [tile for tile in TILES if tile not in strong.split()]
    others = [" ".join(rest[i::3]) for i in range(3)]
    state = begin(game, options(), 4, Rigged(4, {18: [others[0], strong, *others[1:]]}))
    play_while(state, lambda s: s.deal < 18)
    assert bots_choice(state, 1) == "play 1-1"
    state = begin(game, options(), 4, Rigged(4, {19: [*others[:2], strong, others[2]]}))
    play_while(state, lambda s: s.deal < 19)
    assert bots_choice(state, 2) == "play 2-1"


@pytest.mark.parametrize("tile, wanted", [("6-6", "show"), ("6-5", "show"), ("3-1", "keep")])
def test_a_bot_shows_a_high_tile_and_keeps_a_low_one(tile: str, wanted: str) -> None:
    rest = [other for other in ("5-5", "2-1", "4-4", "3-2") if other != tile][:3]
    assert bots_choice(dealt_in_the_fifth([tile, *rest]), 0) == wanted


def test_a_bot_keeps_a_tile_that_a_shown_one_beats() -> None:
    state = dealt_in_the_fifth(["6-6", "6-5", "2-1", "3-1"], stage5_reveal="in_turn")
    make(game, state, 0, "show")
    assert bots_choice(state, 1) == "keep"
