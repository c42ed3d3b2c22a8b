"""The agreement of the judge with itself: a small part here, all of it in the nightly run."""

import pytest

from bench.agreement import LEAST, MOST, SHARE, Agreement, compared, of_match
from core.bots import BOTS
from core.review.decision import Decision, Worth
from tests.support.matches import daily, samples


def judged(points: float, loss: float) -> Decision:
    moves = (Worth("a", points, 3.0), Worth("b", 0.0, 0.0))
    return Decision(1, 0, 0, "b", "a", loss, 1.0, moves)


def test_the_spread_is_in_units_of_both_errors() -> None:
    found = compared(judged(10.0, 4.0), judged(10.0 + 18**0.5, 4.0 - 2**0.5))
    assert found.spread == pytest.approx(1)
    assert (found.costly, found.shared) == (1, 0)
    both = compared(judged(10.0, 10.0), judged(10.0, 9.0))
    assert (both.costly, both.shared) == (2, 2)
    assert (found + both).costly == 3


@pytest.mark.parametrize("name", daily(BOTS, "kozel"))
def test_hint_numbers_and_review_are_of_one_mind(name: str) -> None:
    found = of_match(name, seed=1, wanted=samples(1))
    assert found.decisions
    assert not found.split


@pytest.mark.nightly
@pytest.mark.parametrize("name", BOTS)
def test_two_seeds_agree_as_far_as_their_errors_say(name: str) -> None:
    found = sum((of_match(name, seed) for seed in range(4)), Agreement())
    assert not found.split
    assert LEAST <= found.spread <= MOST
    assert found.shared >= SHARE * found.costly
