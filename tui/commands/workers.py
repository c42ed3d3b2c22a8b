"""Processes that play for a command: they end with it, however it ends."""

from __future__ import annotations

import signal
from types import FrameType
from typing import NoReturn


def leave_in_order() -> None:
    """Unwind the program when it is told to end, so that its workers are ended too."""
    signal.signal(signal.SIGTERM, _leave)


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)


def leave_signals_to_the_command() -> None:
    """Set up a worker: Ctrl+C is for the command that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
