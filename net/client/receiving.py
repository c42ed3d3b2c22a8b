"""The meaning of a host's messages: each changes the knowledge of a table and gives events. No I/O.

`events_of` has a case for each message; the functions below it handle the longer ones. They raise
BadMessageError for a message that makes no sense in the present state, and HandshakeError if this
client cannot join the table.

    Welcomed -> Connected   Seated -> SatDown   Gathered -> RoomChanged   Updated -> Position
    Refused -> Refusal, CodeWanted or NotSeated   Committed, Revealed -> the events of DealWatch

Sample: `Updated(seq=41, view={...}, events=[...], number=7, left=30000)` becomes a `Position` whose
view is checked against the game, takes the player's move 7 off `moves`, and sets `ends`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from msgspec import structs

from core.game import Game, PlainEvent
from net.client import events, reading
from net.client.deal_watch import compared
from net.client.known import KnownTable
from net.client.watched_match import blame
from net.migration import IncomingStage
from net.wire import from_host
from net.wire.message import RoomChange
from net.wire.protocol import BadMessageError
from net.wire.reasons import REFUSALS
from net.wire.to_host import Join, Play, Request, Return, ToHost

_NO_REQUEST: Final = ("denied", "fast", "quiet", "locked", "joined")
"""The codes of Refused after which a watcher may ask for a seat again."""


def events_of(
    known: KnownTable, message: from_host.FromHost, now: float
) -> Iterator[events.ClientEvent]:
    """Take a message that came at the time `now`; yield its events."""
    match message:
        case from_host.Updated():
            yield from _updated(known, message, now)
        case from_host.Welcomed():
            yield from _welcomed(known, message)
        case from_host.Proving() | from_host.Confirmed():
            yield from answers(known, known.handshake.answer(message))
        case from_host.Refused():
            yield from _refused(known, message)
        case from_host.Seated():
            yield _sit(known, message)
            yield from _stays(known)
            if message.seat is None and known.requested:
                yield events.Answer(Request())  # the host knows only the watchers who are connected
            if message.seat is not None:
                yield from answers(known, known.handshake.identify())
        case from_host.Gathered():
            yield from _gathered(known, message, now)
        case from_host.Given(seat=seat):
            known.handshake.give(message)
            yield events.SeatGiven(seat)
        case from_host.Moved():
            _move(known, message)
        case from_host.GameChanged():
            yield from _change_game(known, message)
        case from_host.Tallied():
            known.matches = tuple(message.matches)
            yield events.EveningTold(known.matches)
        case from_host.Said():
            yield events.Spoken(message.seat, message.name, message.text, message.phrase)
        case from_host.Ponged(sent=sent):
            known.took = max(1, int(now * 1000) - sent)
        case from_host.Peers():
            known.peers = message
            yield events.PeersTold(message)
        case from_host.Closed():
            yield from _closed(known, message)
        case from_host.Chosen() | from_host.Announced() | from_host.Handed():
            yield from _about_moving(known, message)
        case _:
            yield from _of_the_match(known, message, now)


def _of_the_match(
    known: KnownTable, message: from_host.FromHost, now: float
) -> Iterator[events.ClientEvent]:
    match message:
        case from_host.Missed():
            if known.game is None or known.room is None:
                raise BadMessageError("events before a room")
            if missed := reading.read_missed(known.game, known.room, message, known.seq):
                yield events.WasMissed(missed, _was_helped(known, missed))
        case from_host.Timed(left=left, giver=giver, given=given):
            known.ends = reading.end_of(left, now)
            known.time_given = known.time_given or giver is not None
            yield events.TimeChanged(known.ends, giver, tuple(given))
        case from_host.Paused():
            known.paused = reading.read_paused(message, now)
            yield known.paused
        case from_host.Committed():
            if known.room is None:
                raise BadMessageError("a shuffle before a room")
            if known.deals is not None:
                yield from known.deals.receive(message, known.seat, known.room, known.game)
        case from_host.Revealed():
            if known.deals is not None and known.game is not None:
                yield from known.deals.take(message, known.game)
        case from_host.Recorded():
            yield from _recorded(known, message)


def _about_moving(
    known: KnownTable, message: from_host.Chosen | from_host.Announced | from_host.Handed
) -> Iterator[events.ClientEvent]:
    match message:
        case from_host.Chosen(attempt=attempt, at_once=at_once):
            known.incoming.chosen(attempt)
            yield events.HostingWanted(attempt, at_once)
        case from_host.Announced():
            place = message.address, message.port, message.fingerprint
            yield events.ReachWanted(message.attempt, *place)
        case from_host.Handed():
            numbers = message.attempt, message.part, message.parts
            whole = known.incoming.handed(*numbers, message.text)
            if whole is not None:
                yield events.TableHanded(whole)


def _gathered(
    known: KnownTable, message: from_host.Gathered, now: float
) -> Iterator[events.ClientEvent]:
    game, deals = known.game, known.deals
    if game is None:
        raise BadMessageError("a room before a seat")
    phase = known.room.phase if known.room else ""
    known.room = room = reading.read_room(game, message)
    happened = tuple(message.happened)
    if room.phase == "playing" and known.position_game is not game:
        known.position = None  # that of an earlier match
    agreed = _agrees(known, room, happened)
    begins = [change for change in happened if change.kind == "begun"]
    if deals is not None:
        deals.contact.settle()
        if not begins:
            yield from deals.follow(room, known.seat, happened)
    known.presence.follow(happened, known.seat, now)
    for begun in begins:
        known.end.begin(int(begun.facts.get("match", 0)), room.seats)
        if deals is not None:
            yield from deals.begin(game, room, known.seat, agreed=agreed)
        known.position, known.taken_back = None, False  # its seats were those of the previous match
    moves = [change for change in happened if change.kind in ("migrating", "staying")]
    if moves:
        known.moving = moves[-1].kind == "migrating"
    yield events.RoomChanged(room, happened)
    # The question of a second attempt is told before the end of the first one.
    if [change.kind for change in moves if change.seat == known.seat][-1:] == ["staying"]:
        yield from _stays(known)
    if deals is not None and phase == "playing" and room.phase != "playing":
        yield from deals.match_over(game)


def _agrees(known: KnownTable, room: events.RoomState, happened: Sequence[RoomChange]) -> bool:
    """Return whether this player has agreed to a match that begins now, if one does."""
    if known.seat is None or known.seat >= len(room.seats):
        return True
    return known.consent.follow(room, happened, known.seat, here=known.handshake.returned)


def _stays(known: KnownTable) -> Iterator[events.ClientEvent]:
    """Drop the preparations for moving the table to this computer."""
    if known.incoming.stage not in (IncomingStage.NONE, IncomingStage.SERVING):
        known.incoming.stays()
        yield events.TableStays()


def _recorded(known: KnownTable, message: from_host.Recorded) -> Iterator[events.ClientEvent]:
    """Pass on the host's whole record, with this client's knowledge to compare it with."""
    asked = known.handshake.name
    received = known.end.take(message, known.game, known.seated, known.position, asked)
    if received is None:
        return
    deals, seen = known.deals, received.seen
    if deals is not None:
        yield from deals.catch_up(known.game)
        seen = compared(deals, received.match, seen)
    yield replace(received, seen=seen)


def _closed(known: KnownTable, message: from_host.Closed) -> Iterator[events.ClientEvent]:
    moved = reading.read_moved(message) if known.handshake.migrates else None
    if moved is not None:
        known.handshake.follow(moved.fingerprint, moved.word)
        yield moved
        return
    if known.deals is not None:
        yield from known.deals.finish(known.game, closed=message.code == "host")
    yield known.dismiss(message)


def answers(known: KnownTable, messages: list[ToHost]) -> Iterator[events.Answer]:
    """Give messages of the handshake to send; a Join brings the unanswered move along."""
    for message in messages:
        if isinstance(message, Return):
            known.moves.pending = None  # chosen in the void deal
        if isinstance(message, Join):
            message = _with_known(known, message)
        yield events.Answer(message)
        if isinstance(message, Join) and known.pending is not None:
            yield events.Answer(known.pending)


def _with_known(known: KnownTable, join: Join) -> Join:
    """Name in a Join the parts of its table that this client has: they need not be sent again."""
    if known.seated is None or join.table != known.seated.table or known.void:
        return join
    match, deals = 0, 0
    if known.deals is not None:
        match, deals = known.deals.match.number, known.deals.match.awaited - 1
    return structs.replace(join, seen=known.seq, match=match, deals=deals)


def _welcomed(known: KnownTable, message: from_host.Welcomed) -> Iterator[events.ClientEvent]:
    known.migrates = message.migrates
    if not known.connected:
        again, known.connected, known.was_lost = known.was_lost, True, False
        yield events.Connected(message.host, tuple(message.tables), again)
    elif known.seated is not None:
        yield events.WaysTold(tuple(message.ways))
    yield from answers(known, known.handshake.answer(message))


def _refused(known: KnownTable, message: from_host.Refused) -> Iterator[events.ClientEvent]:
    play = known.moves.refuse(message.number)
    known.requested = known.requested and message.code not in _NO_REQUEST
    replies, code = known.handshake.answer(message), message.code
    if replies:
        yield from answers(known, replies)
    elif known.seated is None:
        if code in ("code", "wrong"):
            yield events.CodeWanted(wrong=code == "wrong")
        else:
            yield _no_seat(known, message)
    elif code in ("shuffled", "nonce"):
        if known.deals is not None:
            known.deals.refused(code)  # the event Shuffled reports it
    elif code == "key":
        known.seated = None  # at a branch whose seat another player has taken by now
        yield _no_seat(known, message)
    # that code refuses a program whose move of the table was called off meanwhile
    elif code != "unasked":
        move = play.move if play else None
        shown = code if code in REFUSALS and _has_asked(known, code, play) else ""
        yield events.Refusal(shown, message.reason, message.rule, message.facts, move)
        if play is not None and code == "illegal":
            yield from _forbidden(known, play)


def _no_seat(known: KnownTable, message: from_host.Refused) -> events.NotSeated:
    known.handshake.give_up()
    return events.NotSeated(message.code, message.reason, message.facts)


def _has_asked(known: KnownTable, code: str, play: Play | None) -> bool:
    """Return whether a refusal by the game's rules answers a request of this client."""
    return (code != "illegal" or play is not None) and (code != "rule" or known.owns)


def _forbidden(known: KnownTable, play: Play) -> Iterator[events.ClientEvent]:
    """Report a host that forbids a move which the rules allow."""
    now = known.position
    if known.deals is None or known.game is None or now is None or now.seq != play.seq:
        return
    if play.move in known.game.legal(now.view):
        yield from blame(known.deals.match, "refused")


def _sit(known: KnownTable, message: from_host.Seated) -> events.SatDown:
    game = _named(known, message.game)
    if known.seated is not None and known.seated.game != message.game:
        _forget_room(known)
    again = known.handshake.coming_back
    known.handshake.sit(message)
    known.seated, known.moving = message, False
    known.requested = known.requested and message.seat is None
    known.game = game
    known.taken_since = message.number - known.moves.taken
    known.moves.take(message.number)
    if known.deals is not None and known.origins:
        known.deals.add_origins(known.origins)
    return events.SatDown(message.table, message.table_name, message.game, message.seat, again)


def _named(known: KnownTable, game: str) -> Game:
    if game not in known.games:
        raise BadMessageError(f"this program does not know the game {game!r}"[:120])
    return known.games[game]


def _forget_room(known: KnownTable) -> None:
    """Forget the room of another game, and a position unless it shows the end of a match."""
    known.room, known.paused, known.ends = None, None, None
    known.moves.pending = None
    if known.position is not None and known.position.view.result is None:
        known.position = None


def _change_game(known: KnownTable, message: from_host.GameChanged) -> Iterator[events.ClientEvent]:
    """Take another game and the seat in it; before that, check the rest of the last match."""
    seated, game = known.seated, _named(known, message.game)
    if seated is None or (known.room is not None and known.room.phase == "playing"):
        raise BadMessageError("another game out of turn")
    if seated.seat is None and message.seat is not None:
        raise BadMessageError("a seat for a watcher")
    if known.deals is not None:
        yield from known.deals.finish(known.game, closed=True)
    _forget_room(known)
    known.handshake.change(message.seat)
    token = "" if message.seat is None else seated.token
    known.seated = structs.replace(seated, game=message.game, seat=message.seat, token=token)
    known.game = game
    yield events.GameChanged(seated.game, message.game, seated.seat, message.seat)


def _was_helped(known: KnownTable, missed: Sequence[PlainEvent]) -> bool:
    """Return whether more moves of this seat were missed than its player has made.

    Moves made before this program was connected, or in a void deal, prove nothing.
    """
    seat = known.seat
    if seat is None or known.void or known.position is None or known.view.seat != seat:
        return False
    made = sum(event.kind == "moved" and event.seat == seat for event in missed)
    return made > known.taken_since


def _move(known: KnownTable, message: from_host.Moved) -> None:
    room, seated = known.room, known.seated
    if room is None or seated is None or seated.seat is None or room.phase == "playing":
        raise BadMessageError("another seat out of turn")
    if message.seat >= len(room.seats):
        raise BadMessageError("a seat that this table does not have")
    known.handshake.move(message)
    known.seated = structs.replace(seated, seat=message.seat)


def _updated(
    known: KnownTable, message: from_host.Updated, now: float
) -> Iterator[events.ClientEvent]:
    game, room, deals = known.game, known.room, known.deals
    if game is None or room is None:
        raise BadMessageError("a position before a room")
    read = reading.read_position(game, room, known.seat, message, own=deals is None)
    known.ends, known.time_given = reading.end_of(message.left, now), False
    known.position, known.void = replace(read, ends=known.ends), False
    known.position_game = game
    known.end.see(known.position, room)
    taken = known.moves.take(message.number)
    # Moves accepted before Seated came may have been made with the same token elsewhere.
    if taken is not None and deals is not None and known.seat is not None:
        deals.match.note_made(known.seat, taken.move)
    if deals is not None:
        yield from deals.see(known.position, known.seat, room, game)
    yield known.position
