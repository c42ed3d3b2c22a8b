"""The people at a table: seats, watchers, whose table it is, and who may come. No I/O.

Knows nothing about the match. Raises RefusalError for what cannot be done; then nothing has
changed.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any

from core.game import Seat
from core.match import Player
from net.table.effects import UNKNOWN, ConnectionKey, Peer
from net.table.log import GuestEntry
from net.wire.bounds import MAX_KEPT_OUT, MAX_UNTOLD, MAX_WATCHERS
from net.wire.changes import ROOM_CHANGES, RoomChange
from net.wire.from_host import Closed, SeatFacts, SeatLine
from net.wire.names import unique_name
from net.wire.reasons import RefusalError, closing


class Changes:
    """Changes in their order, noted where they are made."""

    def __init__(self) -> None:
        self._noted: list[RoomChange] = []

    def note(self, kind: str, seat: Seat | None = None, name: str = "", **facts: str | int) -> None:
        """Note a change, one of ROOM_CHANGES."""
        assert kind in ROOM_CHANGES, kind
        self._noted.append(RoomChange(kind, seat, name, facts))

    def take(self) -> list[RoomChange]:
        """Return what has been noted since the last call."""
        noted, self._noted = self._noted, []
        return noted


@dataclass(frozen=True, slots=True)
class _KeptOut:
    """How a banned person is recognised; empty fields match nobody."""

    token: str
    address: str


class Access:
    """What the owner of a table allows. People are kept out as long as the program runs."""

    def __init__(self, changes: Changes) -> None:
        self.locked = False
        """Whether only players who already have a seat may come in."""
        self.watching = True
        self.watchers_talk = True
        self._changes = changes
        self._kept_out: dict[str, _KeptOut] = {}
        self._untold: dict[str, Closed] = {}
        """What to tell people, by token, who have lost their seats while they were away."""

    @property
    def kept_out(self) -> list[str]:
        """The names of banned people."""
        return list(self._kept_out)

    def check(self, *, watch: bool) -> None:
        """Raise RefusalError unless somebody without a seat may come in."""
        if self.locked:
            raise RefusalError("locked")
        if watch and not self.watching:
            raise RefusalError("unwatched")

    def turns_away(self, token: str, peer: Peer) -> Closed | None:
        """Return what to tell somebody who may not be here, None for others.

        The player in the host's own program always may.
        """
        if peer.own:
            return None
        known = self._kept_out.values()
        if any((token and token == k.token) or (peer.address == k.address != "") for k in known):
            return closing("barred")
        return self._untold.get(token)

    def known(self) -> tuple[tuple[tuple[str, str, str], ...], tuple[str, ...]]:
        """Return who is kept out (name, token, address), and the tokens of those who do not know
        yet that they were put out.
        """
        kept = ((name, k.token, k.address) for name, k in self._kept_out.items())
        put_out = (token for token, why in self._untold.items() if why.code == "removed")
        return tuple(kept), tuple(put_out)

    def put_back(self, kept_out: Iterable[tuple[str, str, str]], untold: Iterable[str]) -> None:
        """Keep out those who were kept out at another host."""
        self._kept_out = {name: _KeptOut(token, address) for name, token, address in kept_out}
        self._untold = dict.fromkeys(untold, closing("removed"))

    def informed(self, token: str) -> None:
        """Note that somebody has been told of the lost seat, and may come like anybody else."""
        self._untold.pop(token, None)

    def tell_absent(self, token: str, why: Closed) -> None:
        """Remember to tell somebody on their next visit how the seat was lost."""
        self._untold[token] = why
        while len(self._untold) > MAX_UNTOLD:
            self._untold.pop(next(iter(self._untold)))

    def keep_out(self, name: str, token: str, address: str) -> str:
        """Keep out whoever is known by the token of a seat or an address; return the name."""
        if len(self._kept_out) >= MAX_KEPT_OUT:
            raise RefusalError("many")
        name = unique_name(name, self._kept_out)
        self._kept_out[name] = _KeptOut(token, address)
        return name

    def let_in(self, name: str) -> None:
        """Lift the ban on somebody."""
        if name not in self._kept_out:
            raise RefusalError("nobody")
        del self._kept_out[name]
        self._changes.note("let_in", None, name)

    def lock(self, locked: bool) -> None:
        """Lock the table for those without a seat, or open it."""
        if locked != self.locked:
            self.locked = locked
            self._changes.note("locked" if locked else "unlocked")

    def allow_watching(self, allowed: bool) -> None:
        """Allow watching or forbid it; the caller deals with those already watching."""
        if allowed != self.watching:
            self.watching = allowed
            self._changes.note("watching_on" if allowed else "watching_off")

    def allow_talk(self, allowed: bool) -> None:
        """Allow watchers to talk, or forbid it."""
        if allowed != self.watchers_talk:
            self.watchers_talk = allowed
            self._changes.note("talk_on" if allowed else "talk_off")

    def open_up(self) -> None:
        """Lift all restrictions: the table has no owner any more who could do it."""
        self.lock(False)
        self.allow_watching(True)
        self.allow_talk(True)


@dataclass(slots=True)
class Holder:
    """Whoever holds a seat: a person, a bot, or nobody while there is neither a token nor a bot."""

    name: str = ""
    token: str = ""
    """Opens the seat again; only a person's seat has one."""
    key: str = ""
    """The public half of the key with which this person's program signs; empty if it has none."""
    port: int = 0
    """Where that program can be called once the host is lost; 0 if that is not known."""
    connection: ConnectionKey | None = None
    peer: Peer = UNKNOWN
    """Where the person here last came from."""
    bot: str = ""
    """The level of the bot that plays here, for itself or for a person who is away or idle."""
    ready: bool = False
    number: int = 0
    """The number of the last move accepted from the person here."""
    away_since: float | None = None
    answer_by: float | None = None
    """When the person here has to have answered the owner, who asked whether anybody is there."""
    idle: bool = False
    """Whether a bot plays because there was no answer."""
    played: bool = False
    """Whether the person here has played the match that is over."""
    given: bool = False
    """Whether it waits for somebody new, to whom the owner has given it."""

    @property
    def free(self) -> bool:
        return not self.token and not self.bot

    @property
    def human(self) -> bool:
        """Whether the seat belongs to a person, present or away."""
        return bool(self.token)

    @property
    def away(self) -> bool:
        return self.human and self.connection is None

    @property
    def awaited_since(self) -> float | None:
        """Since when the seat has been held for its person; None for the host's own player.

        Who steps out of the room, and keeps the table open, comes back whenever it may be.
        """
        return None if self.peer.own else self.away_since

    @property
    def kind(self) -> str:
        if self.bot:
            return f"bot:{self.bot}"
        return "human" if self.human else ""

    @property
    def facts(self) -> dict[str, Any]:
        """The facts that everybody is shown and the log keeps, by name."""
        return {name: getattr(self, name) for name in SeatFacts.__struct_fields__}

    def line(self) -> SeatLine:
        return SeatLine(
            **self.facts, kind=self.kind, ready=self.ready, away=self.away, idle=self.idle
        )

    def player(self) -> Player:
        return Player(self.name, self.kind)

    def clear(self) -> None:
        """Free the seat."""
        for field in fields(self):
            setattr(self, field.name, field.default)


@dataclass(frozen=True, slots=True)
class Watcher:
    """Somebody who watches."""

    name: str
    peer: Peer
    asked: str
    """The name before it was made unique."""


class Room:
    """The seats of a table, its watchers and its owner; `changes` is what to tell about them."""

    def __init__(self, seats: int, *, unattended: bool = False) -> None:
        self.unattended = unattended
        """Whether nobody plays in the table's program."""
        self.holders = [Holder() for _ in range(seats)]
        self.changes = Changes()
        self.access = Access(self.changes)
        self.began: tuple[str, ...] = ()
        """The names with which the match being played began: nobody else is called so in it."""
        self.owner: Seat | None = None
        self.coming: Seat | None = None
        """The player whose program resumes the table, until that player sits at it again."""
        self.seat_of: dict[ConnectionKey, Seat] = {}
        self._heard = -math.inf
        self.watchers: dict[ConnectionKey, Watcher] = {}
        self.at_end: set[ConnectionKey] = set()
        """The connections that played the match that is over or saw its end; nobody else is shown
        it."""
        self.guests: tuple[GuestEntry, ...] = ()
        """Whom the gateway for ssh has let in, as it recognises them."""

    def __len__(self) -> int:
        return len(self.holders)

    def __iter__(self) -> Iterator[Holder]:
        return iter(self.holders)

    def __getitem__(self, seat: Seat) -> Holder:
        """Return who holds a seat. Raises RefusalError if the table has no such seat."""
        if seat >= len(self.holders):
            raise RefusalError("seat", seat=seat)
        return self.holders[seat]

    def __contains__(self, connection: ConnectionKey) -> bool:
        return connection in self.seat_of or connection in self.watchers

    def connections(self) -> list[ConnectionKey]:
        """Everybody who hears what happens here, players first."""
        return [*self.seat_of, *self.watchers]

    def people(self) -> list[Seat]:
        """The seats that belong to people, present or away."""
        return [seat for seat, holder in enumerate(self) if holder.human]

    def present(self) -> list[Seat]:
        """The seats of the people who are here and have not been found idle."""
        return sorted(seat for seat in self.seat_of.values() if not self[seat].idle)

    def _others(self) -> list[Holder]:
        """All people but the player in the host's own program."""
        return [holder for holder in self if holder.human and not holder.peer.own]

    @property
    def cut_off(self) -> bool:
        """Whether all other people are away at once: then it is the host that has no network."""
        others = self._others()
        return bool(others) and all(holder.away for holder in others)

    @property
    def heard(self) -> float:
        """When any of the other people was last heard from; for a host without them, always."""
        return self._heard if self._others() else math.inf

    def hear(self, connection: ConnectionKey, now: float) -> None:
        """Note that a connection works, if it is that of another person who plays."""
        seat = self.seat_of.get(connection)
        if seat is not None and not self[seat].peer.own:
            self._heard = now

    def names(self) -> list[str]:
        """The names that a newcomer cannot have: of those who sit here or watch, and of those with
        whom the match has begun.
        """
        seated = (holder.name for holder in self if not holder.free)
        return [*seated, *(watcher.name for watcher in self.watchers.values()), *self.began]

    def own_connection(self) -> ConnectionKey | None:
        """The connection of the player in the host's own program, if that player sits here."""
        return next((c for c, seat in self.seat_of.items() if self[seat].peer.own), None)

    def any_human(self) -> bool:
        return any(holder.human for holder in self)

    def find_token(self, token: str) -> Seat | None:
        """Return the seat that a token opens."""
        return next((s for s, p in enumerate(self) if token and p.token == token), None)

    def seated_guests(self) -> tuple[GuestEntry, ...]:
        """The guests by ssh who have a seat, the latest of each seat."""
        latest = {guest.token: guest for guest in self.guests}
        return tuple(guest for guest in latest.values() if self.find_token(guest.token) is not None)

    def turns_away(self, token: str, peer: Peer) -> Closed | None:
        """Return what to tell somebody who has lost a seat or is kept out, None for others."""
        return self.access.turns_away(token, peer) if self.find_token(token) is None else None

    def sit(
        self, connection: ConnectionKey, name: str, token: str, seat: Seat | None, peer: Peer
    ) -> Seat:
        """Seat a person, anywhere unless `seat` is given; return the seat."""
        free = [number for number, holder in enumerate(self) if holder.free]
        if not free:
            raise RefusalError("full" if self.access.watching else "full up")
        if seat is None:
            seat = free[0]
        holder = self[seat]
        if not holder.free:
            raise RefusalError("taken", seat=seat)
        holder.name = unique_name(name, self.names())
        holder.token, holder.connection, holder.peer = token, connection, peer
        self.seat_of[connection] = seat
        self.changes.note("sat", seat, holder.name)
        if self.owner is None:
            self.own(seat)
        return seat

    def rotate(self) -> list[ConnectionKey]:
        """Let everybody but the player of seat 0 move on by one seat, so that each gets other
        neighbours; return whose seat has changed.
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

    def come_back(self, connection: ConnectionKey, seat: Seat, peer: Peer) -> None:
        """Give a seat back to its person; a bot that stood in leaves."""
        holder = self[seat]
        if holder.away:
            self.changes.note("sat" if holder.given else "back", seat, holder.name)
        self.answer(seat)
        if seat == self.coming:
            self.coming = None
        holder.given = False
        holder.connection, holder.away_since, holder.bot = connection, None, ""
        holder.peer = peer
        self.seat_of[connection] = seat
        if holder.played:
            self.at_end.add(connection)

    def answer(self, seat: Seat) -> bool:
        """Note that the player of a seat is there; tell whether that was in question.

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
        """Note that a connection is lost; its seat is kept."""
        self.stop_watching(connection)
        self.at_end.discard(connection)
        seat = self.seat_of.pop(connection, None)
        if seat is not None:
            holder = self[seat]
            holder.connection, holder.away_since, holder.ready = None, now, False
            holder.answer_by, holder.idle = None, False
            self.changes.note("lost", seat, holder.name)

    def watch(self, connection: ConnectionKey, name: str, peer: Peer) -> None:
        """Let somebody watch."""
        if len(self.watchers) >= MAX_WATCHERS:
            raise RefusalError("crowded")
        self.watchers[connection] = watcher = Watcher(unique_name(name, self.names()), peer, name)
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
