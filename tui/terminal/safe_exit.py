"""Leaves the terminal as it was found, whatever ends the program: signals, a lost terminal, errors.

Textual alone restores it on SIGINT only, and spins for ever once the terminal is gone.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from typing import TYPE_CHECKING, Any, Final

import platformdirs

if TYPE_CHECKING:
    from pathlib import Path

    from textual.app import App

BACKSTOP_SECONDS: Final = 3
"""A program told to end is gone after this, even if the terminal no longer takes its last words."""


LOG_BYTES: Final = 1_000_000


def is_terminal() -> bool:
    """Tell whether there is a terminal to play on: Textual reads stdin and draws on stderr."""
    try:
        return sys.stdin.isatty() and sys.stderr.isatty()
    except (AttributeError, ValueError):  # closed or missing, as under some supervisors
        return False


def leave_on_signals(app: App[Any]) -> None:
    """End the application in good order on the signals that would end it; call it on its loop."""
    loop = asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT", "SIGUSR1", "SIGUSR2"):
        number = getattr(signal, name, None)
        if number is None:
            continue
        try:
            loop.add_signal_handler(number, _leave, app, number)
        except (NotImplementedError, RuntimeError, ValueError):
            return  # Windows, or not the main thread: the usual end of a program has to do


def _leave(app: App[Any], number: int) -> None:
    set_backstop()
    app.exit(return_code=128 + number)


def set_backstop() -> None:
    """Let the system end the program if it does not end by itself."""
    if hasattr(signal, "alarm"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(BACKSTOP_SECONDS)


def log_file() -> Path:
    """Return where the program writes its log: the screen is drawn on stderr, so not there."""
    return platformdirs.user_log_path("kozyr") / "kozyr.log"


def _private_log(path: Path) -> logging.Handler:
    """Return what writes the log for this user alone; it names the people on the network.

    Two files of `LOG_BYTES` are the most that is ever kept.
    """
    from logging.handlers import RotatingFileHandler

    class PrivateLog(RotatingFileHandler):
        def _open(self) -> Any:
            path.touch(mode=0o600)
            return super()._open()

    return PrivateLog(path, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8", delay=True)


def log_to_file() -> None:
    """Send what libraries log to the file; otherwise it would be written over the screen."""
    root = logging.getLogger()
    if root.handlers:
        return
    handler: logging.Handler
    try:
        path = log_file()
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
        handler = _private_log(path)
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    # For every interface that is away for a moment mDNS warns with a traceback.
    logging.getLogger("zeroconf").setLevel(logging.ERROR)
