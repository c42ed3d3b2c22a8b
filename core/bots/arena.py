"""Whole matches between bots, for simulation and tests: the same seed gives the same match."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from core.bots import choose
from core.game import Game
from core.match import Match, Player
from core.shuffle import SeededDecks


def play(game: Game, options: Any, levels: Sequence[str], seed: int) -> Match:
    """Play a match to its end, one bot of the given level at each seat.

    Each seat thinks with a generator of its own, so that a stronger bot at one seat does not change
    the luck of another.
    """
    players = [
        Player(f"{level.capitalize()} {n}", f"bot:{level}") for n, level in enumerate(levels, 1)
    ]
    match = Match(game, options, players, SeededDecks(seed))
    match.deal_due()
    minds = [Random(f"{seed}/{seat}") for seat in range(len(levels))]
    while seats := game.to_act(match.state):
        seat = seats[0]
        view = game.view(match.state, seat)
        match.play(seat, choose(game.NAME, view, levels[seat], minds[seat]))
        match.deal_due()
    return match
