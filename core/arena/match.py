"""Whole matches between bots: the same seed gives the same match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from core.arena.outsider import outsider
from core.bots import choose
from core.game import Game, Move
from core.match import Match, Player
from core.shuffle import SeededDecks

Decide: TypeAlias = Callable[[Game, Any, Random], Move]
"""Game, View of the seat to act, its generator -> a move."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision with more than one legal move."""

    seat: int
    seconds: float
    faulty: bool
    """Whether the move was illegal or missing, so that a random one was made instead."""


def play(game: Game, options: Any, levels: Sequence[str], seed: int) -> Match:
    """Play a match to its end, one bot of the given level at each seat.

    Each seat thinks with a generator of its own, so that a stronger bot at one seat does not change
    the luck of another.
    """
    match = Match(game, options, players(levels), SeededDecks(seed))
    match.deal_due()
    minds = [Random(f"{seed}/{seat}") for seat in range(len(levels))]
    while seats := game.to_act(match.state):
        seat = seats[0]
        view = game.view(match.state, seat)
        match.play(seat, choose(game.NAME, view, levels[seat], minds[seat]))
        match.deal_due()
    return match


def players(contestants: Sequence[str]) -> list[Player]:
    """Name the bots of a match as its record does."""
    return [
        Player(f"{contestant.capitalize()} {n}", f"bot:{contestant}")
        for n, contestant in enumerate(contestants, 1)
    ]


def play_timed(
    game: Game, options: Any, contestants: Sequence[str], seed: int, clock: Callable[[], float]
) -> tuple[Match, list[Decision]]:
    """Play a match as `play` does, with contestants of any kind, and time their decisions.

    `clock` returns seconds. If a contestant fails or moves against the rules, a random legal move
    is made instead and the decision says so.
    """
    match = Match(game, options, players(contestants), SeededDecks(seed))
    match.deal_due()
    minds = [Random(f"{seed}/{seat}") for seat in range(len(contestants))]
    decide = [contestant(name) for name in contestants]
    decisions = []
    while seats := game.to_act(match.state):
        seat = seats[0]
        legal = game.legal(match.state, seat)
        move = legal[0]
        if len(legal) > 1:
            view = game.view(match.state, seat)
            started = clock()
            try:
                move = decide[seat](game, view, minds[seat])
            except Exception:
                move = ""
            seconds = clock() - started
            faulty = move not in legal
            if faulty:
                move = minds[seat].choice(legal)
            decisions.append(Decision(seat, seconds, faulty))
        match.play(seat, move)
        match.deal_due()
    return match, decisions


def contestant(name: str) -> Decide:
    """Return the function that decides for a contestant: a level of our bots, or
    `outsider:PLAYOUTS`.
    """
    kind, colon, count = name.partition(":")
    if colon:
        assert kind == "outsider"
        playouts = int(count)
        return lambda game, view, rng: outsider(game, view, playouts, rng)
    return lambda game, view, rng: choose(game.NAME, view, name, rng)
