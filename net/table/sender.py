"""Messages to the players and watchers in a room, as effects."""

from msgspec.structs import replace

from net.table.effects import ConnectionKey, Drop, EffectQueue, Send, ShowStatus
from net.table.phases import GATHERING, OVER
from net.table.room import Room
from net.wire.from_host import Closed, Gathered
from net.wire.message import Message
from net.wire.reasons import closing


class Sender(EffectQueue):
    """The effects of a table, with messages to all its connections."""

    def __init__(self, room: Room) -> None:
        super().__init__()
        self._room = room

    def send_all(self, message: Message) -> None:
        """Send to all connections, players first."""
        for connection in self._room.connections():
            self.send(connection, message)

    def tells_others(self, than: ConnectionKey) -> bool:
        """Return whether the effects so far have a message to another connection."""
        return any(isinstance(each, Send) and each.connection != than for each in self._effects)

    def show_room(self, room: Gathered, asker: ConnectionKey | None, *, new: bool) -> None:
        """Send the room with its changes to all; without changes, only to the asker.

        An asker who is `new` gets the room without the changes.
        """
        told = replace(room, happened=self._room.changes.take())
        if not told.happened:
            if asker is not None:
                self.send(asker, self._seen_by(asker, room, _before(room)))
            return
        if self._room.unattended:
            self.add(ShowStatus(told))
        before = _before(told)
        for connection in self._room.connections():
            if new and connection == asker:
                self.send(connection, self._seen_by(connection, room, _before(room)))
            else:
                self.send(connection, self._seen_by(connection, told, before))

    def _seen_by(self, connection: ConnectionKey, room: Gathered, before: Gathered) -> Gathered:
        """Return the room; after a match newcomers see it as before the next one."""
        newcomer = room.phase == OVER and connection not in self._room.at_end
        return before if newcomer else room

    def dismiss(self, connection: ConnectionKey, why: str | Closed) -> None:
        """Send a Closed to a connection and drop it; its seat stays as it is."""
        self._room.seat_of.pop(connection, None)
        self._room.at_end.discard(connection)
        self._room.stop_watching(connection)
        self.send(connection, closing(why) if isinstance(why, str) else why)
        self.add(Drop(connection))


def _before(room: Gathered) -> Gathered:
    return replace(room, phase=GATHERING)
