"""Whether luck averages zero: what a review calls luck may not favour whoever plays better.

An expert plays among easy bots, and its matches are reviewed. The longest of all parts, so it runs
by name only: `python -m bench luck` says what it has found after 5 matches of each game, after 10,
20 .. 200 of each, and can be stopped.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from typing import Any, Final

from bench import report
from core.arena.interval import student
from core.arena.match import play
from core.bots import LEVELS
from core.bots.values import ROLLERS
from core.game import parse_options
from core.games import GAMES
from core.records.replay import walk
from core.review.decision import PLAYOUTS
from core.review.luck import added, shares
from core.review.review import Review, go_on

SEATS: Final = 4
TOLD_AFTER: Final = (5, 10, 20, 50, 100, 200)
"""After so many matches of a game the mean is told."""


def run() -> None:
    """Measure and print."""
    report.heading("luck", "Points a deal that an expert among easy bots owes to luck, of a review")
    with ProcessPoolExecutor(os.cpu_count() or 1) as pool:
        lucks: dict[str, list[float]] = {name: [] for name in ROLLERS}
        for matches, name in product(TOLD_AFTER, ROLLERS):
            found = lucks[name]
            found += pool.map(partial(luck_of_match, name), range(len(found), matches))
            _tell(name, found)


def luck_of_match(
    name: str, seed: int, playouts: int = PLAYOUTS, options: Mapping[str, Any] | None = None
) -> float:
    """Play a match, review it, and return the expert's luck in points a deal."""
    game, seat = GAMES[name], seed % SEATS
    levels = [LEVELS[-1] if at == seat else LEVELS[0] for at in range(SEATS)]
    rules = parse_options(game.Options, options or {})
    replay = walk(GAMES, play(game, rules, levels, seed).text().splitlines())
    review = Review(seed, playouts)
    for _ in go_on(replay, review):
        pass
    deals = [shares(replay, deal, review.decisions) for deal in range(len(replay.deal_starts))]
    mine = [found[seat] for found in deals if found]
    return added(mine).luck / len(mine)


def _tell(name: str, lucks: Sequence[float]) -> None:
    found = student(lucks)
    said = f"{found.mean:+.1f} ± {found.half:.1f}"
    report.line(f"{name}, luck after {len(lucks)} matches", said, "0", not found.proven)
