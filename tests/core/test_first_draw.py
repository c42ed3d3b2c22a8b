"""The draw for who begins a match."""

from __future__ import annotations

from core.first_draw import draw_highest


def test_the_highest_wins_and_the_draw_is_told() -> None:
    assert draw_highest(["3", "9", "5", "8"], 3, int) == (1, (("3", "9", "5"),))


def test_tied_seats_alone_draw_again_from_what_follows() -> None:
    order = ["7", "2", "7", "4", "4", "1", "6", "9"]
    rounds = (("7", "2", "7"), ("4", "", "4"), ("1", "", "6"))
    assert draw_highest(order, 3, int) == (2, rounds)


def test_the_first_of_tied_seats_wins_when_the_deck_runs_out() -> None:
    assert draw_highest(["2", "5", "5", "5", "1"], 4, int) == (1, (("2", "5", "5", "5"),))
