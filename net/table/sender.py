"""Messages to the people in a room, as effects."""

from __future__ import annotations

from msgspec.structs import replace

from net.table.effects import ConnectionKey, Drop, EffectQueue, ShowStatus
from net.table.room import Room
from net.wire.from_host import Gathered
from net.wire.message import Message
from net.wire.reasons import closing


class Sender(EffectQueue):
    """The effects of a table, with messages to everybody there."""

    def __init__(self, room: Room) -> None:
        super().__init__()
        self._room = room

    def send_all(self, message: Message) -> None:
        """Send to everybody, players first."""
        for connection in self._room.connections():
            self.send(connection, message)

    def show_room(
        self, room: Gathered, asker: ConnectionKey | None = None, *, new: bool = False
    ) -> None:
        """Show the room and what has changed to everybody; if nothing has, to the asker alone.

        An asker who is `new` hears only how things are.
        """
        told = replace(room, happened=self._room.changes.take())
        if not told.happened:
            if asker is not None:
                self.send(asker, room)
            return
        if self._room.unattended:
            self.add(ShowStatus(told))
        for connection in self._room.connections():
            self.send(connection, room if new and connection == asker else told)

    def dismiss(self, connection: ConnectionKey, code: str) -> None:
        """Say goodbye to a connection and end it; what becomes of its seat is decided elsewhere."""
        self._room.seat_of.pop(connection, None)
        self._room.stop_watching(connection)
        self.send(connection, closing(code))
        self.add(Drop(connection))
