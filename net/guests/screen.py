"""A guest's screen: the guest's program in a pseudo-terminal, or in pipes for plain mode.

Nothing is read ahead, so nothing piles up: a guest who does not read makes the program wait, and a
program that does not read makes the guest wait.

The program restores the terminal itself when it can. If it is killed, only the gateway, which has
carried its output, still knows the modes to restore.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import logging
import os
import re
import signal
import socket
import struct
import sys
from asyncio.trsock import TransportSocket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from core.game import WordedError
from net.guests import MOST_BYTES, GuestTerms
from net.rate_limit import RateLimit

if sys.platform != "win32":
    import termios

_SWITCH: Final = re.compile(rb"\x1b\[\?([0-9;]+)([hl])|\x1b\[([<>])[0-9]*u")
"""Sets or resets private modes; pushes or pops the flags of the kitty keyboard protocol."""

_BEGUN: Final = re.compile(rb"\x1b(?:\[[?<>]?[0-9;]*)?\Z")
"""An unfinished control sequence at the end of the output so far."""

_LONGEST: Final = 64

_MOST: Final = 64
"""The most modes that are tracked, more than any terminal has."""

ON_AT_FIRST: Final = frozenset({7, 25})
"""Modes that are on in a terminal before any program changes them: line wrapping, the cursor."""

_LAST: Final = (25, 1049)
"""The modes restored last: the cursor is shown, and the alternate screen is left."""


class TerminalModes:
    """The modes of a terminal, followed in the output of a program."""

    def __init__(self) -> None:
        self._changed: set[int] = set()
        """The modes that differ from their first state."""
        self._keyboards = 0
        """The number of keyboard flags pushed and not popped."""
        self._held = b""

    def feed(self, data: bytes) -> None:
        """Follow output that comes in pieces of any size."""
        data = self._held + data
        for found in _SWITCH.finditer(data):
            numbers, switch, keyboard = found.groups()
            if keyboard:
                self._keyboards = max(0, self._keyboards + (1 if keyboard == b">" else -1))
                continue
            for number in (int(each) for each in numbers[:_LONGEST].split(b";") if each):
                if (switch == b"h") == (number in ON_AT_FIRST):
                    self._changed.discard(number)
                elif len(self._changed) < _MOST:
                    self._changed.add(number)
        begun = _BEGUN.search(data, max(0, len(data) - _LONGEST))
        self._held = begun[0] if begun else b""

    def restoring(self) -> bytes:
        """Return sequences that restore the terminal; empty if the program has done so itself."""
        if not self._changed and not self._keyboards:
            return b""
        first = sorted(self._changed - {*_LAST})
        modes = (*first, *(mode for mode in _LAST if mode in self._changed))
        return b"".join(
            (
                b"\x1b\\",  # ends a sequence that the program had begun
                *(b"\x1b[<u" for _ in range(min(self._keyboards, _LONGEST))),
                *(b"\x1b[?%d%c" % (mode, b"lh"[mode in ON_AT_FIRST]) for mode in modes),
                b"\x1b[0m",
            )
        )


END_SECONDS: Final = 3.0
"""Seconds after which a program told to end is killed."""

MOST_CELLS: Final = 500
"""The largest window, in columns and rows, that a guest's program can still draw in time."""

REPORTS_PER_SECOND: Final = 20.0
REPORTS_AT_ONCE: Final = 100
"""The most reports read from a program; one with more to report waits."""

MEASURE_SECONDS: Final = 2.0
"""The interval at which a guest's line is measured, the same as that of players' Pings."""

_TCP_INFO: Final = struct.Struct("@68xI28xI52xI")
"""In the TCP_INFO of Linux: the smoothed round trip in microseconds, segments sent again, segments
with data sent.
"""

_SMOOTHED: Final = 7 / 8
"""The part of its smoothed round trip that the kernel keeps at each new one (RFC 6298)."""

_CHUNK: Final = 1 << 16

KEPT: Final = ("PATH", "PYTHONPATH", "SYSTEMROOT", "TZ", "KOZYR_PACE")
"""The variables of the host's environment that a guest's program gets."""

_log = logging.getLogger(__name__)

Report = dict[str, Any]


async def _ignore(report: Report) -> None:
    """Do nothing."""


class ScreenError(WordedError):
    """A screen that cannot be opened."""


@dataclass(frozen=True, slots=True)
class WindowSize:
    """The cells of a window."""

    columns: int
    rows: int

    def bounded(self) -> WindowSize:
        """Return a size that can be drawn: clients may send any numbers, or none."""
        columns, rows = self.columns or 80, self.rows or 24
        return WindowSize(min(max(1, columns), MOST_CELLS), min(max(1, rows), MOST_CELLS))


class GuestScreen:
    """A guest's program; `open` starts it, `close` ends it and all its children."""

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        output: int,
        keys: int,
        reports: socket.socket,
        on_report: Callable[[Report], Awaitable[None]],
    ) -> None:
        self._process = process
        self._output = output
        self._keys = keys
        self._closing = asyncio.Event()
        self._finishing: asyncio.Task[None] | None = None
        self._on_report = on_report
        self._reports = reports
        self._reporting = asyncio.ensure_future(self._hear_reports(reports))
        self._exit = asyncio.ensure_future(self._watch_exit())

    @classmethod
    async def open(
        cls,
        program: Sequence[str],
        terms: GuestTerms,
        size: WindowSize | None,
        environment: Mapping[str, str],
        on_report: Callable[[Report], Awaitable[None]] = _ignore,
    ) -> GuestScreen:
        """Start a guest's program in a window of a size, or in pipes without one.

        `on_report` gets the reports of the program (`tui.guest.stay`), one after another; it may
        raise AttributeError, KeyError, TypeError or ValueError for a senseless one. Raises
        ScreenError.
        """
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        opened: list[int] = []
        try:
            output, keys, ends = _terminal(size) if size is not None else _pipes()
            opened = [*{output, keys}]
            try:
                process = await asyncio.create_subprocess_exec(
                    *program,
                    str(theirs.fileno()),
                    stdin=ends[0],
                    stdout=ends[-1],
                    stderr=ends[-1],
                    env={name: os.environ[name] for name in KEPT if name in os.environ}
                    | dict(environment),
                    pass_fds=(theirs.fileno(),),
                    start_new_session=True,
                    cwd="/",
                )
            finally:
                for each in ends:
                    os.close(each)
        except OSError as error:
            for each in opened:
                os.close(each)
            ours.close()
            raise _screen_error(error) from error
        finally:
            theirs.close()
        ours.send(terms.line())
        for each in opened:
            os.set_blocking(each, False)
        return cls(process, output, keys, ours, on_report)

    @property
    def pid(self) -> int:
        """The id of the guest's process, also that of its group and its session."""
        return self._process.pid

    async def read(self) -> bytes:
        """Return the output since the last call, b"" once the program has ended."""
        while not self._closing.is_set():
            try:
                return os.read(self._output, _CHUNK)
            except BlockingIOError:
                await self._ready(self._output, reading=True)
            except OSError:  # EIO: the other end of the pty is closed
                return b""
        return b""

    async def write(self, data: bytes) -> None:
        """Press keys; return once the program's terminal has taken them or is gone."""
        while data and not self._closing.is_set() and self._keys >= 0:
            try:
                data = data[os.write(self._keys, data) :]
            except BlockingIOError:
                await self._ready(self._keys, reading=False)
            except OSError:
                return

    def end_input(self) -> None:
        """End the input of a program in pipes."""
        if self._keys != self._output and self._keys >= 0 and not self._closing.is_set():
            asyncio.get_running_loop().remove_writer(self._keys)
            os.close(self._keys)
            self._keys = -1

    def resize(self, size: WindowSize) -> None:
        """Change the size of the window."""
        if not self._closing.is_set() and self._keys == self._output:
            _set_size(self._output, size)

    def tell_round_trip(self, milliseconds: int) -> None:
        """Tell the program its guest's round trip, which it adds to those of its own Pings."""
        with contextlib.suppress(OSError):  # a program that is not at the table reads none of it
            self._reports.send(b"%d\n" % milliseconds)

    async def measure(self, line: TransportSocket | None) -> None:
        """Measure the guest's line again and again, as far as this system can."""
        trips = RoundTrips()
        while told := tcp_info(line):
            self.tell_round_trip(trips.latest(*told))
            await asyncio.sleep(MEASURE_SECONDS)

    async def wait(self) -> int:
        """Wait for the program to end; return its exit code, or minus the signal that killed it."""
        return await asyncio.shield(self._exit)

    async def close(self) -> None:
        """Send SIGHUP; after `END_SECONDS` kill the program and its children."""
        if self._finishing is None:
            self._finishing = asyncio.ensure_future(self._finish())
        await asyncio.shield(self._finishing)

    async def _finish(self) -> None:
        self._closing.set()
        loop = asyncio.get_running_loop()
        for each in {self._output, self._keys} - {-1}:
            loop.remove_reader(each)
            loop.remove_writer(each)
            os.close(each)
        self._signal(signal.SIGHUP)
        await asyncio.wait((self._exit,), timeout=END_SECONDS)
        self._signal(signal.SIGKILL)
        await self._exit
        # The last reports explain the end of the program; a flood of them is cut off.
        await asyncio.wait((self._reporting,), timeout=END_SECONDS)
        self._reporting.cancel()

    def _signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    async def _watch_exit(self) -> int:
        code = await self._process.wait()
        # The children of the program are in its group and end with it.
        self._signal(signal.SIGKILL)
        return code

    async def _ready(self, descriptor: int, *, reading: bool) -> None:
        """Wait for bytes to read, room to write, or the end of the screen."""
        loop = asyncio.get_running_loop()
        here = asyncio.Event()
        (loop.add_reader if reading else loop.add_writer)(descriptor, here.set)
        waits = [asyncio.ensure_future(each.wait()) for each in (here, self._closing)]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()
            if not self._closing.is_set() and descriptor in (self._output, self._keys):
                (loop.remove_reader if reading else loop.remove_writer)(descriptor)

    async def _hear_reports(self, sock: socket.socket) -> None:
        """Take lines of JSON from the program until it ends."""
        loop = asyncio.get_running_loop()
        rate = RateLimit(REPORTS_PER_SECOND, REPORTS_AT_ONCE)
        held = b""
        with sock:
            while data := await _received(loop, sock):
                held += data
                *lines, held = held.split(b"\n")
                if len(held) > MOST_BYTES:
                    return
                for line in lines:
                    await asyncio.sleep(rate.wait(loop.time()))
                    rate.note(loop.time())
                    await self.report(line)

    async def report(self, line: bytes) -> None:
        try:
            said = json.loads(line)
            if "trouble" in said:
                _log.error("a guest's program failed: %s", _quoted(str(said["trouble"])[:4000]))
            else:
                await self._on_report(said)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            _log.warning("a guest's program said what cannot be read: %s", error)


def tcp_info(line: TransportSocket | None) -> tuple[int, int] | None:
    """Return the kernel's smoothed round trip in microseconds, and the segments with data sent.

    Those sent again, as they are when a line becomes slow, count once.
    """
    if sys.platform != "linux" or line is None:
        return None
    with contextlib.suppress(OSError, struct.error):
        told = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _TCP_INFO.size)
        took, again, sent = _TCP_INFO.unpack(told)
        return took, sent - again
    return None


class RoundTrips:
    """Tells the latest round trip of a line from the kernel's smoothed one.

    On an idle line, which is measured each few seconds, the smoothed one follows a minute late.
    """

    def __init__(self) -> None:
        self._smoothed = 0
        self._sent = (0, 0)
        """The segments sent until the last two looks: what is answered now was sent since."""
        self._latest = 0

    def latest(self, smoothed: int, sent: int) -> int:
        """Return the milliseconds of the round trips since the last look, at least 1.

        At the least every second segment is acknowledged, and a round trip measured (RFC 9293).
        """
        if smoothed != self._smoothed:
            measured = max(1, (sent - self._sent[0]) // 2)
            kept = _SMOOTHED**measured if self._smoothed else 0.0
            self._latest = int((smoothed - kept * self._smoothed) / (1 - kept))
        self._smoothed, self._sent = smoothed, (self._sent[1], sent)
        return max(1, self._latest // 1000)


def _quoted(text: str) -> str:
    """Return lines that neither pose as others of the log nor disturb a terminal."""
    return "".join(c if c.isprintable() else "\n  " if c == "\n" else "?" for c in text)


async def _received(loop: asyncio.AbstractEventLoop, sock: socket.socket) -> bytes:
    try:
        return await loop.sock_recv(sock, 4096)
    except OSError:
        return b""


def _terminal(size: WindowSize) -> tuple[int, int, tuple[int, ...]]:
    """Open a pty; return its outer end twice, to read and to write, and its inner end."""
    if sys.platform == "win32":
        raise OSError(errno.ENOSYS, "no pty")
    outer, inner = os.openpty()
    _set_size(outer, size)
    return outer, outer, (inner,)


def _pipes() -> tuple[int, int, tuple[int, ...]]:
    """Open two pipes; return the ends to read and to write, and those of the program."""
    told, keys = os.pipe()
    output, shown = os.pipe()
    return output, keys, (told, shown)


def _set_size(descriptor: int, size: WindowSize) -> None:
    if sys.platform == "win32":
        return
    fit = size.bounded()
    with contextlib.suppress(OSError, termios.error):
        termios.tcsetwinsize(descriptor, (fit.rows, fit.columns))


def _screen_error(error: OSError) -> ScreenError:
    if error.errno == errno.ENOSYS:
        return ScreenError("this system has no pseudo-terminals for guests")
    return ScreenError(
        "no screen can be opened for a guest: {problem}", problem=error.strerror or ""
    )
