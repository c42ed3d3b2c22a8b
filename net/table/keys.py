"""The keys of the seats at a table, and who is told where the others can be called.

Whoever has a key when a match begins decides with the others where it goes on if its host is lost.
"""

from collections.abc import Mapping

from core.game import Seat
from net.migration.handing import LOOPBACK
from net.table.effects import ConnectionKey
from net.table.room import Holder, Room
from net.table.sender import Sender
from net.wire.from_host import PeerLine, Peers
from net.wire.to_host import Identify


class SeatKeys:
    """The people of the match that is played."""

    def __init__(self, room: Room, sender: Sender) -> None:
        self.people: dict[Seat, str] = {}
        """The keys that the seats had when the match began."""
        self.host: Seat | None = None
        """The seat of the player in the host's program."""
        self.epoch = 0
        """The epoch in which the match began."""
        self._match = 0
        self._room = room
        self._sender = sender
        self._told: dict[ConnectionKey, Peers | None] = {}
        """What those who have sent Identify have been told."""

    def identify(self, connection: ConnectionKey, seat: Seat, message: Identify) -> None:
        """Take the key of a seat, and the port where its program can be called."""
        holder = self._room[seat]
        holder.key, holder.port = message.key, message.port
        self._told.setdefault(connection, None)

    def begin(self, match: int, epoch: int) -> None:
        """Note who has a key as a match begins."""
        room = self._room
        keys = {seat: holder.key for seat, holder in enumerate(room) if holder.key}
        own = room.own_connection()
        self.put_back(match, epoch, keys, None if own is None else room.seat_of[own])

    def put_back(
        self, match: int, epoch: int, people: Mapping[Seat, str], host: Seat | None
    ) -> None:
        """Note who had a key as a match began that was left, or played elsewhere."""
        self._match, self.epoch, self.people, self.host = match, epoch, dict(people), host

    def tell(self, here: str) -> None:
        """Tell everybody with a key whom to call if the host is lost, if that has changed.

        `here` is the address of this machine in its network.
        """
        present = self._room.seat_of
        self._told = {each: told for each, told in self._told.items() if each in present}
        if not self.people or not self._told:
            return
        lines = [
            self._line(seat, key, self._room[seat], here)
            for seat, key in sorted(self.people.items())
        ]
        peers = Peers(self._match, self.epoch, self.host, lines)
        for connection, told in self._told.items():
            if told != peers:
                self._told[connection] = peers
                self._sender.send(connection, peers)

    @staticmethod
    def _line(seat: Seat, key: str, holder: Holder, here: str) -> PeerLine:
        if holder.key != key or not holder.port:
            return PeerLine(seat, key)
        address = holder.peer.address
        if holder.peer.own or address.startswith(LOOPBACK):
            address = here or address
        return PeerLine(seat, key, address, holder.port if address else 0)
