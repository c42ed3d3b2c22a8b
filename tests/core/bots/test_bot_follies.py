"""Ridiculous moves of bots, as positions: ours must not make them at any level."""

from random import Random

import pytest

from core.bots import LEVELS, choose
from core.game import Move
from core.games.domino_poker import rules as domino_poker
from core.games.joker import rules as joker
from core.games.joker.bot import CardBot
from core.games.kozel import rules as kozel
from core.shuffle import SeededDecks
from tests.games.domino_poker.domino_table import (
    Rigged,
    deal_of,
    dealt_in_the_fifth,
    options,
    play_while,
)
from tests.games.joker.joker_table import play_all, position
from tests.support.dealing import begin, make

every_level = pytest.mark.parametrize("level", LEVELS)
strong_levels = pytest.mark.parametrize("level", LEVELS[2:])


def joker_move(state: joker.State, level: str) -> Move:
    return choose("joker", joker.view(state, joker.to_act(state)[0]), level, Random(1))


def domino_move(state: domino_poker.State, level: str) -> Move:
    seat = domino_poker.to_act(state)[0]
    return choose("domino_poker", domino_poker.view(state, seat), level, Random(1))


# --- bids -------------------------------------------------------------------------------------


@every_level
def test_a_dealer_with_the_two_best_trumps_bids_over_the_barred_number_not_nothing(
    level: str,
) -> None:
    """J-R12: one is barred, and two tricks are as good as certain."""
    state = position("7s 8s / 9s Ts / Js Qs / Ah Kh", "6h", bids=(1, 0, 0))
    assert joker_move(state, level) == "bid 2"


@every_level
def test_the_ace_of_trumps_is_no_pass(level: str) -> None:
    state = position("Ah 7s 7d / 8s 8d 8c / 9s 9d 9c / Js Jd Jc", "6h", bids=())
    assert joker_move(state, level) != "bid 0"


@every_level
def test_the_last_bidder_with_poker_does_not_pass_because_one_is_barred(level: str) -> None:
    """D-R11 with the hook: 1-1 takes its trick, so a bid of two is nearer than none."""
    hands = ("3-2 4-1", "5-2 4-2", "5-1 3-1", "2-1 4-3")
    strong = {2: ("1-1 0-0", hands[1], hands[2], hands[3])}
    state = begin(domino_poker, options(hook="on"), 4, Rigged(4, strong))
    play_while(state, lambda s: s.deal < 2)
    for seat, bid in ((1, 1), (2, 0), (3, 0)):
        make(domino_poker, state, seat, f"bid {bid}")
    assert domino_move(state, level) == "bid 2"


# --- tricks -----------------------------------------------------------------------------------


@every_level
def test_a_player_who_needs_every_trick_leads_what_holds_and_not_a_low_trump(level: str) -> None:
    state = position("Kh 7h As / 8s 8d 9c / 9s 9d Tc / Js Jd Jc", "Ah", bids=(3, 0, 0, 1))
    assert joker_move(state, level) in ("play Kh", "play As")


@every_level
def test_a_player_who_needs_every_trick_and_has_no_sure_one_leads_his_best_trump(
    level: str,
) -> None:
    state = position("Qh 9h / 8s 8d / 9s 9d / Js Jd", "6h", bids=(2, 0, 0, 1))
    assert joker_move(state, level) == "play Qh"


@every_level
def test_the_last_to_play_trumps_cheaply_and_keeps_the_boss_trump(level: str) -> None:
    """J-R15: without spades the player has to trump; both tricks are wanted."""
    state = position("7s 7d / 8s 8d / 9s 9d / Ah 7h", "6h", bids=(0, 0, 1, 2))
    play_all(state, ["7s", "8s", "9s"])
    assert joker_move(state, level) == "play 7h"


@every_level
def test_a_player_who_has_passed_ducks_when_he_plays_last(level: str) -> None:
    state = position("Ts 7d / 8s 8d / 9s 9d / 7s As", "6h", bids=(1, 0, 0, 0))
    play_all(state, ["Ts", "8s", "9s"])
    assert joker_move(state, level) == "play 7s"


@every_level
def test_a_made_bid_gets_rid_of_the_dangerous_tile_under_a_stronger_one(level: str) -> None:
    state = deal_of(3, "6-6 6-5 2-1", "5-2 5-5 3-0", "6-4 5-0 3-1", "4-4 6-3 5-1")
    make(domino_poker, state, 2, "play 5-0")
    # Seat 3 has no trump and may play anything: it must not play the tile that is harmless anyway.
    assert domino_move(state, level) in ("play 6-3", "play 4-4")


@strong_levels
def test_the_boss_is_kept_for_the_trick_that_another_player_needs(level: str) -> None:
    """Seat 0 gets one trick in any case, so it makes the other two miss their bids.

    Seat 1 passed and leads 6-6, seat 2 needs a trick. If this one is taken now, seat 2 gets the
    last.
    """
    rigged = Rigged(3, {2: ("1-1 2-1", "6-6 6-5", "2-2 5-0")})
    state = begin(domino_poker, options(), 3, rigged)
    play_while(state, lambda s: s.deal < 2)
    for seat, bid in ((1, 0), (2, 1), (0, 1)):
        make(domino_poker, state, seat, f"bid {bid}")
    make(domino_poker, state, 1, "play 6-6")
    make(domino_poker, state, 2, "play 2-2")
    assert domino_move(state, level) == "play 2-1"


# --- the premium of Joker ---------------------------------------------------------------------


def _value(state: joker.State, taken: tuple[int, ...]) -> float:
    view = joker.view(state, 0)
    return CardBot(view, "hard", Random(1)).values(view.bids, taken)[0]


def test_a_made_bid_is_worth_more_to_a_player_still_clean() -> None:
    """J-R31: and if the previous neighbour misses, the bid is worth more again."""
    state = position("7s 8s 9s / 7c 8c 9c / Ts Js Qs / Tc Jc Qc", "6h", bids=(1, 1, 0, 0))
    bids = (1, 1, 0, 0)
    made = _value(state, (1, 1, 1, 0))
    missed = _value(state, (2, 1, 0, 0))
    without = joker.Options(premium_mode="none")
    plain = position("7s 8s 9s / 7c 8c 9c / Ts Js Qs / Tc Jc Qc", "6h", bids=bids, options=without)
    gap = _value(plain, (1, 1, 1, 0)) - _value(plain, (2, 1, 0, 0))
    assert made - missed > gap


# --- the fifth stage of Domino Poker ------------------------------------------------------------


@every_level
def test_a_middling_tile_is_kept_where_a_tie_costs_and_a_top_tile_is_shown(level: str) -> None:
    state = dealt_in_the_fifth(["5-3", "2-1", "4-4", "3-2"], stage5_top_tie="minus")
    assert domino_move(state, level) == "keep"
    state = dealt_in_the_fifth(["6-6", "2-1", "4-4", "3-2"], stage5_top_tie="minus")
    assert domino_move(state, level) == "show"


# --- Kozel at the end ---------------------------------------------------------------------------


def best(state: kozel.State, deal: int = 1) -> int:
    """Return the lead of seat 0 over seat 1 in an open deal at best play, by the game's rules."""
    if state.deal != deal or state.result:
        written = state.sheet[-1]
        return written[1] - written[0]
    found = []
    for move in kozel.legal(state, state.turn):
        trial = state.copy()
        make(kozel, trial, state.turn, move)
        found.append(best(trial, deal))
    return min(found) if state.turn else max(found)


def open_end(seed: int) -> kozel.State:
    """Two players with open sheets, an empty market and a choice for the seat to act."""
    rng = Random(seed)
    while True:
        state = begin(kozel, kozel.Options(), 2, SeededDecks(rng.randrange(1 << 30)))
        state.totals = [20, 20]
        while state.deal == 1 and not state.result:
            hands = [hand.bit_count() for hand in state.hands]
            moves = kozel.legal(state, state.turn)
            if not state.market and max(hands) < 7 and len(moves) > 1:
                return state
            make(kozel, state, state.turn, rng.choice(list(moves)))


@pytest.mark.parametrize("seed", range(6))
def test_an_expert_plays_the_open_end_of_a_deal_of_two_without_a_fault(seed: int) -> None:
    """With the market empty the other hand is known: no line may be better than the one played."""
    state = open_end(seed)
    seat = state.turn
    move = choose("kozel", kozel.view(state, seat), "expert", Random(1))
    wanted = best(state)
    make(kozel, state, seat, move)
    assert best(state) == wanted
