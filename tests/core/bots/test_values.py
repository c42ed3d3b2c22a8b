"""The worths of moves: all are valued, repeatable, and the known best one comes first."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from core.bots import BOTS
from core.bots.values import Estimate, Sample, error, mean, sample
from core.game import Move
from core.games import GAMES
from core.games.domino_poker import rules as domino_poker
from core.games.graph_poker import rules as graph_poker
from core.games.joker import rules as joker
from core.games.kozel import rules as kozel
from tests.games.domino_poker.domino_table import Rigged, at_stage, deal_of, options, play_while
from tests.games.joker.joker_table import play_all, position
from tests.support.dealing import begin, make
from tests.support.game_facts import seats_of
from tests.support.matches import Case, some_positions
from tests.support.valuing import move_values


def valued(name: str, view: Any, playouts: int = 60, seed: int = 1) -> dict[Move, Estimate]:
    return move_values(name, view, Random(seed), playouts)


@pytest.mark.parametrize("name", BOTS)
def test_the_legal_moves_are_valued_the_best_first(name: str) -> None:
    game = GAMES[name]
    case = Case(game, game.Options(), seats_of(name, "short"), name)
    for match in some_positions(case, seed=5, wanted=12):
        for seat in game.to_act(match.state):
            legal, view = game.legal(match.state, seat), game.view(match.state, seat)
            asked = legal[-1]
            found = move_values(name, view, Random(3), 12, [asked])
            assert all(move in legal for move in found)
            if len(legal) == 1:
                assert not found
            elif found:
                assert asked in found
                assert len(found) == len(legal) or len(legal) > 10, (
                    f"the rollouts of {name} leave out {set(legal) - found.keys()}: up to ten "
                    "moves are all compared"
                )
                means = [value.mean for value in found.values()]
                assert means == sorted(means, reverse=True)
                assert all(value.error >= 0 for value in found.values())


def test_bids_and_cards_tell_how_often_the_bid_is_kept() -> None:
    seen, kept = set(), list[float]()
    for match in some_positions(Case(joker, joker.Options(), 4, ""), seed=5, wanted=40):
        for seat in joker.to_act(match.state):
            view = joker.view(match.state, seat)
            taken = sample("joker", view, Random(1), 15)
            if taken is None or view.phase == "trump":
                continue
            wanted = (view.bids[seat] or 0) - view.taken[seat]
            assert len(taken.kept) == len(taken.moves)
            assert 0 <= min(taken.kept) <= max(taken.kept) <= 1
            assert wanted >= 0 or not any(taken.kept)
            kept += taken.kept
            seen.add((view.phase, taken.exact, wanted < 0))
    play, bid = ("play", False), ("bid", False)
    assert seen >= {(*play, True), (*play, False), ("play", True, False), (*bid, False)}
    assert max(kept) > min(kept)


def kept_after(name: str, view: Any, move: Move) -> float:
    found = sample(name, view, Random(1), 60)
    return found.kept[found.moves.index(move)]


def test_a_bid_of_sure_tricks_is_always_kept_and_a_lower_one_is_not() -> None:
    state = position("Xr Xb / 7s 7c / 8s 8c / Ts Tc", "6h", bids=())
    assert kept_after("joker", joker.view(state, 0), "bid 2") == 1
    hands = ("2-1 3-1 4-1", "2-2 3-2 4-2", "1-1 0-0 6-0", "5-1 5-2 4-3")
    tiles = begin(domino_poker, options(), 4, Rigged(4, {3: hands}))
    play_while(tiles, lambda s: s.deal < 3)
    view = domino_poker.view(tiles, 2)
    assert kept_after("domino_poker", view, "bid 3") == 1
    assert kept_after("domino_poker", view, "bid 0") < 1


@pytest.mark.parametrize("stage", ["mizer", "hapok"])
def test_where_no_player_bids_no_bid_is_kept(stage: str) -> None:
    state = at_stage(stage)
    seat = domino_poker.to_act(state)[0]
    assert sample("domino_poker", domino_poker.view(state, seat), Random(1), 60).kept == ()


@pytest.mark.parametrize("name", BOTS)
def test_the_same_seed_gives_the_same_values(name: str) -> None:
    game = GAMES[name]
    for match in some_positions(Case(game, game.Options(), game.SEATS[0], ""), seed=2, wanted=4):
        for seat in game.to_act(match.state):
            view = game.view(match.state, seat)
            assert valued(name, view, 20) == valued(name, view, 20)


def test_what_cannot_be_valued_has_no_values() -> None:
    assert "whist" not in BOTS
    state = position("Ah / 7s / 8s / Ts", "6h", bids=(1, 0, 0, 1))
    assert not valued("joker", joker.view(state, 0))


def test_the_errors_are_those_of_means() -> None:
    sample = Sample(("a", "b"), ((1.0, 3.0), (5.0, 5.0)), ((2.0, 4.0), (7.0, 7.0)), exact=False)
    found = sample.estimates()
    assert list(found) == ["b", "a"]
    assert found["a"] == Estimate(2.0, 1.0, 3.0)


@pytest.mark.parametrize("count", [2, 3, 10, 160])
@pytest.mark.parametrize("number", [0.1, -0.0223, 1e6 + 0.3])
def test_numbers_that_are_all_the_same_have_no_error(number: float, count: int) -> None:
    assert mean([number] * count) == number
    assert error([number] * count) == 0


# --- positions with a known best move -----------------------------------------------------------


@pytest.mark.parametrize("other", [2.0, sum([0.1] * 20)])
def test_where_all_worlds_agree_nothing_is_proven_yet(other: float) -> None:
    """The same points, added up in another order, may differ in the last digit."""
    same = ((2.0, other) * 5, (1.0,) * 10)
    guessed = Sample(("a", "b"), same, same, exact=False)
    assert all(0.01 < each.error < 1 for each in guessed.estimates().values())
    assert guessed.behind(1, 0)[1] > 0.01
    counted = Sample(("a", "b"), same, same, exact=True)
    assert [each.error for each in counted.estimates().values()] == [0, 0]


def test_joker_two_jokers_of_two_cards_are_two_tricks() -> None:
    state = position("Xr Xb / 7s 7c / 8s 8c / Ts Tc", "6h", bids=())
    found = valued("joker", joker.view(state, 0))
    assert next(iter(found)) == "bid 2"
    assert found["bid 2"].points > found["bid 1"].points
    assert found["bid 2"].points >= 200


@pytest.mark.parametrize(("bid", "best"), [(1, "play Js"), (0, "play 7s")])
def test_joker_the_last_to_play_takes_the_trick_that_he_bid(bid: int, best: Move) -> None:
    state = position("9s 6d / 8s 7d / Ts 8d / Js 7s", "6h", bids=(0, 0, 0, bid))
    play_all(state, ("9s", "8s", "Ts"))
    assert next(iter(valued("joker", joker.view(state, 3)))) == best


def test_joker_the_player_who_leads_four_top_hearts_names_no_trumps_and_next_hearts() -> None:
    rules = joker.Options(joker_upcard="chooser")
    state = position("Ah Kh Qh Jh / 7s 7c 8d 9d / 8s 8c Td Jd / Ts Tc 9s 9c", "Xr", bids=(),
                     options=rules)  # fmt: skip
    best = [*valued("joker", joker.view(state, 0), 600)][:2]
    assert best == ["trump none", "trump h"], "where nobody can ruff, all four tricks are taken"


def test_domino_poker_sure_tricks_are_bid() -> None:
    hands = ("2-1 3-1 4-1", "2-2 3-2 4-2", "1-1 0-0 6-0", "5-1 5-2 4-3")
    decks = Rigged(4, {3: hands})
    state = begin(domino_poker, options(), 4, decks)
    play_while(state, lambda s: s.deal < 3)
    found = valued("domino_poker", domino_poker.view(state, 2))
    assert next(iter(found)) == "bid 3"
    assert found["bid 3"].points == 30


def test_domino_poker_a_seat_that_bid_nothing_keeps_its_trump() -> None:
    state = deal_of(2, "6-6 6-5", "2-1 6-0", "5-5 5-4", "4-4 6-4")
    assert next(iter(valued("domino_poker", domino_poker.view(state, 1), 2000))) == "play 2-1"


def best_of_kozel(state: kozel.State) -> tuple[int, list[Move]]:
    """Look through all lines of play: the lead of seat 0, and the moves that bring it."""
    seat = state.turn
    ways: dict[Move, int] = {}
    for move in kozel.legal(state, seat):
        after = state.copy()
        kozel.apply(after, seat, move)
        if after.playing:
            ways[move] = best_of_kozel(after)[0]
        else:
            one, other = after.sheet[-1]
            ways[move] = other - one
    best = (min if seat else max)(ways.values())
    return best, [move for move, value in ways.items() if value == best]


def test_kozel_an_open_end_is_valued_exactly() -> None:
    """With two players and an empty market, every line of play can be looked through."""
    case, tried = Case(kozel, kozel.Options(entry=0, target=500), 2, ""), 0
    for seed in range(3):
        for match in some_positions(case, seed, wanted=150):
            state = match.state
            few = state.playing and not state.market and sum(map(int.bit_count, state.hands)) < 7
            open_end = few and max(state.totals) < 300  # before a player can be the goat
            if tried < 8 and open_end and len(kozel.legal(state, state.turn)) > 1:
                best, moves = best_of_kozel(state)
                found = valued("kozel", kozel.view(state, state.turn))
                first = next(iter(found))
                assert first in moves
                assert found[first].mean == (-best if state.turn else best)
                assert found[first].error == 0
                tried += 1
    assert tried >= 3


def test_graph_poker_a_fourth_five_is_laid_to_the_three() -> None:
    hands = ["5c 5s", "5h", "5d", "Kd"]
    first = ["5c", "5h", "5d", "Kd", "5s"]
    draw = ["As", "2s", "3s", "4s"]

    def decks(cards: Sequence[str], /) -> list[str]:
        given = draw if not drawn else first
        drawn.append(1)
        return given + [card for card in cards if card not in given]

    drawn: list[int] = []
    state = begin(graph_poker, graph_poker.Options(), len(hands), decks)
    for seat, move in enumerate(("5c 0 0", "5h 1 0", "5d 2 0", "Kd 0 1")):
        make(graph_poker, state, seat, f"place {move}")
    found = valued("graph_poker", graph_poker.view(state, 0), 200)
    assert next(iter(found)) in ("place 5s 3 0", "place 5s -1 0")
