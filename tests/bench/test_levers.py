"""Another way of searching: it finds what is best, and bots search as before afterwards."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bench.levers import Half, in_the_same_worlds, of_two, pulled
from core.bots import BOTS
from core.bots.values import ROLLERS
from core.tricks import tree


def test_what_costs_least_is_found() -> None:
    costs = {"a": 3.0, "b": 1.0, "c": 2.0}
    found = in_the_same_worlds(tuple(costs), dict, lambda _, choice: costs[choice], 40)
    assert found == "b"
    assert in_the_same_worlds(("a",), dict, lambda _, choice: costs[choice], 40) == "a"


def test_where_two_halves_differ_the_mean_of_both_decides() -> None:
    def half(worths: Mapping[str, float]) -> Half:
        return Half(lambda left: None, worths.__getitem__)

    halves = half({"a": 5, "b": 4}), half({"a": 1, "b": 3})
    assert of_two(("a", "b"), 10, halves) == "b"


@pytest.mark.parametrize("name", ROLLERS)
def test_a_bot_searches_as_before_afterwards(name: str) -> None:
    bot = BOTS[name]
    before = getattr(bot, "search", None), tree.tree_search
    with pulled(bot):
        assert (getattr(bot, "search", None), tree.tree_search) != before
    assert (getattr(bot, "search", None), tree.tree_search) == before
