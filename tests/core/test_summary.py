"""The summary of any match: totals from events, and the deal that decided it."""

from dataclasses import dataclass

import pytest

from core.game import Event, PlainEvent, Result
from core.summary import Totals, Turning, largest, summarize, turning_point, worth_keeping


@pytest.mark.parametrize(
    "totals, lowest, decided",
    [
        ([(5, 0), (5, 9), (11, 9), (20, 10)], False, Turning(3, (0,), led=False)),
        ([(5, 0), (30, 1), (31, 9)], False, Turning(2, (0,), led=True)),
        ([(0, 5), (9, 5), (9, 20)], True, Turning(3, (0,), led=False)),
        ([(5, 5, 0), (9, 9, 3)], False, Turning(1, (0, 1), led=True)),
    ],
)  # fmt: skip
def test_the_deal_that_decided_a_match(
    totals: list[Totals], lowest: bool, decided: Turning
) -> None:
    assert turning_point(totals, lowest=lowest) == decided


@pytest.mark.parametrize("totals", [[], [(3, 1)], [(0, 0), (4, 4)]])
def test_nothing_decides_a_single_deal_or_a_draw_of_all(totals: list[Totals]) -> None:
    assert turning_point(totals, lowest=False) is None


@dataclass(frozen=True)
class Over:
    """The last View of a game about which nothing is known."""

    result: Result


def rounds(*numbers: int) -> list[Event]:
    return [
        PlainEvent("round", None, {"round": n, "points": [1, 0], "totals": [n, 0]}) for n in numbers
    ]


def test_a_game_without_a_module_of_its_own_is_summed_up_by_its_events(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("core.summary.SUMMARIES", {})
    events = [*rounds(1), PlainEvent("premium", None, {"totals": [1, 7]}), *rounds(2, 3)]
    summary = summarize("joker", Over(Result((3, 0), (1, 2))), events)
    assert (summary.unit, summary.first) == ("round", 1)
    assert summary.totals == ((1, 7), (2, 0), (3, 0)), "what is paid besides goes with its deal"
    assert summary.turning == Turning(2, (0,), led=False)


def test_a_player_who_missed_a_part_claims_nothing_about_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("core.summary.SUMMARIES", {})
    summary = summarize("joker", Over(Result((6, 0), (1, 2))), rounds(1, 2, 5, 6))
    assert (summary.first, summary.totals, summary.turning) == (5, ((5, 0), (6, 0)), None)


def test_moves_are_not_kept() -> None:
    assert [event.kind for event in worth_keeping([PlainEvent("moved", 0), *rounds(1)])] == [
        "round"
    ]


def test_the_largest_of_several_names_all_who_had_it_and_a_deal_only_if_it_was_one() -> None:
    assert largest([(4, 1, 4), (3, 0, 5), (4, 0, 4)]) == (4, (0, 1), 4)
    assert largest([(4, 1, 4), (3, 2, 5), (4, 0, 7)]) == (4, (0, 1), None)
