"""A real host that cheats one of its players, over real sockets."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from core.game import Seat
from core.games.kozel import rules as kozel
from kozyr_kits.conformance.clients.lies import CUT, Lie
from net.host.factory import new_table
from net.host.server import Host
from net.table.effects import Drop, Effect, Send
from net.table.lobby import Lobby
from net.table.table import Table


def kozel_table(target: int) -> Table:
    """A table for two people and a bot; a match to 200 has several deals."""
    return new_table("Kitchen", kozel, kozel.Options(target=target), 3, bot_seconds=0)


class CheatingHost(Host):
    """Sends the client at `victim` the host's messages as altered by `lie`; only for 127.0.0.1."""

    def __init__(
        self, table: Table, lie: Callable[[Seat], Lie], victim: Seat = 1, **settings: Any
    ) -> None:
        super().__init__(Lobby("Ann", [table]), address="127.0.0.1", port=0, **settings)
        self._lie = lie(victim)
        self._victim = victim
        self._table = table
        honest = self.runtime.carry_out
        self.runtime.carry_out = lambda effects: honest(self._lied(effects))

    def _lied(self, effects: Iterable[Effect]) -> Iterator[Effect]:
        for effect in effects:
            if not isinstance(effect, Send) or not self._is_victim(effect.connection):
                yield effect
                continue
            for told in self._lie(effect.message):
                yield Drop(effect.connection) if told == CUT else Send(effect.connection, told)

    def _is_victim(self, connection: Any) -> bool:
        return self._table.room.seat_of.get(connection) == self._victim
