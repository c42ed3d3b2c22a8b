"""The cost of an expert's decision, judged by a search of twenty times its playouts.

The judge stands where the bot calls its search, and searches in the same way, but tries all choices
equally often to the end. One half of its playouts names the best choice, the other half says how
much more it would have brought, so that the judge's own luck is in neither. Long, so it runs by
name only: about a quarter of an hour for each game and core.
"""

import os
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any, Final

from bench import report
from bench.report import measured
from core.bots import BOTS, LEVELS, choose
from core.game import Game
from core.games import GAMES
from core.match import deal_due
from core.shuffle import SeededDecks
from core.tricks import bot as trick_bot, tree as trick_tree
from core.tricks.tree import Simulation, Tree
from kozyr_kits.arena.interval import student

SEATS: Final = 4
HERO: Final = 0
OTHERS: Final = LEVELS[1]
TIMES: Final = 20
"""How many times the expert's playouts the judge has."""
MATCHES: Final = 16
DECISIONS: Final = 15
"""The decisions judged in each match, spread over the whole of it."""
ONE_IN: Final = 12
"""On average one in this many decisions of a match is judged."""


def run() -> None:
    """Measure and print."""
    report.heading("regret", f"What an expert's decision costs, by {TIMES} times its playouts")
    with ProcessPoolExecutor(os.cpu_count() or 1) as pool:
        for name, budget in measured("regret").items():
            matches = list(pool.map(partial(regrets, name), range(MATCHES)))
            found = student([regret for match in matches for regret in match])
            worst = max(max(match, default=0.0) for match in matches)
            report.line(
                f"{name}, {found.count} decisions",
                f"{found.mean:.2f} ± {found.half:.2f}, worst {worst:.0f}",
                f"{budget} points",
                found.mean <= budget,
            )


def regrets(name: str, seed: int) -> list[float]:
    """Return the costs of some decisions of an expert among weaker bots in a match."""
    playouts = TIMES * BOTS[name].PLAYOUTS[LEVELS[-1]]  # type: ignore[attr-defined]  # of these bots, not of every policy
    found: list[float] = []
    with watched(BOTS[name]) as searches:
        for _ in _decisions(GAMES[name], seed, searches):
            if searches:
                name_of_search, given, chosen = searches.pop()
                found.append(regret(name_of_search, given, chosen, playouts))
            if len(found) == DECISIONS:
                break
    return found


@contextmanager
def watched(bot: Any) -> Iterator[list[tuple[Any, ...]]]:
    """Note each search of a bot: its name, its arguments, and its best choice.

    The searches of the two trick games stand in modules that both share.
    """
    searches: list[tuple[Any, ...]] = []

    def noting(name: str, search: Callable[..., Any], *given: Any) -> Any:
        chosen = search(*given)
        searches.append((name, given, chosen))
        return chosen

    kept = [
        (module, name, getattr(module, name))
        for module in (bot, trick_bot, trick_tree)
        for name in _VALUERS
        if hasattr(module, name)
    ]
    for module, name, search in kept:
        setattr(module, name, partial(noting, name, search))
    try:
        yield searches
    finally:
        for module, name, search in kept:
            setattr(module, name, search)


def regret(name: str, given: tuple[Any, ...], chosen: Hashable, playouts: int) -> float:
    """Return the cost of the choice of a search."""
    first, second = (_VALUERS[name](*given, playouts=playouts // 2) for _ in range(2))
    best = max(first, key=first.__getitem__)
    return second[best] - second[chosen]


def _in_a_tree(
    simulation: Simulation, steps: int, *rest: Any, playouts: int
) -> dict[Hashable, float]:
    tree, actions = Tree(simulation), [*simulation.imagine().legal()]
    for _ in range(max(1, playouts // len(actions))):
        for action in actions:
            tree.grow(action)
    return {action: tree.worth(action) for action in actions}


def _in_trees(
    bids: Any, simulations: Any, seat: int, steps: int, *rest: Any, playouts: int
) -> dict[Hashable, float]:
    times = max(1, playouts // len(bids))
    found: dict[Hashable, float] = {}
    for bid in bids:
        tree = Tree(simulations(bid))
        found[bid] = sum(tree.grow()[seat] for _ in range(times)) / times
    return found


def _in_the_same_worlds(
    choices: Any, imagine: Any, cost: Any, usual: int, *rest: Any, playouts: int
) -> dict[Hashable, float]:
    times = max(1, playouts // len(choices))
    costs = dict.fromkeys(choices, 0.0)
    for _ in range(times):
        world = imagine()
        for choice in choices:
            costs[choice] += cost(world, choice)
    return {choice: -cost / times for choice, cost in costs.items()}


_VALUERS: Final[dict[str, Callable[..., dict[Hashable, float]]]] = {
    "tree_search": _in_a_tree,
    "bid_search": _in_trees,
    "search": _in_the_same_worlds,
}
"""Search of a bot -> function that values all of its choices."""


def _decisions(game: Game, seed: int, searches: list[tuple[Any, ...]]) -> Iterator[None]:
    """Play a match; stop after a decision of the expert's here and there, its search noted."""
    rng, decks, picks = Random(seed), SeededDecks(seed), Random(f"picks/{seed}")
    state = game.new(game.Options(), SEATS)
    deal_due(game, state, decks)
    while seats := game.to_act(state):
        seat = seats[0]
        view = game.view(state, seat)
        if seat == HERO and not picks.randrange(ONE_IN) and len(game.legal(state, seat)) > 1:
            searches.clear()
            move = choose(game.NAME, view, LEVELS[-1], rng)
            yield
        else:
            move = choose(game.NAME, view, OTHERS, rng)
        game.apply(state, seat, move)
        deal_due(game, state, decks)
