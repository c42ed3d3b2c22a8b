"""One table without I/O: messages and times in, effects out.

Everything that can go wrong at a table is decided here and in the objects that a table holds: stale
moves, double joins, resumptions, absent players, watchers. Chance (tokens, decks) and time come in
from the shell. A table has three phases (`phases.py`):

    gathering --Start, or all are ready for a Rematch--> playing: shuffle, deals, intermissions
        ^                                                   |
        |   house rules change, or all leave                v
        +------------------------------------------------ over: the last position stays

Each message and each tick ends in `_settle`: it ends a match that is over, follows a move of the
table, asks to be woken, and hands the effects out. Sample: `receive(key, Play(1, 41, "lay 6-4
left"), now)` gives `[Append(the line), Send(Updated) to each connection, AskBot or WakeAt]`.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from core.game import Move, Seat
from net.migration import OutgoingStage
from net.table import requests, seating
from net.table.base import BaseTable, opened_line
from net.table.effects import UNKNOWN, ConnectionKey, Effect, Peer
from net.table.log import GuestEntry, HandedLine, OpenedLine, log_text
from net.table.log_writer import room_line
from net.table.phases import PLAYING
from net.wire.reasons import RefusalError, refusal
from net.wire.to_host import Join, Play, Return, ToTable

MANY_WRONG_CODES: Final = 20
"""The number of wrong codes after which the owner is told, and may change the code."""


class Table(BaseTable):
    """One table, from the first player to sit down to the last to leave."""

    def receive(
        self,
        connection: ConnectionKey,
        message: ToTable | Join | Return,
        now: float,
        peer: Peer = UNKNOWN,
    ) -> list[Effect]:
        """Take a message of a connection; the lobby has answered Hello and Ping."""
        outgoing = self.migration.outgoing
        if not outgoing.idle and self.migration.holds(connection, message):
            self.migration.hold(connection, partial(self.receive, connection, message, peer=peer))
            return self._settle(now)
        if not outgoing.idle:
            self._follow_migration(now)
        try:
            if isinstance(message, Join):
                requests.join(self, connection, message, now, peer)
            elif isinstance(message, Return):
                requests.return_to(self, connection, message, now, peer)
            elif connection in self.room:
                requests.do(self, connection, message, now)
            else:
                raise RefusalError("join")
        except RefusalError as error:
            number = message.number if isinstance(message, Play) else 0
            self.sender.send(connection, refusal(error, self.seq, number))
        return self._settle(now)

    def lost(self, connection: ConnectionKey, now: float) -> list[Effect]:
        """Note the loss of a connection: its player is away, and the seat is kept."""
        self.migration.forget(connection)
        self.room.lose(connection, now)
        self.show_seats(now)
        return self._settle(now)

    def heard(self, connection: ConnectionKey, now: float, took: int) -> list[Effect]:
        """Note that a connection works, and do everything overdue by now.

        `took` are the milliseconds of its last round trip, 0 if they are not known.
        """
        self.room.hear(connection, now)
        if self.room.measure(connection, took, now):
            self.show_room()
        match = self.match
        overdue = match is not None and match.time.clock.is_overdue(now)
        if overdue or any(time <= now for time in seating.answer_times(self.room)):
            return self.tick(now)
        return self._settle(now)

    def note_guests(self, guests: Sequence[GuestEntry], now: float) -> list[Effect]:
        """Note the marks by which a gateway recognises its guests, and tell the players' programs.

        A table that is being handed over takes no more marks.
        """
        if self.migration.outgoing.frozen:
            return []
        self.room.note_guests(guests)
        self.show_room()
        return self._settle(now)

    def tick(self, now: float) -> list[Effect]:
        """Do whatever is due: bots' moves, time that is up, seats given up, a new owner."""
        outgoing = self.migration.outgoing
        if not outgoing.idle:
            outgoing.tick(now)
            if outgoing.frozen:
                return self._settle(now)
        self.follow_shuffle(now)
        if self.match is not None:
            self.match.tick(now)
        if self.phase == PLAYING:
            changed = seating.replace_silent(self.room, self.plan.stand_in, now)
            if (due := seating.abandoned_due(self.room)) is not None and now >= due:
                self.abandon()
                changed = True
        else:
            changed = seating.give_up_absent(self.room, now)
        if seating.pass_on(self.room, now) or changed:
            self.show_seats(now)
        return self._settle(now)

    def bot_moved(self, seat: Seat, ticket: int, move: Move | None, now: float) -> list[Effect]:
        """Take a bot's move; one that comes too late, for a closed decision, is ignored."""
        if self.migration.outgoing.frozen:
            self.migration.hold(None, partial(self.bot_moved, seat, ticket, move))
        elif self.match is not None:
            self.match.bot_moved(seat, ticket, move, now)
        return self._settle(now)

    def guessed_wrong(self) -> list[Effect]:
        """Note a wrong code. The code stays: guessing must not take it away from the players."""
        self.wrong_codes += 1
        if self.wrong_codes % MANY_WRONG_CODES == 0:
            self.show_room(self.room.own_connection())
        return self.sender.hand_out()

    def close(self, code: str = "host") -> list[Effect]:
        """Close all connections. With the code "kept" the match can be resumed, otherwise not."""
        if code != "kept":
            self.give_up_match()
        for connection in self.room.connections():
            self.sender.dismiss(connection, code)
        return self.sender.hand_out()

    def _settle(self, now: float) -> list[Effect]:
        """End a match that is over, ask to be woken, and return the effects."""
        match = self.match
        if match is not None:
            self.seq = match.live.seq
            if match.live.over and not match.ended:
                match.ended = True
                result = self.game.result(match.live.match.state)
                if result is not None and not match.setup.taken_back:
                    players = [holder.player() for holder in self.room]
                    self.evening.add(self.game.NAME, match.setup.begun, players, result)
                    self.tell_evening(self.room.connections())
                seating.end_match(self.room, now)
                self.show_room()
                if self.chance.shared:  # in a solo match the program files the record itself
                    match.give_record()
        outgoing = self.migration.outgoing
        if not outgoing.idle:
            self._follow_migration(now)
        if self.shuffle.waiting or (match is not None and match.needs_shuffle(now)):
            self.follow_shuffle(now)
        due = [outgoing.deadline]
        if not outgoing.frozen:
            due += self._deadlines(now)
        self.sender.wake_at(min((time for time in due if time is not None), default=None), now)
        return self.sender.hand_out()

    def _deadlines(self, now: float) -> list[float | None]:
        """Return the times at which something is due next."""
        match = self.match
        due = [seating.owner_due(self.room), self.shuffle.deadline()]
        due += [] if match is None else [match.deadline(now)]
        due.append(self.awaited_until)
        if self.phase == PLAYING:
            due.append(seating.abandoned_due(self.room))
            due += [time for time in seating.answer_times(self.room) if time > now]
        else:
            due.append(seating.absent_due(self.room))
        return due

    def _follow_migration(self, now: float) -> None:
        """Advance the move to another computer as far as possible."""
        migration, match = self.migration, self.match
        outgoing = migration.outgoing
        migration.keep()
        between = match is None or match.live.finished
        free = (outgoing.at_once or between) and not self.shuffle.running
        if outgoing.stage is OutgoingStage.DUE and free:
            migration.hand(handed_text(self, outgoing.attempt), now)
        if (held := migration.stayed()) is not None:
            self.show_seats(now)
            for act in held:
                for effect in act(now):
                    self.sender.add(effect)
        elif (where := migration.depart()) is not None:
            self.log.moved(where)
            migration.dismiss()


def handed_text(table: BaseTable, attempt: int) -> str:
    """Return a table as it is now, as the text of its log, for the host that continues it.

    The last line has all further facts of the table; every player counts as away.
    """
    room, access = table.room, table.room.access
    now = room_line(room, table.code)
    kept_out, untold = access.known()
    handed = HandedLine(
        table.agreement.terms,
        table.matches,
        table.seq,
        attempt,
        table.migration.word,
        now,
        tuple(place.ready for place in room),
        tuple(place.played for place in room),
        kept_out,
        untold,
        guests=room.guests,
        watchers=len(room.watchers),
    )
    if table.match is None:
        return log_text([opened_line(table, now), handed])
    began, *played = table.log.lines
    assert isinstance(began, OpenedLine)
    return log_text([opened_line(table, began.room), *played, handed])
