"""The tables of one host: greets connections, lists tables, routes messages to them. No I/O.

    meet -> unknown --Hello--> greeted --Join or Return, answered with Seated--> at a table
               |                 ^                                                  |
               | anything else   +- Prove, Confirm: the code (`auth.py`)            | all messages
               v                 +- Consult: another program calls (`on_call`)      v
          Closed, Drop           +- Ping, answered with Ponged                 Table.receive

A table that has moved, or whose player has joined a branch, is no longer here: clients that ask for
it get a Closed that names the place (`_departed`). One that moves here is `arriving` until its old
host lets it go. Sample: `receive(key, Join("Ann", table="9f.."), now)` gives `[Send(key,
Seated(...)), Send(key, Gathered(...)), ...]`, and `key` is at that table from then on.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import Enum
from typing import TypeAlias

from core.game import Move, Seat
from core.games import GAMES
from net.branch.statements import Situation
from net.table.auth import Authenticator
from net.table.effects import ConnectionKey, Drop, Effect, Peer, Send
from net.table.log import GuestEntry, MovedLine
from net.table.opening import take_back
from net.table.phases import PLAYING
from net.table.table import Table
from net.wire.from_host import Closed, Consulted, Ponged, Seated, Updated, Welcomed
from net.wire.message import TableLine, WayIn
from net.wire.protocol import VERSION
from net.wire.reasons import RefusalError, closing, refusal
from net.wire.to_host import Confirm, Consult, Hello, Join, Leave, Ping, Play, Prove, Return, ToHost

Called: TypeAlias = Callable[[str, Situation], Consulted | None]
"""Answers a program that calls about a table, with the caller's situation."""


class Shutdown(Enum):
    """The ways in which a host ends, for its players and for a match."""

    CLOSED = "closed"
    """The table closes for good; all are told."""
    KEPT = "kept"
    """The match can be resumed later; all are told."""
    BROKEN = "broken"
    """The program has to end; players of a match wait for its return, as after a crash."""


class Lobby:
    """The connections of a host, from the first message to the end, and its tables."""

    def __init__(self, host: str, tables: Iterable[Table]) -> None:
        self.host = host
        self.tables = {table.id: table for table in tables}
        self.ways: tuple[WayIn, ...] = ()
        """The ways for guests to connect; set when gateways open."""
        self._greeted: set[ConnectionKey] = set()
        self._table_of: dict[ConnectionKey, Table] = {}
        self.authenticator = Authenticator()
        self.arriving: Table | None = None
        """A table that may move here; it serves no player before its old host has let it go."""
        self.on_arrival: Callable[[], None] = lambda: None
        """Called when that table opens here."""
        self.on_call: Called = lambda table, situation: None
        """Answers programs that consult this one about a table; None refuses."""
        self._departed: dict[str, Closed] = {}
        """The Closed for clients of a table that is now at another computer, by the table's id."""
        self.fingerprint = ""
        """The SHA-256 of this host's certificate, named in a Return to a branch."""

    def meet(self, connection: ConnectionKey, peer: Peer) -> None:
        """Note the other end of a connection, before its first message."""
        self.authenticator.meet(connection, peer)

    def receive(self, connection: ConnectionKey, message: ToHost, now: float) -> list[Effect]:
        """Answer a message of a connection, or pass it to its table."""
        if isinstance(message, Hello):
            return self._greet(connection, message, now)
        if connection not in self._greeted:
            return self._part(connection, closing("hello"), now)
        if isinstance(message, Ping):
            there = self._table_of.get(connection)
            due = [] if there is None else self._noted(there.heard(connection, now, message.took))
            return [Send(connection, Ponged(message.sent)), *due]
        arrived: list[Effect] = []
        if isinstance(message, Join):
            arrived = self._arrive_with(connection, message, now)
        table = self._table_of.get(connection)
        if table is None and isinstance(message, Join | Prove | Return):
            moved = self._moved(message.table)
            if moved is not None:
                return self._part(connection, moved, now)
        if isinstance(message, Consult):
            return self._consulted(connection, message)
        if table is None and isinstance(message, Leave):
            return self._part(connection, closing("left"), now)
        try:
            if isinstance(message, Prove | Confirm):
                return self._noted(self._prove(connection, message, now))
            if table is None:
                table = self._find(connection, message)
        except RefusalError as error:
            number = message.number if isinstance(message, Play) else 0
            seq = 0 if table is None else table.seq
            return [Send(connection, refusal(error, seq, number))]
        peer = self.authenticator.peer(connection)
        return arrived + self._noted(table.receive(connection, message, now, peer))

    def give_way(self, table_id: str, where: MovedLine) -> list[Effect]:
        """End a table whose player has left for a branch, and send all others there."""
        table = self.tables.pop(table_id, None)
        if table is None:
            return []
        table.log.moved(where)
        own = table.room.own_connection()
        there = closing("branched", name=where.name, address=where.address, port=where.port)
        self._departed[table_id] = there
        for connection in table.room.connections():
            if connection != own:
                table.sender.send(connection, there)
            table.sender.add(Drop(connection))
        return self._noted(table.sender.hand_out())

    def _consulted(self, connection: ConnectionKey, message: Consult) -> list[Effect]:
        """Answer the program of another player that consults this one."""
        consulted = self.on_call(message.table, message.situation)
        table = self.tables.get(message.table)
        if consulted is None and table is not None and table.room.unattended:
            consulted = Consulted(table.id, None)
        if consulted is None:
            return [Send(connection, refusal(RefusalError("unasked"), 0))]
        return [Send(connection, consulted)]

    def open_arriving(self, now: float) -> list[Effect]:
        """Open the table that was to move here: its old host has let it go."""
        table, self.arriving = self.arriving, None
        if table is None:
            return []
        self._departed.pop(table.id, None)
        self.tables[table.id] = table
        self.on_arrival()
        return self._noted(table.tick(now))

    def _arrive_with(self, connection: ConnectionKey, join: Join, now: float) -> list[Effect]:
        """Open the table that was to move here if its old host has sent this connection.

        A token alone does not prove that: a player who was away may be looking for the table here,
        where it was before.
        """
        table, word = self.arriving, self.authenticator.peer(connection).word
        if table is None or join.table != table.id or not word or word != table.migration.word:
            return []
        return self.open_arriving(now)

    def _moved(self, table_id: str) -> Closed | None:
        """Return the Closed for a table that is elsewhere now; None for any other table."""
        if not table_id and not self.tables:
            return next(iter(self._departed.values()), None)
        return self._departed.get(table_id)

    def lost(self, connection: ConnectionKey, now: float) -> list[Effect]:
        """Note the loss of a connection that was not dropped."""
        self._forget(connection)
        # The tables know, not the notes here: a message that failed halfway may have seated the
        # connection, and one that is held would do so.
        tables = [
            table
            for table in self.tables.values()
            if connection in table.room or table.migration.waits(connection)
        ]
        return self._noted(effect for table in tables for effect in table.lost(connection, now))

    def tick(self, now: float) -> list[Effect]:
        """Do what is due at any table."""
        effects = self.authenticator.tick(now)
        effects += (effect for table in self.tables.values() for effect in table.tick(now))
        return self._noted(effects)

    def note_guests(self, guests: Sequence[GuestEntry], now: float) -> list[Effect]:
        """Note the marks by which a gateway recognises its guests at any later host."""
        tables = self.tables.values()
        return self._noted(effect for each in tables for effect in each.note_guests(guests, now))

    def bot_moved(
        self, table: str, seat: Seat, ticket: int, move: Move | None, now: float
    ) -> list[Effect]:
        """Pass a bot's move to its table."""
        if table not in self.tables:
            return []  # it is at another computer now
        return self._noted(self.tables[table].bot_moved(seat, ticket, move, now))

    def take_back(
        self, connection: ConnectionKey, now: float
    ) -> tuple[list[Updated], list[Effect]]:
        """Take back the last decision at a connection's table; also return the positions before it.

        Raises NotTakenBackError.
        """
        table = self._table_of[connection]
        before = take_back(table, connection, now)
        return before, self._noted(table.tick(now))

    def close(self, ending: Shutdown = Shutdown.CLOSED) -> list[Effect]:
        """Close all connections, with a message as far as the ending allows."""
        effects: list[Effect] = []
        for table in self.tables.values():
            if not table.log.on or ending is Shutdown.CLOSED:
                effects += self._noted(table.close())
            elif ending is Shutdown.KEPT:
                effects += self._noted(table.close("kept"))
        for connection in self._greeted - self._table_of.keys():
            effects.append(Send(connection, closing("host")))
        # The others are dropped without a message: they wait for the program's return, or never
        # greeted.
        left = [*self._greeted, *self.authenticator.connections()]
        return effects + self._noted(Drop(connection) for connection in dict.fromkeys(left))

    def guess(self, group: str, code: str, now: float, *, known: bool) -> tuple[bool, list[Effect]]:
        """Return whether a guest at a gateway of this host may join its first table."""
        if not self.tables:
            return True, []  # the guest's program is told where the table is now
        right, effects = self.authenticator.guess(group, self._named(""), code, now, known=known)
        return right, self._noted(effects)

    def joined(self, connection: ConnectionKey) -> bool:
        """Return whether a connection is at a table."""
        return connection in self._table_of

    def seated_addresses(self) -> set[str]:
        """Return the addresses of all players with a seat, present or away."""
        holders = (holder for table in self.tables.values() for holder in table.room)
        return {holder.peer.address for holder in holders if holder.human}

    def welcomed(self) -> Welcomed:
        """Return the greeting, with the tables as they are now."""
        lines = [table_line(table) for table in self.tables.values()]
        ways, games = list(self.ways), list(GAMES)
        return Welcomed(VERSION, self.host, lines, ways, migrates=True, games=games)

    def _greet(self, connection: ConnectionKey, hello: Hello, now: float) -> list[Effect]:
        if hello.version != VERSION:
            message = closing("version", host=VERSION, yours=hello.version)
            return self._part(connection, message, now)
        self._greeted.add(connection)
        peer = self.authenticator.peer(connection)
        if hello.migrates:
            peer = replace(peer, migrates=True, word=hello.word)
        peer = replace(peer, games=tuple(hello.games), way=hello.way)
        self.authenticator.meet(connection, peer)
        return [Send(connection, self.welcomed())]

    def _prove(
        self, connection: ConnectionKey, message: Prove | Confirm, now: float
    ) -> list[Effect]:
        if connection in self._table_of:
            raise RefusalError("joined")
        if isinstance(message, Confirm):
            return self.authenticator.confirm(connection, message, now)
        return self.authenticator.prove(connection, self._named(message.table), message, now)

    def _find(self, connection: ConnectionKey, message: ToHost) -> Table:
        """Return the table that a newcomer may join."""
        if isinstance(message, Return):
            right = message.coming.table, message.coming.fingerprint
            if right != (message.table, self.fingerprint):
                raise RefusalError("key")
            return self._named(message.table)
        if not isinstance(message, Join):
            raise RefusalError("join")
        table = self._named(message.table)
        # A player who is turned away need not be asked for a code first.
        if not table.room.turns_away(message.token, self.authenticator.peer(connection)):
            self.authenticator.check(connection, table, message)
        return table

    def _named(self, table_id: str) -> Table:
        first = next(iter(self.tables), "")
        table = self.tables.get(table_id or first)
        if table is None:
            raise RefusalError("table")
        return table

    def _part(self, connection: ConnectionKey, why: Closed, now: float) -> list[Effect]:
        """Close a connection from this side; to its seat that is like a broken cable."""
        effects: list[Effect] = [Send(connection, why), Drop(connection)]
        return effects + self.lost(connection, now)

    def _forget(self, connection: ConnectionKey) -> None:
        self.authenticator.lost(connection)
        self._greeted.discard(connection)
        self._table_of.pop(connection, None)

    def _noted(self, effects: Iterable[Effect]) -> list[Effect]:
        """Note the connections that were seated or dropped, and the tables that have moved."""
        noted = list(effects)
        for effect in noted:
            match effect:
                case Send(connection, Seated(table=table_id)):
                    self._table_of[connection] = self.tables[table_id]
                case Drop(connection):
                    self._forget(connection)
        for table in list(self.tables.values()):
            if table.migration.departed is not None:
                self._departed[table.id] = table.migration.departed
                del self.tables[table.id]
        return noted


def table_line(table: Table) -> TableLine:
    """Return the line of a table in lists."""
    locked, seats, code = table.room.access.limits.locked, len(table.room), bool(table.code)
    free = 0 if locked or table.phase == PLAYING else sum(holder.free for holder in table.room)
    shown = table.id, table.name, table.game.NAME, seats, free, table.phase
    return TableLine(*shown, code, locked, table.branch)
