"""Keeps the matches of a host or a solo program: logs while they are played, records after them."""

import contextlib
import logging
from collections.abc import Callable

from msgspec.structs import replace

from core.game import Seat
from net.files.saved import Logs, give_up_oldest
from net.files.store import Records
from net.table import effects
from net.table.lobby import Lobby
from net.table.log import LogError, MovedLine, OpenedLine, PortLine, Reach
from net.table.opening import record_of

_log = logging.getLogger(__name__)


class Keeper:
    """Writes the logs and records of a lobby's tables, as far as there is a place for them.

    A disk that cannot be written costs the logs, or the records, and is noted as a trouble.
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
        """Continue without logs, as one cannot be written, and note that as a trouble."""
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
