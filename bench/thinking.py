"""How long the strongest bots think, and a process in which they think without a pause.

That process has the same priority as the game's own worker.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Final

from bench import report
from bench.report import measured
from core.bots import LEVELS, choose
from core.game import Game
from core.games import GAMES
from core.match import deal_due
from core.shuffle import SeededDecks

GAME: Final[str] = measured("part")["thinking"]

SEATS: Final = 4
SECONDS: Final = 4.0
"""Seconds of play for each game."""


def run() -> None:
    """Measure and print."""
    report.heading("thinking", f"An expert's decision where there is a choice, {SEATS} seats")
    for game in GAMES.values():
        times = _decisions(game)
        value = f"{statistics.median(times):.0f} / {max(times):.0f} ms of {len(times)}"
        report.line(f"{game.NAME}, median / most", value, "under 1000 ms", max(times) < 1000)


def _decisions(game: Game) -> list[float]:
    """Have experts play for a while; return the processor time of each decision in milliseconds."""
    rng, decks, times = Random(1), SeededDecks(1), []
    state = game.new(game.Options(), SEATS)
    until = time.process_time() + SECONDS
    while time.process_time() < until:
        deal_due(game, state, decks)
        if not game.to_act(state):
            state = game.new(game.Options(), SEATS)
            continue
        seat = game.to_act(state)[0]
        begun = time.process_time()
        move = choose(game.NAME, game.view(state, seat), LEVELS[-1], rng)
        if len(game.legal(state, seat)) > 1:
            times.append(1000 * (time.process_time() - begun))
        game.apply(state, seat, move)
    return times


@contextmanager
def bots_thinking() -> Iterator[None]:
    """Have the strongest bots think as long as the block lasts."""
    process = subprocess.Popen([sys.executable, "-m", "bench.thinking"], stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def _think() -> None:
    """Play match after match among the strongest bots."""
    if hasattr(os, "nice"):
        os.nice(5)
    game, rng = GAMES[GAME], Random(1)
    while True:
        state, decks = game.new(game.Options(), 4), SeededDecks(rng.randrange(1 << 32))
        deal_due(game, state, decks)
        while seats := game.to_act(state):
            view = game.view(state, seats[0])
            game.apply(state, seats[0], choose(GAME, view, LEVELS[-1], rng))
            deal_due(game, state, decks)


if __name__ == "__main__":
    _think()
