"""Writes to the terminal: immediately, a frame in one piece, and a notice that calls the player.

Textual passes all its output to a thread, which gets its turn when the drawing one next pauses: on
a busy machine that takes longer than drawing a frame. It writes the beginning of a frame, the
changes and the end separately.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from queue import Full, Queue
from threading import RLock, Thread
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from textual.driver import Driver

NAME: Final = "Kozyr"

MOST_WAITING: Final = 30
"""The most pieces waiting for a terminal that does not read.

Beyond this, frames are left out, or the writer waits too.
"""


class DirectWriter:
    """Writes in order, from several threads.

    It `reopens` the terminal so that no write has to wait; otherwise a thread writes everything.
    With `repaint` a terminal that does not read delays no other player, as a table may run in this
    program: output that it cannot take is left out, and `repaint` is called in the thread once the
    rest has been read.
    """

    def __init__(
        self, file: TextIO, *, reopens: bool = True, repaint: Callable[[], None] | None = None
    ) -> None:
        self._file = file
        self._repaint = repaint
        self._left_out = False
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
            try:
                self._waiting.put(data, block=self._repaint is None)
            except Full:
                self._left_out = True
                self._catch_up()

    def _taken(self, data: bytes) -> int:
        """Return how much of a text the terminal has taken immediately."""
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
            self._catch_up()

    def _catch_up(self) -> None:
        """Have the whole screen drawn again once the terminal has read all but the omitted part."""
        if self._left_out and not self._waiting.unfinished_tasks:
            self._left_out = False
            if self._repaint is not None:
                self._repaint()

    def leave_nothing_out(self) -> None:
        """From now on wait for the terminal: the codes that restore it come next."""
        self._repaint = None

    def close(self) -> None:
        """Wait until everything is written."""
        if self._thread is not None:
            self._waiting.put(None)
            self._thread.join()
        if self._unblocked is not None:
            os.close(self._unblocked)
            self._unblocked = None


def _reopened(descriptor: int) -> int | None:
    """Open the terminal once more so that writing to it never blocks; None if that is forbidden.

    A non-blocking mode of the descriptor itself would break other programs that use it.
    """
    try:
        name = os.ttyname(descriptor)
        return os.open(name, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None


@contextlib.contextmanager
def in_one_write(driver: Driver | None) -> Iterator[None]:
    """Hold back the output of a driver until the end, then write it in one piece.

    Each piece would wake the thread that writes.
    """
    if driver is None or sys.platform == "win32":  # there long pieces are cut on purpose
        yield
        return
    held: list[str] = []
    setattr(driver, "write", held.append)  # noqa: B010
    try:
        yield
    finally:
        delattr(driver, "write")
        if held:
            driver.write("".join(held))


class Notice:
    """Tells a player who is looking at another window of their turn: bell, title, desktop message.

    The old title is restored as soon as the player looks or the turn is over. `write` writes to the
    terminal.
    """

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._up = False

    def give(self, text: str) -> None:
        """Ring, show the text as a desktop message, and put it into the title."""
        said = "".join(char for char in text if char.isprintable())
        keep = "" if self._up else "\x1b[22;2t"
        self._up = True
        self._write(f"\a{keep}\x1b]2;● {said} - {NAME}\a\x1b]9;{NAME}: {said}\a")

    def ring(self) -> None:
        """Ring without a text: the player may be looking."""
        self._write("\a")

    def take_back(self) -> None:
        """Restore the title."""
        if self._up:
            self._up = False
            # Terminals without a stack of titles are left with the program's name.
            self._write(f"\x1b]2;{NAME}\a\x1b[23;2t")
