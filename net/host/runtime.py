"""Brings a lobby to life: carries out its effects with timers, bots and files. No sockets."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol

from core.game import Move
from net.files.saved import Logs
from net.files.store import Records
from net.host.bots import Bots
from net.host.keeping import Keeper
from net.table import effects
from net.table.lobby import Lobby, Shutdown
from net.table.table import MANY_WRONG_CODES
from net.wire.from_host import Gathered, Updated
from net.wire.message import Message
from net.wire.protocol import encode
from net.wire.to_host import ToHost

_log = logging.getLogger(__name__)

EARLY_SECONDS: Final = 0.1
"""A timer that fires earlier by no more than this is on time."""

LONGEST_STALL: Final = 2.0
"""The most time that counts from one beat to the next."""


class RunningTime:
    """Counts the time while `beat` is called again and again; all time before its first call.

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

    def until(self, time: float) -> float:
        """Return the seconds until a time, if the program keeps running."""
        return time - self.now()


class Channel(Protocol):
    """The outbound half of a connection; also the key that identifies it."""

    @property
    def peer(self) -> effects.Peer:
        """The other end of the connection."""
        ...

    def __hash__(self) -> int: ...

    def send(self, messages: Sequence[bytes]) -> None:
        """Send encoded messages together, without waiting and without raising."""
        ...

    def drop(self) -> None:
        """Close the connection once all messages so far have gone out."""
        ...


class Runtime:
    """Runs a lobby within one event loop, for a host and for solo play alike.

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
        self.time = RunningTime(lambda: asyncio.get_running_loop().time())
        """The time of its tables."""
        self._troubles: tuple[str, ...] = ()
        self.bots = bots
        self.keeper = Keeper(lobby, records, logs, self.note_trouble)
        self.channels: dict[effects.ConnectionKey, Channel] = {}
        self.timers: set[asyncio.TimerHandle] = set()
        self._thinking: set[asyncio.Task[None]] = set()

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
        thinking = list(self._thinking)
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)
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
                    if message is not last:  # often one message goes to many
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
                    task = asyncio.ensure_future(self._think(effect))
                    self._thinking.add(task)
                    task.add_done_callback(self._thinking.discard)
        for connection, messages in outgoing.items():
            if connection in self.channels:
                self.channels[connection].send(messages)

    def wake_at(self, time: float) -> None:
        def wake() -> None:
            self.timers.discard(timer)
            if self.time.until(time) > EARLY_SECONDS:
                self.wake_at(time)  # the program stood still in between
                return
            # A timer may fire a little early; the table's time must not be before the deadline.
            self.carry_out(self.lobby.tick(max(time, self.time.now())))

        timer = asyncio.get_running_loop().call_later(self.time.until(time), wake)
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
