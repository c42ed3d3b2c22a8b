"""The table on a terminal: from key to frame, bytes of a cursor move, what it costs when idle."""

from __future__ import annotations

import statistics
import sys
import tempfile
from typing import Final

from bench import report

KEYS: Final = (b"\x1b[C", b"\x1b[C", b"\x1b[D")
PRESSES: Final = 120
IDLE_SECONDS: Final = 10.0
MATCH: Final = ("solo", "kozel", "--seats", "4", "--seed", "3")
"""Kozel: the seed lets the player open, so the table stands still while it is measured."""


def environment(folder: str) -> dict[str, str]:
    """Return a terminal of 16 million colours and a folder of its own."""
    return {
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LC_ALL": "C.UTF-8",
        "KOZYR_CONFIG_DIR": f"{folder}/config",
        "KOZYR_STATE": f"{folder}/state",
    }


def run() -> None:
    """Measure and print."""
    report.heading("screen", f"The table of Kozel in a pty, {PRESSES} cursor moves in the hand")
    if sys.platform == "win32":
        report.skipped("everything", "needs a pty")
        return
    for columns, rows in ((80, 24), (160, 48)):
        with tempfile.TemporaryDirectory() as folder:
            _measure(columns, rows, folder)


def _measure(columns: int, rows: int, folder: str) -> None:
    from bench.pty import Pty

    size = f"{columns}x{rows}"
    terminal = Pty([sys.executable, "-m", "tui", *MATCH], columns, rows, environment(folder))
    try:
        terminal.until(b"Your turn")
        terminal.quiet(1.0)
        times, sizes = [], []
        for press in range(PRESSES):
            milliseconds, count = terminal.key(KEYS[press % len(KEYS)])
            times.append(milliseconds)
            sizes.append(count)
            terminal.quiet(0.02)
        late, middle = report.percentile(times, 0.95), statistics.median(times)
        few = statistics.median(sizes)
        small = columns == 80
        report.line(
            f"key to frame, p50 / p95, {size}", report.p50_p95(times), "p95 under 16 ms", late < 16
        )
        report.line(
            f"cursor move, median, {size}",
            f"{middle:.1f} ms, {few:.0f} bytes",
            "under 4 ms, 1500 bytes" if small else "",
            middle < 4 and few < 1500 if small else None,
        )
        cpu, flow = terminal.idle(IDLE_SECONDS)
        report.line(f"idle CPU, {size}", f"{cpu:.2f} %", "under 0.5 %", cpu < 0.5)
        report.line(f"idle bytes/s, {size}", f"{flow:.0f}", "0", flow == 0)
        memory = terminal.megabytes()
        report.line(f"memory, {size}", f"{memory:.0f} MB", "under 60 MB", memory < 60)
    except TimeoutError as error:
        report.skipped(size, str(error))
    finally:
        terminal.close()
