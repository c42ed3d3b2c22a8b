"""The summary of a match of Kozel: entries, deals without points, the heaviest one."""

from dataclasses import replace

from core.game import Result
from core.games.kozel import rules as game, summary
from core.games.kozel.rules import Options, View
from core.shuffle import SeededDecks
from core.summary import Turning, summarize
from tests.support.dealing import begin


def over(options: Options | None = None) -> View:
    view = game.view(begin(game, options or Options(target=50), 3, SeededDecks(3)), 0)
    rows = ((0, 0, 20), (13, 0, 0), (0, 0, 41))
    result = Result((13, 0, 61), (2, 1, 3), (2,))
    return replace(view, sheet=rows, totals=result.totals, result=result)


def test_totals_are_those_of_the_sheet() -> None:
    assert summary.totals(over()) == ((0, 0, 20), (13, 0, 20), (13, 0, 61))


def test_entries_and_deals_without_points_are_counted() -> None:
    """K-R14: a sheet is opened by its first points."""
    counted = {count.title: count.values for count in summary.counts(over(), ())}
    assert counted == {
        "deals at 0": ("2/3", "3/3", "1/3"),
        "most at once": ("13", "-", "41"),
        "entered in deal": ("2", "-", "1"),
    }
    free = summary.counts(over(Options(target=50, entry=0)), ())
    assert "entered in deal" not in [count.title for count in free]


def test_the_heaviest_deal_and_who_never_entered() -> None:
    heaviest, never = summary.remarks(over(), ())
    assert (heaviest.facts, heaviest.seats) == ({"points": 41, "deal": 3}, {"names": (2,)})
    assert never.seats == {"names": (1,)}


def test_deals_that_were_equally_heavy_are_named_together() -> None:
    both, _ = summary.remarks(replace(over(), sheet=((0, 0, 20), (20, 0, 0), (0, 0, 13))), ())
    assert both.template == "Heaviest deals, {points} each: {names}"
    assert (both.facts, both.seats) == ({"points": 20}, {"names": (0, 2)})


def test_what_decides_a_match_is_who_becomes_the_goat() -> None:
    assert summarize("kozel", over(), ()).turning == Turning(3, (2,), led=True)
