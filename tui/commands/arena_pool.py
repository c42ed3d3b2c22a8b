"""The processes that play the decks of `kozyr arena`: of this machine, or of a Dask cluster."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from typing import Any, Final

from core.arena.duplicate import DeckReport, DeckTask, play_deck
from tui.commands import FailedError
from tui.commands.workers import processes
from tui.language.text import t

MOST_TRIES: Final = 3
"""So often a deck is given to a cluster that has lost it."""


@dataclass(slots=True)
class Pool:
    """Those who play decks."""

    executor: Executor
    slots: int
    """How many decks can be played at a time."""
    lost_workers: Callable[[], int] = lambda: 0
    """Counts the workers of a cluster that have gone since the beginning."""
    tries: int = 1
    played_again: int = 0
    """Decks that were lost and given out once more."""


@contextmanager
def pool(jobs: int, dask: str | None) -> Iterator[Pool]:
    """Give what plays decks: processes of this machine, or a Dask cluster. Raises FailedError."""
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
        raise FailedError(t("for a cluster install the extra: pip install 'kozyr[dask]'")) from None
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
    """Play a deck in a process of its own; times are of its core, not of the wall."""
    # Loads the network only where a program plays.
    if any(name.startswith("program:") for name in task.contestants):
        from net.arena.match import play_with_programs

        return play_deck(task, time.process_time, play_with_programs)
    return play_deck(task, time.process_time)


def in_order(players: Pool, tasks: list[DeckTask]) -> Iterator[DeckReport]:
    """Yield reports in the order of their decks, twice as many decks waiting as can be played.

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
    """Wait for a deck; give one that is lost out again."""
    for tried in count(1):
        try:
            return future.result()
        except (KeyboardInterrupt, BrokenProcessPool):
            raise
        except BaseException as error:  # a cancelled future is no Exception
            if players.tries == 1:
                raise
            if tried == players.tries:
                raise FailedError(
                    t("the cluster cannot play deck {n}: {reason}", n=number + 1, reason=str(error))
                ) from None
        players.played_again += 1
        future = players.executor.submit(timed_deck, task)
    raise AssertionError
