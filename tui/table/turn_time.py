"""Counts down at the table while somebody's time runs: a step a second, none where no time runs."""

from __future__ import annotations

from collections.abc import Callable

from textual.message_pump import MessagePump
from textual.timer import Timer

from tui.table.connection import Connection
from tui.table.countdown import Countdown, time_text


class TurnTime:
    """Has the time drawn by `draw`; `call` is called once a decision when the player must hurry."""

    def __init__(
        self,
        node: MessagePump,
        connection: Connection,
        draw: Callable[[], None],
        call: Callable[[], None],
    ) -> None:
        self._node = node
        self._connection = connection
        self._draw = draw
        self._call = call
        self._timer: Timer | None = None
        self._called: Countdown | None = None

    def follow(self) -> None:
        """Count what the host has told last."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        countdown, now = self._connection.countdown, self._connection.now()
        if countdown is None:
            return
        if self._connection.client.my_turn and self._called != countdown and self.short:
            self._called = countdown
            self._call()
        wait = countdown.next_change(now)
        if wait is not None:
            self._timer = self._node.set_timer(wait, self.step)

    def step(self) -> None:
        """Show another second."""
        self._draw()
        self.follow()

    @property
    def text(self) -> str:
        """The time as it is shown; empty where none runs."""
        countdown = self._connection.countdown
        return time_text(countdown.seconds(self._connection.now())) if countdown else ""

    @property
    def short(self) -> bool:
        """Whether it is high time."""
        countdown = self._connection.countdown
        return countdown is not None and countdown.is_short(self._connection.now())
