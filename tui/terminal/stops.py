"""Continues properly after every kind of stop: Ctrl+Z, a SIGSTOP from elsewhere, a debugger.

Textual takes every SIGCONT for the end of a Ctrl+Z and starts the full screen once more. Without
a Ctrl+Z before it, that would make the raw terminal the one to be restored at the end.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tui.terminal.modes import NO_MOUSE_PIXELS, Modes

if TYPE_CHECKING:
    from textual.app import App

Handler = Callable[[int, Any], Any]


def has_shell() -> bool:
    """Tell whether a shell is there that can resume this program: else nothing ever would."""
    if sys.platform == "win32":
        return False
    shell = os.getppid()
    try:
        return os.getsid(shell) == os.getsid(0) and os.getpgid(shell) != os.getpgrp()
    except ProcessLookupError:
        return False


def outlive_stops(app: App[Any]) -> None:
    """Take the signals over from Textual; call it on the loop of the running application."""
    if sys.platform == "win32":
        return
    suspend, resume = signal.getsignal(signal.SIGTSTP), signal.getsignal(signal.SIGCONT)
    if callable(suspend) and callable(resume):
        stops = _Stops(app, suspend, resume)
        signal.signal(signal.SIGTSTP, stops.suspend)
        signal.signal(signal.SIGCONT, stops.go_on)


class _Stops:
    """Knows whether the application had left the screen before it was stopped."""

    def __init__(self, app: App[Any], suspend: Handler, resume: Handler) -> None:
        self._app = app
        self._suspend, self._resume = suspend, resume
        self._loop = asyncio.get_running_loop()
        self._raw = Modes.now()
        self._left = False

    def suspend(self, number: int, frame: Any) -> None:
        """Leave the screen and stop."""
        self._left = True
        if self._mouse_pixels:
            self._write(NO_MOUSE_PIXELS)
        self._suspend(number, frame)

    def go_on(self, number: int, frame: Any) -> None:
        """Come back to the screen, or redraw what others may have overwritten."""
        if self._left:
            self._left = False
            self._resume(number, frame)
            if self._mouse_pixels:
                self._write(NO_MOUSE_PIXELS.replace("l", "h"))
        else:
            if self._raw is not None:
                self._raw.set()  # the shell may have changed the terminal in the meantime
            self._loop.call_soon_threadsafe(self._draw)

    @property
    def _mouse_pixels(self) -> bool:
        return bool(getattr(self._app._driver, "_mouse_pixels", False))

    def _write(self, text: str) -> None:
        if self._app._driver is not None:
            self._app._driver.write(text)
            self._app._driver.flush()

    def _draw(self) -> None:
        self._app.refresh(layout=True)
