"""Resident memory of a client at rest: in a solo match, hosting a table, at a table it joined."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench import report
from bench.processes import megabytes
from bench.report import measured
from bench.screen import SEED, SIZES, environment
from core.games import GAMES
from tui.preferences.settings import remember

if TYPE_CHECKING:
    from bench.pty import Pty

MEGABYTES: Final = 60
REST_SECONDS: Final = 3.0
PORT: Final = 24680
CODE: Final = "K7Q-M2X"


def run() -> None:
    """Measure and print."""
    game = measured("part")["screen"]
    report.heading("memory", f"Resident memory of a client at rest, {game}")
    if sys.platform == "win32":
        report.skipped("everything", "needs a pty")
        return
    for columns, rows in SIZES:
        try:
            _measure(game, columns, rows)
        except TimeoutError as error:
            report.skipped(f"{columns}x{rows}", str(error))


def _measure(game: str, columns: int, rows: int) -> None:
    port = PORT + columns
    alone = ("solo", game, "--seats", "4", "--seed", SEED)
    host = ("host", game, "--seats", "4", "--port", str(port))
    client = ("join", f"127.0.0.1:{port}", "--name", "Bob")
    code = ("--code", CODE)
    size = f"{columns}x{rows}"
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        with _client(one, alone, columns, rows) as terminal:
            terminal.until(b"Your turn")
            _print(f"a match alone, {size}", terminal)
        with _client(one, host, columns, rows) as hosting:
            hosting.until(b"join with")
            _print(f"a host that makes its certificate, {size}", hosting)
            with _client(two, client, columns, rows) as joined:
                joined.until(b"Bob")
                _print(f"a client that has joined, {size}", joined)
                _print(f"its host, {size}", hosting)
        with _client(one, host + code, columns, rows) as hosting:
            hosting.until(b"join with")
            with _client(two, client + code, columns, rows) as joined:
                hosting.until(b"Bob")
                _print(f"a client that has proved a code, {size}", joined)
                _print(f"its host, {size}", hosting)


def _client(folder: str, words: tuple[str, ...], columns: int, rows: int) -> Pty:
    from bench.pty import Pty

    env = environment(folder)
    remember(Path(env["KOZYR_STATE"]), lessons_seen=tuple(GAMES))
    return Pty([sys.executable, "-m", "tui", *words], columns, rows, env)


def _print(what: str, terminal: Pty) -> None:
    terminal.idle(REST_SECONDS)
    memory = megabytes(terminal.pid) or 0.0
    report.line(what, f"{memory:.1f} MB", f"at most {MEGABYTES} MB", memory <= MEGABYTES)
