"""The system for the parts: processes of their own, their cores, time and memory."""

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any


@contextmanager
def host_process(host: Callable[[Connection], None]) -> Iterator[tuple[Any, int]]:
    """Run a host in a separate process; return its first message, and its process id.

    It has to end when its pipe has a message.
    """
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=host, args=(there,), daemon=True)
    process.start()
    try:
        yield here.recv(), process.pid or 0
    finally:
        here.send("end")
        process.join(5)


def allow_files(wanted: int) -> bool:
    """Raise the limit of open files as far as needed and allowed."""
    if sys.platform == "win32":
        return True
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard not in (resource.RLIM_INFINITY,) and hard < wanted:
        return False
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    return True


def stay_on_core(number: int) -> None:
    """Keep this process on one core, the first for 0, if the system can do that and has two."""
    if sys.platform != "linux":
        return
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) > 1:
        os.sched_setaffinity(0, {cores[number % len(cores)]})


def cpu_seconds(pid: int) -> float | None:
    """Return the time and memory of a process, where the system tells."""
    try:
        with open(f"/proc/{pid}/stat") as stat:
            fields = stat.read().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def megabytes(pid: int) -> float | None:
    """Return the resident memory of a process, where the system tells."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return None
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    found: list[int] = []
    for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
        found += map(int, tasks.read_text().split())
    return found
