"""Carries out the requests of players and watchers: joining, leaving, playing, talking, changes.

Functions over a table; they raise RefusalError if a request cannot be granted. Each message of
`ToTable` has a case here: the type checker finds one that is forgotten.

    Join with the token of a seat -> resumed    Return with its key, at a branch -> resumed
    Join without one              -> a free seat, or a watcher
    each is answered with Seated, the room, and what its client lacks of the match
"""

from typing import Final, assert_never

from core.game import Seat
from net.branch.statements import signed_bytes
from net.table import seating
from net.table.another_game import change_game
from net.table.base import BaseTable
from net.table.effects import ConnectionKey, Peer
from net.table.match import RunningMatch
from net.table.phases import PLAYING, UNATTENDED, UNLIMITED, Role, check, role_of
from net.table.room import Holder
from net.wire import to_host
from net.wire.from_host import Offered, Said, Seated
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
        leave(table, connection, seat, now)
    else:
        assert seat is not None, "a watcher may say nothing else"
        owner = role is Role.OWNER
        limited = not isinstance(message, UNLIMITED)
        if limited:
            table.changes.check(seat, now, owner=owner)
        _do(table, connection, seat, message, now)
        # The other players hear only afterwards that a move of the table was called off.
        calls_off = isinstance(message, to_host.Migrate)
        if limited and (calls_off or table.sender.tells_others(connection)):
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
    if not (line := clean_text(say.text)):
        raise RefusalError("empty")
    table.chat.check(seat, now)
    table.chat.note(seat, now)
    name = table.room.person(connection).name
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
            table.agreement.set_seconds("clock", seconds)
        case to_host.NewCode():
            if not table.code:
                raise RefusalError("codeless")
            table.code, table.wrong_codes = table.chance.code(), 0
            table.room.changes.note("code")
        case to_host.Pause(seconds=seconds):
            table.agreement.set_seconds("pause", seconds)
        case _:
            assert_never(message)


_HAS_NOTHING: Final = to_host.Join("")
"""The Join of a client that has nothing of the match so far."""


# --- joining and leaving --------------------------------------------------------------------------


def join(
    table: BaseTable, connection: ConnectionKey, message: to_host.Join, now: float, peer: Peer
) -> None:
    """Seat a newcomer, let a watcher in, or resume a seat. Raises RefusalError."""
    if connection in table.room:
        raise RefusalError("joined")
    if why := table.room.turns_away(message.token, peer):
        table.room.access.informed(message.token)
        table.sender.dismiss(connection, why)
        return
    seat = table.room.find_token(message.token)
    if seat is not None:
        _come_back(table, connection, seat, peer)
    else:
        seat = table.admit_newcomer(connection, message, peer)
    _greet(table, connection, seat, message, now)


def return_to(
    table: BaseTable, connection: ConnectionKey, message: to_host.Return, now: float, peer: Peer
) -> None:
    """Resume a seat at a branch by its key. Raises RefusalError.

    A seat given to another player has that player's key, or none.
    """
    if connection in table.room:
        raise RefusalError("joined")
    if not table.branch:
        raise RefusalError("unasked")
    coming, signed = message.coming, table.chance.is_signed
    seats = [s for s, holder in enumerate(table.room) if holder.human]
    seat = next((s for s in seats if table.room[s].key == coming.key), None)
    said = (signed_bytes(origin.table, coming) for origin in table.branch)
    genuine = any(signed(coming.key, data, coming.signature) for data in said)
    if seat is None or not genuine:
        raise RefusalError("key")
    _come_back(table, connection, seat, peer)
    _greet(table, connection, seat, _HAS_NOTHING, now)


def _come_back(table: BaseTable, connection: ConnectionKey, seat: Seat, peer: Peer) -> None:
    if (old := table.room[seat].connection) is not None:
        # The newest connection wins: the old one is often dead without any sign of it.
        table.sender.dismiss(old, "elsewhere")
    table.room.come_back(connection, seat, peer)


def _greet(
    table: BaseTable, connection: ConnectionKey, seat: Seat | None, join: to_host.Join, now: float
) -> None:
    """Send a new connection the state of the table, except the parts that its Join names."""
    holder = Holder() if seat is None else table.room[seat]
    token, number = holder.token, holder.number
    seated = Seated(table.id, table.name, table.game.NAME, seat, token, number)
    table.sender.send(connection, seated)
    table.show_room(connection, new=True)
    if table.match is not None and (table.phase == PLAYING or connection in table.room.at_end):
        table.match.tell_shuffle(connection, join.match, join.deals)
        table.match.greet(connection, seat, join.seen, now)
        if table.match.live.over and table.chance.shared:
            table.match.give_record(connection)
    table.shuffle.tell(connection)
    table.tell_evening([connection])


def leave(table: BaseTable, connection: ConnectionKey, seat: Seat | None, now: float) -> None:
    """Let a player or watcher leave for good; during a match a bot takes the seat."""
    table.sender.dismiss(connection, "left")
    if seat is not None:
        seating.leave(table.room, seat, table.plan.stand_in if table.phase == PLAYING else "")
        seating.pass_on(table.room, now)
        if not table.room.any_human():
            table.abandon()
    table.show_seats(now)
