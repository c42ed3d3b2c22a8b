"""What an expert's decision costs, judged by a search of twenty times its playouts.

The judge plays every move out in the same imagined deals. It names the best move by one half of
them and says by the other half what that would have brought more, so that its own luck is in
neither. Long, so it runs by name only: about a quarter of an hour for each game and core.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import Any, Final

from bench import report
from bench.games import measured
from core.arena.interval import student
from core.bots import BOTS, LEVELS, choose
from core.bots.values import mean, sample
from core.game import Game
from core.games import GAMES
from core.match import deal_due
from core.shuffle import SeededDecks

SEATS: Final = 4
HERO: Final = 0
OTHERS: Final = LEVELS[1]
TIMES: Final = 20
"""The playouts of the judge, in those of the expert."""
MATCHES: Final = 16
DECISIONS: Final = 15
"""Of each match, spread over the whole of it."""
ONE_IN: Final = 12
"""So many decisions of a match are passed over for one that is judged, on average."""


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
    """Return what some decisions of an expert among weaker bots have cost in a match."""
    game = GAMES[name]
    playouts = TIMES * BOTS[name].PLAYOUTS[LEVELS[-1]]  # type: ignore[attr-defined]
    found: list[float] = []
    for view, move in _decisions(game, seed):
        judged = regret(name, view, move, Random(f"judge/{seed}/{len(found)}"), playouts)
        if judged is not None:
            found.append(judged)
        if len(found) == DECISIONS:
            break
    return found


def regret(name: str, view: Any, move: str, rng: Random, playouts: int) -> float | None:
    """Return what a move costs; None where nothing can be compared."""
    taken = sample(name, view, rng, playouts, (move,))
    if taken is None or move not in taken.moves:
        return None
    half = len(taken.ahead[0]) // 2
    best = max(range(len(taken.moves)), key=lambda at: mean(taken.ahead[at][:half]))
    made = taken.moves.index(move)
    return mean(taken.ahead[best][half:]) - mean(taken.ahead[made][half:])


def _decisions(game: Game, seed: int) -> Iterator[tuple[Any, str]]:
    """Play a match; yield what the expert saw and did, here and there."""
    rng, decks, picks = Random(seed), SeededDecks(seed), Random(f"picks/{seed}")
    state = game.new(game.Options(), SEATS)
    deal_due(game, state, decks)
    while seats := game.to_act(state):
        seat = seats[0]
        view = game.view(state, seat)
        if seat == HERO and not picks.randrange(ONE_IN) and len(game.legal(state, seat)) > 1:
            move = choose(game.NAME, view, LEVELS[-1], rng)
            yield view, move
        else:
            move = choose(game.NAME, view, OTHERS, rng)
        game.apply(state, seat, move)
        deal_due(game, state, decks)
