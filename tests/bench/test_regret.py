"""The regret of decisions: nothing for the best choice, the points given away for a worse one."""

from random import Random

import pytest

from bench.regret import regret, watched
from core.bots import BOTS, choose
from core.games.joker import rules as joker
from tests.games.joker.joker_table import play_all, position


def test_the_search_of_a_bot_is_noted_and_judged() -> None:
    """A player who has passed plays last: with the ace they take a trick that they do not want."""
    state = position("Ts 7d / 8s 8d / 9s 9d / 7s As", "6h", bids=(1, 0, 0, 0))
    play_all(state, ["Ts", "8s", "9s"])
    bot = BOTS["joker"]
    before = dict(vars(bot))
    with watched(bot) as searches:
        move = choose("joker", joker.view(state, 3), "expert", Random(1))
    assert dict(vars(bot)) == before
    ((name, given, chosen),) = searches
    assert move == "play 7s"
    assert regret(name, given, chosen, 400) == 0
    (other,) = {*given[0].imagine().legal()} - {chosen}
    assert regret(name, given, other, 2000) > 1


def test_choices_are_compared_in_the_same_worlds() -> None:
    rng = Random(2)
    given = ("abc", rng.random, lambda world, choice: world + (choice != "b"), 10)
    assert regret("search", given, "b", 60) == 0
    assert regret("search", given, "c", 60) == pytest.approx(1)
