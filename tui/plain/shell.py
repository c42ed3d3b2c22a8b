"""Plain mode, the shell: lines from stdin, messages from a link, sentences to stdout."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable
from typing import Final

from net.client.told import Told
from tui.language.words import as_sentence
from tui.plain.plan import Plan
from tui.plain.talk import PlainTalk
from tui.table.connection import Connection
from tui.table.countdown import WARN_SECONDS, Countdown
from tui.table.links import put_away
from tui.terminal.safe_exit import set_backstop

MAX_AHEAD: Final = 256
"""So many lines are read ahead of the match; a pipe may have any number."""

_SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGHUP")


async def talk(connection: Connection, plan: Plan) -> int:
    """Play at a table until it is over or the player leaves; return the exit code."""
    return await _Shell(connection, plan).run()


def say(sentence: str) -> None:
    """Print one sentence. What came over the wire must not steer the terminal."""
    print("".join(char for char in sentence if char.isprintable()), flush=True)


class _Shell:
    """Joins a PlainTalk, a link and stdin."""

    def __init__(self, connection: Connection, plan: Plan) -> None:
        self._connection = connection
        self._link = link = connection.link
        self._talk = PlainTalk(link.client, link.send, say, plan)
        # Lines from a pipe come faster than turns: those that have to wait, do. A person who
        # types out of turn is told so instead.
        self._patient = sys.stdin is None or not sys.stdin.isatty()
        self._lines: deque[str] = deque()
        self._no_more = False
        self._signal = 0
        self._done = asyncio.Event()
        self._warning: asyncio.TimerHandle | None = None
        self._reader = _Reader(self._on_line)

    async def run(self) -> int:
        self._catch_signals()
        carrying = asyncio.create_task(self._link.run(self._on_told))
        carrying.add_done_callback(lambda _: self._done.set())
        self._reader.start()
        await self._done.wait()
        if self._signal in (0, signal.SIGINT):  # the person goes, not the machine
            put_away(self._connection)
        await self._link.close()
        await carrying  # brings the error, if there was one
        if self._signal:
            return 128 + self._signal
        return 1 if self._talk.failed else 0

    def _catch_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for name in _SIGNALS:
            number = getattr(signal, name, None)
            if number is not None:
                try:
                    loop.add_signal_handler(number, self._on_signal, number)
                except NotImplementedError:  # Windows: KeyboardInterrupt has to do
                    return

    def _on_signal(self, number: int) -> None:
        if self._signal:  # whoever says it twice does not wait for goodbyes
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
        set_backstop()
        self._signal = number
        self._done.set()

    def _on_told(self, told: Told) -> None:
        self._talk.hear(told, self._connection.now())
        for trouble in self._connection.new_troubles():
            say(as_sentence(trouble))
        self._watch_time()
        self._work_off()

    def _watch_time(self) -> None:
        """Have the player warned before the time for a decision is up, but no more than once."""
        if self._warning is not None:
            self._warning.cancel()
            self._warning = None
        connection = self._connection
        countdown = connection.countdown
        if countdown is not None and connection.client.my_turn:
            wait = countdown.ends - WARN_SECONDS - connection.now()
            if wait > 0:  # else the turn itself has just said it
                loop = asyncio.get_running_loop()
                self._warning = loop.call_later(wait, self._warn, countdown)

    def _warn(self, countdown: Countdown) -> None:
        # A timer may ring a little early; the number said is the round one.
        self._talk.hurry(max(self._connection.now(), countdown.ends - WARN_SECONDS))

    def _on_line(self, line: str | None) -> None:
        if line is None:
            self._no_more = True
        else:
            self._lines.append(line)
        self._work_off()

    def _work_off(self) -> None:
        """Do what has been typed, as far as it can be done now."""
        while self._lines and not self._talk.done:
            if self._patient and self._talk.waits(self._lines[0]):
                return
            self._talk.typed(self._lines.popleft())
            self._reader.taken()
        # Whoever has nothing to say still hears whether there was a seat.
        client, asked = self._link.client, self._talk.wants_code
        answered = client.seated is not None or client.dismissed is not None or asked
        if self._talk.done or (self._no_more and not self._lines and answered):
            self._done.set()


class _Reader:
    """Hands the lines of stdin to the loop, and None at their end; stops while too many wait.

    A thread of its own reads: an event loop cannot watch a stdin that is a file. It reads the
    descriptor, not sys.stdin, whose lock it would take with it when the program ends.
    """

    def __init__(self, on_line: Callable[[str | None], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_line = on_line
        self._room = threading.Semaphore(MAX_AHEAD)

    def start(self) -> None:
        """Begin to read."""
        threading.Thread(target=self._read, name="stdin", daemon=True).start()

    def taken(self) -> None:
        """Note that a line has been done with."""
        self._room.release()

    def _read(self) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        rest = ""
        with contextlib.suppress(RuntimeError):  # the loop has closed: nobody listens any more
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
        except (OSError, ValueError, AttributeError):  # closed, or there never was one
            return b""

    def _hand_over(self, line: str | None) -> None:
        self._room.acquire()
        self._loop.call_soon_threadsafe(self._on_line, line)
