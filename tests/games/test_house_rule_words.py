"""Players' words for the values of house rules, compared with the effects of the rules."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from core.game import house_rules, parse_options
from core.games import GAMES
from core.games.domino_poker import sheet as domino_sheet
from core.games.domino_poker.row import Fifth
from core.games.graph_poker import view as graph_view
from core.games.joker import sheet as joker
from core.games.kozel import rules as kozel
from core.shuffle import SeededDecks
from tests.games.joker.joker_table import position
from tests.support.dealing import begin

Check = Callable[[Any], Any]
"""Takes the house rules of a game and returns their effect."""


def _khisht(options: Any) -> tuple[int, int]:
    return joker.points(options, 3, 2, 0), joker.points(options, 9, 2, 0)


def _joker_turned_up(options: Any) -> str:
    state = position("Ah Kh / Qh 7c / 9s 7d / 8s 7s", "Xr", bids=(), options=options)
    return GAMES["joker"].view(state, 0).phase


def _moved(*clean: bool) -> Check:
    boxes = [[100, 50], [90, 50], [80, 50], [70, 50]]
    return lambda options: joker.premium(options, boxes, clean).amounts


def _fifth(options: Any) -> tuple[int, ...]:
    decisions = ("show", "show", "keep", "keep")
    fifth = Fifth(0, 3, "4-2", "right", decisions, ("5-3", "6-2", "1-0", "2-0"))
    return tuple(fifth.points(options.stage5_top_tie))


def _tiles_dealt(options: Any) -> list[int]:
    hands = []
    for seats in (2, 3, 4):
        state = begin(kozel, options, seats, SeededDecks(1))
        hands.append(len(kozel.view(state, 0).hand))
    return hands


LABELS: Final[dict[tuple[str, str, Any], tuple[str, Check, Any]]] = {
    ("joker", "khisht", 200): ("200", _khisht, (-200, -200)),
    ("joker", "khisht", 500): ("500", _khisht, (-500, -500)),
    ("joker", "khisht", "by_size"): ("200 or 500", _khisht, (-200, -500)),
    ("joker", "khisht", "spec"): ("100 a card", _khisht, (-300, -900)),
    ("joker", "khisht", "none"): ("none", _khisht, (0, 0)),
    ("joker", "joker_upcard", "no_trump"): ("no trumps", _joker_turned_up, "bid"),
    ("joker", "joker_upcard", "chooser"): ("chooser", _joker_turned_up, "trump"),
    ("joker", "deal_set", "full"): ("1 to 8 and back", joker.deals, 24),
    ("joker", "deal_set", "nines"): ("nines", joker.deals, 16),
    ("joker", "premium_mode", "next_neighbour"): (
        "the next player",
        _moved(True, False, False, False),
        (100, -90, 0, 0),
    ),
    ("joker", "premium_mode", "all_others"): (
        "all others",
        _moved(True, False, False, False),
        (100, -90, -80, -70),
    ),
    ("joker", "premium_mode", "none"): ("none", _moved(True, False, False, False), (0, 0, 0, 0)),
    ("joker", "premium_gain_in_run", "first"): (
        "first",
        _moved(True, True, False, False),
        (100, 0, -80, 0),
    ),
    ("joker", "premium_gain_in_run", "all"): (
        "all",
        _moved(True, True, False, False),
        (100, 90, -80, 0),
    ),
    ("joker", "tie", "sheet_order"): (
        "by the sheet",
        lambda options: joker.places_of(options, 3, (50, 50, 10, 0)),
        (1, 2, 3, 4),
    ),
    ("joker", "tie", "shared"): (
        "shared",
        lambda options: joker.places_of(options, 3, (50, 50, 10, 0)),
        (1, 1, 3, 4),
    ),
    ("domino_poker", "stage5_top_tie", "zero"): ("nothing", _fifth, (0, 0, 0, 0)),
    ("domino_poker", "stage5_top_tie", "plus"): ("30 each", _fifth, (30, 30, 0, 0)),
    ("domino_poker", "stage5_top_tie", "minus"): ("30 lost", _fifth, (-30, -30, 0, 0)),
    ("domino_poker", "stage5", "on"): (
        "on",
        lambda options: domino_sheet.schedule(options, 4)[-1].stage,
        "fifth",
    ),
    ("domino_poker", "stage5", "off"): (
        "off",
        lambda options: domino_sheet.schedule(options, 4)[-1].stage,
        "mizer",
    ),
    ("kozel", "hand_size", 755): ("7, 5, 5", _tiles_dealt, [7, 5, 5]),
    ("kozel", "hand_size", 777): ("7, 7, 7", _tiles_dealt, [7, 7, 7]),
    ("graph_poker", "straight_order", "spatial"): (
        "along the line",
        lambda options: graph_view.line_rules(options)[0],
        True,
    ),
    ("graph_poker", "straight_order", "any_order"): (
        "any order",
        lambda options: graph_view.line_rules(options)[0],
        False,
    ),
    ("graph_poker", "straight_step", "one"): (
        "by one",
        lambda options: graph_view.line_rules(options)[1],
        True,
    ),
    ("graph_poker", "straight_step", "any_increasing"): (
        "by any number",
        lambda options: graph_view.line_rules(options)[1],
        False,
    ),
    ("graph_poker", "round_starter", "dealer"): (
        "dealer",
        lambda options: [graph_view.placer(options, 3, 1, at) for at in (0, 3)],
        [1, 1],
    ),
    ("graph_poker", "round_starter", "rotate"): (
        "each in turn",
        lambda options: [graph_view.placer(options, 3, 1, at) for at in (0, 3)],
        [1, 2],
    ),
}


@pytest.mark.parametrize("name, rule, value", LABELS)
def test_a_value_is_called_by_what_it_does(name: str, rule: str, value: Any) -> None:
    label, check, expected = LABELS[name, rule, value]
    options_of = GAMES[name].Options
    known = next(known for known in house_rules(options_of) if known.name == rule)
    assert known.worded(value) == label
    assert check(parse_options(options_of, {rule: value})) == expected


@pytest.mark.parametrize("name", GAMES)
def test_no_two_values_of_a_rule_are_called_the_same(name: str) -> None:
    for rule in house_rules(GAMES[name].Options):
        labels = [rule.worded(value) for value in rule.values]
        assert len(set(labels)) == len(labels), rule.name


@pytest.mark.parametrize("name", GAMES)
def test_a_number_is_called_by_itself(name: str) -> None:
    for rule in house_rules(GAMES[name].Options):
        for value in rule.values:
            if isinstance(value, int) and (name, rule.name, value) not in LABELS:
                assert rule.worded(value) == str(value)
