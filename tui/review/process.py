"""Judging a record in processes of its own: no screen waits for them, and two cores are used."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator, Callable, Iterator
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from typing import Final

from core.records import BrokenRecordError
from core.records.replay import Replay
from core.review.decision import Decision, judge
from core.review.review import Review, judge_rest, read_row, row
from net.files.history import StillGoingOnError, load_replay
from net.files.reviews import keep_review
from net.installation import CREATION_FLAGS, command

_LOW_PRIORITY: Final = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
"""For Windows; elsewhere the process lowers its own priority."""


async def finish(path: Path, replay: Replay, review: Review, tell: Callable[[], None]) -> None:
    """Judge the remaining positions, and call `tell` after each.

    The judgements are kept beside the record, however this ends.
    """
    begun = review.reached
    try:
        async with contextlib.aclosing(judged(path, replay, review)) as found:
            async for at, decision in found:
                review.take(at, decision)
                tell()
    finally:
        if review.reached > begun:
            keep_review(path, review)


async def judged(
    path: Path, replay: Replay, review: Review
) -> AsyncGenerator[tuple[int, Decision | None], None]:
    """Yield the remaining positions and their judgements; closing it ends the processes at once."""
    judges = _Judges(path, replay, review)
    try:
        while (found := await asyncio.to_thread(judges.next)) is not None:
            yield found
    finally:
        # Nothing is awaited here: an application that ends waits for no worker of its screens.
        judges.close()


def judge_rest_beside(path: Path, replay: Replay, review: Review) -> Iterator[int]:
    """Judge the remaining positions as `judge_rest` does, on two cores if that is faster.

    Yields each position.
    """
    if (replay.last - review.reached) * review.playouts >= WORTH_A_PROCESS and cores() > 1:
        judges = _Judges(path, replay, review)
        try:
            while (found := judges.next()) is not None:
                review.take(*found)
                yield found[0]
        finally:
            judges.close()
    yield from judge_rest(replay, review)


WORTH_A_PROCESS: Final = 40_000
"""With fewer playouts left, starting a second process would take longer than it saves."""
_MOST: Final = 2
"""The most processes that judge a match at the same time."""


def cores() -> int:
    """Return the number of cores for judging."""
    return min(_MOST, os.cpu_count() or 1)


class _Judges:
    """The processes that judge a record; each of n judges every n-th position."""

    def __init__(self, path: Path, replay: Replay, review: Review) -> None:
        self._replay = replay
        count = max(1, min(cores(), replay.last - review.reached))
        self._processes = [
            started(
                "tui.review.process",
                path,
                *(review.seed, review.playouts, review.reached + first, count),
            )
            for first in range(count)
        ]
        self._turn = 0

    def next(self) -> tuple[int, Decision | None] | None:
        """Wait for the next position and its judgement; None at the end."""
        process = self._processes[self._turn % len(self._processes)]
        self._turn += 1
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line.endswith(b"\n"):
            return None
        at, found = json.loads(line)
        return at, read_row(found[0], at + 1, self._replay) if found else None

    def close(self) -> None:
        """End the processes, even in the middle of a judgement."""
        for process in self._processes:
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()


def started(module: str, path: Path, *numbers: int) -> Popen[bytes]:
    """Start a module as a process with low priority, which prints its findings about a record."""
    return Popen(
        [*command(module), str(path), *map(str, numbers)],
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=DEVNULL,
        # Out of reach of the signals that a terminal sends to its foreground group.
        start_new_session=True,
        creationflags=CREATION_FLAGS | _LOW_PRIORITY,
    )


def stand_back() -> None:
    """Leave the terminal's Ctrl+C to the parent, and a machine's only core to the screen."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process when it is ready
    if hasattr(os, "nice"):
        os.nice(5)


def main() -> None:
    """Print a line for every n-th position; the arguments are path, seed, playouts, the first, n.

    The process ends by itself once its output is no longer read.
    """
    stand_back()
    path, *numbers = sys.argv[1:]
    seed, playouts, first, step = map(int, numbers)
    with contextlib.suppress(OSError, BrokenRecordError, StillGoingOnError):
        replay = load_replay(Path(path))
        for at in range(first, replay.last, step):
            found = judge(replay, at, seed, playouts)
            print(json.dumps([at, [row(found)] if found else []]), flush=True)
