"""A process that thinks: it answers pickled questions, one after another.

Whoever asks waits for a pipe, so that neither a screen nor a host has to.
"""

from __future__ import annotations

import logging
import pickle
import subprocess
from threading import Lock
from typing import Any, Final

from net.interpreter import CREATION_FLAGS, command

_log = logging.getLogger(__name__)

THINKING: Final = "net.host.bot_worker"
"""The module whose `main` is the process."""


class WorkerError(Exception):
    """There is no answer: the process cannot be started, has ended, or failed at the question."""


class Worker:
    """The process of a module, started at the first question, and again if it has ended.

    Every method may be called in any thread; only one at a time may ask.
    """

    def __init__(self, module: str = THINKING) -> None:
        self._module = module
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self.closed = False

    @property
    def pid(self) -> int | None:
        """The process, if it runs."""
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
                    # Out of reach of what a terminal sends to its foreground group.
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
        """End the process, even in the middle of a thought; whoever asks has a WorkerError."""
        with self._lock:
            self.closed = True
            process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """Release what is left of the process, once nobody asks any more."""
        self.stop()
        if self._process is not None:
            self._end(self._process)
