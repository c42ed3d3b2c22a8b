"""Standard input and output in plain mode, and the signals that end it."""

import asyncio
import codecs
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Final

from tui.terminal.safe_exit import set_backstop

MAX_AHEAD: Final = 256
"""The most lines read ahead of the match; a pipe may have any number."""

MAX_LINE: Final = 1000
"""The most characters of a line that are read: no order is longer, and no number so long."""


def say(sentence: str) -> None:
    """Print a sentence without control characters: parts of it may come over the wire."""
    print("".join(char for char in sentence if char.isprintable()), flush=True)


def typed_lines() -> Iterator[str]:
    """Yield the lines of stdin; none if it is closed."""
    with contextlib.suppress(OSError, ValueError):
        for line in sys.stdin or ():  # `yield from` would close stdin
            yield line[:MAX_LINE]


class LineReader:
    """Passes the lines of stdin to the loop, then None; pauses while MAX_AHEAD lines wait.

    A thread reads, as an event loop cannot watch a stdin that is a file. It reads the descriptor:
    otherwise it would hold the lock of sys.stdin when the program ends.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_line: Callable[[str | None], None] | None = None
        self._room = threading.Semaphore(MAX_AHEAD)

    def start(self, on_line: Callable[[str | None], None]) -> None:
        """Begin to read, or pass later lines to another function."""
        begins, self._on_line = self._on_line is None, on_line
        if begins:
            threading.Thread(target=self._read, name="stdin", daemon=True).start()

    def _pass_on(self, line: str | None) -> None:
        if self._on_line is not None:
            self._on_line(line)

    def taken(self) -> None:
        """Count a line as handled."""
        self._room.release()

    def _read(self) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        rest = ""
        with contextlib.suppress(RuntimeError):  # the loop has closed
            while data := self._next_bytes():
                *lines, rest = (rest + decoder.decode(data)).split("\n")
                for line in lines:
                    self._hand_over(line)
            if rest:
                self._hand_over(rest)
            self._hand_over(None)

    def _next_bytes(self) -> bytes:
        try:
            return os.read(sys.stdin.fileno(), 4096)
        except (OSError, ValueError, AttributeError):  # stdin is closed or missing
            return b""

    def _hand_over(self, line: str | None) -> None:
        self._room.acquire()
        cut = None if line is None else line[:MAX_LINE]
        self._loop.call_soon_threadsafe(self._pass_on, cut)


_SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGHUP")


class EndSignals:
    """Calls `end` at the first signal; `caught` is then its number, and 0 before."""

    def __init__(self, end: Callable[[], object]) -> None:
        self.caught = 0
        self._end = end

    @property
    def by_person(self) -> bool:
        """Whether a person ended the program: by Ctrl+C, or without a signal."""
        return self.caught in (0, signal.SIGINT)

    def catch(self) -> None:
        """Catch signals from now on, within a running loop."""
        loop = asyncio.get_running_loop()
        for name in _SIGNALS:
            number = getattr(signal, name, None)
            if number is not None:
                try:
                    loop.add_signal_handler(number, self._on_signal, number)
                except NotImplementedError:  # on Windows KeyboardInterrupt ends the program
                    return

    def _on_signal(self, number: int) -> None:
        if self.caught:  # a second signal ends the program at once
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
        set_backstop()
        self.caught = number
        self._end()
