"""Leaves the terminal as it was found, after any end of the program and around any stop.

This covers signals, a lost terminal and errors: by itself, Textual restores the terminal only on
SIGINT, and spins for ever once the terminal is gone. It takes every SIGCONT for the end of a Ctrl+Z
and starts the full screen once more: without an earlier Ctrl+Z, as after a SIGSTOP or in a
debugger, that would make the raw terminal the one to be restored at the end.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, Final

try:
    import termios
except ImportError:  # Windows: consoles are another matter
    termios = None  # type: ignore[assignment]  # a module elsewhere

if TYPE_CHECKING:
    from textual.app import App

BACKSTOP_SECONDS: Final = 10
"""The program ends after this time at the latest, even if the terminal takes no more output.

On a busy machine it needs some of that time to tell guests, and to restore the terminal.
"""


def is_terminal() -> bool:
    """Tell whether there is a terminal to play on: Textual reads stdin and draws on stderr."""
    try:
        return sys.stdin.isatty() and sys.stderr.isatty()
    except (AttributeError, ValueError):  # closed or missing, as under some supervisors
        return False


def leave_on_signals(app: App[Any]) -> None:
    """End the application in good order on signals that would kill it; call it on its loop."""
    loop = asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT", "SIGUSR1", "SIGUSR2"):
        number = getattr(signal, name, None)
        if number is None:
            continue
        try:
            loop.add_signal_handler(number, leave, app, number)
        except (NotImplementedError, RuntimeError, ValueError):
            return  # Windows, or not the main thread: the usual end of a program must do


def leave(app: App[Any], number: int) -> None:
    """End the application as a signal does; call it on its loop."""
    set_backstop()
    app.exit(return_code=128 + number)


def set_backstop() -> None:
    """Let the system end the program if it does not end by itself."""
    if hasattr(signal, "alarm"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(BACKSTOP_SECONDS)


# --- how the terminal handles keys ------------------------------------------------------------

NO_MOUSE_PIXELS: Final = "\x1b[?1016l"
"""Switches off reports of the mouse in pixels: Textual switches them on and never off."""

_PROBLEMS: Final = (OSError, ValueError, AttributeError)
"""The errors of a stdin that is closed or missing; termios.error is none of these."""


class Modes:
    """The modes of a terminal: whether keys wait for Enter, are echoed, become signals."""

    def __init__(self, settings: list[Any]) -> None:
        self._settings = settings

    @classmethod
    def now(cls) -> Modes | None:
        """Return the present modes; None if there are none."""
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
    """Restore the terminal to its first modes at the end."""
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


# --- stops ------------------------------------------------------------------------------------

Handler = Callable[[int, Any], Any]


def has_shell() -> bool:
    """Tell whether a shell can resume this program: without one it would never run again."""
    if sys.platform == "win32":
        return False
    shell = os.getppid()
    try:
        return os.getsid(shell) == os.getsid(0) and os.getpgid(shell) != os.getpgrp()
    except ProcessLookupError:
        return False


def outlive_stops(app: App[Any]) -> None:
    """Take over the signals from Textual; call it on the loop of the running application."""
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
        self._context = copy_context()  # a signal may come where no application is the active one
        self._raw = Modes.now()
        self._left = False

    def suspend(self, number: int, frame: Any) -> None:
        """Leave the screen and stop.

        Textual's thread notes the mouse in pixels only after switching it on.
        """
        self._left = True
        self._write(NO_MOUSE_PIXELS)
        self._suspend(number, frame)

    def go_on(self, number: int, frame: Any) -> None:
        """Return to the screen, or redraw it, as other programs may have written over it.

        A window that is closed sends this signal after the one that ends the program: by then the
        terminal may have been given back.
        """
        if self._loop.is_closed() or not self._app.is_running:
            return
        if self._left:
            self._left = False
            self._resume(number, frame)
            if getattr(self._app._driver, "_mouse_pixels", False):
                self._write(NO_MOUSE_PIXELS.replace("l", "h"))
        else:
            if self._raw is not None:
                self._raw.set()  # the shell may have changed the terminal in the meantime
            self._loop.call_soon_threadsafe(self._draw, context=self._context)

    def _write(self, text: str) -> None:
        if self._app._driver is not None:
            self._app._driver.write(text)
            self._app._driver.flush()

    def _draw(self) -> None:
        self._app.refresh(layout=True)
