"""The people at a table: places, watchers, and whose table it is.

Knows nothing about the match. Raises RefusalError for what cannot be done; then nothing has
changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.game import Seat
from net.table.access import Access
from net.table.changes import Changes
from net.table.effects import ConnectionKey
from net.table.peer import Peer
from net.table.place import Place
from net.wire.bounds import MAX_WATCHERS
from net.wire.names import unique_name
from net.wire.reasons import RefusalError


@dataclass(frozen=True, slots=True)
class Watcher:
    """Somebody who watches."""

    name: str
    peer: Peer


class Room:
    """The places of a table, its watchers and its owner; `changes` is what to tell about them."""

    def __init__(self, seats: int, *, unattended: bool = False) -> None:
        self.unattended = unattended
        """Whether nobody plays in the table's program."""
        self._places = [Place() for _ in range(seats)]
        self.changes = Changes()
        self.access = Access(self.changes)
        self.owner: Seat | None = None
        self.seat_of: dict[ConnectionKey, Seat] = {}
        self.watchers: dict[ConnectionKey, Watcher] = {}

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[Place]:
        return iter(self._places)

    def __getitem__(self, seat: Seat) -> Place:
        """Return a place. Raises RefusalError if the table has no such seat."""
        if seat >= len(self._places):
            raise RefusalError("seat", seat=seat)
        return self._places[seat]

    def __contains__(self, connection: ConnectionKey) -> bool:
        return connection in self.seat_of or connection in self.watchers

    def connections(self) -> list[ConnectionKey]:
        """Everybody who hears what happens here, players first."""
        return [*self.seat_of, *self.watchers]

    def people(self) -> list[Seat]:
        """The seats that belong to people, present or away."""
        return [seat for seat, place in enumerate(self) if place.human]

    def present(self) -> list[Seat]:
        """The seats of the people who are here and have not been found idle."""
        return sorted(seat for seat in self.seat_of.values() if not self[seat].idle)

    def names(self) -> list[str]:
        """The names of those who sit here or watch."""
        seated = (place.name for place in self if not place.free)
        return [*seated, *(watcher.name for watcher in self.watchers.values())]

    def own_connection(self) -> ConnectionKey | None:
        """The connection of the player in the host's own program, if that player sits here."""
        return next((c for c, seat in self.seat_of.items() if self[seat].peer.own), None)

    def any_human(self) -> bool:
        return any(place.human for place in self)

    def find_token(self, token: str) -> Seat | None:
        """Return the seat that a token opens."""
        return next((s for s, p in enumerate(self) if token and p.token == token), None)

    def turns_away(self, token: str, peer: Peer) -> str:
        """Return the code of the Closed for somebody who is put or kept out, "" for others."""
        return self.access.turns_away(token, peer) if self.find_token(token) is None else ""

    def sit(
        self, connection: ConnectionKey, name: str, token: str, seat: Seat | None, peer: Peer
    ) -> Seat:
        """Seat a person, anywhere unless `seat` is given; return the seat."""
        free = [number for number, place in enumerate(self) if place.free]
        if not free:
            raise RefusalError("full")
        if seat is None:
            seat = free[0]
        place = self[seat]
        if not place.free:
            raise RefusalError("taken", seat=seat)
        place.name = unique_name(name, self.names())
        place.token, place.connection, place.peer = token, connection, peer
        self.seat_of[connection] = seat
        self.changes.note("sat", seat, place.name)
        if self.owner is None:
            self.own(seat)
        return seat

    def come_back(self, connection: ConnectionKey, seat: Seat, peer: Peer) -> None:
        """Give a seat back to its person; a bot that stood in leaves."""
        place = self[seat]
        if place.away:
            self.changes.note("back", seat, place.name)
        self.answer(seat)
        place.connection, place.away_since, place.bot = connection, None, ""
        place.peer = peer
        self.seat_of[connection] = seat

    def answer(self, seat: Seat) -> bool:
        """Note that the player of a seat is there; tell whether that was in question.

        A bot that stood in leaves.
        """
        place = self[seat]
        if place.idle:
            self.changes.note("back", seat, place.name)
            place.idle, place.bot = False, ""
        elif place.answer_by is not None:
            self.changes.note("answered", seat, place.name)
            place.answer_by = None
        else:
            return False
        return True

    def lose(self, connection: ConnectionKey, now: float) -> None:
        """Note that a connection is lost; its seat is kept."""
        self.stop_watching(connection)
        seat = self.seat_of.pop(connection, None)
        if seat is not None:
            place = self[seat]
            place.connection, place.away_since, place.ready = None, now, False
            place.answer_by, place.idle = None, False
            self.changes.note("lost", seat, place.name)

    def watch(self, connection: ConnectionKey, name: str, peer: Peer) -> None:
        """Let somebody watch."""
        if len(self.watchers) >= MAX_WATCHERS:
            raise RefusalError("crowded")
        self.watchers[connection] = watcher = Watcher(unique_name(name, self.names()), peer)
        self.changes.note("watcher_came", None, watcher.name)

    def stop_watching(self, connection: ConnectionKey) -> None:
        """Forget a watcher; a connection that is not one is ignored."""
        watcher = self.watchers.pop(connection, None)
        if watcher is not None:
            self.changes.note("watcher_left", None, watcher.name)

    def own(self, seat: Seat | None) -> None:
        """Give the table to the player of a seat, or to nobody."""
        if seat is not None and seat != self.owner:
            self.changes.note("owner", seat, self[seat].name)
        self.owner = seat
        if seat is None:
            self.access.open_up()
