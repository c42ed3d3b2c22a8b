"""Writes to the terminal straight away; only what it cannot take yet waits for a thread.

Textual passes everything it writes to a thread, which gets its turn when the drawing one next
pauses: on a busy machine that takes longer than drawing a frame.
"""

from __future__ import annotations

import contextlib
import os
from queue import Queue
from threading import RLock, Thread
from typing import Final, TextIO

MOST_WAITING: Final = 30
"""Pieces waiting for a terminal that does not read; beyond this, whoever writes waits too."""


class DirectWriter:
    """Keeps everything in order, whichever way it goes.

    Several threads may write. Unless it `reopens` the terminal, so that no write has to wait,
    everything is left to the thread.
    """

    def __init__(self, file: TextIO, *, reopens: bool = True) -> None:
        self._file = file
        self._descriptor = file.fileno()
        self._unblocked = _reopened(self._descriptor) if reopens else None
        self._waiting: Queue[bytes | None] = Queue(MOST_WAITING)
        self._thread: Thread | None = None
        self._turn = RLock()  # a signal may want to write in the middle of a write

    def write(self, text: str) -> None:
        """Write a text, or have it written as soon as the terminal takes it."""
        data = text.encode(self._file.encoding, self._file.errors or "strict")
        with self._turn:
            if not self._waiting.unfinished_tasks:
                data = data[self._taken(data) :]
            if not data:
                return
            if self._thread is None:
                self._thread = Thread(target=self._write_waiting, name="output", daemon=True)
                self._thread.start()
            self._waiting.put(data)

    def _taken(self, data: bytes) -> int:
        """Return how much of it the terminal has taken immediately."""
        if self._unblocked is None:
            return 0
        try:
            return os.write(self._unblocked, data)
        except OSError:
            return 0

    def _write_waiting(self) -> None:
        while (data := self._waiting.get()) is not None:
            with contextlib.suppress(OSError):  # there is no terminal any more
                while data:
                    data = data[os.write(self._descriptor, data) :]
            self._waiting.task_done()

    def close(self) -> None:
        """Wait until everything is written."""
        if self._thread is not None:
            self._waiting.put(None)
            self._thread.join()
        if self._unblocked is not None:
            os.close(self._unblocked)
            self._unblocked = None


def _reopened(descriptor: int) -> int | None:
    """Open a terminal once more so that writing to it never blocks; None if that is forbidden.

    Making others who use this terminal non-blocking as well would break them.
    """
    try:
        name = os.ttyname(descriptor)
        return os.open(name, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
