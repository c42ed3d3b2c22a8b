"""A lobby brought to life: carries out its effects with timers, bots and files. No sockets."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterable
from typing import Protocol

from msgspec.structs import replace

from core.game import Move, Seat
from net.files.saved import KeptTables
from net.files.store import Records
from net.host.bots import Bots
from net.table.auth import Peer
from net.table.effects import Append, AskBot, Connection, Drop, Effect, Finish, Send, WakeAt
from net.table.journal import KeptError, KeptPort, Terms
from net.table.lobby import Ending, Lobby
from net.table.projection import record_lines
from net.table.table import MANY_WRONG_CODES
from net.wire.protocol import Message, ToHost

_log = logging.getLogger(__name__)


class Channel(Protocol):
    """Where a connection's messages go out; it is its own key."""

    @property
    def peer(self) -> Peer:
        """What is known of the other side."""
        ...

    def __hash__(self) -> int: ...

    def send(self, message: Message) -> None:
        """Send without waiting and without raising."""
        ...

    def drop(self) -> None:
        """End the connection after what has been sent."""
        ...


class Runtime:
    """Runs a lobby within one event loop, for a host and for solo play alike.

    Matches are kept in `kept` for a program that goes on with them. `port` is where the tables are
    open to the LAN; 0 for a match alone.
    """

    def __init__(
        self,
        lobby: Lobby,
        bots: Bots,
        records: Records | None = None,
        kept: KeptTables | None = None,
    ) -> None:
        self.lobby = lobby
        self.port = 0
        self._troubles: tuple[str, ...] = ()
        self._bots = bots
        self._records = records
        self._kept = kept
        self._channels: dict[Connection, Channel] = {}
        self._timers: set[asyncio.TimerHandle] = set()
        self._thinking: set[asyncio.Task[None]] = set()

    @property
    def troubles(self) -> tuple[str, ...]:
        """What has gone wrong on this computer, by the codes of net.wire.reasons.TROUBLES."""
        guessed = any(t.wrong_codes >= MANY_WRONG_CODES for t in self.lobby.tables.values())
        return (*self._troubles, "guesses") if guessed else self._troubles

    def receive(self, channel: Channel, message: ToHost) -> None:
        """Take a message that came in on a channel."""
        if channel not in self._channels:
            self._channels[channel] = channel
            self.lobby.meet(channel, channel.peer)
        self._carry_out(self.lobby.receive(channel, message, self._now()))

    def lost(self, channel: Channel) -> None:
        """Note that a channel's other side is gone."""
        if self._channels.pop(channel, None) is not None:
            self._carry_out(self.lobby.lost(channel, self._now()))

    def go_on(self) -> None:
        """Note where the matches are now that were begun by another program."""
        for table in self.lobby.tables.values():
            if table.journal.on:
                self._append(Append(table.id, KeptPort(self.port)))

    async def close(self, ending: Ending = Ending.CLOSED) -> None:
        """Say goodbye to everybody and stop everything."""
        self._carry_out(self.lobby.close(ending))
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
        thinking = list(self._thinking)
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)
        self._bots.close()
        if self._kept is not None:
            self._kept.close()

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()

    def _carry_out(self, effects: Iterable[Effect]) -> None:
        for effect in effects:
            match effect:
                case Send(connection, message):
                    if connection in self._channels:
                        self._channels[connection].send(message)
                case Drop(connection):
                    channel = self._channels.pop(connection, None)
                    if channel is not None:
                        channel.drop()
                case WakeAt(time):
                    self._wake_at(time)
                case Append():
                    self._append(effect)
                case Finish():
                    self._finish(effect)
                case AskBot():
                    task = asyncio.ensure_future(self._think(effect))
                    self._thinking.add(task)
                    task.add_done_callback(self._thinking.discard)

    def _wake_at(self, time: float) -> None:
        def wake() -> None:
            self._timers.discard(timer)
            # A timer may fire a little early; the table's time must not be before the deadline.
            self._carry_out(self.lobby.tick(max(time, self._now())))

        timer = asyncio.get_running_loop().call_at(time, wake)
        self._timers.add(timer)

    def _append(self, effect: Append) -> None:
        if self._kept is None:
            return
        entry = effect.entry
        if isinstance(entry, Terms):
            own = self._own_seat(effect.table)
            entry = replace(entry, own=own, host=self.lobby.host, port=self.port)
        try:
            if isinstance(entry, Terms) and not entry.port:
                self._make_room(self._kept)
            self._kept.write(effect.table, entry)
        except OSError as error:
            _log.error("cannot write the journal, the match goes on without: %s", error)
            self._kept.close()
            self._kept = None
            self._troubles += ("kept",)
            for table in self.lobby.tables.values():
                table.journal.give_up()

    def _make_room(self, journals: KeptTables) -> None:
        """Give up matches alone that are too many; their records tell how far they were played."""
        for kept in journals.give_up_oldest():
            try:
                lines = record_lines(kept)
            except KeptError as error:
                _log.warning("no record of the match at table %s: %s", kept.id, error)
                continue
            self._record(Finish(kept.id, kept.terms.match, kept.terms.begun, lines))

    def _finish(self, effect: Finish) -> None:
        self._record(effect)
        if self._kept is not None:
            with contextlib.suppress(OSError):
                self._kept.remove(effect.table)

    def _record(self, effect: Finish) -> None:
        if self._records is None:
            return
        try:
            self._records.write(effect.table, effect.match, effect.begun, effect.lines)
        except OSError as error:
            # The match matters more than its record.
            _log.error("cannot write the record: %s", error)
            self._records = None
            self._troubles += ("record",)

    def _own_seat(self, table: str) -> Seat | None:
        """The seat of the player in this very process."""
        seats = self.lobby.tables[table].room.seat_of
        return next((seat for each, seat in seats.items() if self._channels[each].peer.own), None)

    async def _think(self, question: AskBot) -> None:
        move: Move | None = await self._bots.choose(question.game, question.view, question.level)
        table, seat, ticket = question.table, question.seat, question.ticket
        try:
            self._carry_out(self.lobby.bot_moved(table, seat, ticket, move, self._now()))
        except Exception:
            _log.exception("a bot's move %r could not be made", move)
