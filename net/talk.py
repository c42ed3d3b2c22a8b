"""How much somebody may say: a few things at once, then one a second."""

from __future__ import annotations

from typing import Final

from net.effects import Connection

BURST: Final = 5
SECONDS_EACH: Final = 1.0


class Talk:
    """The chat allowance of each connection."""

    def __init__(self) -> None:
        self._budgets: dict[Connection, tuple[float, float]] = {}

    def allows(self, connection: Connection, now: float) -> bool:
        """Whether the connection may say something now; if so, it is counted."""
        budget, since = self._budgets.get(connection, (float(BURST), now))
        budget = min(BURST, budget + (now - since) / SECONDS_EACH)
        allowed = budget >= 1
        self._budgets[connection] = (budget - 1 if allowed else budget, now)
        return allowed

    def forget(self, connection: Connection) -> None:
        self._budgets.pop(connection, None)
