"""A progress bar on stderr, if that is a terminal."""

import shutil
import sys
import time
from types import TracebackType
from typing import Final, Self

from tui.language.text import t

_REDRAW_SECONDS: Final = 0.1


class Progress:
    """A bar that `show` draws, however often it is called; it disappears after the block."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._started = time.monotonic()
        self._shown = 0.0
        self._on = sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.hide()

    def expect(self, total: int) -> None:
        """Change the total."""
        self._total = total

    def hide(self) -> None:
        """Erase the bar, so that a line can be printed; `show` draws it again."""
        if self._on and self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def show(self, done: int) -> None:
        """Draw the bar, at most ten times a second."""
        now = time.monotonic()
        if not self._on or now - self._shown < _REDRAW_SECONDS:
            return
        self._shown = now
        total = max(done, self._total)
        left = (now - self._started) / done * (total - done)
        tail = f" {done}/{total}"
        if round(left):
            tail += "  " + t("{n} s left", n=round(left))
        room = max(10, min(50, shutil.get_terminal_size().columns - len(tail) - 4))
        full = room * done // total
        print(
            f"\r[{'#' * full}{'.' * (room - full)}]{tail}\x1b[K",
            end="",
            file=sys.stderr,
            flush=True,
        )
