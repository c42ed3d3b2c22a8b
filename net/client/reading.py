"""Reads rooms, positions and new places of tables from a host's messages.

Pure; a message that makes no sense raises BadMessageError.
"""

import re
from collections.abc import MutableSequence, Sequence
from random import Random
from typing import Any, Final, cast

import msgspec
from msgspec.structs import asdict

from core.game import Game, OptionError, PlainEvent, Seat, parse_options
from core.games import EVENTS
from net.client.events import IntermissionChanged, Position, RoomState, TableMoved
from net.wire.from_host import Closed, Gathered, Missed, Paused, Updated
from net.wire.message import EventLine
from net.wire.names import clean_name
from net.wire.protocol import BadMessageError
from net.wire.views import exact, parse_event, parse_view

MOST_EVENTS: Final = 256
"""A few dozen lead to a position; a host that sends many more means to fill the memory."""


def read_room(game: Game, message: Gathered) -> RoomState:
    """Return the room with the game's own Options."""
    try:
        options = parse_options(game.Options, message.options)
    except OptionError as error:
        raise BadMessageError(str(error)[:200]) from None
    return RoomState(**asdict(message) | {"options": options, "happened": []})


def read_position(
    game: Game, room: RoomState, seat: Seat | None, message: Updated, *, own: bool = False
) -> Position:
    """Return the position of `seat` with the game's own View, without the time left.

    `own` means that the host is in this process and can be trusted.
    """
    seats, kind = len(room.seats), cast("Any", game.View)
    _check_form(message.view, exact(kind, seats=seats, lenient=True), "a view")
    view = parse_view(game, room.options, message.view)
    if view.seat != seat:
        raise BadMessageError("somebody else's position")
    if not view.seats == len(view.totals) == seats:
        raise BadMessageError("a position of another table")
    if not (own or _is_possible(game, view)):
        raise BadMessageError("a position that this game cannot come to")
    if len(message.events) > MOST_EVENTS:
        raise BadMessageError("more events than lead to a position")
    return Position(message.seq, view, _read_events(game, message.events, seats), message.late)


def read_missed(game: Game, room: RoomState, message: Missed, seen: int) -> tuple[PlainEvent, ...]:
    """Return the events since the position `seen`."""
    seats = len(room.seats)
    lines = [each.event for each in message.events if each.seq > seen]
    return _read_events(game, lines, seats)


def read_moved(message: Closed) -> TableMoved | None:
    """Return the new place of a table; None if a foreign host does not name one properly."""
    facts = message.facts
    if message.code != "moved":
        return None
    match facts.get("address"), facts.get("port"), facts.get("fingerprint"):
        case str(address), int(port), str(shown) if address and 0 < port < 1 << 16:
            if re.fullmatch("[0-9a-f]{64}", shown):
                name, word = clean_name(str(facts.get("name", ""))), str(facts.get("word", ""))
                return TableMoved(name, address, port, shown, word if len(word) <= 64 else "")
    return None


def _read_events(game: Game, lines: Sequence[EventLine], seats: int) -> tuple[PlainEvent, ...]:
    """Return the events whose kinds the game knows; a later version of the host may send more."""
    known = EVENTS.get(game.NAME)
    return tuple(
        _read_event(game, line, seats) for line in lines if known is None or line.kind in known
    )


def _read_event(game: Game, line: EventLine, seats: int) -> PlainEvent:
    """Return an event whose data fit its kind, so that no reader needs to check them again."""
    event = parse_event(line)
    if event.seat is not None and event.seat >= seats:
        raise BadMessageError("an event at another table")
    table = EVENTS.get(game.NAME)
    if table is None:
        return event
    form = exact(table[event.kind].data, seats=seats, lenient=True)
    _check_form(event.data, form, f"an event of kind {event.kind}")
    try:
        table.read(event)
    except (ValueError, RecursionError) as error:
        raise BadMessageError(f"an event of kind {event.kind}: {error}"[:200]) from None
    return event


def _check_form(plain: Any, form: Any, what: str) -> None:
    try:
        msgspec.convert(plain, form, strict=True)
    except (ValueError, RecursionError) as error:
        raise BadMessageError(f"{what}: {error}"[:200]) from None


class _AsTheyLie(Random):
    """A Random that leaves the order alone: any one state that gives the View is enough."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Leave the order: shuffling takes most of the time of `imagine`."""


_AS_THEY_LIE: Final = _AsTheyLie(0)


def _is_possible(game: Game, view: Any) -> bool:
    """Return whether some state gives this View, so that boards and bots can rely on it.

    A host can send fields that are correct one by one and contradict one another.
    """
    try:
        return bool(game.view(game.imagine(view, _AS_THEY_LIE), view.seat) == view)
    except Exception:  # rules are not written for a View that they never make
        return False


def read_paused(message: Paused, now: float) -> IntermissionChanged:
    """Return the intermission, with its end by this machine's clock."""
    ends = None if message.left < 0 else end_of(message.left, now)
    awaited, gone_on = tuple(message.awaited), tuple(message.gone_on)
    return IntermissionChanged(message.seq, awaited, gone_on, ends, message.giver)


def end_of(left: int, now: float) -> float | None:
    """Return the time in `left` milliseconds; None for 0, when no clock is running."""
    return now + left / 1000 if left else None
