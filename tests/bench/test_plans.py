"""Sure plans by brute force, and experts in the positions of matches in the nightly run."""

import pytest

from bench import plans
from bench.plans import TEXTS, WANTED, Asked, of_match, plans_of
from core.tricks.endings import sure_plans
from tests.core.tricks.test_endings import world


@pytest.mark.parametrize(
    ("hands", "sure"),
    [
        (["Ks Ah / 7s Jc / 9c Jh / Qh Td"], ("", "Ks", "Ah")),
        (["Ks Ah / 7s Jc / 9c Jh / Qh Td", "Ks Ah / As Jc / 9c Jh / Qh Td"], ("", "Ks", "")),
        (["9c Ac / Qc 8d / Jd Ts / Qs Tc"], ("9c", "", "Ac")),
    ],
)
def test_brute_force_finds_the_plans_that_bots_find(
    hands: list[str], sure: tuple[str, ...]
) -> None:
    worlds = [world(each).tricks for each in hands]
    for goal, play in enumerate(sure):
        found = plans_of(worlds, 0, goal)
        assert found == {TEXTS["joker"].index(f"play {play}")} if play else found == set()
        assert found == {*sure_plans(worlds, goal, worlds[0].legal())}


def test_brute_force_gives_up_where_there_are_too_many_hands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(plans, "STEPS", 1)
    assert plans_of([world("Ah 7s / 8s 9s / Ts Js / Qs Ks").tricks], 0, 1) is None


@pytest.mark.nightly
@pytest.mark.parametrize("name", TEXTS)
def test_no_expert_passes_a_sure_plan_over_or_loses_a_counted_end(name: str) -> None:
    found: list[Asked] = []
    seed = 1000
    while len(found) < WANTED:
        found += of_match(name, seed, plans.OF_A_MATCH)
        seed += 1
    assert not any(each.lost or each.passed for each in found)
