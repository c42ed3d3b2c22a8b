"""The verdict of real play on costly decisions: a small part here, all in the nightly run."""

import pytest

from bench import borne_out
from bench.borne_out import BOTS, MOST, WANTED, Costly, in_play, of_match
from tests.core.bots.test_plans import DRAWS


def drawn(best: str, made: str) -> Costly:
    return Costly(1, 1, DRAWS.view(), made, best, 10.0)


def test_a_decision_that_play_bears_out_is_ahead_and_one_that_it_does_not_is_behind() -> None:
    right = in_play("domino_poker", drawn("play 6-1", "play 5-0"), deals=10)
    assert right.ahead.proven
    assert right.ahead.mean > 10
    assert not right.otherwise
    wrong = in_play("domino_poker", drawn("play 5-0", "play 6-1"), deals=10)
    assert wrong.otherwise
    assert wrong.ahead.count == 10 * borne_out.FRESH, "twice, and the fresh deals are what counts"


@pytest.mark.nightly
@pytest.mark.parametrize("name", BOTS)
def test_real_play_bears_costly_decisions_out(name: str) -> None:
    found: list[borne_out.BorneOut] = []
    seed = 0
    while len(found) < WANTED:
        found += of_match(name, seed, "medium", borne_out.DEALS)
        seed += 1
    assert sum(each.otherwise for each in found) <= MOST * len(found)
