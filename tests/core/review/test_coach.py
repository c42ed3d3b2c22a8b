"""The coach judges a decision as a review does, and speaks only if it was costly."""

import pytest

from core.games import GAMES
from core.records.replay import Replay, walk
from core.review import decision
from core.review.decision import judge, judge_now
from tests.support.matches import daily
from tests.support.past_matches import played

FEW = 60


def replay_of(name: str, seed: int) -> Replay:
    return walk(GAMES, played(name, seed).text().splitlines())


@pytest.mark.parametrize("name", daily(GAMES, "kozel", "domino_poker"))
def test_it_says_what_a_review_says_of_the_same_decision(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decision, "PLAYOUTS", FEW)
    monkeypatch.setattr("core.advice.PLAYOUTS", 200)
    told = []
    for seed in range(1, 7):
        replay = replay_of(name, seed)
        step = replay.steps[0]
        assert step.seat is not None
        reviewed = judge(replay, 0, 0, FEW)
        costly = reviewed is not None and reviewed.costly
        found = judge_now(name, replay.view(0, step.seat), step.move)
        assert found == (reviewed if costly else None)
        told.append(found)
    assert None in told
