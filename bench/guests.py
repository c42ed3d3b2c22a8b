"""A guest by ssh beside a player with Kozyr at the same table: key to frame, memory, at rest."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench import report
from bench.games import measured
from bench.processes import cpu_seconds, megabytes
from bench.screen import DOWN, UP, environment
from bench.thinking import bots_thinking
from core.games import GAMES
from tui.preferences.settings import Settings, save

if TYPE_CHECKING:
    from bench.pty import Pty

PRESSES: Final = 120
MEGABYTES: Final = 60
REST_SECONDS: Final = 10.0
COLUMNS, ROWS = 80, 24

_OPTIONS: Final = (
    *("-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "GlobalKnownHostsFile=none"),
    *("-o", "UserKnownHostsFile=/dev/null", "-o", "IdentityAgent=none", "-o", "LogLevel=ERROR"),
)


def run() -> None:
    """Measure and print."""
    game = measured("part")["screen"]
    report.heading("guests", f"A guest by ssh in the waiting room of {game}, on this machine")
    if sys.platform != "linux" or not shutil.which("ssh"):
        report.skipped("everything", "needs Linux and an ssh client")
        return
    with tempfile.TemporaryDirectory() as folder, _host(game, folder) as (pid, port, ssh):
        try:
            _measure(folder, pid, port, ssh)
        except TimeoutError as error:
            report.skipped("the rest", str(error))


@contextmanager
def _host(game: str, folder: str) -> Iterator[tuple[int, str, str]]:
    """Open a table with an ssh gateway; give its process and its two ports."""
    words = ("host", game, "--seats", "4", "--bots", "easy", "--no-seat", "--port", "0")
    env = {**os.environ, **environment(folder), "KOZYR_INTERFACES": "127.0.0.1"}
    with subprocess.Popen(
        [sys.executable, "-m", "tui", *words, "--ssh", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env=env,
    ) as host:
        try:
            said = ""
            assert host.stdout is not None, "asked for"
            while "ssh NAME" not in said:
                said += host.stdout.readline()
            found = re.search(r"127\.0\.0\.1:(\d+)[\s\S]*-p (\d+)", said)
            assert found is not None, said
            yield host.pid, found[1], found[2]
        finally:
            host.terminate()


def _measure(folder: str, host: int, port: str, ssh: str) -> None:
    """Time the keys of both, alone and with bots thinking, then leave them alone."""
    from bench.pty import Pty

    env = environment(f"{folder}/player")
    save(Path(env["KOZYR_CONFIG_DIR"]), Settings(lessons_seen=tuple(GAMES)))
    join = [sys.executable, "-m", "tui", "join", f"127.0.0.1:{port}", "--name", "Bob"]
    guest = ["ssh", *_OPTIONS, "-p", ssh, "Ann@127.0.0.1"]
    with Pty(guest, COLUMNS, ROWS, env) as far, Pty(join, COLUMNS, ROWS, env) as near:
        for terminal in (far, near):
            terminal.until(b"Ann")
            terminal.quiet(1.0)
        _time("a player with Kozyr", near)
        _time("a guest by ssh", far)
        with bots_thinking():
            _time("a guest by ssh, expert bots thinking", far)
        for gateway in _children(host):
            for program in _children(gateway):
                _rest(program)


def _time(what: str, terminal: Pty) -> None:
    times = []
    for press in range(PRESSES):
        times.append(terminal.key(UP if press % 2 == 0 else DOWN)[0])
        terminal.quiet(0.02)
    late = report.percentile(times, 0.95)
    report.line(f"key to frame, {what}", report.p50_p95(times), "p95 < 16 ms", late < 16)


def _rest(program: int) -> None:
    before, begun = cpu_seconds(program) or 0.0, time.perf_counter()
    time.sleep(REST_SECONDS)
    used = 100 * ((cpu_seconds(program) or 0.0) - before) / (time.perf_counter() - begun)
    report.line("idle CPU of a guest's program", f"{used:.2f} %", "under 0.5 %", used < 0.5)
    memory = megabytes(program) or 0.0
    budget = f"under {MEGABYTES} MB"
    report.line("memory of a guest's program", f"{memory:.0f} MB", budget, memory < MEGABYTES)


def _children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    found: list[int] = []
    for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
        found += map(int, tasks.read_text().split())
    return found
