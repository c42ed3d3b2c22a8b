"""The bots of Joker: always legal, sensible bids, and no blunders."""

from random import Random

import pytest

from core.bots import RULE_OF_THUMB
from core.games.joker import rules as joker
from core.games.joker.bot import PLAYOUTS, CardBot, choose, expected
from core.games.joker.sheet import parse_deal
from core.games.joker.tricks import NO_TRUMP, NUMBER
from core.shuffle import SeededDecks
from tests.games.joker.joker_table import Decks, play_all, position, stacked
from tests.support.dealing import begin, make


def chosen(state: joker.State, level: str = "easy") -> str:
    return choose(joker.view(state, joker.to_act(state)[0]), level, Random(1))


def hand(cards: str) -> int:
    return sum(1 << NUMBER[card] for card in cards.split())


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_match_of_legal_moves_with_sensible_bids(seed: int) -> None:
    options = joker.Options(joker_upcard="chooser") if seed == 2 else joker.Options()
    state, rng = begin(joker, options, 4, SeededDecks(seed)), Random(seed)
    while seats := joker.to_act(state):
        move = choose(joker.view(state, seats[0]), "easy", rng)
        assert move in joker.legal(state, seats[0])
        make(joker, state, seats[0], move)
    boxes = [box for text in state.sheet for box in parse_deal(text)[0]]
    assert sum(bid == taken for bid, taken in boxes) > len(boxes) / 3
    assert sum(state.totals) > 0


def test_the_same_view_gets_the_same_move() -> None:
    state = position("Ah 7s Kd / Xr 8s 8d / Qh 9s 9d / Jh Ts Td", "6h", bids=())
    assert chosen(state) == chosen(state)


def test_better_hands_are_worth_more() -> None:
    assert expected(hand("Xr Xb Ah"), 1, 3, leads=False) > expected(
        hand("7s 8d 7c"), 1, 3, leads=False
    )
    assert expected(hand("Ah"), 1, 1, leads=False) > expected(hand("7h"), 1, 1, leads=False)
    assert expected(hand("As"), NO_TRUMP, 1, leads=True) > expected(
        hand("As"), NO_TRUMP, 1, leads=False
    )


def test_a_hand_of_jokers_bids_all_and_a_hand_of_nothing_passes() -> None:
    state = position("Xr Xb / 7s 7c / 8s 8c / Ts Tc", "6h", bids=())
    assert chosen(state) == "bid 2"
    make(joker, state, 0, "bid 2")
    assert chosen(state) == "bid 0"


def test_an_easy_bot_misjudges_its_hand_but_not_its_jokers() -> None:
    """Two jokers are two tricks; the value of ace and king is uncertain."""

    def bids(cards: str, level: str) -> set[str]:
        state = position(f"{cards} / 7s 9c 8d / 8s 8c 9d / Ts Tc Td", "6h", bids=())
        return {choose(joker.view(state, 0), level, Random(n)) for n in range(40)}

    assert bids("Ah Kh As", RULE_OF_THUMB) == {"bid 1"}
    assert bids("Ah Kh As", "easy") > {"bid 1", "bid 2"}
    assert bids("Xr Xb Jd", "easy") == {"bid 2", "bid 3"}


def test_an_easy_bot_forgets_the_tricks_that_have_been_taken() -> None:
    """Every higher heart is gone: a bot that remembers leads the ten, which takes the trick."""
    state = position("Ah Th 6d / Kh 7s 7c / Qh 8s 8c / Jh 9s 9c", "6h", bids=(2, 0, 0, 0))
    for seat, card in enumerate(("Ah", "Kh", "Qh", "Jh")):
        make(joker, state, seat, f"play {card}")
    assert chosen(state, RULE_OF_THUMB) == "play Th"
    assert chosen(state, "easy") == "play 6d"


def test_an_expert_imagines_hands_that_explain_the_bids() -> None:
    """A player who bid three of three is assumed to be strong, even after playing a card."""
    state = position("Xr Ah Kh / 7s 8c 8d / 9s 9c 9d / Ts Tc Td", "6h", bids=(3,))
    for move in ("bid 0", "bid 0", "bid 1", "play Ah", ""):
        view = joker.view(state, joker.to_act(state)[0])

        def imagined(level: str, view: joker.View = view) -> float:
            """Return the rest of seat 0's imagined hands, in tricks and on average."""
            imagine = CardBot(view, level, Random(1)).imagine()
            return sum(expected(imagine().hands[0], 1, 3, leads=True) for _ in range(400)) / 400

        assert imagined("expert") > 1.15 * imagined("hard") or view.seat == 0
        if move:
            make(joker, state, view.to_act[0], move)


def test_the_chooser_names_his_best_suit() -> None:
    """J-R10: from the three cards seen so far."""
    first = "Ah Kh Qh 7s 7d 7c 8s 8d 8c"
    others = "Xr 6h 7h 8h 9h Th Jh 9s Ts / Js Qs Ks As 9d Td Jd Qd Kd / Ad 6d 9c Tc Jc Qc Kc Ac Xb"
    rows = [row.split() for row in f"{first} / {others}".split(" / ")]
    options = joker.Options(deal_set="nines")
    assert chosen(begin(joker, options, 4, Decks(3, {1: stacked(rows, 0)}))) == "trump h"


@pytest.mark.parametrize("level", PLAYOUTS)
def test_the_searching_levels_play_legal_moves(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYOUTS, level, 8)
    state, rng = begin(joker, joker.Options(), 4, SeededDecks(4)), Random(4)
    while state.deal < 4:
        seat = joker.to_act(state)[0]
        move = choose(joker.view(state, seat), level, rng)
        assert move in joker.legal(state, seat)
        make(joker, state, seat, move)


def test_search_draws_trumps_before_it_cashes_a_plain_ace() -> None:
    state = position("Ah As / 7h 8s / 8h 9s / 9h Ts", "6h", bids=(2, 0, 0, 1))
    assert chosen(state, "hard") == "play Ah"


def test_a_searching_bidder_counts_on_what_cannot_be_beaten() -> None:
    state = position("Xr Xb Ah / 7s 7c 8d / 8s 8c 9d / Ts Tc 9c", "6h", bids=())
    assert chosen(state, "hard") == "bid 3"


def test_whoever_has_passed_keeps_his_only_trump_and_ducks() -> None:
    """Bid 0: the player neither leads the trump nor takes an avoidable trick."""
    state = position("7h 7s / 8s 9s / Ts Js / 9h 8d", "6h")
    assert chosen(state) == "play 7s"
    play_all(state, ["7s"])
    assert chosen(state) == "play 8s"


def test_whoever_has_passed_plays_his_joker_under() -> None:
    state = position("7s 7d / Xr Ah / 9s Jd / Ts 8d", "6h")
    play_all(state, ["7s"])
    assert chosen(state) == "play Xr bottom"


def test_whoever_has_passed_calls_his_joker_low_rather_than_lead_an_ace() -> None:
    state = position("Xr Ah Kh / 7s 8s 9s / 7c 8c 9c / 7d 8d 9d", "Qh", bids=(0, 0, 0, 0))
    assert chosen(state).startswith("play Xr low ")


def test_whoever_needs_a_trick_cashes_what_nobody_can_beat() -> None:
    state = position("Ah 7s 7d / 8s 8d Ts / 9s 9d 9c / Js Jd Jc", "6h", bids=(1, 0, 0, 0))
    assert chosen(state) == "play Ah"


def test_whoever_needs_every_trick_leads_his_joker_high() -> None:
    state = position("Xr 7s / 8s 8d / 9s 9d / Js Jd", "6h", bids=(2, 0, 0, 1))
    assert chosen(state) == "play Xr high h"
    state = position("Xr 7s / 8s 8d / 9s 9d / Js Jd", "Xb", bids=(2, 0, 0, 1))
    assert chosen(state).startswith("play Xr high ")


def test_whoever_needs_a_trick_wins_it_last_and_cheaply() -> None:
    state = position("7s 7d / 8s 8d / 9s 9d / Ts As", "6h", bids=(0, 0, 0, 1))
    play_all(state, ["7s", "8s", "9s"])
    assert chosen(state) == "play Ts"


def test_whoever_needs_a_trick_beats_with_his_joker_at_the_last_chance() -> None:
    state = position("7s 7d / 8s 8d / 9s 9d / Xr 7c", "6h", bids=(0, 0, 0, 1))
    play_all(state, ["7s", "8s", "9s"])
    assert chosen(state) == "play Xr top"


def test_whoever_needs_a_trick_but_cannot_win_throws_his_lowest() -> None:
    state = position("As 7d / 8s Qs / 9s 9d / Ts Td", "6h", bids=(0, 1, 0, 0))
    play_all(state, ["As"])
    assert chosen(state) == "play 8s"
