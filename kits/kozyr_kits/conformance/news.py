"""Waiting for news on connections."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable


class News:
    """Wakes the waiting tasks whenever something has come."""

    def __init__(self) -> None:
        self.fault: Exception | None = None
        """An error of this program, not of the one under test."""
        self._event = asyncio.Event()

    def notify(self) -> None:
        """Wake the tasks that wait."""
        self._event.set()

    async def wait(self, holds: Callable[[], object], seconds: float) -> bool:
        """Wait until a condition holds; tell whether it does in time. Raises `fault`.

        The error comes first, before anything that follows from it is blamed on the program under
        test.
        """
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.fault is None and not holds():
                    self._event.clear()
                    await self._event.wait()
        if self.fault is not None:
            raise self.fault
        return bool(holds())
