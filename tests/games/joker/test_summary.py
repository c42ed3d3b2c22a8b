"""The summary of a match of Joker: the first pulka of the rule book, worked out by hand."""

from dataclasses import replace

from core.game import Result
from core.games.joker import rules as game, summary
from core.games.joker.rules import Options, View
from core.games.joker.sheet import deal_text
from core.shuffle import SeededDecks
from tests.support.dealing import begin

PULKA = (
    deal_text((3, 2, 2, 1), (3, 2, 3, 1), (0, 0, 1, 0)),
    deal_text((0, 4, 3, 3), (0, 4, 3, 2), (0, 0, 0, 2)),
    deal_text((2, 3, 3, 2), (2, 2, 3, 2), (1, 1, 0, 0)),
    deal_text((5, 1, 2, 2), (5, 0, 2, 2), (0, 0, 0, 1)),
)
"""Example A: seat 0 alone is clean and gains 200, seat 1 after it loses 250 (J-R31, J-R32)."""


def over() -> View:
    dealt = begin(game, Options(deal_set="nines"), 4, SeededDecks(3))
    result = Result((900, -30, 580, 420), (1, 4, 2, 3))
    return replace(
        game.view(dealt, 0), deal=4, dealer=2, sheet=PULKA, totals=result.totals, result=result
    )


def test_totals_grow_deal_by_deal_and_the_premium_comes_with_the_last() -> None:
    assert summary.totals(over()) == (
        (200, 150, 30, 100),
        (250, 400, 230, 120),
        (400, 420, 430, 270),
        (900, -30, 580, 420),
    )


def test_bids_khishts_and_premiums_are_counted() -> None:
    counted = {count.title: count.values for count in summary.counts(over(), ())}
    assert counted == {
        "bids made": ("4/4", "2/4", "3/4", "3/4"),
        "khishts": ("-", "1", "-", "-"),
        "premiums won": ("+200", "-", "-", "-"),
        "struck out": ("-", "-250", "-", "-"),
    }


def test_a_small_bid_without_a_trick_is_no_khisht_where_the_rules_spare_it() -> None:
    """J-R29"""
    view = over()
    spared = replace(view, options=replace(view.options, khisht_min_bid=2))
    assert summary.counts(spared, ())[1].values == ("-", "-", "-", "-")


def test_the_best_deal_is_named() -> None:
    (best,) = summary.remarks(over(), ())
    assert (best.facts, best.seats) == ({"points": 300, "deal": 4}, {"names": (0,)})
