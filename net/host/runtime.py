"""Brings a lobby to life: carries out its effects with timers, bots and files. No sockets.

Matches are kept as logs while they are played, as records after them.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from typing import Final, Protocol

from msgspec.structs import replace

from core.game import Move, Seat
from net.files.saved import Logs, give_up_oldest
from net.files.store import Records
from net.host.bots import Bots
from net.table import effects
from net.table.lobby import Lobby, Shutdown
from net.table.log import LogError, MovedLine, OpenedLine, PortLine, Reach
from net.table.opening import record_of
from net.table.table import MANY_WRONG_CODES
from net.tasks import Tasks, end_all
from net.wire.from_host import Gathered, Updated
from net.wire.message import Message
from net.wire.protocol import encode
from net.wire.to_host import ToHost


class Keeper:
    """Writes the logs and records of a lobby's tables, if there is a place for them.

    If the disk cannot be written, the logs or records are given up, and a trouble is noted.
    """

    def __init__(
        self,
        lobby: Lobby,
        records: Records | None,
        logs: Logs | None,
        note_trouble: Callable[[str], None],
    ) -> None:
        self.logs = logs
        """None if matches are not kept."""
        self.port = 0
        """The port at which the tables are open to the LAN; 0 for solo play."""
        self.reach = Reach()
        """The other ways to connect that are open; they are in each log."""
        self._records = records
        self._lobby = lobby
        self._note_trouble = note_trouble

    def note_reach(self) -> None:
        """Write the present port and the other ways to connect into the logs."""
        for table in self._lobby.tables.values():
            if table.log.on:
                self.append(effects.Append(table.id, PortLine(self.port, self.reach)))

    def placed(self, line: OpenedLine, own: Seat | None) -> OpenedLine:
        """Return the first line of a log with the table's address and its own player's seat."""
        return replace(line, own=own, host=self._lobby.host, port=self.port, reach=self.reach)

    def append(self, effect: effects.Append) -> None:
        if self.logs is None:
            return
        line = effect.line
        try:
            if isinstance(line, OpenedLine):
                line = self.placed(line, self._own_seat(effect.table))
                if not line.port:
                    self.make_room(self.logs)
            self.logs.write(effect.table, line)
            if isinstance(line, MovedLine):
                self.logs.release(effect.table)
        except OSError as error:
            self.give_up_writing(error)

    def give_up_writing(self, error: OSError) -> None:
        """Continue without logs, because one cannot be written, and note that as a trouble."""
        _log.error("cannot write the log, the match is continued without: %s", error)
        if self.logs is not None:
            self.logs.close()
            self.logs = None
        self._note_trouble("kept")
        for table in self._lobby.tables.values():
            table.log.give_up()

    def make_room(self, logs: Logs) -> None:
        """Give up solo matches beyond the limit; their records keep the moves so far."""
        for log in give_up_oldest(logs):
            try:
                lines = record_of(log)
            except LogError as error:
                _log.warning("no record of the match at table %s: %s", log.id, error)
                continue
            if (begun := log.begun) is not None:
                self._record(effects.Finish(log.id, begun.match, begun.begun, lines))

    def finish(self, effect: effects.Finish) -> None:
        self._record(effect)
        if self.logs is not None:
            with contextlib.suppress(OSError):
                self.logs.remove(effect.table)

    def _record(self, effect: effects.Finish) -> None:
        if self._records is None:
            return
        try:
            self._records.write(effect.table, effect.match, effect.begun, effect.lines)
        except OSError as error:
            # The match matters more than its record.
            _log.error("cannot write the record: %s", error)
            self._records = None
            self._note_trouble("record")

    def _own_seat(self, table: str) -> Seat | None:
        """Return the seat of the player in this process."""
        room = self._lobby.tables[table].room
        own = room.own_connection()
        return None if own is None else room.seat_of[own]


_log = logging.getLogger(__name__)

EARLY_SECONDS: Final = 0.1
"""A timer that fires early by no more than this counts as on time."""

LONGEST_STALL: Final = 2.0
"""The most time counted from one beat to the next."""


class RunningTime:
    """Counts the time while `beat` is called regularly, and all time before its first call.

    A closed lid or a stopped program takes no player's time to think: messages of others, and their
    absence, are noticed only afterwards.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._beat: float | None = None
        self._lost = 0.0

    def beat(self) -> None:
        """Note that the program runs."""
        self.now()
        self._beat = self._clock()

    def now(self) -> float:
        """Return the time; it never goes back."""
        now = self._clock()
        if self._beat is not None and (stall := now - self._beat - LONGEST_STALL) > 0:
            self._lost += stall
            self._beat = now
        return now - self._lost


class Channel(Protocol):
    """The outbound half of a connection; also the key that identifies it."""

    @property
    def peer(self) -> effects.Peer:
        """The other end of the connection."""

    def __hash__(self) -> int: ...

    def send(self, messages: Sequence[bytes]) -> None:
        """Send encoded messages together, without waiting and without raising."""

    def drop(self) -> None:
        """Close the connection once all messages so far have gone out."""


class Runtime:
    """Runs a lobby within one event loop, both for a host and for solo play.

    Matches are written to `logs`, from which another program can resume them.
    """

    def __init__(
        self,
        lobby: Lobby,
        bots: Bots,
        records: Records | None = None,
        logs: Logs | None = None,
    ) -> None:
        self.lobby = lobby
        self.on_status: Callable[[Gathered], None] = lambda room: None
        """Called after each change at a table without a player in this process."""
        self.on_trouble: Callable[[str], None] = lambda code: None
        """Called once with the code of each trouble of this computer."""
        self.time = RunningTime(monotonic)
        """The time of its tables."""
        self._troubles: tuple[str, ...] = ()
        self.bots = bots
        self.keeper = Keeper(lobby, records, logs, self.note_trouble)
        self.channels: dict[effects.ConnectionKey, Channel] = {}
        self.timers: set[asyncio.TimerHandle] = set()
        self._thinking = Tasks()

    @property
    def troubles(self) -> tuple[str, ...]:
        """The troubles of this computer, as codes of net.wire.reasons.TROUBLES."""
        troubles = self._troubles
        if any(t.wrong_codes >= MANY_WRONG_CODES for t in self.lobby.tables.values()):
            troubles += ("guesses",)
        if self.bots.failing:
            troubles += ("bots",)
        return troubles

    def note_trouble(self, code: str) -> None:
        """Note a trouble of this computer, by its code in net.wire.reasons.TROUBLES."""
        if code not in self._troubles:
            self._troubles += (code,)
            self.on_trouble(code)

    def receive(self, channel: Channel, message: ToHost) -> None:
        """Take a message from a channel, and carry out its effects."""
        if channel not in self.channels:
            self.channels[channel] = channel
            self.lobby.meet(channel, channel.peer)
        self.carry_out(self.lobby.receive(channel, message, self.time.now()))

    def lost(self, channel: Channel) -> None:
        """Note the loss of a channel."""
        if self.channels.pop(channel, None) is not None:
            self.carry_out(self.lobby.lost(channel, self.time.now()))

    def take_back(self, channel: Channel) -> list[Updated]:
        """Take back the last decision of a channel's player; return the positions before it.

        Raises NotTakenBackError.
        """
        before, wanted = self.lobby.take_back(channel, self.time.now())
        self.carry_out(wanted)
        return before

    async def close(self, ending: Shutdown = Shutdown.CLOSED) -> None:
        """Close all connections, end timers and bots, and release the logs."""
        self.carry_out(self.lobby.close(ending))
        for timer in self.timers:
            timer.cancel()
        self.timers.clear()
        await end_all(self._thinking)
        self.bots.close()
        if self.keeper.logs is not None:
            self.keeper.logs.close()

    def carry_out(self, wanted: Iterable[effects.Effect]) -> None:
        """Carry out effects of tables; the messages to a connection go out together at the end."""
        outgoing: dict[effects.ConnectionKey, list[bytes]] = {}
        last: Message | None = None
        data = b""
        for effect in wanted:
            match effect:
                case effects.Send(connection, message):
                    if message is not last:  # one message often goes to many connections
                        last, data = message, encode(message)
                    outgoing.setdefault(connection, []).append(data)
                case effects.Drop(connection):
                    channel = self.channels.pop(connection, None)
                    if channel is not None:
                        if connection in outgoing:
                            channel.send(outgoing.pop(connection))
                        channel.drop()
                case effects.WakeAt(time):
                    self.wake_at(time)
                case effects.Append():
                    self.keeper.append(effect)
                case effects.Finish():
                    self.keeper.finish(effect)
                case effects.ShowStatus(room=room):
                    self.on_status(room)
                case effects.AskBot():
                    self._thinking.start(self._think(effect))
        for connection, messages in outgoing.items():
            if connection in self.channels:
                self.channels[connection].send(messages)

    def wake_at(self, time: float) -> None:
        def wake() -> None:
            self.timers.discard(timer)
            if time - self.time.now() > EARLY_SECONDS:
                self.wake_at(time)  # the program stood still in between
                return
            # A timer may fire a little early; the table's time must not be before the deadline.
            self.carry_out(self.lobby.tick(max(time, self.time.now())))

        timer = asyncio.get_running_loop().call_later(time - self.time.now(), wake)
        self.timers.add(timer)

    async def _think(self, question: effects.AskBot) -> None:
        move: Move | None = await self.bots.choose(
            question.game, question.view, question.level, question.seconds, question.chance
        )
        table, seat, ticket = question.table, question.seat, question.ticket
        try:
            self.carry_out(self.lobby.bot_moved(table, seat, ticket, move, self.time.now()))
        except Exception:
            _log.exception("a bot's move %r could not be made", move)
