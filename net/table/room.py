"""Who is at a table: places, watchers, who is away, whose table it is. Knows nothing of the match.

Raises RefusalError for what cannot be done; then nothing has changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from core.bots import LEVELS
from core.game import Seat
from core.match import Player
from net.table.effects import Connection
from net.table.journal import KeptRoom, KeptSeat
from net.wire.names import BOT_NAMES, unique_name
from net.wire.protocol import SeatLine
from net.wire.reasons import RefusalError

AWAY_SECONDS: Final = 60.0
"""How long a seat is kept before the match when a connection breaks; in a match, always."""

OWNER_SECONDS: Final = 10.0
"""How long a table waits for its owner before somebody present takes over."""

MAX_WATCHERS: Final = 16


@dataclass(slots=True)
class Place:
    """One seat. Free while it has neither a token nor a bot."""

    name: str = ""
    token: str = ""
    """Opens the seat again; only a person's seat has one."""
    connection: Connection | None = None
    bot: str = ""
    """The level of the bot that plays here, for itself or for a person who is away."""
    ready: bool = False
    number: int = 0
    """The last move taken from the person here."""
    away_since: float | None = None

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
    def kind(self) -> str:
        if self.bot:
            return f"bot:{self.bot}"
        return "human" if self.human else ""

    def line(self) -> SeatLine:
        return SeatLine(self.name, self.kind, self.ready, self.away)

    def player(self) -> Player:
        return Player(self.name, self.kind)

    def clear(self) -> None:
        """Free the seat."""
        self.name = self.token = self.bot = ""
        self.connection = self.away_since = None
        self.ready = False
        self.number = 0


class Room:
    """The places of a table, its watchers and its owner."""

    def __init__(self, seats: int) -> None:
        self._places = [Place() for _ in range(seats)]
        self.owner: Seat | None = None
        self.seat_of: dict[Connection, Seat] = {}
        self.watchers: dict[Connection, str] = {}

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[Place]:
        return iter(self._places)

    def __getitem__(self, seat: Seat) -> Place:
        """Return a place. Raises RefusalError if the table has no such seat."""
        if seat >= len(self._places):
            raise RefusalError("seat", seat=seat)
        return self._places[seat]

    def __contains__(self, connection: Connection) -> bool:
        return connection in self.seat_of or connection in self.watchers

    def connections(self) -> list[Connection]:
        """Everybody who hears what happens here, players first."""
        return [*self.seat_of, *self.watchers]

    def names(self) -> list[str]:
        """The names of those who sit here."""
        return [place.name for place in self if not place.free]

    def free(self) -> int:
        """How many seats are free."""
        return sum(place.free for place in self)

    def any_human(self) -> bool:
        return any(place.human for place in self)

    def find_token(self, token: str) -> Seat | None:
        """Return the seat that a token opens."""
        return next((s for s, p in enumerate(self) if token and p.token == token), None)

    # --- coming and going ----------------------------------------------------------------------

    def sit(self, connection: Connection, name: str, token: str, seat: Seat | None) -> Seat:
        """Seat a person, anywhere unless `seat` is given; return the seat."""
        free = [number for number, place in enumerate(self) if place.free]
        if not free:
            raise RefusalError("full")
        if seat is None:
            seat = free[0]
        place = self[seat]
        if not place.free:
            raise RefusalError("taken", seat=seat)
        place.name = unique_name(name, self._all_names())
        place.token, place.connection = token, connection
        self.seat_of[connection] = seat
        if self.owner is None:
            self.owner = seat
        return seat

    def come_back(self, connection: Connection, seat: Seat) -> None:
        """Give a seat back to its person; a bot that stood in goes."""
        place = self[seat]
        place.connection, place.away_since, place.bot = connection, None, ""
        self.seat_of[connection] = seat

    def watch(self, connection: Connection, name: str) -> None:
        """Let somebody watch."""
        if len(self.watchers) >= MAX_WATCHERS:
            raise RefusalError("crowded")
        self.watchers[connection] = unique_name(name, self._all_names())

    def lose(self, connection: Connection, now: float) -> None:
        """Note that a connection is gone; its seat waits."""
        self.watchers.pop(connection, None)
        seat = self.seat_of.pop(connection, None)
        if seat is not None:
            place = self[seat]
            place.connection, place.away_since, place.ready = None, now, False

    def _all_names(self) -> list[str]:
        return [*self.names(), *self.watchers.values()]

    # --- what the owner does -------------------------------------------------------------------

    def sit_bot(self, seat: Seat, level: str) -> None:
        """Give a seat to a bot for good, under a name of its own."""
        place = self[seat]
        if level not in LEVELS:
            raise RefusalError("level", levels=", ".join(LEVELS))
        place.clear()
        used = self._all_names()
        name = next((name for name in BOT_NAMES if name not in used), BOT_NAMES[0])
        place.name = unique_name(name, used)
        place.bot, place.ready = level, True

    def stand_in(self, seat: Seat, level: str) -> None:
        """Have a bot play for a person until he is back."""
        if level not in LEVELS:
            raise RefusalError("level", levels=", ".join(LEVELS))
        self[seat].bot = level

    def check_start(self, starter: Seat) -> None:
        """Raise RefusalError unless a match can start."""
        if self.free():
            raise RefusalError("free")
        for seat, place in enumerate(self):
            if place.away:
                raise RefusalError("away", name=place.name)
            if place.human and not place.ready and seat != starter:
                raise RefusalError("unready", name=place.name)

    def unready(self) -> None:
        """Nobody is ready any more, but for bots."""
        for place in self:
            place.ready = not place.human and bool(place.bot)

    def end_match(self, now: float) -> None:
        """Bots no longer stand in; those who are away are no longer waited for without end."""
        for place in self:
            if place.human:
                place.bot = ""
            if place.away:
                place.away_since = now

    # --- from one program to the next ----------------------------------------------------------

    def kept(self, code: str) -> KeptRoom:
        """Say who sits where, for the file of the table."""
        seats = (KeptSeat(p.name, p.token, p.bot, p.number) for p in self)
        return KeptRoom(tuple(seats), self.owner, code)

    def put_back(self, kept: KeptRoom, now: float) -> None:
        """Have everybody sit as they did; all people are away."""
        for place, seat in zip(self, kept.seats, strict=True):
            place.clear()
            place.name, place.token = seat.name, seat.token
            place.bot, place.number = seat.bot, seat.number
            place.away_since = now if seat.token else None
        self.owner = kept.owner

    # --- time ----------------------------------------------------------------------------------

    def give_up_absent(self, now: float) -> bool:
        """Free the seats of those away for too long; tell whether there were any."""
        gone = [p for p in self if p.away_since is not None and now >= p.away_since + AWAY_SECONDS]
        for place in gone:
            place.clear()
        return bool(gone)

    def absent_due(self) -> float | None:
        """When the next seat is given up."""
        times = [place.away_since for place in self if place.away_since is not None]
        return min(times) + AWAY_SECONDS if times else None

    def owner_due(self) -> float | None:
        """When an absent owner has been waited for long enough by those present."""
        since = None if self.owner is None else self[self.owner].away_since
        return None if since is None or not self.seat_of else since + OWNER_SECONDS

    def pass_on(self, now: float) -> bool:
        """Give the table to the next person if its owner has gone; tell if it changed hands."""
        owner = self.owner
        due = self.owner_due()
        if owner is not None and self[owner].human and (due is None or now < due):
            return False
        start = owner or 0
        around = [(start + step) % len(self) for step in range(len(self))]
        present = [seat for seat in around if self[seat].human and not self[seat].away]
        waited_for = [seat for seat in around if self[seat].human]
        self.owner = next(iter(present or waited_for), None)
        return self.owner != owner
