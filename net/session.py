"""The client's half of a table: where it sits, the last position, and what to say after a break.

No I/O: a Link carries the messages, over a socket (net.client) or within the process (net.local).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from typing import Any, Final, Protocol

from core.game import Event, Game, Move, OptionError, Seat, parse_options
from core.games import GAMES
from net.names import clean_name
from net.protocol import (
    MAX_MOVE,
    VERSION,
    BadMessageError,
    Closed,
    FromHost,
    Gathered,
    Hello,
    Join,
    Message,
    Offered,
    Play,
    Ponged,
    Refused,
    Said,
    Seated,
    ToHost,
    Updated,
    Welcomed,
    parse_event,
    parse_view,
)
from net.reasons import closing

LOST_SEAT: Final = ("table", "full", "playing", "taken", "crowded")
"""Answers to a Join that comes back which mean that there is nothing to come back to."""


class Session:
    """What one player or watcher knows. Feed it with `receive`; read its attributes.

    `tokens` maps seat keys to tokens and may outlive the process, so that a player who starts the
    program anew finds the old seat.
    """

    def __init__(
        self,
        program: str = "kozyr",
        tokens: MutableMapping[str, str] | None = None,
        games: Mapping[str, Game] = GAMES,
    ) -> None:
        self.welcomed: Welcomed | None = None
        self.seated: Seated | None = None
        self.room: Gathered | None = None
        self.game: Game | None = None
        self.options: Any = None
        self.view: Any = None
        """The last position as the game's View; None before the first deal."""
        self.events: tuple[Event, ...] = ()
        """What led to `view`."""
        self.seq = 0
        self.pending: Play | None = None
        """A move on its way that the host has neither taken nor refused yet."""
        self.connected = False
        """Kept by the link."""
        self.closed: Closed | None = None
        """Why it is over for good."""
        self._program = program
        self._tokens: MutableMapping[str, str] = {} if tokens is None else tokens
        self._games = games
        self._join: Join | None = None
        self._coming_back = False
        self._number = 0

    @property
    def seat(self) -> Seat | None:
        """The seat this session plays; None before it sits and for a watcher."""
        return self.seated.seat if self.seated else None

    @property
    def my_turn(self) -> bool:
        """Whether a decision of this seat is awaited and none is on its way."""
        return (
            self.view is not None
            and self.seat is not None
            and self.pending is None
            and self.seat in self.view.to_act
            and (self.room is None or self.room.phase == "playing")
        )

    def hello(self) -> Hello:
        """The first message on every connection."""
        return Hello(VERSION, self._program)

    def join(
        self, name: str, table: str = "", *, seat: Seat | None = None, watch: bool = False
    ) -> Join:
        """Ask for a seat, or come back to the seat that this name had at the table before.

        Best after Welcomed: only then is it known whose table "the first one" ("") is.
        """
        name = clean_name(name)
        if not table and self.welcomed is not None and self.welcomed.tables:
            table = self.welcomed.tables[0].id
        token = self._tokens.get(_seat_key(table, name), "") if table and not watch else ""
        self._join = Join(name, table, token, seat, watch)
        return self._join

    def play(self, move: Move) -> Play:
        """Number a move and remember it until the host has answered.

        While one is on its way that one is returned again: two quick key presses are one move.
        """
        if self.pending is None:
            # Whatever was typed must arrive as a message, to be refused by the rules.
            self.pending = Play(self._number + 1, self.seq, move[:MAX_MOVE] or "?")
        return self.pending

    def resumed(self) -> list[ToHost]:
        """What to send on a new connection: greet, sit down again, repeat the unanswered move.

        The host takes a move number once only, so repeating is harmless.
        """
        self._coming_back = self.seated is not None
        messages: list[ToHost] = [self.hello()]
        if self._join is not None:
            messages.append(self._join)
            if self.pending is not None:
                messages.append(self.pending)
        return messages

    def receive(self, message: FromHost) -> None:
        """Absorb a message. Raises BadMessageError if it makes no sense here."""
        match message:
            case Welcomed():
                self.welcomed = message
            case Seated():
                self._sit(message)
            case Gathered():
                self._gather(message)
            case Updated():
                self._update(message)
            case Refused():
                self._refuse(message)
            case Closed():
                self.closed = message
            case Offered() | Said() | Ponged():
                pass

    def _sit(self, message: Seated) -> None:
        if self._join is None:
            raise BadMessageError("seated without having asked")
        if message.game not in self._games:
            raise BadMessageError(f"this program does not know the game {message.game!r}"[:120])
        self.seated = message
        self._coming_back = False
        self.game = self._games[message.game]
        self._taken(message.number)
        if message.seat is not None:
            join = self._join
            self._tokens[_seat_key(message.table, join.name)] = message.token
            self._join = Join(join.name, message.table, message.token, message.seat)

    def _gather(self, message: Gathered) -> None:
        if self.game is None:
            raise BadMessageError("a room before a seat")
        try:
            self.options = parse_options(self.game.Options, message.options)
        except OptionError as error:
            raise BadMessageError(str(error)[:200]) from None
        self.room = message

    def _update(self, message: Updated) -> None:
        if self.game is None or self.room is None:
            raise BadMessageError("a position before a room")
        view = parse_view(self.game, self.options, message.view)
        if view.seat != self.seat:
            raise BadMessageError("somebody else's position")
        seats = len(self.room.seats)
        if not view.seats == len(view.totals) == seats or not {*view.to_act} <= {*range(seats)}:
            raise BadMessageError("a position of another table")
        self.view = view
        self.events = tuple(map(parse_event, message.events))
        self.seq = message.seq
        self._taken(message.number)

    def _refuse(self, message: Refused) -> None:
        if self._coming_back and message.code in LOST_SEAT:
            self.closed = closing("gone")
        if self.pending is not None and self.pending.number == message.number:
            self.pending = None

    def _taken(self, number: int) -> None:
        self._number = number
        if self.pending is not None and self.pending.number <= number:
            self.pending = None


def _seat_key(table: str, name: str) -> str:
    return f"{table}/{name}"


class Link(Protocol):
    """The way between a session and its host."""

    session: Session

    def send(self, message: Message) -> None:
        """Send without waiting. While the connection is lost, only a Join and a Play survive."""
        ...

    async def run(
        self, on_message: Callable[[FromHost], None], on_link: Callable[[bool], None]
    ) -> None:
        """Carry messages until it is over for good; `session.closed` then says why, or is None
        after `close`.

        Each message is in the session before `on_message` hears of it. `on_link` hears True when
        the connection stands and False when it is lost. Failures end in a Closed, never in an
        exception.
        """
        ...

    async def close(self) -> None:
        """Leave the connection, not the seat; `run` returns."""
        ...
