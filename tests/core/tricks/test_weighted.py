"""Deals imagined in proportion to a weight."""

from collections import Counter
from itertools import cycle
from random import Random

from core.games.joker import rules as joker
from core.games.joker.tricks import open_tricks
from core.tricks.tree import Imagine, weighted


def deals(*hands: int) -> Imagine:
    """Imagine deals in turn, distinguished by the first hand."""
    turn = cycle(hands)
    return lambda: open_tricks(joker.Options(), [next(turn), 2, 4, 8], 0, 1)


def test_deals_come_in_proportion_to_their_weights() -> None:
    draw = weighted(
        deals(16, 32, 64), lambda tricks: {16: 0.0, 32: 1.0, 64: 3.0}[tricks.hands[0]], Random(1)
    )
    drawn = Counter(draw().hands[0] for _ in range(4000))
    assert drawn[16] == 0
    assert 0.7 < drawn[64] / 4000 < 0.8


def test_where_nothing_explains_what_is_known_all_deals_come_alike() -> None:
    draw = weighted(deals(16, 32), lambda tricks: 0.0, Random(1))
    assert 400 < Counter(draw().hands[0] for _ in range(1000))[16] < 600


def test_a_deal_that_comes_again_is_as_it_was_dealt() -> None:
    draw = weighted(deals(16), lambda tricks: 1.0, Random(1))
    draw().apply(4)
    assert draw().hands[0] == 16
