"""The tables of one host: greets connections, lists tables, routes messages to them. No I/O."""

from __future__ import annotations

from collections.abc import Iterable

from core.game import Move, Seat
from net.effects import Connection, Drop, Effect, Send
from net.protocol import VERSION, Hello, Join, Leave, Ping, Play, Ponged, ToHost, Welcomed
from net.reasons import RefusalError, closing, refusal
from net.table import Table


class Lobby:
    """Knows every connection from its first message to its end."""

    def __init__(self, host: str, tables: Iterable[Table]) -> None:
        self.host = host
        self.tables = {table.id: table for table in tables}
        self._greeted: set[Connection] = set()
        self._table_of: dict[Connection, Table] = {}

    def receive(self, connection: Connection, message: ToHost, now: float) -> list[Effect]:
        """Take a message of a connection."""
        if isinstance(message, Hello):
            return self._greet(connection, message)
        if connection not in self._greeted:
            return [Send(connection, closing("hello")), Drop(connection)]
        if isinstance(message, Ping):
            return [Send(connection, Ponged(message.sent))]
        table = self._table_of.get(connection)
        if table is None:
            if isinstance(message, Leave):
                return [Send(connection, closing("left")), *self._drop(connection)]
            table = self._find(message)
        if table is None:
            error = RefusalError("table" if isinstance(message, Join) else "join")
            number = message.number if isinstance(message, Play) else 0
            return [Send(connection, refusal(error, 0, number))]
        effects = self._noted(table.receive(connection, message, now))
        if connection in table.room:
            self._table_of[connection] = table
        return effects

    def lost(self, connection: Connection, now: float) -> list[Effect]:
        """Note that a connection is gone without having been dropped."""
        self._greeted.discard(connection)
        table = self._table_of.pop(connection, None)
        return [] if table is None else self._noted(table.lost(connection, now))

    def tick(self, now: float) -> list[Effect]:
        """Do what is due at any table."""
        return self._noted(effect for table in self.tables.values() for effect in table.tick(now))

    def bot_moved(
        self, table: str, seat: Seat, ticket: int, move: Move | None, now: float
    ) -> list[Effect]:
        """Hand a bot's answer to its table."""
        return self._noted(self.tables[table].bot_moved(seat, ticket, move, now))

    def close(self) -> list[Effect]:
        """Say goodbye to everybody who is connected."""
        effects = self._noted(e for table in self.tables.values() for e in table.close())
        for connection in list(self._greeted):
            effects += [Send(connection, closing("host")), *self._drop(connection)]
        return effects

    def joined(self, connection: Connection) -> bool:
        """Whether a connection is at a table."""
        return connection in self._table_of

    def welcomed(self) -> Welcomed:
        """The tables as they are now."""
        return Welcomed(VERSION, self.host, [table.line() for table in self.tables.values()])

    def _greet(self, connection: Connection, hello: Hello) -> list[Effect]:
        if hello.version != VERSION:
            message = closing("version", host=VERSION, yours=hello.version)
            return [Send(connection, message), Drop(connection)]
        self._greeted.add(connection)
        return [Send(connection, self.welcomed())]

    def _find(self, message: ToHost) -> Table | None:
        if not isinstance(message, Join):
            return None
        if message.table:
            return self.tables.get(message.table)
        return next(iter(self.tables.values()), None)

    def _drop(self, connection: Connection) -> list[Effect]:
        self._greeted.discard(connection)
        self._table_of.pop(connection, None)
        return [Drop(connection)]

    def _noted(self, effects: Iterable[Effect]) -> list[Effect]:
        """Forget the connections that a table drops."""
        noted = list(effects)
        for effect in noted:
            if isinstance(effect, Drop):
                self._drop(effect.connection)
        return noted
