"""Who plays the decks of `kozyr arena`: processes of this machine, or a Dask cluster."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager
from importlib import import_module
from itertools import count
from typing import Any

from core.arena.duplicate import DeckReport, DeckTask, play_deck
from tui.commands import FailedError
from tui.commands.workers import processes
from tui.language.text import t


@contextmanager
def executor(jobs: int, dask: str | None) -> Iterator[Executor]:
    """Give what plays decks: processes of this machine, or a Dask cluster. Raises FailedError."""
    if dask:
        with _dask(dask) as cluster:
            yield cluster
        return
    with processes(jobs) as pool:
        yield pool


@contextmanager
def _dask(address: str) -> Iterator[Executor]:
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
        yield client.get_executor()


def timed_deck(task: DeckTask) -> DeckReport:
    """Play a deck in a process of its own; times are of its core, not of the wall."""
    return play_deck(task, time.process_time)


def in_order(pool: Executor, tasks: list[DeckTask], ahead: int) -> Iterator[DeckReport]:
    """Yield reports in the order of their decks, a few decks being played at any time."""
    running: dict[int, Future[DeckReport]] = {}
    for number in count():
        for other in range(number, min(number + ahead, len(tasks))):
            if other not in running:
                running[other] = pool.submit(timed_deck, tasks[other])
        if number not in running:
            return
        future = running.pop(number)
        wait([future], return_when=FIRST_COMPLETED)
        yield future.result()
