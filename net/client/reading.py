"""Reads rooms and positions from a host's messages. Pure; nonsense raises BadMessageError."""

from __future__ import annotations

import msgspec

from core.game import Game, OptionError, PlainEvent, Seat, parse_options
from core.games import EVENTS
from net.client.events import Position, RoomState
from net.wire.exact import exact
from net.wire.from_host import EventLine, Gathered, Updated
from net.wire.protocol import BadMessageError
from net.wire.views import parse_event, parse_view


def read_room(game: Game, message: Gathered) -> RoomState:
    """Return the room with the game's own Options."""
    try:
        options = parse_options(game.Options, message.options)
    except OptionError as error:
        raise BadMessageError(str(error)[:200]) from None
    return RoomState(
        message.phase,
        tuple(message.seats),
        message.owner,
        options,
        tuple(message.watchers),
        message.clock,
        message.code,
        message.terms,
        message.pause,
        message.locked,
        message.watching,
        message.watchers_talk,
        tuple(message.kept_out),
        tuple(message.evening),
        message.rematch,
    )


def read_position(game: Game, room: RoomState, seat: Seat | None, message: Updated) -> Position:
    """Return the position as `seat` may see it, with the game's own View; the time is not in it."""
    view, seats = parse_view(game, room.options, message.view), len(room.seats)
    if view.seat != seat:
        raise BadMessageError("somebody else's position")
    if not view.seats == len(view.totals) == seats or not {*view.to_act} <= {*range(seats)}:
        raise BadMessageError("a position of another table")
    events = tuple(_read_event(game, line, seats) for line in message.events)
    return Position(message.seq, view, events, message.late)


def _read_event(game: Game, line: EventLine, seats: int) -> PlainEvent:
    """Return an event whose data are what its kind has, so that nobody else need look again."""
    event = parse_event(line)
    if event.seat is not None and event.seat >= seats:
        raise BadMessageError("an event at another table")
    table = EVENTS.get(game.NAME)
    if table is None or event.kind not in table:
        return event  # a later host may tell of more
    try:
        form = exact(table[event.kind].data, seats=seats, lenient=True)
        msgspec.convert(event.data, form, strict=True)
        table.read(event)
    except (ValueError, RecursionError) as error:
        raise BadMessageError(f"an event of kind {event.kind}: {error}"[:200]) from None
    return event
