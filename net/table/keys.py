"""The keys of the seats at a table, and the addresses at which their programs can be called.

If the host is lost, players with a key can continue the match as a branch, and join one.
"""

from core.game import Seat
from net.migration import LOOPBACK
from net.table.effects import ConnectionKey
from net.table.room import Holder, Room
from net.table.sender import Sender
from net.wire.from_host import Peers
from net.wire.message import PeerLine
from net.wire.to_host import Identify


class SeatKeys:
    """The players with a key in the present match; each is told of the others with Peers."""

    def __init__(self, room: Room, sender: Sender) -> None:
        self.host: Seat | None = None
        """The seat of the player in the host's program."""
        self._match = 0
        self._room = room
        self._sender = sender
        self._told: dict[ConnectionKey, Peers | None] = {}
        """The last Peers to each connection that has sent Identify."""

    def identify(self, connection: ConnectionKey, seat: Seat, message: Identify) -> None:
        """Note the key of a seat, and the port at which its program can be called."""
        holder = self._room[seat]
        holder.key, holder.port = message.key, message.port
        self._told.setdefault(connection, None)

    def begin(self, match: int) -> None:
        """Note the beginning of a match."""
        own = self._room.own_connection()
        self.put_back(match, None if own is None else self._room.seat_of[own])

    def put_back(self, match: int, host: Seat | None) -> None:
        """Note the number of a resumed match, and the seat of the host's own player."""
        self._match, self.host = match, host

    def tell(self, here: str) -> None:
        """Send Peers to all players with a key, if they have changed.

        `here` is the address of this machine in its network.
        """
        present = self._room.seat_of
        self._told = {each: told for each, told in self._told.items() if each in present}
        if not self._match or not self._told:
            return
        keys = enumerate(self._room)
        lines = [self._line(seat, holder, here) for seat, holder in keys if holder.key]
        peers = Peers(self._match, self.host, lines)
        for connection, told in self._told.items():
            if told != peers:
                self._told[connection] = peers
                self._sender.send(connection, peers)

    def places(self, here: str) -> list[tuple[str, str]]:
        """Return the names of the players elsewhere whose programs can be called, and where."""
        others = ((s, h) for s, h in enumerate(self._room) if not h.peer.own)
        lines = [(holder.name, self._line(seat, holder, here)) for seat, holder in others]
        return [(name, line.address) for name, line in lines if line.port]

    @staticmethod
    def _line(seat: Seat, holder: Holder, here: str) -> PeerLine:
        if not holder.port:
            return PeerLine(seat, holder.key)
        address = holder.peer.address
        if holder.peer.own or address.startswith(LOOPBACK):
            address = here or address
        return PeerLine(seat, holder.key, address, holder.port if address else 0)
