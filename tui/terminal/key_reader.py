"""Reads keys and the mouse from the terminal in the loop of the application.

Textual has a thread for that, which checks ten times a second whether something has come.
"""

from __future__ import annotations

import os
from asyncio import AbstractEventLoop
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable
from typing import Final

from textual._time import get_time
from textual._xterm_parser import XTermParser
from textual.message import Message

from tui.terminal.asking import overheard

_MOST: Final = 4096
"""Bytes that are read in one go."""


class KeyReader:
    """Passes on what comes as Textual's messages. All of it runs in the thread of the loop."""

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
        """What to do when there is no terminal any more."""
        self._parser = XTermParser()
        self._decode = getincrementaldecoder("utf-8")("replace").decode

    def start(self) -> None:
        """Read from now on. Raises OSError if the loop cannot wait for this file."""
        self._loop.add_reader(self._descriptor, self._read)
        if typed := overheard.take():
            self._loop.call_soon(self._hear, typed)

    def stop(self) -> None:
        """Read no more."""
        self._loop.remove_reader(self._descriptor)

    def _read(self) -> None:
        try:
            data = os.read(self._descriptor, _MOST)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.stop()
            self._lost()
        else:
            self._hear(data)

    def _hear(self, data: bytes) -> None:
        if text := overheard.keys_in(self._decode(data)):
            self._give(self._parser.feed(text))

    def _give(self, messages: Iterable[Message]) -> None:
        for message in messages:
            self._take(message)
        if (until := self._parser._timeout_time) is not None:
            # What begins like the sequence of a key may be Esc alone: that is known after a while.
            self._loop.call_later(max(0.0, until - get_time()), self._tick)

    def _tick(self) -> None:
        self._give(self._parser.tick())
