"""The summary of a match of Graph-Poker: its rows of four, round by round."""

from dataclasses import replace

from core.game import PlainEvent, Result
from core.games.graph_poker import rules as game, summary
from core.games.graph_poker.rules import Options, View
from core.shuffle import SeededDecks
from core.summary import Turning, summarize
from tests.support.dealing import begin

FLUSH = [0, 0, True, "2h5h9hQh", 1, 2]
ROYAL = [3, 0, False, "AsKsQsJs", 0, 5]
EVENTS = [
    PlainEvent("window", 1, {"paid": FLUSH}),
    PlainEvent("round", None, {"round": 1, "points": [0, 2], "totals": [0, 2]}),
    PlainEvent("round", None, {"round": 2, "points": [0, 0], "totals": [0, 2]}),
    PlainEvent("window", 0, {"paid": ROYAL}),
    PlainEvent("round", None, {"round": 3, "points": [5, 0], "totals": [5, 2]}),
]


def over() -> View:
    view = game.view(begin(game, Options(), 2, SeededDecks(3)), 0)
    result = Result((5, 2), (1, 2))
    return replace(
        view, sheet=((0, 2), (0, 0), (5, 0)), totals=result.totals, result=result, to_act=()
    )


def test_rows_and_the_best_round_are_counted_from_the_events() -> None:
    counted = {count.title: count.values for count in summary.counts(over(), EVENTS)}
    assert counted == {"rows": ("1", "1"), "best round": ("5", "2")}
    assert summary.counts(over(), ()) == (), "nothing is claimed of what was not seen"


def test_the_best_row_is_named_with_its_round() -> None:
    (best,) = summary.remarks(over(), EVENTS)
    assert best.facts == {"category": "royal flush", "cards": "As Ks Qs Js", "round": 3}
    assert best.seats == {"names": (0,)}
    assert summary.remarks(over(), ()) == ()


def test_the_totals_are_told_by_rounds_or_by_deals_where_rounds_were_missed() -> None:
    summed = summarize("graph_poker", over(), EVENTS)
    assert (summed.unit, summed.totals) == ("round", ((0, 2), (0, 2), (5, 2)))
    assert summed.turning == Turning(3, (0,), led=False)
    late = replace(over(), past=((1, 0), (0, 2)), totals=(6, 4))
    assert summary.totals(late) == ((1, 0), (1, 2), (6, 4))


def test_rows_are_not_counted_by_whoever_saw_only_some() -> None:
    late = summarize("graph_poker", over(), EVENTS[2:])
    assert (late.first, late.turning, late.counts, late.remarks) == (2, None, (), ())
