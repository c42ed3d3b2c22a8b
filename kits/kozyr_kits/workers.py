"""The workers of a command: processes that end with it, however it ends, or a Dask cluster."""

import argparse
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from queue import SimpleQueue
from threading import Thread
from types import FrameType
from typing import Any, Final, NoReturn, ParamSpec, TypeVar

from kozyr_kits.arena.duplicate import DeckReport, DeckTask, play_deck
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
    """Open processes of this machine, which end with the block at once. Raises FailedError."""
    pool = _Processes(jobs, initializer=_set_up)
    pool.submit(int)  # starts the processes before any other thread, which a fork would not copy
    try:
        yield pool
    except BrokenProcessPool:
        raise FailedError(
            t("something outside Kozyr ended one of the processes that were playing")
        ) from None
    finally:
        pool.stop()


def undisturbed(source: Iterator[R]) -> Iterator[R]:
    """Iterate over a source that uses processes, and raise its errors.

    A thread asks the source: Ctrl+C in the middle of that would leave a lock of the processes
    locked, and the command would wait for it at its end.
    """
    found: SimpleQueue[R | _Over] = SimpleQueue()

    def ask() -> None:
        over = _Over(None)
        try:
            for each in source:
                found.put(each)
        except BaseException as error:
            over = _Over(error)
        found.put(over)

    Thread(target=ask, daemon=True).start()
    while not isinstance(each := found.get(), _Over):
        yield each
    if each.error is not None:
        raise each.error


@dataclass(frozen=True, slots=True)
class _Over:
    """The end of a source, with its error if it raised one."""

    error: BaseException | None


class _Processes(ProcessPoolExecutor):
    """Processes whose work can be stopped.

    A killed process may leave half a result in the pipe to the command, which would then wait for
    the rest. So these processes stop by themselves, and only while they play.
    """

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        # mypy cannot join P to the parameters of `_work`.
        return super().submit(_work, fn, *args, **kwargs)  # type: ignore[arg-type]

    def stop(self) -> None:
        """End all work, including the work under way."""
        for process in list((self._processes or {}).values()):
            process.terminate()
        self.shutdown(cancel_futures=True)


class StoppedError(BaseException):
    """The command has ended, and none of its work may continue.

    It is no Exception, which the arena would take for a fault of the contestant.
    """


class Work:
    """The work of one process, which a signal stops."""

    def __init__(self) -> None:
        self._busy = self._stopped = False

    def do(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a function. Raises StoppedError once the work is stopped."""
        try:
            self._busy = True
            if self._stopped:
                raise StoppedError
            return function(*args, **kwargs)
        finally:
            self._busy = False

    def stop(self, number: int, frame: FrameType | None) -> None:
        """Stop the work at a signal."""
        self._stopped = True
        if self._busy:
            # Only once: a second signal might come while the process holds the lock of the pipe.
            self._busy = False
            raise StoppedError


_OWN: Final = Work()
"""The work of this process."""


def _work(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    return _OWN.do(function, *args, **kwargs)


def _set_up() -> None:
    """Set up a process: it leaves Ctrl+C to the command that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _OWN.stop)
    Thread(target=_end_with_command, daemon=True).start()


def _end_with_command() -> None:
    """End this process when the command is gone, even if that was killed.

    The pipe for work does not show this, as the other processes keep it open.
    """
    command = multiprocessing.parent_process()
    assert command is not None
    command.join()
    os._exit(1)


def leave_in_order() -> None:
    """Unwind the program on SIGTERM, so that its workers end too."""
    signal.signal(signal.SIGTERM, _leave)


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    # On a second signal it would leave without having ended its workers.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit(128 + number)


MOST_TRIES: Final = 3
"""The most times that a deck is given to a cluster that keeps losing it."""


@dataclass(slots=True)
class Pool:
    """The processes that play decks."""

    executor: Executor
    slots: int
    """The number of decks that can be played at a time."""
    lost_workers: Callable[[], int] = lambda: 0
    """Counts the workers of a cluster that have disappeared since the beginning."""
    tries: int = 1
    played_again: int = 0
    """The number of decks that were lost and given out once more."""


@contextmanager
def pool(jobs: int, dask: str | None) -> Iterator[Pool]:
    """Open a pool: processes of this machine, or a Dask cluster. Raises FailedError."""
    if dask:
        with _dask(dask) as cluster:
            yield cluster
        return
    with processes(jobs) as local:
        yield Pool(local, jobs)


@contextmanager
def _dask(address: str) -> Iterator[Pool]:
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise FailedError(
            t("for a cluster install the extra: pip install 'kozyr-kits[dask]'")
        ) from None
    try:
        client = distributed.Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise FailedError(
            t("no cluster answers at {address}: {reason}", address=address, reason=str(error))
        ) from None
    with client:
        workers = client.nthreads()

        def lost() -> int:
            return len(workers.keys() - client.nthreads().keys())

        yield Pool(client.get_executor(), max(1, sum(workers.values())), lost, MOST_TRIES)


def timed_deck(task: DeckTask) -> DeckReport:
    """Play a deck in a separate process; times are those of its core, not of the wall clock."""
    # This loads the network only if a program plays.
    if any(name.startswith("program:") for name in task.contestants):
        from kozyr_kits.programs.match import play_with_programs

        return play_deck(task, time.process_time, play_with_programs)
    return play_deck(task, time.process_time)


def in_order(players: Pool, tasks: list[DeckTask]) -> Iterator[DeckReport]:
    """Yield reports in the order of their decks, of which two for each slot are given out ahead.

    A deck that a cluster has lost is given out again. Raises FailedError if that does not help.
    """
    running: dict[int, Future[DeckReport]] = {}
    for number in count():
        for other in range(number, min(number + 2 * players.slots, len(tasks))):
            if other not in running:
                running[other] = players.executor.submit(timed_deck, tasks[other])
        if number not in running:
            return
        yield _result(players, running.pop(number), tasks[number], number)


def _result(players: Pool, future: Future[DeckReport], task: DeckTask, number: int) -> DeckReport:
    """Wait for a deck; if it is lost, give it out again."""
    for tried in count(1):
        try:
            return future.result()
        except (KeyboardInterrupt, BrokenProcessPool):
            raise
        except BaseException as error:  # a cancelled future of Dask raises no Exception
            if players.tries == 1:
                raise
            if tried == players.tries:
                raise FailedError(
                    t("the cluster cannot play deck {n}: {reason}", n=number + 1, reason=str(error))
                ) from None
        players.played_again += 1
        future = players.executor.submit(timed_deck, task)
    raise AssertionError
