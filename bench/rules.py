"""The rules: random matches of every game, playouts of one hand, the shuffle. One core."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final

from bench import report
from core.cards import DECK_52
from core.game import Game
from core.games import GAMES
from core.shuffle import RandomDecks, SeededDecks

SECONDS: Final = 2.0

MATCH_BUDGET_MS: Final = {"joker": 25.0, "kozel": 10.0, "graph_poker": 15.0}

PLAYOUT_BUDGET: Final = {"joker": 40_000, "domino_poker": 50_000}
"""Playouts of a hand a second: 9 cards, 7 tiles, four players."""


def run() -> None:
    """Measure and print."""
    report.heading("rules", "Random matches, four seats, through legal() and apply()")
    for game in GAMES.values():
        matches, moves, seconds = _for_a_while(partial(_match, game))
        each, budget = 1000 * seconds / matches, MATCH_BUDGET_MS.get(game.NAME)
        report.line(
            game.NAME,
            f"{each:.2f} ms, {moves / seconds:,.0f} moves/s",
            f"under {budget:.0f} ms" if budget else "",
            each < budget if budget else None,
        )
    for name, budget in PLAYOUT_BUDGET.items():
        what = f"playouts of one full hand, {name}"
        if name not in GAMES:
            report.skipped(what, f"there is no {name} yet")
            continue
        start = _largest_hand(GAMES[name])
        if start is None:
            report.skipped(what, "no full hand was reached")
            continue
        count, moves, seconds = _for_a_while(partial(_play_out, GAMES[name], start))
        speed = count / seconds
        value = f"{speed:,.0f}/s, {moves / seconds:,.0f} moves/s"
        report.line(what, value, f"{budget:,}/s", speed >= budget)
    _shuffles()


def _for_a_while(play: Callable[[Random], int]) -> tuple[int, int, float]:
    """Repeat for SECONDS; return how often, how many moves in all, and the seconds."""
    rng, times, moves = Random(1), 0, 0
    begun = time.perf_counter()
    while (seconds := time.perf_counter() - begun) < SECONDS:
        moves += play(rng)
        times += 1
    return times, moves, seconds


def _match(game: Game, rng: Random) -> int:
    """Play a whole match at random; return its moves."""
    seats = min(4, game.SEATS[-1])
    state = game.new(game.Options(), seats, RandomDecks(rng))
    moves = 0
    while seats_to_act := game.to_act(state):
        seat = seats_to_act[0]
        game.apply(state, seat, rng.choice(game.legal(state, seat)))
        moves += 1
    return moves


def _largest_hand(game: Game) -> Any:
    """Return a position in which the largest hands are about to be played."""
    rng = Random(1)
    state = game.new(game.Options(), 4, SeededDecks(1))
    best, largest = None, 0
    for _ in range(2000):
        seats = game.to_act(state)
        if not seats:
            break
        view = game.view(state, seats[0])
        moves = game.legal(state, seats[0])
        held = len(view.hand)
        if held > largest and moves[0].startswith("play"):
            best, largest = state.copy(), held
        game.apply(state, seats[0], rng.choice(moves))
    return best


def _play_out(game: Game, start: Any, rng: Random) -> int:
    """Play the deal of a position to its end at random; return the moves."""
    state = start.copy()
    deal, moves = state.deal, 0
    legal, apply, to_act, random = game.legal, game.apply, game.to_act, rng.random
    while state.deal == deal and (seats := to_act(state)):
        choices = legal(state, seats[0])
        apply(state, seats[0], choices[int(random() * len(choices))])
        moves += 1
    return moves


def _shuffles() -> None:
    decks = SeededDecks(1)
    begun = time.perf_counter()
    for _ in range(2000):
        decks(DECK_52)
    report.line("shuffle of 52 cards", f"{(time.perf_counter() - begun) / 2000 * 1e6:.0f} us")
