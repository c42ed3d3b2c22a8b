"""Where hints and numbers are worked out: beside the loop, and beside the whole host where one is.

A thread holds Python's lock: everybody at the table could tell by the host's answers that the
person in its program asks for a hint.
"""

from __future__ import annotations

import asyncio
from threading import Lock
from typing import Any

from core.advice.numbers import Numbers
from core.game import Move
from core.review.decision import Decision
from net.host.bots import THINKING, Worker, WorkerError
from tui.table.hints import Hint, as_hint, find_hint, find_numbers


class Adviser:
    """Advises the player at one table. With `apart` a process of its own thinks, which starts at
    the first question; without, or if it fails, a thread does.
    """

    def __init__(self, *, apart: bool, worker: str = THINKING) -> None:
        self._worker = Worker(worker) if apart else None
        self._lock = Lock()

    async def hint(self, game: str, view: Any) -> Hint:
        """Return what the viewer, who is to act, had best do."""
        return await asyncio.to_thread(self._hint, game, view)

    async def numbers(self, game: str, view: Any, hint: Move) -> Numbers:
        """Return what the viewer's moves would bring."""
        return await asyncio.to_thread(self._numbers, game, view, hint)

    async def mistake(self, game: str, view: Any, move: Move) -> Decision | None:
        """Return what a move just made has cost, if it was costly; only a process judges."""
        found: Decision | None = await asyncio.to_thread(self._ask, "judge", game, view, move)
        return found

    def _hint(self, game: str, view: Any) -> Hint:
        advice = self._ask("advise", game, view)
        return find_hint(game, view) if advice is None else as_hint(advice)

    def _numbers(self, game: str, view: Any, hint: Move) -> Numbers:
        found: Numbers | None = self._ask("number", game, view, hint)
        return find_numbers(game, view, hint) if found is None else found

    def _ask(self, *question: Any) -> Any:
        """Return the answer of the process; None if it gives none."""
        if self._worker is None:
            return None
        with self._lock:
            try:
                return self._worker.ask(question)
            except WorkerError:
                return None

    def close(self) -> None:
        """End the process."""
        if self._worker is not None:
            self._worker.stop()
            with self._lock:
                self._worker.close()
