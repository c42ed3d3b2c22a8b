"""The client's half of a table: the host's messages in, typed happenings out; intents to messages.

No I/O: a Link carries the messages, over a socket (net.client.link) or within the process
(net.host.local), and hands on what is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from core.game import Game, Move, Seat
from core.games import GAMES
from net.client.entry import Entry, EntryError
from net.client.move_numbers import MoveNumbers
from net.client.reading import read_position, read_room
from net.client.told import (
    Answer,
    CodeWanted,
    Connected,
    Disconnected,
    Dismissed,
    NotSeated,
    Paused,
    Position,
    Refusal,
    Room,
    RoomChanged,
    SatDown,
    Spoken,
    TimeChanged,
    Told,
)
from net.wire import protocol
from net.wire.protocol import (
    BadMessageError,
    Closed,
    Confirmed,
    FromHost,
    Gathered,
    Join,
    Message,
    Play,
    Prove,
    Proving,
    Ready,
    Refused,
    Said,
    Seated,
    Timed,
    ToHost,
    Updated,
    Welcomed,
)
from net.wire.reasons import closing


class ClientSeat:
    """What one player or watcher knows of a table, and what to send for what they want.

    `receive` takes each message and tells what it means; the attributes are the sum of what has
    been told, for whoever draws it. Nobody needs to compare two of them.
    """

    def __init__(self, entry: Entry | None = None, games: Mapping[str, Game] = GAMES) -> None:
        self.entry = entry or Entry()
        self.connected = False
        self.seated: Seated | None = None
        self.game: Game | None = None
        self.room: Room | None = None
        self.position: Position | None = None
        """The last one; None before the first deal."""
        self.paused: Paused | None = None
        """The last intermission; it is over if a later position is known."""
        self.ends: float | None = None
        """When the time is up that runs now, of one's own decision if one is open."""
        self.dismissed: Dismissed | None = None
        """Why it is over for good."""
        self._games = games
        self.moves = MoveNumbers()
        self._lost = False
        """Whether the connection stood and was lost."""
        self._time_given = False
        """Whether somebody has given more time for the decisions that are open."""

    # --- facts -----------------------------------------------------------------------------------

    @property
    def seat(self) -> Seat | None:
        """The seat this client plays; None before it sits and for a watcher."""
        return self.seated.seat if self.seated else None

    @property
    def view(self) -> Any:
        """The last position as the game's View; None before the first deal."""
        return self.position.view if self.position else None

    @property
    def seq(self) -> int:
        """The number of the last position."""
        return self.position.seq if self.position else 0

    @property
    def pending(self) -> Play | None:
        """A move on its way that the host has neither taken nor refused yet."""
        return self.moves.pending

    @property
    def my_turn(self) -> bool:
        """Whether a decision of this seat is awaited and none is on its way."""
        return (
            self.position is not None
            and self.seat is not None
            and self.pending is None
            and self.seat in self.view.to_act
            and (self.room is None or self.room.phase == "playing")
        )

    @property
    def owns(self) -> bool:
        """Whether this player is the owner of the table."""
        return self.room is not None and self.seat is not None and self.room.owner == self.seat

    @property
    def playing(self) -> bool:
        """Whether leaving now would leave a match."""
        return self.room is not None and self.room.phase == "playing" and self.seat is not None

    @property
    def may_give_time(self) -> bool:
        """Whether this player can give somebody else more time."""
        if self.ends is None or self._time_given or self.seat is None:
            return False
        if self.room is None or self.position is None:
            return False
        others = (seat for seat in self.view.to_act if seat != self.seat)
        return any(self.room.seats[seat].kind == "human" for seat in others)

    # --- what the player wants -------------------------------------------------------------------

    def join(
        self, name: str, table: str = "", *, seat: Seat | None = None, watch: bool = False
    ) -> Join:
        """Ask for a seat, or come back to the seat that this name had at the table before.

        Before a connection stands it is enough to have said so once: `greet` and `receive` send
        it, the first table ("") once it is known which that is.
        """
        return self.entry.join(name, table, seat, watch=watch)

    def prove(self, code: str) -> Prove:
        """Answer CodeWanted; the code is remembered for a return."""
        return self.entry.prove(code)

    def ready(self, ready: bool = True) -> Ready:
        """Agree to the house rules as they are known here, or take that back."""
        return Ready(ready, self.room.terms if ready and self.room else None)

    def play(self, move: Move) -> Play:
        """Number a move and remember it until the host has answered.

        While one is on its way that one is returned again: two quick key presses are one move.
        """
        return self.moves.play(move, self.seq)

    # --- the connection --------------------------------------------------------------------------

    def greet(self) -> list[Answer | Dismissed]:
        """Return what to send on a new connection: Hello, Join, the unanswered move.

        The host takes a move number once only, so repeating is harmless.
        """
        try:
            return list(self._answers(self.entry.greet()))
        except EntryError as end:
            return [self.dismiss(closing(end.code))]

    def receive(self, message: FromHost, now: float) -> list[Told]:
        """Take a message of the host and tell what it means.

        `now` is this machine's time when it came. Raises BadMessageError if it makes no sense here.
        """
        try:
            return list(self._told(message, now))
        except EntryError as end:
            return [self.dismiss(closing(end.code))]

    def lose(self, *, renewing: bool = False) -> list[Disconnected]:
        """Note that the connection is gone, and tell it unless the link wanted a fresh one."""
        lost = self.connected and self.dismissed is None and not renewing
        self.connected, self.ends = False, None
        self._lost = self._lost or lost
        return [Disconnected()] if lost else []

    def dismiss(self, why: Closed) -> Dismissed:
        """Note that it is over for good."""
        self.dismissed = Dismissed(why.code, why.reason, why.facts)
        return self.dismissed

    # --- what the host says ----------------------------------------------------------------------

    def _told(self, message: FromHost, now: float) -> Iterator[Told]:
        match message:
            case Welcomed():
                yield from self._welcomed(message)
            case Proving() | Confirmed():
                yield from self._answers(self.entry.answer(message))
            case Refused():
                yield from self._refused(message)
            case Seated():
                yield self._sit(message)
            case Gathered():
                if self.game is None:
                    raise BadMessageError("a room before a seat")
                self.room = read_room(self.game, message)
                yield RoomChanged(self.room, tuple(message.happened))
            case Updated():
                yield self._update(message, now)
            case Timed(left=left, giver=giver, given=given):
                self.ends = _end(left, now)
                self._time_given = self._time_given or giver is not None
                yield TimeChanged(self.ends, giver, tuple(given))
            case protocol.Paused():
                self.paused = _paused(message, now)
                yield self.paused
            case Said(seat=seat, name=name, text=text):
                yield Spoken(seat, name, text)
            case Closed():
                yield self.dismiss(message)
            case _:
                pass

    def _answers(self, messages: list[ToHost]) -> Iterator[Answer]:
        for message in messages:
            yield Answer(message)
            if isinstance(message, Join) and self.pending is not None:
                yield Answer(self.pending)

    def _welcomed(self, message: Welcomed) -> Iterator[Told]:
        if not self.connected:
            again, self.connected, self._lost = self._lost, True, False
            yield Connected(message.host, tuple(message.tables), again)
        yield from self._answers(self.entry.answer(message))

    def _refused(self, message: Refused) -> Iterator[Told]:
        move = self.moves.refuse(message.number)
        answers = self.entry.answer(message)
        if answers:
            yield from self._answers(answers)
        elif self.seated is not None:
            yield Refusal(message.code, message.reason, message.rule, message.facts, move)
        elif message.code in ("code", "wrong"):
            yield CodeWanted(wrong=message.code == "wrong")
        else:
            yield NotSeated(message.code, message.reason, message.facts)

    def _sit(self, message: Seated) -> SatDown:
        if message.game not in self._games:
            raise BadMessageError(f"this program does not know the game {message.game!r}"[:120])
        again = self.entry.coming_back
        self.entry.sit(message)
        self.seated = message
        self.game = self._games[message.game]
        self.moves.take(message.number)
        return SatDown(message.table, message.table_name, message.game, message.seat, again)

    def _update(self, message: Updated, now: float) -> Position:
        if self.game is None or self.room is None:
            raise BadMessageError("a position before a room")
        position = read_position(self.game, self.room, self.seat, message)
        self.ends, self._time_given = _end(message.left, now), False
        self.position = replace(position, ends=self.ends)
        self.moves.take(message.number)
        return self.position


def _paused(message: protocol.Paused, now: float) -> Paused:
    ends = None if message.left < 0 else _end(message.left, now)
    awaited, gone_on = tuple(message.awaited), tuple(message.gone_on)
    return Paused(message.seq, awaited, gone_on, ends, message.giver)


def _end(left: int, now: float) -> float | None:
    return now + left / 1000 if left else None


class Link(Protocol):
    """The way between a client's seat and its host."""

    @property
    def client(self) -> ClientSeat:
        """Whose messages it carries."""
        ...

    @property
    def troubles(self) -> Sequence[str]:
        """What has gone wrong with a table in this process, by the codes of
        net.wire.reasons.TROUBLES; of other tables nothing is known.
        """
        ...

    def send(self, message: Message) -> None:
        """Send without waiting. While the connection is lost, only a Join and a Play survive."""
        ...

    async def run(self, hear: Callable[[Told], None]) -> None:
        """Carry messages until it is over for good, and hand on what they tell.

        Dismissed is then the last to be told; nothing is told of the end after `close`. Failures
        end in Dismissed, never in an exception.
        """
        ...

    async def close(self) -> None:
        """Leave the connection, not the seat; `run` returns."""
        ...
