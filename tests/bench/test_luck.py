"""The luck of a review favours no player: a short match here, two hundred by a command."""

import pytest

from bench.luck import found_in_match, run
from kozyr_kits.arena.interval import student
from tests.support.game_facts import house_rules_of


@pytest.mark.nightly
def test_an_expert_has_luck_in_a_match_and_the_same_luck_each_time() -> None:
    short = house_rules_of("kozel", "short")
    found = [found_in_match("kozel", 3, 1, short) for _ in range(2)]
    assert found[0] == found[1]
    assert found[0].luck


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["joker", "kozel", "--rule", "target=50"], "--rule needs one GAME"),
        (["--rule", "target=50"], "--rule needs one GAME"),
        (["joker", "--rule", "deal_set=nine"], "one of full, nines, one_pulka, four_nines"),
        (["joker", "--rule", "target=50"], "known are: khisht"),
    ],
)
def test_a_house_rule_that_no_match_can_have_is_refused_before_anything_is_played(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        run(words)
    assert refused.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.nightly
def test_the_luck_of_an_expert_is_not_far_from_zero() -> None:
    """Twelve matches of Kozel; one and a half times the interval, because they are few."""
    found = student([found_in_match("kozel", seed, playouts=100).luck for seed in range(12)])
    assert abs(found.mean) < 1.5 * found.half
