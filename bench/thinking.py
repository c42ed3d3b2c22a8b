"""Bots that think without a pause, in a process of the same rank as the game's own worker."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Final

from bench.games import measured
from core.bots import LEVELS, choose
from core.games import GAMES
from core.match import deal_due
from core.shuffle import SeededDecks

GAME: Final[str] = measured("part")["thinking"]


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
