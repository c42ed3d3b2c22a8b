"""Processes that play for a command: they end with it, however it ends."""

from __future__ import annotations

import argparse
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn, ParamSpec, TypeVar

from tui.commands import FailedError
from tui.commands.table import positive_number, whole_number
from tui.language.text import t

P = ParamSpec("P")
R = TypeVar("R")


def add_run(parser: argparse.ArgumentParser, *, seed: str, jobs: str) -> None:
    """Declare the options for the seed and the number of processes, with their help."""
    parser.add_argument("--seed", type=whole_number, default=0, metavar="N", help=seed)
    parser.add_argument(
        "--jobs", type=positive_number, default=os.cpu_count() or 1, metavar="N", help=jobs
    )


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """Return processes of this machine; leaving the block ends them at once. Raises FailedError."""
    pool = _Processes(jobs, initializer=_set_up)
    try:
        yield pool
    except BrokenProcessPool:
        raise FailedError(
            t("something outside Kozyr ended one of the processes that were playing")
        ) from None
    finally:
        pool.stop()


class _Processes(ProcessPoolExecutor):
    """Processes whose work can be stopped.

    A process that is simply killed may leave half a result in the pipe to the command, which would
    then wait for the rest. So these stop by themselves, and only while they play.
    """

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        # mypy cannot join P to the parameters of `_until_stopped`.
        return super().submit(_until_stopped, fn, *args, **kwargs)  # type: ignore[arg-type]

    def stop(self) -> None:
        """End all work, including what is being done now."""
        for process in list((self._processes or {}).values()):
            process.terminate()
        self.shutdown(cancel_futures=True)


class _StoppedError(BaseException):
    """The command has ended: nobody waits for this work, and none of it may continue.

    The arena takes any Exception of a contestant for a fault of the contestant, and plays on.
    """


class _Work:
    """What this process is doing."""

    going_on = False
    stopped = False


def _until_stopped(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    try:
        _Work.going_on = True
        if _Work.stopped:
            raise _StoppedError
        return function(*args, **kwargs)
    finally:
        _Work.going_on = False


def _stop(number: int, frame: FrameType | None) -> None:
    _Work.stopped = True
    if _Work.going_on:
        # Once only: told a second time, it might leave the pipe while it holds the pipe's lock.
        _Work.going_on = False
        raise _StoppedError


def _set_up() -> None:
    """Set up a process: Ctrl+C is meant for the command that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)


def leave_in_order() -> None:
    """Unwind the program when it is told to end, so that its workers end too."""
    signal.signal(signal.SIGTERM, _leave)


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    # Told a second time, it would leave without having ended its workers.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit(128 + number)
