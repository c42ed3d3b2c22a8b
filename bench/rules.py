"""The rules: random matches, playouts of one hand, imagined deals, the shuffle. One core."""

import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final

from bench import report
from bench.report import measured
from core.game import Game
from core.games import GAMES
from core.match import deal_due
from core.pieces import DECK_52
from core.shuffle import RandomDecks, SeededDecks
from core.tricks.kernel import Tricks

SECONDS: Final = 2.0

SEATS: Final = 4


def run() -> None:
    """Measure and print."""
    report.heading("rules", "Random matches and playouts, four seats, one core")
    budgets = measured("match_ms")
    for game in GAMES.values():
        matches, moves, seconds = _for_a_while(partial(_match, game))
        each, budget = 1000 * seconds / matches, budgets.get(game.NAME)
        report.line(
            f"match of {game.NAME}",
            f"{each:.2f} ms, {moves / seconds:,.0f} moves/s",
            f"under {budget:.0f} ms" if budget else "",
            each < budget if budget else None,
        )
    for name, budget in measured("playouts").items():
        game = GAMES[name]
        start, held = _largest_hand(game)
        what = f"playouts of {held} each, {name}"
        speed, value = _speed(partial(_play_tricks, start.tricks))
        report.line(f"{what}, core.tricks.kernel", value, f"{budget:,}/s", speed >= budget)
        _, value = _speed(partial(_play_out, game, start))
        report.line(f"{what}, the game", value)
    for game in GAMES.values():
        _imagining(game)
    _shuffles()


def _speed(play: Callable[[Random], int]) -> tuple[float, str]:
    """Return how many playouts fit into a second, also in words."""
    count, moves, seconds = _for_a_while(play)
    return count / seconds, f"{count / seconds:,.0f}/s, {moves / seconds:,.0f} moves/s"


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
    state, decks = game.new(game.Options(), SEATS), RandomDecks(rng)
    moves = 0
    while game.result(state) is None:
        deal_due(game, state, decks)
        while seats := game.to_act(state):
            game.apply(state, seats[0], rng.choice(game.legal(state, seats[0])))
            moves += 1
    return moves


def _largest_hand(game: Game) -> tuple[Any, int]:
    """Return a position in which the largest hands are about to be played, and their size."""
    rng = Random(1)
    state, decks = game.new(game.Options(), SEATS), SeededDecks(1)
    deal_due(game, state, decks)
    best, largest = state, 0
    while seats := game.to_act(state):
        moves = game.legal(state, seats[0])
        held = len(game.view(state, seats[0]).hand)
        if held > largest and moves[0].startswith("play"):
            best, largest = state.copy(), held
        game.apply(state, seats[0], rng.choice(moves))
        deal_due(game, state, decks)
    return best, largest


def _play_tricks(start: Tricks, rng: Random) -> int:
    """Play the tricks of a deal to their end at random; return the moves."""
    tricks, moves, random = start.copy(), 0, rng.random
    legal, apply = tricks.legal, tricks.apply
    while tricks.left:
        choices = legal()
        apply(choices[int(random() * len(choices))])
        moves += 1
    return moves


def _play_out(game: Game, start: Any, rng: Random) -> int:
    """Play the deal of a position to its end at random; return the moves."""
    state = start.copy()
    moves = 0
    legal, apply, to_act, random = game.legal, game.apply, game.to_act, rng.random
    while seats := to_act(state):
        choices = legal(state, seats[0])
        apply(state, seats[0], choices[int(random() * len(choices))])
        moves += 1
    return moves


def _imagining(game: Game) -> None:
    """Time imagine() in the middle of a match, where a bot calls it hundreds of times a move."""
    rng = Random(1)
    state, decks = game.new(game.Options(), SEATS), SeededDecks(1)
    deal_due(game, state, decks)
    for _ in range(30):
        seat = game.to_act(state)[0]
        game.apply(state, seat, rng.choice(game.legal(state, seat)))
        deal_due(game, state, decks)
    view = game.view(state, game.to_act(state)[0])
    times = 500
    begun = time.perf_counter()
    for _ in range(times):
        game.imagine(view, rng)
    spent = (time.perf_counter() - begun) / times
    report.line(f"imagine, {game.NAME}", f"{spent * 1e6:.0f} us")


def _shuffles() -> None:
    decks = SeededDecks(1)
    begun = time.perf_counter()
    for _ in range(2000):
        decks(DECK_52)
    report.line("shuffle of 52 cards", f"{(time.perf_counter() - begun) / 2000 * 1e6:.0f} us")
