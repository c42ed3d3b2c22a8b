"""What a table wants done, collected until taken; asks to be woken only as often as needed."""

from __future__ import annotations

from net.table.effects import ConnectionKey, Effect, Send, WakeAt
from net.wire.message import Message


class EffectQueue:
    """Effects in their order."""

    def __init__(self) -> None:
        self._effects: list[Effect] = []
        self._woken_at: float | None = None

    def add(self, effect: Effect) -> None:
        """Add an effect."""
        self._effects.append(effect)

    def send(self, connection: ConnectionKey, message: Message) -> None:
        """Add a message to send."""
        self.add(Send(connection, message))

    def wake_at(self, deadline: float | None, now: float) -> None:
        """Ask to be woken, if that is sooner than asked before."""
        asked = self._woken_at
        if deadline is not None and (asked is None or asked <= now or deadline < asked):
            self._woken_at = deadline
            self.add(WakeAt(deadline))

    def hand_out(self) -> list[Effect]:
        """Return the effects collected so far, and forget them."""
        effects, self._effects = self._effects, []
        return effects
