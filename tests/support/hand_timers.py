"""Timers that tests let run out by hand: what waits is tested without waiting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.message_pump import MessagePump


class HandTimer:
    """A timer that runs out when the test says so."""

    def __init__(self, seconds: float, callback: Callable[[], Any]) -> None:
        self.seconds = seconds
        self.run_out = callback
        self.stopped = False

    def stop(self) -> None:
        self.stopped = True


class HandTimers(MessagePump):
    """What sets timers like a screen, but there is no loop."""

    def __init__(self) -> None:
        super().__init__()
        self._set: list[HandTimer] = []

    @property
    def running(self) -> list[HandTimer]:
        """The timers that nobody has stopped."""
        return [timer for timer in self._set if not timer.stopped]

    def set_timer(self, delay: float, callback: Any = None, **_: Any) -> Any:
        def once() -> None:
            timer.stop()
            callback()

        timer = HandTimer(delay, once)
        self._set.append(timer)
        return timer

    def set_interval(self, interval: float, callback: Any = None, **_: Any) -> Any:
        timer = HandTimer(interval, callback)
        self._set.append(timer)
        return timer
