"""The search of the bots: common worlds, the worse half dropped, a fixed count of playouts."""

from itertools import count
from random import Random

import pytest

from core.bots.search import search


def test_the_choice_of_least_cost_is_found_in_spite_of_luck() -> None:
    rng = Random(1)
    found = search(range(9), rng.random, lambda world, choice: world * 100 + (choice - 6) ** 2, 200)
    assert found == 6


def test_of_equals_the_first_is_taken() -> None:
    assert search("abcd", lambda: None, lambda world, choice: float(choice > "c"), 30) == "a"


def test_all_choices_are_tried_in_the_same_worlds() -> None:
    numbers, seen = count(), dict[str, list[int]]()

    def cost(world: int, choice: str) -> float:
        seen.setdefault(choice, []).append(world)
        return ord(choice)

    assert search("abcdef", lambda: next(numbers), cost, 120) == "a"
    assert all(seen["a"][: len(worlds)] == worlds for worlds in seen.values())
    assert len(seen["a"]) > len(seen["f"])


@pytest.mark.parametrize("choices", [2, 3, 7, 20, 60])
def test_many_choices_take_hardly_more_playouts_than_few(choices: int) -> None:
    done = 0

    def cost(world: None, choice: int) -> float:
        nonlocal done
        done += 1
        return choice

    search(range(choices), lambda: None, cost, 300)
    assert 150 <= done <= 300


def test_a_single_choice_needs_no_thought() -> None:
    def never() -> None:
        raise AssertionError("nothing was to be imagined")

    assert search(["only"], never, lambda world, choice: 0.0, 100) == "only"


@pytest.mark.parametrize("patience", range(12))
def test_told_to_stop_it_answers_with_the_best_so_far(patience: int) -> None:
    """By then, all remaining choices have been tried equally often, at least once."""
    asked, tried = count(), list[str]()

    def cost(world: None, choice: str) -> float:
        tried.append(choice)
        return -ord(choice)

    assert search("abcdef", lambda: None, cost, 10**9, lambda: next(asked) >= patience) == "f"
    assert 6 <= len(tried) <= 6 * (patience + 1)
