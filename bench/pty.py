"""A program in a pty that answers the query for synchronized output: frames can be timed."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Sequence
from typing import Final, Self

from bench.processes import cpu_seconds

FRAME_END: Final = b"\x1b[?2026l"
QUERY: Final = b"\x1b[?2026$p"
ANSWER: Final = b"\x1b[?2026;2$y"
WHICH: Final = b"\x1b[c"
THIS: Final = b"\x1b[?62c"


class Pty:
    """Runs a program; times are seconds since it was started."""

    def __init__(
        self, command: Sequence[str], columns: int, rows: int, env: dict[str, str]
    ) -> None:
        size = struct.pack("HHHH", rows, columns, 0, 0)
        self.begun = time.perf_counter()
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            os.execvpe(command[0], list(command), {**os.environ, **env})
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, size)
        self.seen = b""
        self.total = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *args: object) -> None:
        self.close()

    def fileno(self) -> int:
        """Return the descriptor of this end, for `select`."""
        return self._fd

    def press(self, key: bytes) -> None:
        """Press a key, and wait for nothing."""
        os.write(self._fd, key)

    def read(self, seconds: float) -> bytes:
        """Take in the output of the next `seconds`."""
        if not select.select([self._fd], [], [], seconds)[0]:
            return b""
        try:
            data = os.read(self._fd, 1 << 16)
        except OSError:
            return b""
        if QUERY in data:
            os.write(self._fd, ANSWER)
        if WHICH in data:
            os.write(self._fd, THIS)
        self.seen += data
        self.total += len(data)
        return data

    def until(self, mark: bytes, seconds: float = 15) -> float:
        """Read until something has come; return the time."""
        end = time.perf_counter() + seconds
        while mark not in self.seen:
            left = end - time.perf_counter()
            if left <= 0:
                raise TimeoutError(f"{mark!r} never came")
            self.read(left)
        return time.perf_counter() - self.begun

    def quiet(self, seconds: float) -> None:
        """Read until nothing has come for `seconds`."""
        while self.read(seconds):
            pass
        self.seen = b""

    def key(self, key: bytes) -> tuple[float, int]:
        """Press a key; return milliseconds to the end of the frame and the bytes of it."""
        self.seen = b""
        begun = time.perf_counter()
        os.write(self._fd, key)
        self.until(FRAME_END, 5)
        return (time.perf_counter() - begun) * 1000, len(self.seen)

    def answer(self, key: bytes, seconds: float) -> int:
        """Press a key; return all bytes that come until it has been quiet for `seconds`."""
        before = self.total
        os.write(self._fd, key)
        self.quiet(seconds)
        return self.total - before

    def idle(self, seconds: float) -> tuple[float, float]:
        """Leave it alone; return percent of a core and bytes a second."""
        total, before = self.total, cpu_seconds(self.pid) or 0.0
        begun = time.perf_counter()
        while (passed := time.perf_counter() - begun) < seconds:
            self.read(max(0.001, seconds - passed))
        used = (cpu_seconds(self.pid) or 0.0) - before
        return 100 * used / passed, (self.total - total) / passed

    def close(self) -> None:
        """End the program."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._fd)
