"""The summary of a match of Domino Poker: bids made, hapok, mizer, the fifth stage."""

from dataclasses import replace

from core.game import Result
from core.games.domino_poker import rules as game, summary
from core.games.domino_poker.rules import Options, View
from core.shuffle import SeededDecks
from tests.support.dealing import begin


def over() -> View:
    options = Options(full_deals=1, blind_deals=0, stage5="off")
    view = game.view(begin(game, options, 4, SeededDecks(3)), 0)
    plain = ("1000/1000", "0200/0200", *["0000/1110"] * 11)
    rows = (*plain, "/7000", "/0007")
    result = Result((98, 41, 16, 0), (1, 2, 3, 4))
    return replace(view, sheet=rows, totals=result.totals, result=result)


def test_bids_made_and_what_the_special_deals_brought() -> None:
    counted = {count.title: count.values for count in summary.counts(over(), ())}
    assert counted == {
        "bids made": ("2/13", "2/13", "2/13", "13/13"),
        "hapok": ("+70", "0", "0", "0"),
        "mizer": ("0", "0", "0", "-70"),
    }


def test_totals_grow_deal_by_deal() -> None:
    totals = summary.totals(over())
    assert len(totals) == 15
    assert totals[:2] == ((10, 5, 5, 5), (15, 25, 10, 10))


def test_the_largest_bid_that_was_made() -> None:
    (largest,) = summary.remarks(over(), ())
    assert (largest.facts, largest.seats) == ({"bid": 2, "deal": 2}, {"names": (1,)})


def test_a_pass_is_no_bid_that_was_made() -> None:
    view = over()
    passes = replace(view, sheet=["0000/1110" if "/" in row[:-4] else row for row in view.sheet])
    assert not summary.remarks(passes, ())
