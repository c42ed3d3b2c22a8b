"""A lobby brought to life: carries out its effects with timers, bots and files. No sockets."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Protocol

from msgspec.structs import replace

from core.game import Move, Seat
from net.files.saved import KeptTables
from net.files.store import Records
from net.host.bots import Bots
from net.table.auth import Peer
from net.table.effects import AskBot, Connection, Drop, Effect, Keep, Save, Send, WakeAt
from net.table.journal import KeptPort, Terms
from net.table.lobby import Ending, Lobby
from net.table.table import MANY_WRONG_CODES
from net.wire.protocol import Message, ToHost

_log = logging.getLogger(__name__)


class Port(Protocol):
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


class House:
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
        self._ports: dict[Connection, Port] = {}
        self._timers: set[asyncio.TimerHandle] = set()
        self._thinking: set[asyncio.Task[None]] = set()

    @property
    def troubles(self) -> tuple[str, ...]:
        """What has gone wrong on this computer, by the codes of net.wire.reasons.TROUBLES."""
        guessed = any(t.wrong_codes >= MANY_WRONG_CODES for t in self.lobby.tables.values())
        return (*self._troubles, "guesses") if guessed else self._troubles

    def receive(self, port: Port, message: ToHost) -> None:
        """Take a message that came in at a port."""
        if port not in self._ports:
            self._ports[port] = port
            self.lobby.meet(port, port.peer)
        self._carry_out(self.lobby.receive(port, message, self._now()))

    def lost(self, port: Port) -> None:
        """Note that a port's other side is gone."""
        if self._ports.pop(port, None) is not None:
            self._carry_out(self.lobby.lost(port, self._now()))

    def go_on(self) -> None:
        """Note where the matches are now that were begun by another program."""
        for table in self.lobby.tables.values():
            if table.kept:
                self._keep(Keep(table.id, KeptPort(self.port)))

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
        if self._records is not None:
            self._records.close()
        if self._kept is not None:
            self._kept.close()

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()

    def _carry_out(self, effects: Iterable[Effect]) -> None:
        for effect in effects:
            match effect:
                case Send(connection, message):
                    if connection in self._ports:
                        self._ports[connection].send(message)
                case Drop(connection):
                    port = self._ports.pop(connection, None)
                    if port is not None:
                        port.drop()
                case WakeAt(time):
                    self._wake_at(time)
                case Save():
                    self._save(effect)
                case Keep():
                    self._keep(effect)
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

    def _save(self, effect: Save) -> None:
        if self._records is None:
            return
        try:
            self._records.write(effect.table, effect.match, effect.lines)
        except OSError as error:
            # The match matters more than its record: half a record is worth nothing, so stop it.
            _log.error("cannot write the record, this match goes on without: %s", error)
            self._records = None
            self._troubles += ("record",)

    def _keep(self, effect: Keep) -> None:
        if self._kept is None:
            return
        entry = effect.entry
        if isinstance(entry, Terms):
            own = self._own_seat(effect.table)
            entry = replace(entry, own=own, host=self.lobby.host, port=self.port)
        try:
            self._kept.write(effect.table, entry)
        except OSError as error:
            _log.error("cannot keep the match, it goes on without: %s", error)
            self._kept.close()
            self._kept = None
            self._troubles += ("kept",)
            for table in self.lobby.tables.values():
                table.keep_nothing()

    def _own_seat(self, table: str) -> Seat | None:
        """The seat of the player in this very process."""
        seats = self.lobby.tables[table].room.seat_of
        return next((seat for port, seat in seats.items() if self._ports[port].peer.own), None)

    async def _think(self, question: AskBot) -> None:
        move: Move | None = await self._bots.choose(question.game, question.view, question.level)
        table, seat, ticket = question.table, question.seat, question.ticket
        try:
            self._carry_out(self.lobby.bot_moved(table, seat, ticket, move, self._now()))
        except Exception:
            _log.exception("a bot's move %r could not be made", move)
