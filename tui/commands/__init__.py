"""The commands, each a module that satisfies `Command`; their errors and their progress bar.

Other packages may add commands (`tui.plugins`). They build on this package, on its `table.py`
(games, seats, house rules), on `tui.language` (`add_texts` brings their translations) and on
`tui.drawing.canvas`; the rest of `tui` may change with any release.

A module is imported when its command is chosen, and imports heavy libraries (Textual, mDNS,
msgspec) when it needs them: `kozyr --help` imports none. `UsageError` is exit code 2, `FailedError`
is 1.

Variables for tests and unusual machines: `KOZYR_CONFIG_DIR` and `KOZYR_STATE` move the folders,
`KOZYR_INTERFACES` restricts discovery to some addresses, `KOZYR_PACE` is a bot's apparent thinking
time in seconds.
"""

import argparse
import json
import shutil
import sys
import time
from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Any, Final, Protocol, Self, TypeAlias

from tui.language.text import t

Examples: TypeAlias = Sequence[tuple[str, str]]
"""Command lines, each with its meaning."""


class Command(Protocol):
    """A module with a command."""

    def examples(self) -> Examples:
        """List the command lines that open the help."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""

    def run(self, args: argparse.Namespace) -> int:
        """Carry out the command and return the exit code."""


class UsageError(Exception):
    """A mistake in the command line, in the player's language: exit code 2."""


class FailedError(Exception):
    """A failure of the command, in the player's language: exit code 1."""


def print_json(found: Any) -> None:
    """Print the findings of a command as JSON, for programs."""
    print(json.dumps(found, ensure_ascii=False, indent=2))


_CLOSE: Final = 0.7
"""Words less alike than this are no typing mistake: 'games' does not mean 'name'."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the end of a sentence about an unknown word: " - did you mean 'host'?", or nothing."""
    from difflib import get_close_matches  # 3 ms, and only after a mistake

    # Leading dashes would make any two options look alike.
    names = {name.lower().lstrip("-"): name for name in known}
    close = get_close_matches(word.lower().lstrip("-"), names, n=1, cutoff=_CLOSE)
    return t(" - did you mean '{word}'?", word=names[close[0]]) if close else ""


_REDRAW_SECONDS: Final = 0.1


class Progress:
    """A bar drawn by `show`, however often it is called; it disappears after the block."""

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
