"""Tasks beside the one that starts them: kept until they end, and ended together."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any


class Tasks(set[asyncio.Task[Any]]):
    """Running tasks: a loop alone would forget one that nobody awaits."""

    def start(self, work: Coroutine[Any, Any, Any]) -> None:
        """Start a task, and keep it until it ends."""
        task = asyncio.create_task(work)
        self.add(task)
        task.add_done_callback(self.discard)


async def end_all(tasks: Iterable[asyncio.Future[Any] | None]) -> None:
    """Cancel tasks and wait for their ends; None is no task."""
    running = [task for task in tasks if task is not None]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
