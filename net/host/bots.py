"""Bots in a separate process: neither a screen nor a host waits while they think."""

import asyncio
import logging
import pickle
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from secrets import randbits
from threading import Lock
from time import monotonic
from typing import Any, Final

from core.bots import LEVELS, choose
from core.game import Move
from net.installation import CREATION_FLAGS, command

_log = logging.getLogger(__name__)

THINKING: Final = "net.host.bot_worker"
"""The module whose `main` is the process of the bots."""


class WorkerError(Exception):
    """No answer: the process cannot be started, has ended, or has failed at the question."""


class Worker:
    """The process of a module, started with the first question, and again if it has ended.

    Every method may be called in any thread; `ask` only in one at a time.
    """

    def __init__(self, module: str = THINKING) -> None:
        self._module = module
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self.closed = False

    @property
    def pid(self) -> int | None:
        """The id of the process, if it runs."""
        return None if self._process is None else self._process.pid

    def ask(self, question: tuple[Any, ...]) -> Any:
        """Return the answer, however long it takes. Raises WorkerError."""
        try:
            process = self._running()
        except OSError as error:
            _log.error("a process cannot be started: %s", error)
            raise WorkerError from error
        if process is None or process.stdin is None or process.stdout is None:
            raise WorkerError
        try:
            pickle.dump(question, process.stdin)
            process.stdin.flush()
            reply = pickle.load(process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError, ValueError) as error:
            if not self.closed:
                _log.warning("%s has ended; the next question starts it again", self._module)
                self._end(process)
            raise WorkerError from error
        if isinstance(reply, tuple):
            _log.error("no answer to %s: %s", question[:2], reply[0])
            raise WorkerError
        return reply

    def _running(self) -> subprocess.Popen[bytes] | None:
        with self._lock:
            if self.closed:
                return None
            if self._process is None:
                self._process = subprocess.Popen(
                    command(self._module),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    # Out of reach of signals that a terminal sends to its foreground group.
                    start_new_session=True,
                    creationflags=CREATION_FLAGS,
                )
            return self._process

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        with self._lock:
            if self._process is process:
                self._process = None
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    _log.debug("a question was left in the pipe")

    def stop(self) -> None:
        """Kill the process, even in the middle of a question, which raises WorkerError."""
        with self._lock:
            self.closed = True
            process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """Kill the process and release its pipes, once no call of `ask` is running."""
        self.stop()
        if self._process is not None:
            self._end(self._process)


def _new_seed() -> int:
    return randbits(64)


_MANY: Final = 2
"""The number of failures in a row that cannot be chance; a worker may be killed once."""


class Bots:
    """One worker process, which answers one question after another.

    If it fails, a bot of the weakest level chooses in this process: that takes hardly any time.
    """

    def __init__(self, new_seed: Callable[[], int] = _new_seed, worker: str = THINKING) -> None:
        self._new_seed = new_seed
        self._worker = Worker(worker)
        self._failures = 0
        """Failures in a row."""
        self._checked: set[str] = set()
        """The games whose weights have been checked."""
        # Pipes block, so the questions need a thread of their own.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="bots")
        self._waiting = 0
        """The number of open questions, which share the available time."""

    @property
    def pid(self) -> int | None:
        """The id of the worker's process, if it runs."""
        return self._worker.pid

    @property
    def failing(self) -> bool:
        """Whether the worker does not answer, so that all bots play like the weakest."""
        return self._failures >= _MANY

    async def choose(
        self,
        game: str,
        view: Any,
        level: str,
        seconds: float | None = None,
        chance: int | None = None,
    ) -> Move | None:
        """Return the bot's move, within about `seconds`; None if there is none.

        If many bots are asked at once, each answers in time, though with a worse move. `chance` is
        the seed of its generator; None takes a new one.
        """
        if self._worker.closed:
            return None
        until = None if seconds is None else monotonic() + seconds
        question = (game, view, level, self._new_seed() if chance is None else chance)
        loop = asyncio.get_running_loop()
        self._waiting += 1
        try:
            return await loop.run_in_executor(self._thread, self._find, question, until)
        finally:
            self._waiting -= 1

    def _find(self, asked: tuple[str, Any, str, int], until: float | None) -> Move | None:
        """Return the worker's move; if it fails, one chosen here."""
        self._check_weights(asked[0])
        left = None if until is None else max(0.0, until - monotonic()) / max(1, self._waiting)
        try:
            move: Move = self._worker.ask(("choose", *asked, left))
        except WorkerError:
            pass
        else:
            self._failures = 0
            return move
        if self._worker.closed:
            return None
        self._failures += 1
        game, view, _, seed = asked
        try:
            return choose(game, view, LEVELS[0], Random(seed))
        except Exception:
            _log.exception("no bot can play %s", game)
            return None

    def _check_weights(self, game: str) -> None:
        """Log once the reason why bots cannot use their learnt weights."""
        if game in self._checked:
            return
        from core.bots.weights import refusal  # the start of the program need not wait for it

        self._checked.add(game)
        if why := refusal(game):
            _log.warning("%s", why)

    def close(self) -> None:
        """End the worker, even in the middle of a question."""
        self._worker.stop()
        self._thread.shutdown(cancel_futures=True)
        self._worker.close()
