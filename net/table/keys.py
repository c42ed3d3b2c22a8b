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
        keys = [(s, h, _called_at(h, here)) for s, h in enumerate(self._room) if h.key]
        lines = [PeerLine(seat, h.key, at, h.port if at else 0) for seat, h, at in keys]
        peers = Peers(self._match, self.host, lines)
        for connection, told in self._told.items():
            if told != peers:
                self._told[connection] = peers
                self._sender.send(connection, peers)

    def places(self, here: str) -> list[tuple[str, str]]:
        """Return the names of the players elsewhere whose programs can be called, and where."""
        others = [holder for holder in self._room if not holder.peer.own]
        return [(each.name, at) for each in others if (at := _called_at(each, here))]


def _called_at(holder: Holder, here: str) -> str:
    """Return the address at which a player's program can be called; empty if it cannot."""
    if not holder.port:
        return ""
    address = holder.peer.address
    if holder.peer.own or address.startswith(LOOPBACK):
        return here or address
    return address
