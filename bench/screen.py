"""The table in a terminal: from key to frame, bytes of a cursor move, its cost when idle."""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench import report
from bench.processes import megabytes
from bench.report import measured
from bench.thinking import bots_thinking
from core.games import GAMES
from tui.preferences.settings import remember

if TYPE_CHECKING:
    from bench.pty import Pty

RIGHT, LEFT, UP, DOWN = b"\x1b[C", b"\x1b[D", b"\x1b[A", b"\x1b[B"
KEYS: Final = (RIGHT, RIGHT, LEFT)
WAYS: Final = ((RIGHT, LEFT), (LEFT, RIGHT), (UP, DOWN), (DOWN, UP))
"""There and back: a cursor among the places of a grid does not go round the ends."""
PRESSES: Final = 120
SIZES: Final = ((80, 24), (160, 48))
IDLE_SECONDS: Final = 10.0
SEED: Final = "3"
TURNS: Final = 6
"""After this many turns, with one Enter each, there is a hand in every game."""
BYTES: Final = 300


def environment(folder: str) -> dict[str, str]:
    """Return a terminal of 16 million colours and a folder of its own."""
    return {
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LC_ALL": "C.UTF-8",
        "KOZYR_CONFIG_DIR": f"{folder}/config",
        "KOZYR_STATE": f"{folder}/state",
        "KOZYR_PACE": "0",
        "PYTHONDONTWRITEBYTECODE": "",  # what is installed has been compiled
    }


def run() -> None:
    """Measure and print."""
    still = measured("part")["screen"]
    report.heading("screen", f"The table of {still} in a pty, {PRESSES} cursor moves in the hand")
    if sys.platform == "win32":
        report.skipped("everything", "needs a pty")
        return
    for columns, rows in SIZES:
        with _table(still, columns, rows) as terminal:
            _measure(terminal, f"{columns}x{rows}")
    for columns, rows in SIZES:
        for game in GAMES:
            with _table(game, columns, rows) as terminal:
                _count(terminal, game, f"{columns}x{rows}")


@contextmanager
def _table(game: str, columns: int, rows: int) -> Iterator[Pty]:
    """Sit down at a table for four until it is the player's turn."""
    from bench.pty import Pty

    words = ("solo", game, "--seats", "4", "--seed", SEED)
    with tempfile.TemporaryDirectory() as folder:
        env = environment(folder)
        remember(Path(env["KOZYR_STATE"]), lessons_seen=tuple(GAMES))
        terminal = Pty([sys.executable, "-m", "tui", *words], columns, rows, env)
        try:
            terminal.until(b"Your turn")
            terminal.quiet(1.0)
            yield terminal
        except TimeoutError as error:
            report.skipped(f"{game}, {columns}x{rows}", str(error))
        finally:
            terminal.close()


def _measure(terminal: Pty, size: str) -> None:
    """Time the keys, alone and with bots thinking, then leave the table idle."""
    times, sizes = _press(terminal)
    late, middle, few = report.percentile(times, 0.95), statistics.median(times), max(sizes)
    report.line(f"key to frame, p50 / p95, {size}", report.p50_p95(times), "p95 < 8 ms", late < 8)
    report.line(f"cursor move, median, {size}", f"{middle:.1f} ms", "under 3 ms", middle < 3)
    report.line(f"cursor move, most bytes, {size}", f"{few}", f"at most {BYTES}", few <= BYTES)
    with bots_thinking():
        times, _ = _press(terminal)
    late = report.percentile(times, 0.95)
    what = f"key to frame, expert bots thinking, {size}"
    report.line(what, report.p50_p95(times), "p95 < 8 ms", late < 8)
    cpu, flow = terminal.idle(IDLE_SECONDS)
    report.line(f"idle CPU, {size}", f"{cpu:.2f} %", "under 0.3 %", cpu < 0.3)
    report.line(f"idle bytes/s, {size}", f"{flow:.0f}", "0", flow == 0)
    memory = megabytes(terminal.pid) or 0.0
    report.line(f"memory, {size}", f"{memory:.0f} MB", "under 60 MB", memory < 60)


def _press(
    terminal: Pty, presses: int = PRESSES, keys: Sequence[bytes] = KEYS
) -> tuple[list[float], list[int]]:
    """Return the milliseconds and the bytes of some cursor moves."""
    pairs = []
    for press in range(presses):
        pairs.append(terminal.key(keys[press % len(keys)]))
        terminal.quiet(0.02)
    return [milliseconds for milliseconds, _ in pairs], [count for _, count in pairs]


def _count(terminal: Pty, game: str, size: str) -> None:
    """Measure cursor moves, among the buttons of the bids and in the hand, for some turns."""
    times: list[float] = []
    sizes: list[int] = []
    presses = PRESSES // TURNS // len(WAYS)
    for _ in range(TURNS):
        for keys in WAYS:
            if not all(terminal.answer(key, 0.1) for key in keys):
                continue  # it is at an edge, or there is only one thing to point at
            try:
                more, bytes_sent = _press(terminal, presses, keys)
            except TimeoutError:
                continue  # the message was another player's move
            times += more
            sizes += bytes_sent
        terminal.answer(b"\r", 0.6)
    if not times:
        report.skipped(f"cursor move, {game}, {size}", "there was never anything to choose")
        return
    middle, most = statistics.median(times), max(sizes)
    report.line(
        f"cursor move, median, {game}, {size}", f"{middle:.1f} ms", "under 3 ms", middle < 3
    )
    report.line(
        f"cursor move, most bytes, {game}, {size}", f"{most}", f"at most {BYTES}", most <= BYTES
    )
