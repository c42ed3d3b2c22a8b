"""Judges a record in a process of its own, so that no screen waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncGenerator, Callable
from pathlib import Path

from core.records.replay import Replay
from core.review.decision import Decision
from core.review.kept import read_row
from core.review.review import Review
from net.files.reviews import keep_review
from net.interpreter import CREATION_FLAGS, command


async def finish(path: Path, replay: Replay, review: Review, tell: Callable[[], None]) -> None:
    """Judge what is left and `tell` after each position; whatever ends it, what is done is kept."""
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
    numbers = (str(number) for number in (review.seed, review.playouts, review.reached))
    process = await asyncio.create_subprocess_exec(
        *command("tui.review.worker"),
        str(path),
        *numbers,
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=DEVNULL,
        # Out of the reach of what a terminal sends to its foreground group.
        start_new_session=True,
        creationflags=CREATION_FLAGS,
    )
    try:
        assert process.stdout is not None
        async for line in process.stdout:
            at, found = json.loads(line)
            yield at, read_row(found[0], at + 1, replay) if found else None
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
