"""The bytes of a position on the wire, in random matches of every game at four seats."""

from __future__ import annotations

import statistics
from random import Random
from typing import Final

from bench import report
from core.game import Game
from core.games import GAMES
from core.match import Match, Player
from core.shuffle import SeededDecks
from net.table.live import LiveMatch
from net.wire.frames import HEADER_BYTES
from net.wire.protocol import encode

SEATS: Final = 4
BUDGET: Final = 400
MATCHES: Final = 3


def run() -> None:
    """Measure and print."""
    report.heading("sizes", f"Bytes of a position and what led to it, {SEATS} seats")
    for game in GAMES.values():
        sizes = [size for seed in range(MATCHES) for size in _sizes(game, seed)]
        mean, late = statistics.mean(sizes), report.percentile(sizes, 0.95)
        value = f"{mean:.0f}, p95 {late:.0f}, max {max(sizes)}"
        report.line(f"{game.NAME}, mean", value, f"mean under {BUDGET}", mean < BUDGET)


def _sizes(game: Game, seed: int) -> list[int]:
    """Play a match at random; return the bytes of every message that shows a move or a deal."""
    rng = Random(seed)
    players = [Player(f"p{seat}", "human") for seat in range(SEATS)]
    live = LiveMatch(Match(game, game.Options(), players, SeededDecks(seed)), 1)
    sizes = []
    while not live.over:
        if live.between_deals:
            events = live.deal()
        else:
            seat = live.to_act()[0]
            events = live.play(seat, rng.choice(live.legal(seat)))
        sizes += [
            HEADER_BYTES + len(encode(live.position(seat, events, 1))) for seat in range(SEATS)
        ]
    return sizes
