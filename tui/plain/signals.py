"""Signals that end plain mode: the first one in good order, the second one at once."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from typing import Final

from tui.terminal.safe_exit import set_backstop

_SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGHUP")


class EndSignals:
    """Calls `end` when the first signal comes; `caught` is its number then, 0 before."""

    def __init__(self, end: Callable[[], object]) -> None:
        self.caught = 0
        self._end = end

    @property
    def by_person(self) -> bool:
        """Whether a person ended the program, rather than a signal from the machine."""
        return self.caught in (0, signal.SIGINT)

    def catch(self) -> None:
        """Begin to listen, within a running loop."""
        loop = asyncio.get_running_loop()
        for name in _SIGNALS:
            number = getattr(signal, name, None)
            if number is not None:
                try:
                    loop.add_signal_handler(number, self._on_signal, number)
                except NotImplementedError:  # Windows: KeyboardInterrupt has to do
                    return

    def _on_signal(self, number: int) -> None:
        if self.caught:  # a second signal does not wait for goodbyes
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
        set_backstop()
        self.caught = number
        self._end()
