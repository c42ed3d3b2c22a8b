"""The seats of a table, its watchers and its owner. No I/O.

The match is unknown here. A request that cannot be granted raises RefusalError and changes nothing.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Final

from msgspec.structs import asdict, replace

from core.game import Seat
from core.match import Player
from net.table.access import Access, Changes
from net.table.effects import UNKNOWN, ConnectionKey, Peer
from net.table.log import GuestEntry
from net.wire.bounds import MAX_WATCHERS
from net.wire.from_host import Closed
from net.wire.message import PersonFacts, SeatLine, WatcherLine
from net.wire.names import unique_name
from net.wire.reasons import RefusalError

_NO_FACTS: Final = PersonFacts()

SLOW_MS: Final = 400
"""The round trip in milliseconds that makes a line slow: a move is seen half a second late."""

MEASURED_SECONDS: Final = 30.0
"""The least seconds between two changes of a line, of which all others are told."""

QUICK_MS: Final = 200
"""The round trip in milliseconds up to which a slow line becomes quick again."""


@dataclass(slots=True)
class Person:
    """The facts that a room has of holders of seats and watchers alike."""

    facts: PersonFacts = _NO_FACTS
    peer: Peer = UNKNOWN
    """The other end of the last connection."""
    slow: bool = False
    """Whether the line is slow."""
    measured: float = -math.inf
    """The time at which the line last became slow, or quick."""

    @property
    def name(self) -> str:
        """The name of the player, the bot or the watcher."""
        return self.facts.name

    @name.setter
    def name(self, name: str) -> None:
        self.facts = replace(self.facts, name=name)


@dataclass(slots=True)
class Holder(Person):
    """The holder of a seat: a player or a bot; without token and bot the seat is free."""

    token: str = ""
    """The token that reopens the seat; only a player's seat has one."""
    key: str = ""
    """The public half of the key with which the player's program signs; empty if it has none."""
    port: int = 0
    """The port at which that program can be called once the host is lost; 0 if unknown."""
    connection: ConnectionKey | None = None
    bot: str = ""
    """The level of the bot that plays here, for itself or for an absent or idle player."""
    ready: bool = False
    number: int = 0
    """The number of the last move accepted from the player."""
    away_since: float | None = None
    answer_by: float | None = None
    """The time by which the player has to answer the owner's question; None without one."""
    idle: bool = False
    """Whether a bot plays because the player did not answer."""
    played: bool = False
    """Whether the player has played the match that is over."""
    given: bool = False
    """Whether it waits for a watcher to whom the owner has given it."""

    @property
    def free(self) -> bool:
        return not self.token and not self.bot

    @property
    def human(self) -> bool:
        """Whether the seat belongs to a player, present or away."""
        return bool(self.token)

    @property
    def away(self) -> bool:
        return self.human and self.connection is None

    @property
    def awaited_since(self) -> float | None:
        """The time since which the seat has been held for its player; None for the host's own.

        That player may leave the room, keep the table open, and return at any time.
        """
        return None if self.peer.own else self.away_since

    @property
    def kind(self) -> str:
        if self.bot:
            return f"bot:{self.bot}"
        return "human" if self.human else ""

    def line(self) -> SeatLine:
        return SeatLine(
            **asdict(self.facts),
            kind=self.kind,
            ready=self.ready,
            away=self.away,
            idle=self.idle,
            slow=self.slow,
        )

    def player(self) -> Player:
        return Player(self.name, self.kind)

    def clear(self) -> None:
        """Free the seat."""
        for field in fields(self):
            setattr(self, field.name, field.default)


@dataclass(slots=True)
class Watcher(Person):
    """A watcher of a table."""

    asked: str = ""
    """The name before it was made unique."""
    asks: bool = False
    """Whether the watcher has asked for a seat, and has no answer yet."""

    def line(self) -> WatcherLine:
        return WatcherLine(**asdict(self.facts), asks=self.asks, slow=self.slow)


class Room:
    """The seats of a table, its watchers, its owner, and the changes to report."""

    def __init__(self, seats: int, *, unattended: bool = False) -> None:
        self.unattended = unattended
        """Whether the table's program has no player of its own."""
        self.holders = [Holder() for _ in range(seats)]
        self.changes = Changes()
        self.access = Access(self.changes)
        self.began: tuple[str, ...] = ()
        """The names with which the present match began, and of those who got a seat in it later."""
        self.owner: Seat | None = None
        self.coming: Seat | None = None
        """The seat of the player whose program resumes the table, until that player is back."""
        self.seat_of: dict[ConnectionKey, Seat] = {}
        self._heard = -math.inf
        self.watchers: dict[ConnectionKey, Watcher] = {}
        self.at_end: set[ConnectionKey] = set()
        """The connections that played the finished match or saw its end: only they are shown it."""
        self.guests: tuple[GuestEntry, ...] = ()
        """The guests by ssh and at the page who have a seat, as their gateways recognise them."""

    def __len__(self) -> int:
        return len(self.holders)

    def __iter__(self) -> Iterator[Holder]:
        return iter(self.holders)

    def __getitem__(self, seat: Seat) -> Holder:
        """Return the holder of a seat. Raises RefusalError if the table has no such seat."""
        if seat >= len(self.holders):
            raise RefusalError("seat", seat=seat)
        return self.holders[seat]

    def player(self, seat: Seat) -> Holder:
        """Return the holder of a player's seat, present or away. Raises RefusalError."""
        holder = self[seat]
        if holder.free:
            raise RefusalError("nobody")
        if not holder.human:
            raise RefusalError("bot", name=holder.name)
        return holder

    def __contains__(self, connection: ConnectionKey) -> bool:
        return connection in self.seat_of or connection in self.watchers

    def connections(self) -> list[ConnectionKey]:
        """Return all connections here, players first."""
        return [*self.seat_of, *self.watchers]

    def people(self) -> list[Seat]:
        """Return the seats of players, present or away."""
        return [seat for seat, holder in enumerate(self) if holder.human]

    def present(self) -> list[Seat]:
        """Return the seats of the players who are present and not idle."""
        return sorted(seat for seat in self.seat_of.values() if not self[seat].idle)

    def _others(self) -> list[Holder]:
        """Return the holders of the seats of all players but the host's own."""
        return [holder for holder in self if holder.human and not holder.peer.own]

    @property
    def cut_off(self) -> bool:
        """Whether all other players are away at once: then it is the host that has no network."""
        others = self._others()
        return bool(others) and all(holder.away for holder in others)

    @property
    def heard(self) -> float:
        """The last time at which another player was heard from; infinity if there is none."""
        return self._heard if self._others() else math.inf

    def hear(self, connection: ConnectionKey, now: float) -> None:
        """Note that a connection works, if it is another player's."""
        seat = self.seat_of.get(connection)
        if seat is not None and not self[seat].peer.own:
            self._heard = now

    def measure(self, connection: ConnectionKey, took: int, now: float) -> bool:
        """Note the milliseconds of a round trip; return whether a line has become slow, or quick.

        Between the bounds a line stays as it was, and for a while after a change; 0 means unknown.
        """
        if connection not in self or not took:
            return False
        person = self.person(connection)
        slow = took > QUICK_MS if person.slow else took >= SLOW_MS
        if slow == person.slow or now < person.measured + MEASURED_SECONDS:
            return False
        person.slow, person.measured = slow, now
        self.changes.note("slow" if slow else "quick", self.seat_of.get(connection), person.name)
        return True

    def names(self) -> list[str]:
        """Return the names that a newcomer cannot have: those here, and those of the match."""
        seated = (holder.name for holder in self if not holder.free)
        return [*seated, *(watcher.name for watcher in self.watchers.values()), *self.began]

    def reserve(self, name: str) -> None:
        """Reserve the name of a player who gets a seat during a match, until the match ends."""
        if self.began and name not in self.began:
            self.began = (*self.began, name)

    def own_connection(self) -> ConnectionKey | None:
        """Return the connection of the host's own player, if that player sits here."""
        return next((c for c, seat in self.seat_of.items() if self[seat].peer.own), None)

    def person(self, connection: ConnectionKey) -> Person:
        """Return the player or the watcher of a connection here."""
        seat = self.seat_of.get(connection)
        return self.watchers[connection] if seat is None else self[seat]

    def any_human(self) -> bool:
        return any(holder.human for holder in self)

    def find_token(self, token: str) -> Seat | None:
        """Return the seat that a token opens."""
        return next((s for s, p in enumerate(self) if token and p.token == token), None)

    def note_guests(self, guests: Iterable[GuestEntry]) -> None:
        """Note the marks by which a gateway recognises its guests; the first is the seat's key."""
        latest = {guest.token: guest for guest in (*self.guests, *guests)}
        seated = {holder.token: holder for holder in self if holder.human}
        self.guests = tuple(guest for token, guest in latest.items() if token in seated)
        for guest in self.guests:
            seated[guest.token].key = guest.marks[0]

    def turns_away(self, token: str, peer: Peer) -> Closed | None:
        """Return the Closed for a player who is banned or has lost a seat; None for others."""
        return self.access.turns_away(token, peer) if self.find_token(token) is None else None

    def sit(
        self, connection: ConnectionKey, name: str, token: str, seat: Seat | None, peer: Peer
    ) -> Seat:
        """Seat a newcomer, on the first free seat unless `seat` is given; return the seat."""
        free = [number for number, holder in enumerate(self) if holder.free]
        if not free:
            raise RefusalError("full" if self.access.limits.watching else "full up")
        if seat is None:
            seat = free[0]
        holder = self[seat]
        if not holder.free:
            raise RefusalError("taken", seat=seat)
        holder.facts = self._newcomer(name, peer)
        holder.token, holder.connection, holder.peer = token, connection, peer
        self.seat_of[connection] = seat
        self.changes.note("sat", seat, holder.name)
        if self.owner is None:
            self.own(seat)
        return seat

    def _newcomer(self, name: str, peer: Peer) -> PersonFacts:
        """Return the facts of a player or watcher who comes with a name."""
        return PersonFacts(unique_name(name, self.names()), peer.way)

    def rotate(self) -> list[ConnectionKey]:
        """Move all players except that of seat 0 on by one seat, so that each gets new neighbours;
        return the connections whose seat has changed.
        """
        last = len(self.holders) - 1
        self.holders[1:] = [self.holders[last], *self.holders[1:last]]
        moved = {seat: seat % last + 1 for seat in range(1, last + 1)}
        before = dict(self.seat_of)
        self.seat_of = {c: moved.get(seat, seat) for c, seat in before.items()}
        if self.owner is not None:
            self.owner = moved.get(self.owner, self.owner)
        self.changes.note("rotated")
        return [c for c, seat in before.items() if self.seat_of[c] != seat]

    def settle(
        self, holders: list[Holder], connections: Mapping[Seat, ConnectionKey | None]
    ) -> None:
        """Put other holders on the seats; `connections` are those of the players by new seat."""
        self.holders = holders
        self.seat_of = {c: seat for seat, c in connections.items() if c is not None}
        self.coming, self.began = None, ()
        self.at_end.clear()

    @property
    def crowded(self) -> bool:
        """Whether there is no room for another watcher."""
        return len(self.watchers) >= MAX_WATCHERS

    def come_back(self, connection: ConnectionKey, seat: Seat, peer: Peer) -> None:
        """Give a seat back to its player; a bot that stood in leaves."""
        holder = self[seat]
        if holder.away:
            self.changes.note("sat" if holder.given else "back", seat, holder.name)
        self.answer(seat)
        if seat == self.coming:
            self.coming = None
        holder.given, holder.slow, holder.measured = False, False, -math.inf
        holder.facts = replace(holder.facts, way=peer.way)
        holder.connection, holder.away_since, holder.bot = connection, None, ""
        holder.peer = peer
        self.seat_of[connection] = seat
        if holder.played:
            self.at_end.add(connection)

    def answer(self, seat: Seat) -> bool:
        """Note that the player of a seat is present; return whether that was in question.

        A bot that stood in leaves.
        """
        holder = self[seat]
        if holder.idle:
            self.changes.note("back", seat, holder.name)
            holder.idle, holder.bot = False, ""
        elif holder.answer_by is not None:
            self.changes.note("answered", seat, holder.name)
            holder.answer_by = None
        else:
            return False
        return True

    def lose(self, connection: ConnectionKey, now: float) -> None:
        """Note the loss of a connection; its seat is kept."""
        self.stop_watching(connection)
        self.at_end.discard(connection)
        seat = self.seat_of.pop(connection, None)
        if seat is not None:
            holder = self[seat]
            holder.connection, holder.away_since, holder.ready = None, now, False
            holder.answer_by, holder.idle, holder.slow = None, False, False
            self.changes.note("lost", seat, holder.name)

    def watch(self, connection: ConnectionKey, name: str, peer: Peer) -> None:
        """Let a watcher in."""
        if self.crowded:
            raise RefusalError("crowded")
        watcher = Watcher(self._newcomer(name, peer), peer, asked=name)
        self.watchers[connection] = watcher
        self.changes.note("watcher_came", None, watcher.name)

    def stop_watching(self, connection: ConnectionKey) -> None:
        """Forget a watcher; any other connection is ignored."""
        watcher = self.watchers.pop(connection, None)
        if watcher is not None:
            self.changes.note("watcher_left", None, watcher.name)

    def own(self, seat: Seat | None) -> None:
        """Give the table to the player of a seat, or to no one."""
        if seat is not None and seat != self.owner:
            self.changes.note("owner", seat, self[seat].name)
        self.owner = seat
        if seat is None:
            self.access.open_up()
