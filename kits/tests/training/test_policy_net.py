"""A network in place of the policy: it plays as the policy does until it has learnt something."""

import os
import shutil
from random import Random

import numpy as np
import pytest

from kozyr_kits.training.deals import Copy
from kozyr_kits.training.leaf_value import GAMES
from kozyr_kits.training.policy_net import bare, gathered, taught

DECISIONS = 600
DEALS = 30


@pytest.fixture(params=GAMES)
def copy(request: pytest.FixtureRequest) -> Copy:
    if not shutil.which(os.environ.get("CC", "cc")):
        pytest.skip("no C compiler, which nothing but teaching needs")
    return Copy(GAMES[request.param])


def test_a_network_plays_as_the_policy_does_until_it_has_learnt(copy: Copy) -> None:
    found = gathered(copy, DECISIONS, Random(1))
    weights = taught(copy, found, 1)
    copy.c.set_net((weights * 0).ctypes)
    assert {*bare(copy, DEALS, Random(2))} == {0}
    copy.c.set_net(weights.ctypes)
    assert {*bare(copy, DEALS, Random(2))} != {0}


def test_each_decision_has_its_actions_and_the_same_seed_the_same_weights(copy: Copy) -> None:
    found, again = (gathered(copy, DECISIONS, Random(1)) for _ in range(2))
    assert found.counts.min() > 1
    assert found.counts.sum() == len(found.signs) == len(found.paid)
    assert found.states.max() < copy.c.sizes(0)
    assert found.signs.max() < copy.c.sizes(1)
    assert np.array_equal(taught(copy, found, 1), taught(copy, again, 1))
