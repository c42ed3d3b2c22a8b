"""Tempers: each chooses between near equals in its own way, and does nothing else."""

from itertools import cycle
from random import Random
from typing import Any

import pytest

from core.bots import BOTS, choose
from core.bots.search import TEMPERS, Outcomes, lean, never, search, weight_of_others
from core.games import GAMES
from core.tricks.kernel import TrickRules, Tricks
from core.tricks.tree import Simulation, tree_search
from tests.support.matches import Case, some_positions


def outcomes(*paid: float, rival: float = 0.0) -> Outcomes:
    found = Outcomes()
    for each in paid:
        found.add(each, rival)
    return found


NEAR = {
    "safe": outcomes(10, 10, 11, 10, rival=5),
    "wild": outcomes(-30, 50, -30, 50, rival=3),
    "mean": outcomes(5, 15, 5, 15, rival=-20),
}


@pytest.mark.parametrize(
    ("temper", "choice"),
    [("bold", "wild"), ("careful", "safe"), ("spoiler", "mean"), ("", "wild")],
)
def test_each_temper_chooses_its_own_way_between_near_equals(temper: str, choice: str) -> None:
    assert lean(temper, ["wild", "safe", "mean"], NEAR) == choice


@pytest.mark.parametrize("temper", TEMPERS)
def test_no_temper_gives_away_what_is_worth_more(temper: str) -> None:
    worse = {"best": outcomes(10, 20, rival=9), "wild": outcomes(-50, 60), "safe": outcomes(7, 8)}
    assert lean(temper, ["best", "safe", "wild"], worse) == "best"


def test_a_search_leans_too() -> None:
    """Both choices cost nothing on average; one of them is a gamble."""

    def chosen(temper: str) -> str:
        tosses = cycle((-1.0, 1.0))
        return search(
            ("safe", "toss"),
            lambda: next(tosses),
            lambda world, choice: world if choice == "toss" else 0.0,
            400,
            never,
            temper,
        )

    assert chosen("bold") == "toss"
    assert chosen("careful") == "safe"


RULES = TrickRules(
    seats=3, wild_bit=9, lead=[0] * 9, duties=[()], power=[[n + 1 for n in range(9)]]
)


def test_a_spoiler_takes_from_the_best_player() -> None:
    """Each play of seat 0 is worth the same to itself; 8 costs seat 2, the leader, its trick."""

    def values(tricks: Tricks, played: int) -> list[float]:
        while tricks.left:
            tricks.apply(tricks.legal()[0])
        return [0.0, -9.0 * tricks.taken[2], 9.0 * tricks.taken[2]]

    def chosen(temper: str) -> int:
        hands = [1 << 1 | 1 << 8, 1 << 2 | 1 << 3, 1 << 7 | 1 << 4]
        simulation = Simulation(lambda: Tricks(RULES, hands[:], 0, 1), values, 9.0)
        return tree_search(simulation, 60, never, temper)

    assert chosen("spoiler") == 8
    assert weight_of_others("spoiler") > 1 == weight_of_others("")


@pytest.mark.parametrize("name", list(BOTS))
def test_a_bot_with_a_temper_plays_legally_and_the_same_again(name: str) -> None:
    game = GAMES[name]
    for match in some_positions(Case(game, game.Options(), 4, ""), seed=41, wanted=5):
        for seat in game.to_act(match.state)[:1]:
            view = game.view(match.state, seat)
            for temper in TEMPERS:
                first, again = (choose(name, view, f"medium:{temper}", Random(2)) for _ in range(2))
                assert first == again
                assert first in game.legal(match.state, seat)


@pytest.mark.parametrize("name", list(BOTS))
def test_a_temper_reaches_the_search_of_every_game(name: str) -> None:
    """Somewhere in a match, bots that differ only in temper choose differently."""
    game = GAMES[name]

    def differ(state: Any) -> bool:
        view = game.view(state, game.to_act(state)[0])
        return len({choose(name, view, f"medium:{temper}", Random(2)) for temper in TEMPERS}) > 1

    matches = some_positions(Case(game, game.Options(), 4, ""), seed=42, wanted=60)
    assert any(differ(match.state) for match in matches if game.to_act(match.state)), (
        f"no temper ever changes what a bot of {name} does: its search has to weigh its own result "
        "against those of the others by the temper (core/bots/search.py); where a match only has a "
        "loser, let the cost say whose loss it is"
    )
