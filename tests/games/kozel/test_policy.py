"""The learnt policy of Kozel: it adds up the signs that training counts, and sees no other hand."""

from collections.abc import Iterator
from random import Random

import pytest

import core.games.kozel.rules as kozel
from core.games.kozel.bot import brief
from core.games.kozel.bot_deal import OpenDeal, deal_rules, lays
from core.games.kozel.policy import SIZE, LearntPolicy, phase, weights_of
from core.pieces import TILES


def random_weights(seed: int) -> list[int]:
    rng = Random(seed)
    return [rng.randint(-100, 100) for _ in range(SIZE)]


def decisions(seats: int, deals: int, seed: int) -> Iterator[OpenDeal]:
    """Play random deals and yield each position in which a player has a tile to lay."""
    rng = Random(seed)
    for _ in range(deals):
        state = kozel.new(kozel.Options(), seats)
        deck = list(TILES)
        rng.shuffle(deck)
        kozel.deal(state, deck)
        while acting := kozel.to_act(state):
            legal = kozel.legal(state, acting[0])
            if state.left >= 0 and legal[0] not in ("draw", "pass"):
                yield brief(state).copy()
            kozel.apply(state, acting[0], rng.choice(legal))


def test_a_policy_needs_all_its_weights() -> None:
    with pytest.raises(ValueError, match="weights instead of"):
        LearntPolicy([0] * (SIZE - 1))


@pytest.mark.parametrize("seats", kozel.SEATS)
def test_it_adds_up_the_weights_that_training_counts(seats: int) -> None:
    weights, seen = random_weights(1), set()
    policy = LearntPolicy(weights)
    for deal in decisions(seats, 30, seed=2):
        hand = deal.hands[deal.turn]
        choices = lays(hand, deal.left, deal.right, pairs=True)
        worths = [sum(weights[each] for each in weights_of(deal, lay)) for lay in choices]
        best = choices[worths.index(max(worths))]
        last = next((lay for lay in choices if lay[0] == hand), best)
        assert policy.choose(deal) == last
        seen.add(phase(deal))
    assert len(seen) > 6


def test_it_knows_two_at_the_table_from_more() -> None:
    phases = [{phase(deal) for deal in decisions(seats, 40, seed=3)} for seats in kozel.SEATS]
    assert not phases[0] & phases[1]
    assert phases[1] & phases[2]


@pytest.mark.parametrize("seats", kozel.SEATS)
def test_it_looks_at_no_other_hand(seats: int) -> None:
    policy, rng = LearntPolicy(random_weights(4)), Random(5)
    for deal in decisions(seats, 10, seed=6):
        other = deal.copy()
        unseen = [tile for tile in range(28) if not (deal.laid | deal.hands[deal.turn]) >> tile & 1]
        rng.shuffle(unseen)
        for seat, hand in enumerate(deal.hands):
            if seat != deal.turn:
                other.hands[seat] = sum(1 << unseen.pop() for _ in range(hand.bit_count()))
        other.market = unseen
        assert policy.choose(deal) == policy.choose(other)


@pytest.mark.parametrize("seats", kozel.SEATS)
def test_it_plays_deals_out_to_their_end(seats: int) -> None:
    policy = LearntPolicy(random_weights(7))
    for deal in decisions(seats, 5, seed=8):
        policy.play_out(deal)
        assert deal.is_fish() or sum(not hand for hand in deal.hands) == 1


def test_it_lays_its_last_tiles_whatever_the_weights_say() -> None:
    """3-3 and 6-6 are the whole hand, and both can be laid in one move (K-R9)."""
    pair = 1 << TILES.index("3-3") | 1 << TILES.index("6-6")
    laid, rules = 1 << TILES.index("6-3"), deal_rules(kozel.Options())
    deal = OpenDeal([pair, 1], list(range(10, 20)), laid, (6, 3), 0, [0, 0], rules)
    weights = [0] * SIZE
    for tile in ("3-3", "6-6"):
        for at in range(0, SIZE, SIZE // 24):
            weights[at + TILES.index(tile)] = -100
    policy = LearntPolicy(weights)
    assert policy.choose(deal) == (pair, 6, 3)
    deal.rules = deal_rules(kozel.Options(double_double="off"))
    assert policy.choose(deal) != (pair, 6, 3)


def test_of_lays_that_weigh_the_same_it_takes_the_first() -> None:
    policy = LearntPolicy([0] * SIZE)
    for deal in decisions(2, 5, seed=9):
        hand = deal.hands[deal.turn]
        choices = lays(hand, deal.left, deal.right, pairs=True)
        if all(lay[0] != hand for lay in choices):
            assert policy.choose(deal) == choices[0]
