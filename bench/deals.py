"""The cost of checking a deal for a client: its seed, its hands and all its positions."""

import secrets
import time
from collections.abc import Iterator
from random import Random
from typing import Final

from bench import report
from bench.report import measured
from core.deal_proof import (
    LINKS,
    DealProof,
    DealtDecks,
    NonceShare,
    chain_commitment,
    share_commitment,
)
from core.game import Game, Move, Seat, parse_options
from core.games import GAMES
from core.match import Match, Player
from net.client.deal_check import DealCheck, SeenPositions
from net.table.live import LiveMatch

SEATS: Final = 4
BUDGET: Final = 50
STEP: Final = 10
"""Milliseconds in which a key has to be answered between two steps."""


def run() -> None:
    """Measure and print."""
    report.heading("deals", f"Checking a deal at a client, {SEATS} seats, the longest matches")
    for name, rules in measured("long").items():
        game = GAMES[name]
        checks = list(_checked(game, parse_options(game.Options, rules)))
        whole = [sum(steps) for steps in checks]
        slowest = max(whole)
        said = f"{report.p50_p95(whole)}, {slowest:.1f}"
        what = f"{name}, {len(checks)} deals, and the slowest"
        report.line(what, said, f"slowest under {BUDGET} ms", slowest < BUDGET)
        step = max(map(max, checks))
        report.line("  the longest step of it", f"{step:.1f} ms", f"under {STEP} ms", step < STEP)


def _checked(game: Game, options: object) -> Iterator[list[float]]:
    """Play a match by chance; yield the milliseconds of each step of each check."""
    proof = _proof()
    players = [Player(f"P{seat}", "human") for seat in range(SEATS)]
    live = LiveMatch(Match(game, options, players, proof.decks()), 1)
    seen, rng, begins = SeenPositions(), Random(1), 1
    moves: list[tuple[Seat, Move]] = []
    shown: dict[int, DealProof] = {}
    replay: LiveMatch | None = None
    while True:
        seen.note(live.seq, live.view(0), 0)
        if not (live.over or live.between_deals):
            seat = live.to_act()[0]
            moves.append((seat, rng.choice(live.legal(seat))))
            live.play(*moves[-1])
            continue
        deal = len(live.deals)
        shown[deal] = proof.upto(deal)
        steps, begun = [], time.process_time()
        assert not shown[deal].fault()
        if replay is None:
            decks = DealtDecks(proof.table, lambda deal: shown[deal].key(deal))
            replay = LiveMatch(Match(game, options, players, decks), begins)
        else:
            replay.deal()
        check, done = DealCheck(replay, seen, moves, whole=True), False
        while not done:
            done = check.step()
            begun, before = time.process_time(), begun
            steps.append(1000 * (begun - before))
        assert not check.wrong
        yield steps
        if live.over:
            return
        live.deal()
        begins, moves = live.seq, []


def _proof() -> DealProof:
    """A chain as a host makes it, with a share of each seat."""
    table, seed = secrets.token_bytes(16), secrets.token_bytes(32)
    nonces = {seat: secrets.token_bytes(32) for seat in range(SEATS)}
    shares = {s: NonceShare(share_commitment(table, s, n), n) for s, n in nonces.items()}
    return DealProof(table, seed, chain_commitment(table, seed), shares, LINKS)
