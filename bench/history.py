"""Past matches: a folder of a thousand records listed and added up; steps back in a long one."""

import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any, Final

from bench import report
from bench.report import measured
from core.game import parse_options
from core.games import GAMES
from core.match import Match, Player
from core.records.replay import Replay, walk
from core.shuffle import SeededDecks
from net.files.history import careers_of, past_matches
from tui.replay.cursor import ReplayCursor
from tui.replay.words import ReplayLog

RECORDS: Final = 1000
DIFFERENT: Final = 5
"""Matches of each game; the others are copies."""


def run() -> None:
    """Measure and print."""
    report.heading("history", f"{RECORDS} records; steps back in the longest matches")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _fill(folder)
        begun = time.perf_counter()
        matches = list(past_matches(folder))
        listed = time.perf_counter()
        careers_of(matches, ("Ann",))
        added = time.perf_counter() - listed
    listed -= begun
    report.line("listed", f"{listed:.2f} s", "under 0.5 s", listed < 0.5)
    report.line("added up for one player", f"{added:.2f} s", "under 2 s", added < 2)
    for game, rules in measured("long").items():
        replay = walk(GAMES, _played(game, 1, rules).text().splitlines())
        steps = _steps_back(replay)
        slow = report.percentile(steps, 0.95)
        what = f"a step back in {game}, {replay.last} moves"
        report.line(what, report.p50_p95(steps), "p95 under 16 ms", slow < 16)


def _played(game_name: str, seed: int, rules: dict[str, Any] | None = None) -> Match:
    game = GAMES[game_name]
    players = [Player("Ann", "human"), *(Player(f"b{n}", "bot:hard") for n in range(3))]
    match = Match(game, parse_options(game.Options, rules or {}), players, SeededDecks(seed))
    match.deal_due()
    rng = Random(seed)
    while seats := game.to_act(match.state):
        match.play(seats[0], rng.choice(game.legal(match.state, seats[0])))
        match.deal_due()
    return match


def _fill(folder: Path) -> None:
    texts = [(game, _played(game, seed).text()) for game in GAMES for seed in range(DIFFERENT)]
    for number in range(RECORDS):
        game, text = texts[number % len(texts)]
        day, second = divmod(number, 60)
        path = (
            folder / f"2026-{1 + day // 28:02}-{1 + day % 28:02}-1200{second:02}-{game}-x-1.jsonl"
        )
        path.write_text(text, "utf-8")


def _steps_back(replay: Replay) -> list[float]:
    """Return the milliseconds of steps back from the end, with the lines of the log."""
    cursor = ReplayCursor(replay, 0)
    log = ReplayLog(cursor)
    cursor.go(replay.last)
    log.lines()
    times = []
    for _ in range(200):
        begun = time.perf_counter()
        cursor.back()
        log.lines()
        times.append(1000 * (time.perf_counter() - begun))
    return times
