"""How the terminal handles keys, and restoring it to how it was found."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import Any, Final

try:
    import termios
except ImportError:  # Windows: consoles are another matter
    termios = None  # type: ignore[assignment]  # a module elsewhere

NO_MOUSE_PIXELS: Final = "\x1b[?1016l"
"""Textual switches reports of the mouse in pixels on, where a terminal has them, and never off."""

_PROBLEMS: Final = (OSError, ValueError, AttributeError)
"""stdin may be closed or missing; termios.error is none of these."""


class Modes:
    """Whether keys wait for Enter, are echoed, become signals."""

    def __init__(self, settings: list[Any]) -> None:
        self._settings = settings

    @classmethod
    def now(cls) -> Modes | None:
        """Return the modes as they are; None if there are none."""
        if termios is None:
            return None
        try:
            return cls(termios.tcgetattr(_terminal()))
        except (*_PROBLEMS, termios.error):
            return None

    def set(self) -> None:
        """Set the modes again, unless the terminal belongs to another program now."""
        with contextlib.suppress(*_PROBLEMS, termios.error):
            if os.tcgetpgrp(_terminal()) == os.getpgrp():
                termios.tcsetattr(_terminal(), termios.TCSANOW, self._settings)


def _terminal() -> int:
    if sys.__stdin__ is None:
        raise ValueError("there is no stdin")
    return sys.__stdin__.fileno()


@contextlib.contextmanager
def terminal_kept() -> Iterator[None]:
    """Restore the terminal to how it was found, whatever happened to its modes meanwhile."""
    found = Modes.now()
    try:
        yield
    finally:
        if sys.__stderr__ is not None:
            with contextlib.suppress(*_PROBLEMS):
                sys.__stderr__.write(NO_MOUSE_PIXELS)
                sys.__stderr__.flush()
        if found is not None:
            found.set()
