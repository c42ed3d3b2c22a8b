"""A program in a real terminal of its own: a pty, and a picture of its screen.

Nothing here sleeps: every wait is for text.
"""

from __future__ import annotations

import os
import re
import signal
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pexpect
import pyte

KEYS: Final = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "space": " ",
    "f1": "\x1bOP",
    "ctrl+c": "\x03",
    "ctrl+q": "\x11",
}

# pyte takes these for text: queries of modes and of the kitty keyboard protocol.
_UNKNOWN: Final = re.compile(
    rb"\x1b\[[<>=?][0-9;]*u|\x1b\[\?[0-9;]*\$p|\x1b\[>[0-9;]*[mq]|\x1bP.*?\x1b\\"
)

_WHICH: Final = b"\x1b[c"
"""Asks which kind of terminal it is."""

_OFF_AT_FIRST: Final = (1000, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 2004, 2026, 2048)
_ON_AT_FIRST: Final = (7, 25)
"""Modes of a terminal: what the mouse and the focus tell, pasting; wrapped lines, the cursor."""

ROOT: Final = Path(__file__).parents[2]


PIECE_BYTES = 1 << 10
"""The bytes drawn between two looks at the screen: a text shown only for a moment is seen, too."""


def _surroundings() -> dict[str, str]:
    """The environment of a terminal: xdist's COLUMNS and LINES would hide every resize."""
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    return {**kept, "TERM": "xterm-256color", "COLORTERM": "truecolor"}


class Terminal:
    """A running program; use it in a `with` block, which ends it."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        columns: int = 80,
        rows: int = 24,
        env: Mapping[str, str] | None = None,
        answer: bytes = b"\x1b[?62c",
    ) -> None:
        """`answer` is the terminal's description of itself when it is asked."""
        self._answer = answer
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""
        """Everything the program has sent."""
        self._unread = b""
        """Bytes that have come and are not drawn yet."""
        self._child = pexpect.spawn(
            command[0],
            list(command[1:]),
            dimensions=(rows, columns),
            env={**_surroundings(), **(env or {})},
            cwd=str(ROOT),
            timeout=30,
        )
        self._child.delaybeforesend = None
        self._left: list[Any] = []
        self._modes = self.modes()

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *exception: object) -> None:
        try:
            self._child.close(force=True)
        except pexpect.ExceptionPexpect:
            self._child.wait()  # it is killed, but a busy machine takes its time to end it

    @property
    def pid(self) -> int:
        """The process id of the program."""
        return int(self._child.pid)

    def text(self) -> str:
        """The text of the screen, line by line without trailing blanks."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def press(self, *keys: str) -> None:
        """Press keys, by name or by character, after seeing everything that was drawn before."""
        self._catch_up()
        for key in keys:
            self._child.send(KEYS.get(key, key))

    def type(self, line: str) -> None:
        """Type a line and Enter, as for a program that reads lines."""
        self._child.sendline(line)

    def resize(self, columns: int, rows: int) -> None:
        """Make the window smaller or larger."""
        self.screen.resize(rows, columns)
        self._child.setwinsize(rows, columns)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the program."""
        os.kill(self.pid, number)

    def wait_until_stopped(self, seconds: float = 60) -> None:
        """Wait until the program has stopped; read its output meanwhile."""
        end = time.monotonic() + seconds
        while Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0] != "T":
            assert time.monotonic() < end, "it does not stop"
            self._read(0.05)
        self.settle()

    def wait_for(self, *texts: str, seconds: float = 60) -> str:
        """Read until the screen shows one of the texts; return that one."""
        end = time.monotonic() + seconds
        while True:
            shown = self.text()
            for text in texts:
                if text in shown:
                    self._catch_up()
                    return text
            left = end - time.monotonic()
            if left <= 0 or not self._read(left):
                raise AssertionError(
                    f"{' or '.join(map(repr, texts))} never came; screen:\n{shown}"
                )

    def wait_until_gone(self, text: str, seconds: float = 60) -> None:
        """Read until the screen no longer shows a text."""
        end = time.monotonic() + seconds
        while text in self.text():
            left = end - time.monotonic()
            if left <= 0 or not self._read(left):
                raise AssertionError(f"{text!r} stayed; screen:\n{self.text()}")

    def wait_for_change(self, seconds: float = 60) -> None:
        """Read until the program draws something."""
        assert self._read(seconds), f"nothing more was drawn; screen:\n{self.text()}"
        self._catch_up()

    def drew(self, seconds: float) -> bool:
        """Read once; return False if nothing came for `seconds`, or the program has ended."""
        return self._read(seconds)

    def settle(self, quiet_seconds: float = 0.1) -> None:
        """Read until no output has come for a while: a key must not meet an outdated screen."""
        while self._read(quiet_seconds):
            pass

    def exit_code(self, seconds: float = 60) -> int:
        """Wait for the end of the program; a signal that killed it counts as minus its number."""
        end = time.monotonic() + seconds
        while self._read(max(0.0, end - time.monotonic())):
            pass
        assert time.monotonic() < end, f"it goes on; screen:\n{self.text()}"
        self._left = self.modes()
        self._child.close()
        status = self._child.exitstatus
        return int(status if status is not None else -self._child.signalstatus)

    def is_restored(self) -> bool:
        """Tell whether the program restored the terminal: screen, mouse, cursor, pasting."""
        return (
            self._last_of(b"\x1b[?1049h", b"\x1b[?1049l") == b"\x1b[?1049l"
            and not [mode for mode in _OFF_AT_FIRST if self._last_switch(mode) == b"h"]
            and not [mode for mode in _ON_AT_FIRST if self._last_switch(mode) == b"l"]
            and self._kitty_keyboards() == 0
            and self.modes() == self._modes
        )

    def modes(self) -> list[Any]:
        """The handling of keys: whether the terminal waits for Enter, echoes, sends signals."""
        return self._left or termios.tcgetattr(self._child.child_fd)

    def _last_switch(self, mode: int) -> bytes:
        """Return whether a mode was last set (h) or reset (l); b"" if neither."""
        return self._last_of(*(b"\x1b[?%d%c" % (mode, way) for way in b"hl"))[-1:]

    def _kitty_keyboards(self) -> int:
        """Return how often the kitty keyboard protocol was switched on more than off."""
        return len(re.findall(rb"\x1b\[>\d+u", self.raw)) - len(re.findall(rb"\x1b\[<u", self.raw))

    def _last_of(self, *sequences: bytes) -> bytes:
        """Return the sequence that was sent last of these; b"" if none was."""
        found = max(sequences, key=self.raw.rfind)
        return found if found in self.raw else b""

    def _read(self, seconds: float) -> bool:
        """Read the output; return False once there is no more."""
        if self._unread:
            return self._draw()
        try:
            data = self._child.read_nonblocking(1 << 16, timeout=seconds)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return False
        self.raw += data
        if _WHICH in data:
            self._child.send(self._answer)
        self._unread = _UNKNOWN.sub(b"", data)
        return self._draw()

    def _catch_up(self) -> None:
        """Draw everything that has come."""
        while self._unread:
            self._draw()

    def _draw(self) -> bool:
        """Draw the next piece of the output."""
        piece, self._unread = self._unread[:PIECE_BYTES], self._unread[PIECE_BYTES:]
        self._stream.feed(piece)
        return True
