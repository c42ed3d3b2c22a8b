"""Players and watchers join a table, resume their seats and leave. Functions over a table.

Join with the token of a seat -> resumed    Return with its key, at a branch -> resumed
Join without one              -> a free seat, or a watcher
each is answered with Seated, the room, and what its client lacks of the match
"""

from __future__ import annotations

from typing import Final

from core.game import Seat
from net.branch.statements import signed_bytes
from net.table import seating
from net.table.base import BaseTable
from net.table.effects import ConnectionKey, Peer
from net.table.phases import PLAYING
from net.table.room import Holder
from net.wire.from_host import Seated
from net.wire.reasons import RefusalError
from net.wire.to_host import Join, Return

_HAS_NOTHING: Final = Join("")
"""The Join of a client that has nothing of the match so far."""


def join(
    table: BaseTable, connection: ConnectionKey, message: Join, now: float, peer: Peer
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
    table: BaseTable, connection: ConnectionKey, message: Return, now: float, peer: Peer
) -> None:
    """Resume a seat at a branch by its key. Raises RefusalError.

    A seat that was given to another player has that player's key, or none.
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
    table.show_seats(now)


def _come_back(table: BaseTable, connection: ConnectionKey, seat: Seat, peer: Peer) -> None:
    if (old := table.room[seat].connection) is not None:
        # The newest connection wins: the old one is often dead without a sign of it.
        table.sender.dismiss(old, "elsewhere")
    table.room.come_back(connection, seat, peer)


def _greet(
    table: BaseTable, connection: ConnectionKey, seat: Seat | None, join: Join, now: float
) -> None:
    """Send the state of the table to a new connection, but for what its Join says it has."""
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
