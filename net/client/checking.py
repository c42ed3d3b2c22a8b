"""Lets a client's seat check how it was dealt, a little whenever the event loop is free."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from net.client.happenings import SeatHappening
from net.client.seat import ClientSeat


class Checking:
    """Checks for the client of one link; `hand_on` takes what it reports."""

    def __init__(
        self,
        client: ClientSeat,
        hand_on: Callable[[Iterable[SeatHappening]], None],
    ) -> None:
        self._client = client
        self._hand_on = hand_on
        self._task: asyncio.Task[None] | None = None

    def follow(self) -> None:
        """Begin to check if there is something to check now."""
        if self._client.check_due and self._task is None:
            self._task = asyncio.create_task(self._run())

    def stop(self) -> None:
        """Stop checking."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        while self._client.check_due:
            self._hand_on(self._client.check())
            await asyncio.sleep(0)  # keys and messages take precedence
        self._task = None
