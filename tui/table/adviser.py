"""Works out hints and numbers in a thread or, if this program hosts others, in another process.

A thread holds Python's lock: others at the table could tell by the host's answers that its own
player has asked for a hint.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Lock
from typing import Any

from core import advice
from core.advice import Numbers
from core.game import Move
from core.review.decision import Decision
from net.host.bots import THINKING, Worker, WorkerError
from tui.table.hints import Hint, advise_in_time, as_hint, find_numbers


class SupersededError(Exception):
    """A newer question came while this one waited: its answer is no longer wanted."""


class Adviser:
    """Advises the player at one table.

    With `apart` a process does the work, started by the first question; otherwise, or if that
    fails, a thread does.
    """

    def __init__(self, *, apart: bool, worker: str = THINKING) -> None:
        self.worker = Worker(worker) if apart else None
        self._lock = Lock()
        self._asked = 0
        """The number of questions so far; of the waiting ones only the last is answered."""

    async def glance(self, game: str, view: Any) -> Hint:
        """Return the best move for the viewer, who is to act, at once and perhaps only roughly."""
        return await asyncio.to_thread(self._hint, game, view, advice.GLANCE)

    async def hint(self, game: str, view: Any) -> Hint:
        """Return the best move for the viewer, who is to act."""
        return await asyncio.to_thread(self._hint, game, view, advice.SECONDS)

    async def numbers(self, game: str, view: Any, hint: Move) -> Numbers:
        """Return the points to expect of each of the viewer's moves."""
        here = partial(find_numbers, game, view, hint)
        asked = ("number", game, view, hint, advice.SECONDS)
        found: Numbers = await asyncio.to_thread(self._answer, asked, here)
        return found

    async def mistake(self, game: str, view: Any, move: Move) -> Decision | None:
        """Return the cost of a move just made, if it was costly; only a process judges."""
        asked, found = ("judge", game, view, move), None
        with suppress(SupersededError):
            found = await asyncio.to_thread(self._answer, asked, _nothing)
        return found

    def _hint(self, game: str, view: Any, seconds: float | None) -> Hint:
        here = partial(advise_in_time, game, view, seconds)
        return as_hint(self._answer(("advise", game, view, seconds), here))

    def _answer(self, question: tuple[Any, ...], here: Callable[[], Any]) -> Any:
        """Return the answer of the process or, if it gives none, the answer of `here`."""
        self._asked += 1
        number = self._asked
        with self._lock:
            if number < self._asked:
                raise SupersededError
            if self.worker is not None:
                with suppress(WorkerError):
                    return self.worker.ask(question)
            return here()

    def close(self) -> None:
        """End the process."""
        if self.worker is not None:
            self.worker.stop()
            with self._lock:
                self.worker.close()


def _nothing() -> None:
    """Return no answer."""
