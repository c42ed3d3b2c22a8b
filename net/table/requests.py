"""Carries out the requests of players and watchers at a table: to play, to talk, to change it.

Functions over a table; they raise RefusalError if a request cannot be granted. Each message of
`ToTable` has a case here: the type checker finds one that is forgotten.
"""

from typing import assert_never

from core.game import Seat
from net.table import joining, seating
from net.table.another_game import change_game
from net.table.base import BaseTable
from net.table.effects import ConnectionKey
from net.table.match import RunningMatch
from net.table.phases import PLAYING, UNATTENDED, UNLIMITED, Role, check, role_of
from net.wire import to_host
from net.wire.from_host import Offered, Said
from net.wire.names import clean_text
from net.wire.protocol import padded
from net.wire.reasons import RefusalError


def do(table: BaseTable, connection: ConnectionKey, message: to_host.ToTable, now: float) -> None:
    """Carry out a request, if it is allowed now. Raises RefusalError."""
    seat = table.room.seat_of.get(connection)
    if seat is not None and not isinstance(message, UNATTENDED) and table.room.answer(seat):
        table.show_seats(now)
    role = role_of(table.room, connection)
    check(message, role, table.phase)
    if isinstance(message, to_host.Say):
        _say(table, connection, seat, message, now)
    elif isinstance(message, to_host.Request):
        table.moderation.ask_for_seat(connection, now)
        table.show_room()
    elif isinstance(message, to_host.Leave):
        joining.leave(table, connection, seat, now)
    else:
        assert seat is not None, "a watcher may say nothing else"
        owner = role is Role.OWNER
        limited = not isinstance(message, UNLIMITED)
        if limited:
            table.changes.check(seat, now, owner=owner)
        _do(table, connection, seat, message, now)
        # The other players hear only afterwards that a move of the table was called off.
        told = table.sender.tells_others(connection) or isinstance(message, to_host.Migrate)
        if limited and told:
            table.changes.note(seat, now, owner=owner)


def _do(
    table: BaseTable,
    connection: ConnectionKey,
    seat: Seat,
    message: to_host.ToTable,
    now: float,
) -> None:
    """Carry out a request that its player may make now."""
    if isinstance(message, to_host.Clear) and table.room[message.seat].human:
        message = to_host.PutOut(message.seat)
    if isinstance(message, to_host.OwnerRequest):
        _moderate(table, connection, seat, message, now)
        return
    if isinstance(message, to_host.Preparation):
        _prepare(table, seat, message)
        table.show_seats(now, connection)
        if table.agreement.complete:
            table.begin_match(now)
        return
    match message:
        case to_host.Here():  # any message answers the owner's question
            table.show_room(connection)
        case to_host.Play():
            _match(table).play(connection, seat, message, now)
        case to_host.Continue():
            _match(table).take_continue(connection, seat, message, now)
        case to_host.Wait():
            _match(table).give_time(seat, now)
        case to_host.Ask():
            offered = table.match.offer(seat) if table.match else padded(Offered(table.seq, []))
            table.sender.send(connection, offered)
        case to_host.Start():
            table.agreement.check_start(seat)
            table.begin_match(now)
        case to_host.Commit() | to_host.Reveal():
            table.shuffle.take(seat, message)
            table.follow_shuffle(now)
        case to_host.Identify():
            table.keys.identify(connection, seat, message)
            table.show_room(connection)
        case to_host.Migrate():
            table.migration.ask(message, now)
            table.show_room(connection)
        case to_host.Accept() | to_host.Decline() | to_host.Reached() | to_host.Prepared():
            table.migration.answer(connection, message, now)
            table.show_room()
        case to_host.Say() | to_host.Request() | to_host.Leave():
            raise AssertionError("a watcher may send these too")
        case _:
            assert_never(message)


def _match(table: BaseTable) -> RunningMatch:
    """Return the match. Raises RefusalError before the first deal."""
    if table.match is None:
        raise RefusalError("idle")
    return table.match


def _say(
    table: BaseTable, connection: ConnectionKey, seat: Seat | None, say: to_host.Say, now: float
) -> None:
    table.moderation.check_talk(connection)
    name = (table.room.watchers[connection] if seat is None else table.room[seat]).name
    if not (line := clean_text(say.text)):
        raise RefusalError("empty")
    table.chat.check(seat, now)
    table.chat.note(seat, now)
    table.sender.send_all(Said(seat, name, line, say.phrase))


def _moderate(
    table: BaseTable,
    connection: ConnectionKey,
    owner: Seat,
    message: to_host.OwnerRequest,
    now: float,
) -> None:
    """Carry out a request of the owner about players or watchers."""
    awaited = table.match.awaited() if table.match is not None else ()
    playing = table.phase == PLAYING
    table.moderation.do(owner, message, awaited, now, playing=playing, seq=table.seq)
    table.show_seats(now, connection)


def _prepare(table: BaseTable, seat: Seat, message: to_host.Preparation) -> None:
    """Change the agreement or the seats: readiness, bots, house rules, clock, code, pause."""
    match message:
        case to_host.Ready():
            table.agreement.agree(seat, message)
        case to_host.Rematch():
            table.agreement.propose(seat, message)
        case to_host.Fill(seat=other, level=level):
            if not table.plan.has_bots:
                raise RefusalError("no bots")
            seating.fill(table.room, other, level, playing=table.phase == PLAYING)
        case to_host.Clear(seat=other):
            seating.free_seat(table.room, other)
        case to_host.Rule(options=options):
            if table.agreement.change_rules(options):
                # The last match had other house rules: its position cannot be read by these.
                table.match = None
        case to_host.ChangeGame():
            change_game(table, message)
        case to_host.Clock(seconds=seconds):
            table.agreement.set_clock(seconds)
        case to_host.NewCode():
            if not table.code:
                raise RefusalError("codeless")
            table.code, table.wrong_codes = table.chance.code(), 0
            table.room.changes.note("code")
        case to_host.Pause(seconds=seconds):
            table.agreement.set_pause(seconds)
        case _:
            assert_never(message)
