"""Textual's driver for Unix terminals, without its threads between a key and a frame.

Textual reads in a thread that looks for input ten times a second.
"""

import contextlib
import os
import re
import signal
from asyncio import AbstractEventLoop
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable
from threading import Thread
from typing import Final

from textual._time import get_time
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from tui.terminal.asking import is_multiplexed, overheard
from tui.terminal.output import DirectWriter
from tui.terminal.safe_exit import leave, leave_on_signals

_ASK_FOCUS: Final = "\x1b[?1004$p"
"""Asks whether the terminal can tell which window is in front; many do so only on a change.

A multiplexer would answer for itself, although it passes no focus on (stock tmux).
"""
_TELLS_FOCUS: Final = re.compile(r"\x1b\[\?1004;[12]\$y")

MOST: Final = 4096
"""The most bytes read at once."""


class FocusTold(Message):
    """The terminal tells which window is in front."""


class KeyReader:
    """Turns input into Textual's messages, all in the thread of the loop."""

    def __init__(
        self,
        loop: AbstractEventLoop,
        descriptor: int,
        take: Callable[[Message], None],
        lost: Callable[[], None],
    ) -> None:
        self._loop = loop
        self._descriptor = descriptor
        self._take = take
        self._lost = lost
        """Called when the terminal is gone."""
        self._parser = XTermParser()
        self._decode = getincrementaldecoder("utf-8")("replace").decode

    def start(self) -> None:
        """Read from now on. Raises OSError if the loop cannot wait for this file."""
        self._loop.add_reader(self._descriptor, self._read)
        if typed := overheard.take():
            self._loop.call_soon(self._feed, typed)

    def stop(self) -> None:
        """Stop reading."""
        self._loop.remove_reader(self._descriptor)

    def _read(self) -> None:
        try:
            data = os.read(self._descriptor, MOST)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.stop()
            self._lost()
        else:
            self._feed(data)

    def _feed(self, data: bytes) -> None:
        if text := overheard.keys_in(self._decode(data)):
            if _TELLS_FOCUS.search(text):
                self._take(FocusTold())
            self._give(self._parser.feed(text))

    def _give(self, messages: Iterable[Message]) -> None:
        for message in messages:
            self._take(message)
        if (until := self._parser._timeout_time) is not None:
            # An escape character may begin the sequence of a key or be Esc alone: only time can
            # tell.
            self._loop.call_later(max(0.0, until - get_time()), self._tick)

    def _tick(self) -> None:
        self._give(self._parser.tick())


class DirectDriver(LinuxDriver):
    """Reads in the loop of the application, and writes in the thread of the caller."""

    _writer: DirectWriter | None = None
    _reader: KeyReader | None = None
    _is_open = False

    def start_application_mode(self) -> None:
        assert self._file is not None, "there is a terminal"
        is_guest = getattr(self._app, "stay", None) is not None  # a guest's program opens nothing
        self._writer = DirectWriter(self._file, reopens=not is_guest, repaint=self._repaint)
        self._is_open = True
        # This comes first: a signal during the change of the terminal has to restore it, too.
        leave_on_signals(self._app)
        setattr(self._app, "focus_told", False)  # noqa: B010
        super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual
        if not is_multiplexed(os.environ):
            self.write(_ASK_FOCUS)
        self._stop_writer_thread()

    # --- reading --------------------------------------------------------------------------------

    def _run_input_thread(self) -> None:
        """Have the loop read: the thread that Textual starts for it is not needed."""
        self._loop.call_soon_threadsafe(self._start_reading)

    def _start_reading(self) -> None:
        if not self._is_open or self._reader is not None:
            return
        self._reader = KeyReader(self._loop, self.fileno, self.process_message, self._hang_up)
        try:
            self._reader.start()
        except (OSError, NotImplementedError):  # stdin is no file that can be waited for
            self._reader = None
            self._key_thread = Thread(target=super()._run_input_thread, daemon=True)
            self._key_thread.start()

    def send_message(self, message: Message) -> None:
        if self._reader is not None:
            self._app.post_message(message)
        else:
            self._loop.call_soon_threadsafe(self._app.post_message, message)

    def _hang_up(self) -> None:
        """End as if the terminal had been closed.

        The system may not report that, and a loop that has fallen far behind loses signals.
        """
        leave(self._app, signal.SIGHUP)

    def disable_input(self) -> None:
        self._is_open = False
        if self._reader is not None:
            self._reader.stop()
            self._reader = None
        super().disable_input()

    # --- writing --------------------------------------------------------------------------------

    def write(self, data: str) -> None:
        if self._writer is not None:
            self._writer.write(data)

    def _repaint(self) -> None:
        """Have the whole screen drawn again; may be called in any thread."""
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._app.refresh)

    def stop_application_mode(self) -> None:
        if self._writer is not None:
            self._writer.leave_nothing_out()
        super().stop_application_mode()

    def close(self) -> None:
        self._stop_writer_thread()
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def _stop_writer_thread(self) -> None:
        """End Textual's own thread for writing, which receives no text."""
        if self._writer_thread is not None:
            self._writer_thread.stop()
            self._writer_thread = None
