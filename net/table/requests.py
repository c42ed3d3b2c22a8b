"""Does what people at a table ask for: to play, to talk, to change what is agreed.

Functions over a table; they raise RefusalError for what cannot be done.
"""

from core.game import Seat
from net.table import seating
from net.table.base import BaseTable
from net.table.effects import ConnectionKey
from net.table.phases import PLAYING, UNATTENDED, UNLIMITED, Role, check, role_of
from net.wire import to_host
from net.wire.from_host import Offered
from net.wire.padding import padded
from net.wire.reasons import RefusalError


def do(table: BaseTable, connection: ConnectionKey, message: to_host.ToHost, now: float) -> None:
    """Do what somebody at the table asks for. Raises RefusalError."""
    seat = table.room.seat_of.get(connection)
    if seat is not None and not isinstance(message, UNATTENDED) and table.room.answer(seat):
        table.show_seats(now)
    role = role_of(table.room, connection)
    check(message, role, table.phase)
    if seat is None or isinstance(message, UNLIMITED):
        _do(table, connection, seat, message, now)
        return
    owner = role is Role.OWNER
    table.changes.check(seat, now, owner=owner)
    _do(table, connection, seat, message, now)
    # That a move of the table is called off is told only once this is done.
    if table.sender.tells_others(connection) or isinstance(message, to_host.Migrate):
        table.changes.note(seat, now, owner=owner)


def _do(
    table: BaseTable,
    connection: ConnectionKey,
    seat: Seat | None,
    message: to_host.ToHost,
    now: float,
) -> None:
    """Do what this message of somebody who may send it asks for."""
    match message:
        case to_host.Say(text=text):
            _say(table, connection, seat, text, now)
        case to_host.Here():  # any message answers the owner's question
            table.show_room(connection)
        case to_host.Leave():
            table.leave(connection, seat, now)
        case to_host.Play() if table.match is not None and seat is not None:
            table.match.play(connection, seat, message, now)
        case to_host.Continue() if table.match is not None and seat is not None:
            table.match.go_on(connection, seat, message, now)
        case to_host.Wait() if table.match is not None and seat is not None:
            table.match.give_time(seat, now)
        case to_host.Ask() if seat is not None:
            offered = table.match.offer(seat) if table.match else padded(Offered(table.seq, []))
            table.sender.send(connection, offered)
        case to_host.Start() if seat is not None:
            table.agreement.check_start(seat)
            table.begin_match(now)
        case (
            to_host.PutOut()
            | to_host.LetIn()
            | to_host.Allow()
            | to_host.HandOver()
            | to_host.Give()
            | to_host.Nudge()
        ) if seat is not None:
            _moderate(table, seat, message, now)
            table.show_seats(now, connection)
        case to_host.Clear(seat=other) if seat is not None and table.room[other].human:
            _moderate(table, seat, to_host.PutOut(other), now)
            table.show_seats(now)
        case to_host.Migrate():
            table.migration.ask(message, now)
            table.show_room(connection)
        case to_host.Accept() | to_host.Decline() | to_host.Reached() | to_host.Prepared():
            table.migration.answer(connection, message, now)
            table.show_room()
        case to_host.Identify() if seat is not None:
            table.keys.identify(connection, seat, message)
            table.show_room()
        case to_host.Commit() | to_host.Reveal() if seat is not None:
            table.shuffle.take(seat, message)
            table.follow_shuffle(now)
        case to_host.Play() | to_host.Continue() | to_host.Wait():
            raise RefusalError("idle")  # nothing is dealt yet
        case _ if seat is not None:
            _prepare(table, seat, message)
            table.show_seats(now, connection)
            if table.agreement.complete:
                table.begin_match(now)


def _say(
    table: BaseTable, connection: ConnectionKey, seat: Seat | None, text: str, now: float
) -> None:
    if seat is None and not table.room.access.watchers_talk:
        raise RefusalError("quiet")
    name = (table.room.watchers[connection] if seat is None else table.room[seat]).name
    table.sender.send_all(table.chat.say(seat, name, text, now))


def _moderate(table: BaseTable, owner: Seat, message: to_host.OwnerRequest, now: float) -> None:
    """Do what the owner wants done about people."""
    awaited = table.match.awaited() if table.match is not None else ()
    table.moderation.do(owner, message, awaited, now, playing=table.phase == PLAYING)


def _prepare(table: BaseTable, seat: Seat, message: to_host.ToHost) -> None:
    """Change what the room shows: who is ready, who sits where, by which rules they play."""
    match message:
        case to_host.Ready():
            table.agreement.agree(seat, message)
        case to_host.Rematch():
            table.agreement.propose(seat, message)
        case to_host.Fill() if not table.has_bots:
            raise RefusalError("no bots")
        case to_host.Fill(seat=other, level=level):
            seating.fill(table.room, other, level, playing=table.phase == PLAYING)
        case to_host.Clear(seat=other):
            seating.free_seat(table.room, other)
        case to_host.Rule(options=options):
            if table.agreement.change_rules(options):
                # The last match was played by other rules: people cannot read its position.
                table.match = None
        case to_host.Clock(seconds=seconds):
            table.agreement.set_clock(seconds)
        case to_host.NewCode():
            table.take_new_code()
        case to_host.Pause(seconds=seconds):
            table.agreement.set_pause(seconds)
