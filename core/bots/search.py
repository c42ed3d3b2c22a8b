"""Search by imagination: deal the hidden tiles many times, play each move out, keep the best.

Knows no game: a policy module gives the quick policy that plays out and the cost of a deal.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

from core.game import Event, Game, Move, Seat

Quick: TypeAlias = Callable[[Any, Seat], Move]
"""(state, seat to act) -> a legal move, fast; the state is an imagined one."""

Cost: TypeAlias = Callable[[Any, Seat], float]
"""(state just after a deal was scored, seat) -> how bad the deal was for the seat."""


def search(game: Game, view: Any, rng: Random, samples: int, quick: Quick, cost: Cost) -> Move:
    """Return the move of the seat of the view that costs least over `samples` imagined states.

    All moves are tried in the same states, so that luck does not choose between them.
    """
    seat: Seat = view.seat
    moves: list[Move] = []
    costs: list[float] = []
    for _ in range(samples):
        state = game.imagine(view, rng)
        if not moves:
            moves = list(game.legal(state, seat))
            costs = [0.0] * len(moves)
        if len(moves) == 1:
            break
        for index, move in enumerate(moves):
            trial = state.copy()
            _play_out(game, trial, game.apply(trial, seat, move), quick)
            costs[index] += cost(trial, seat)
    return moves[costs.index(min(costs))]


def _play_out(game: Game, state: Any, events: list[Event], quick: Quick) -> None:
    while not any(event.kind == "deal" for event in events):
        seat = game.to_act(state)[0]
        events = game.apply(state, seat, quick(state, seat))
