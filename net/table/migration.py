"""The ways of a table to leave this host: keys of its seats, for a branch, and a move on purpose.

If the host is lost, players with a key can continue the match as a branch, and join one. A table
moves on purpose to the computer of another player: here are the messages for that, and the messages
that wait meanwhile. `net.migration` decides how far an attempt has come. A RefusalError has the
reason for refusing a request.
"""

from collections.abc import Callable

from core.game import Seat
from net.migration import LOOPBACK, OutgoingHandover, OutgoingStage, Place
from net.table.effects import ConnectionKey, Drop, Effect
from net.table.log import MovedLine
from net.table.room import Holder, Room
from net.table.sender import Sender
from net.wire import to_host
from net.wire.bounds import MAX_PART, MAX_TABLE_PARTS
from net.wire.from_host import Announced, Chosen, Closed, Handed, Peers
from net.wire.message import Message, PeerLine
from net.wire.reasons import RefusalError, closing


def seen_elsewhere(address: str, here: str) -> str:
    """Return an address as others reach it: `here`, if known, for a program on this machine."""
    return here or address if address.startswith(LOOPBACK) else address


class SeatKeys:
    """The players with a key in the present match; each is told of the others by Peers."""

    def __init__(self, room: Room, sender: Sender) -> None:
        self.host: Seat | None = None
        """The seat of the player in the host's program."""
        self._match = 0
        self._room = room
        self._sender = sender
        self._told: dict[ConnectionKey, Peers | None] = {}
        """The last Peers sent to each connection that has sent Identify."""

    def identify(self, connection: ConnectionKey, seat: Seat, message: to_host.Identify) -> None:
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
        """Return the names and addresses of the players elsewhere whose programs can be called."""
        others = [holder for holder in self._room if not holder.peer.own]
        return [(each.name, at) for each in others if (at := _called_at(each, here))]


def _called_at(holder: Holder, here: str) -> str:
    """Return the address at which a player's program can be called; empty if it cannot."""
    own = holder.peer.own and here
    return (own or seen_elsewhere(holder.peer.address, here)) if holder.port else ""


class Migration:
    """The attempts to move one table away from this host."""

    def __init__(self, room: Room, sender: Sender, new_word: Callable[[], str]) -> None:
        self.outgoing = OutgoingHandover()
        self.word = ""
        """The word that proves to a new host that the old one has sent a client."""
        self.watchers = 0
        """The number of watchers from the last host who may still join here."""
        self.here = ""
        """The address of this machine in its network, for a new host on the same machine."""
        self.departed: Closed | None = None
        """The Closed for all clients once the table is elsewhere."""
        self._room = room
        self._sender = sender
        self._new_word = new_word
        self._seat: Seat = 0
        """The seat of the chosen player."""
        self._held: list[tuple[ConnectionKey, Callable[[float], list[Effect]]]] = []

    def ask(self, message: to_host.Migrate, now: float) -> None:
        """Ask the program of another player to take over, or call off a running attempt."""
        if message.seat is None:
            self.outgoing.call_off()
            return
        place = self._room.player(message.seat)
        if place.away or place.idle:
            raise RefusalError("away", name=place.name)
        if place.peer.own:
            raise RefusalError("here", name=place.name)
        if not place.peer.migrates or place.peer.new_proof is None:
            raise RefusalError("rooted", name=place.name)
        self.outgoing.begin(place.connection, now, at_once=message.at_once)
        if self.outgoing.take_failure() is not None:
            self._stay("off")
        self._seat, self.word = message.seat, self._new_word()
        facts = {"at_once": int(message.at_once)}
        self._room.changes.note("migrating", self._seat, place.name, **facts)
        if place.connection is not None:
            chosen = Chosen(self.outgoing.attempt, message.at_once)
            self._sender.send(place.connection, chosen)

    def answer(
        self, connection: ConnectionKey, message: to_host.MigrationAnswer, now: float
    ) -> None:
        """Take a program's answer during an attempt. Raises RefusalError."""
        outgoing, attempt = self.outgoing, message.attempt
        match message:
            case to_host.Accept(port=port, fingerprint=fingerprint):
                testers = self._testers(connection)
                address = self._room[self._room.seat_of[connection]].peer.address
                place = Place(seen_elsewhere(address, self.here), port, fingerprint)
                expected = outgoing.accept(connection, attempt, place, testers, now)
                if expected:
                    self._room.changes.note("accepted", self._seat, self._room[self._seat].name)
                    told = Announced(attempt, place.address, port, fingerprint)
                    for tester in testers:
                        self._sender.send(tester, told)
            case to_host.Decline(reason=reason):
                expected = outgoing.decline(connection, attempt, reason)
            case to_host.Reached(reached=reached):
                expected = outgoing.reached(connection, attempt, reached=reached)
            case to_host.Prepared():
                expected = outgoing.prepared(connection, attempt)
        if not expected:
            raise RefusalError("unasked")

    def _testers(self, chosen: ConnectionKey) -> list[ConnectionKey]:
        """Return the connections of the other players whose programs can try the new place.

        Watchers are not asked: a single one could keep the table where it is.
        """
        places = ((place.connection, place.peer) for place in self._room if place.connection)
        return [each for each, peer in places if peer.migrates and each != chosen]

    def takes_along(self, word: str) -> bool:
        """Return whether the old host sent a watcher here with this word, and count the watcher."""
        expected = self.watchers > 0 and word == self.word
        self.watchers -= expected
        return expected

    # --- while the table is on its way -----------------------------------------------------------

    def holds(self, connection: ConnectionKey, message: Message) -> bool:
        """Return whether a message has to wait until it is clear where the table is."""
        if not self.outgoing.frozen:
            return False
        chosen = self.outgoing.chosen
        if isinstance(message, to_host.Join) and self._room.find_token(message.token) == self._seat:
            # The new host resumes its seat as a player: it has lost the connection.
            self.outgoing.lost(chosen)
            return self.outgoing.frozen
        return connection != chosen or not isinstance(message, to_host.Decline | to_host.Prepared)

    def hold(self, connection: ConnectionKey, act: Callable[[float], list[Effect]]) -> None:
        """Keep a message or a bot's move until it is clear where the table is."""
        self._held.append((connection, act))

    def waits(self, connection: ConnectionKey) -> bool:
        """Return whether a message of a connection is held."""
        return any(whose == connection for whose, _ in self._held)

    def forget(self, connection: ConnectionKey) -> None:
        """Drop the held messages of a lost connection."""
        self._held = [(whose, act) for whose, act in self._held if whose != connection]

    def keep(self) -> None:
        """Note the connections at the table, and the present seat of the chosen player."""
        self.outgoing.keep(self._room.connections())
        self._seat = self._room.seat_of.get(self.outgoing.chosen, self._seat)

    def stayed(self) -> list[Callable[[float], list[Effect]]] | None:
        """Return the held messages if an attempt has just failed; otherwise None."""
        failure = self.outgoing.take_failure()
        if failure is None:
            return None
        why, whose = failure
        self._stay(why, whose)
        held, self._held = self._held, []
        return [act for _, act in held]

    def _stay(self, why: str, whose: ConnectionKey = None) -> None:
        room = self._room
        facts = {"why": why}
        if why == "unreached":
            facts["other"] = room[room.seat_of[whose]].name
        room.changes.note("staying", self._seat, room[self._seat].name, **facts)

    def hand(self, text: str, now: float) -> None:
        """Send the table to its new host, unless it is too large."""
        parts = [text[at : at + MAX_PART] for at in range(0, len(text), MAX_PART)]
        if len(parts) > MAX_TABLE_PARTS:
            self.outgoing.call_off("size")
            return
        self.outgoing.hand(now)
        for number, part in enumerate(parts, 1):
            handed = Handed(self.outgoing.attempt, number, len(parts), part)
            self._sender.send(self.outgoing.chosen, handed)

    def depart(self) -> MovedLine | None:
        """Return the new place, and keep it for all clients, once this host is committed."""
        outgoing, where = self.outgoing, self.outgoing.place
        if outgoing.stage is not OutgoingStage.GONE or self.departed is not None or where is None:
            return None
        name = self._room[self._seat].name
        self.departed = closing(
            "moved",
            name=name,
            address=where.address,
            port=where.port,
            fingerprint=where.fingerprint,
            word=self.word,
        )
        return MovedLine(name, where.address, where.port, where.fingerprint)

    def dismiss(self) -> None:
        """Send all connections to the new place, including those with a held message."""
        assert self.departed is not None
        held = (whose for whose, _ in self._held if whose is not None)
        for connection in dict.fromkeys([*self._room.connections(), *held]):
            self._sender.send(connection, self.departed)
            self._sender.add(Drop(connection))
        self._held.clear()
