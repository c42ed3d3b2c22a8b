"""Judges a record in a separate process, so that no screen waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import subprocess
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from typing import Final

from core.records.replay import Replay
from core.review.decision import Decision
from core.review.kept import read_row
from core.review.review import Review
from net.files.reviews import keep_review
from net.interpreter import CREATION_FLAGS, command

_LOW_PRIORITY: Final = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
"""For Windows; elsewhere the process sees to that itself."""


async def finish(path: Path, replay: Replay, review: Review, tell: Callable[[], None]) -> None:
    """Judge what is left and call `tell` after each position; however it ends, the work is kept."""
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
    """Yield the positions left and their judgements; closing it ends the process at once."""
    process = _started(path, review)
    assert process.stdout is not None
    try:
        while (line := await asyncio.to_thread(process.stdout.readline)).endswith(b"\n"):
            at, found = json.loads(line)
            yield at, read_row(found[0], at + 1, replay) if found else None
    finally:
        # Nothing is awaited here: an application that ends waits for no worker of its screens.
        process.kill()
        process.wait()
        process.stdout.close()


def _started(path: Path, review: Review) -> Popen[bytes]:
    numbers = (str(number) for number in (review.seed, review.playouts, review.reached))
    return Popen(
        [*command("tui.review.worker"), str(path), *numbers],
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=DEVNULL,
        # Out of reach of what a terminal sends to its foreground group.
        start_new_session=True,
        creationflags=CREATION_FLAGS | _LOW_PRIORITY,
    )
