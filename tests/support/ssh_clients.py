"""A real host with an ssh gateway, in a process of its own, and real ssh clients."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tests.support.players import KOZYR, own_places
from tests.support.terminal import ROOT, Terminal

LEAST_OPTIONS: Final = (
    *("-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "GlobalKnownHostsFile=none"),
    *("-o", "IdentityAgent=none", "-o", "LogLevel=ERROR", "-o", "ConnectTimeout=20"),
)
"""Options that use nothing of the person whose machine runs the tests."""

_LINE: Final = re.compile(r"ssh NAME@(\S+) -p (\d+)")


def unavailable() -> str:
    """Return the reason why there are no ssh clients here; empty if there are."""
    return "" if shutil.which("ssh") else "there is no ssh client on this machine"


class SshHost:
    """SshHost is `kozyr host --no-seat --ssh`, running inside its `with` block."""

    def __init__(
        self, folder: Path, *options: str, table: Sequence[str] = ("kozel", "--port", "0")
    ) -> None:
        self.folder = folder
        self.said = ""
        self.port = 0
        self._env = own_places(folder / "host")
        self._command = [
            *(*KOZYR, "host", *table, "--no-seat", "--ssh", "0"),
            *options,
        ]
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> SshHost:
        self._process = subprocess.Popen(
            self._command,
            cwd=ROOT,
            env={**os.environ, **self._env},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        assert self._process.stdout is not None
        while not (found := _LINE.search(self.said)):
            line = self._process.stdout.readline()
            assert line, f"the host has ended:\n{self.said}"
            self.said += line
        self.port = int(found[2])
        self.said += self._process.stdout.readline()
        return self

    def __exit__(self, *exception: object) -> None:
        self._process.terminate()
        self._process.communicate(timeout=30)

    def wait_for(self, text: str) -> None:
        """Read the host's output until it contains a text."""
        assert self._process.stdout is not None
        while text not in self.said:
            line = self._process.stdout.readline()
            assert line, f"{text!r} never came:\n{self.said}"
            self.said += line

    def ssh(self, name: str, *options: str) -> list[str]:
        """Return the command line of a guest."""
        known = ("-o", f"UserKnownHostsFile={self.folder / 'known'}")
        return ["ssh", *LEAST_OPTIONS, *known, "-p", str(self.port), *options, f"{name}@127.0.0.1"]

    def guest(
        self, name: str, *options: str, columns: int = 80, rows: int = 24, **terminal: Any
    ) -> Terminal:
        """Return a guest's terminal, with ssh in it."""
        return Terminal(self.ssh(name, *options), columns=columns, rows=rows, **terminal)

    def run(self, name: str, *options: str, after: Sequence[str] = (), text: str = "") -> str:
        """Run ssh without a terminal; return all its output."""
        done = subprocess.run(
            [*self.ssh(name, *options), *after],
            input=text,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        return done.stdout + done.stderr

    @property
    def pid(self) -> int:
        """The process of the host."""
        return self._process.pid

    def signal(self, number: int) -> None:
        """Send the host a signal."""
        os.kill(self.pid, number)

    def gateway(self) -> int:
        """Return the process of the gateway."""
        (gateway,) = (
            each
            for each in _children(self.pid)
            if b"net.guests" in Path(f"/proc/{each}/cmdline").read_bytes()
        )
        return gateway

    def programs(self) -> list[int]:
        """Return the processes of the guests of this host."""
        gateways = _children(self.pid)
        return [pid for gateway in gateways for pid in _children(gateway)]

    def wait_for_programs(self, count: int, seconds: float = 20) -> None:
        """Wait until `count` guests' programs are running."""
        end = time.monotonic() + seconds
        while len(self.programs()) != count:
            assert time.monotonic() < end, f"{self.programs()} run, not {count}"
            time.sleep(0.05)


def _children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    found = []
    for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
        found += map(int, tasks.read_text().split())
    return found
