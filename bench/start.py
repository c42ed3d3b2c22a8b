"""How long a player waits after Enter in the shell: for the help, a record, the home screen."""

import statistics
import subprocess
import sys
import tempfile
import time
from typing import Final

from bench import report

TIMES: Final = 7
KOZYR: Final = (sys.executable, "-m", "tui")


def run() -> None:
    """Measure and print."""
    report.heading("start", f"Start, median of {TIMES}")
    help_seconds = statistics.median(_seconds("--help") for _ in range(TIMES))
    report.line("kozyr --help", f"{help_seconds:.3f} s", "under 0.150 s", help_seconds < 0.15)
    if sys.platform == "win32":
        report.skipped("first content of the home screen", "needs a pty")
        return
    first = statistics.median(_first_content() for _ in range(TIMES))
    report.line("first content of the home screen", f"{first:.3f} s", "under 0.450 s", first < 0.45)


def _seconds(*words: str) -> float:
    begun = time.perf_counter()
    subprocess.run([*KOZYR, *words], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begun


def _first_content() -> float:
    from bench.pty import Pty
    from bench.screen import environment

    with tempfile.TemporaryDirectory() as folder:
        terminal = Pty(KOZYR, 80, 24, environment(folder))
        try:
            return terminal.until(b"play alone")
        finally:
            terminal.close()
