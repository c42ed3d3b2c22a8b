"""The bytes of a position on the wire: random matches at four seats, bots at a full table."""

import statistics
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, Final

from bench import report
from bench.report import measured
from core.bots import choose
from core.game import Game, Move, Seat, parse_options
from core.games import GAMES
from core.match import Match, Player
from core.shuffle import SeededDecks
from net.table.live import LiveMatch
from net.wire.protocol import HEADER_BYTES, encode

SEATS: Final = 4
BUDGET: Final = 400
MATCHES: Final = 3


LEVEL: Final = "medium"
"""Bots at a full table: they give more to report than chance does."""


def run() -> None:
    """Measure and print."""
    report.heading("sizes", f"Bytes of a position and what led to it, {SEATS} seats")
    for game in GAMES.values():
        sizes = []
        for seed in range(MATCHES):
            rng = Random(seed)
            sizes += _sizes(game, game.Options(), SEATS, seed, partial(_any_move, rng))
        _tell(game.NAME, sizes, BUDGET)
    for name, full in measured("full").items():
        game, rng = GAMES[name], Random(1)
        options = parse_options(game.Options, full["options"])
        sizes = _sizes(game, options, full["seats"], 1, partial(_good_move, rng))
        _tell(f"{name} at {full['seats']} seats", sizes, full["bytes"])


def _tell(what: str, sizes: Sequence[int], budget: int) -> None:
    mean, late = statistics.mean(sizes), report.percentile(sizes, 0.95)
    value = f"{mean:.0f}, p95 {late:.0f}, max {max(sizes)}"
    report.line(f"{what}, mean", value, f"mean under {budget}", mean < budget)


def _any_move(rng: Random, live: LiveMatch, seat: Seat) -> Move:
    return rng.choice(live.legal(seat))


def _good_move(rng: Random, live: LiveMatch, seat: Seat) -> Move:
    game = live.match.game
    return choose(game.NAME, game.view(live.match.state, seat), LEVEL, rng)


def _sizes(
    game: Game, options: Any, seats: int, seed: int, choice: Callable[[LiveMatch, Seat], Move]
) -> list[int]:
    """Play a match; return the bytes of every message that shows a move or a deal."""
    players = [Player(f"p{seat}", "human") for seat in range(seats)]
    live = LiveMatch(Match(game, options, players, SeededDecks(seed)), 1)
    sizes = []
    while not live.over:
        if live.between_deals:
            events = live.deal()
        else:
            seat = live.to_act()[0]
            events = live.play(seat, choice(live, seat))
        sizes += [
            HEADER_BYTES + len(encode(live.position(seat, events, 1))) for seat in range(seats)
        ]
    return sizes
