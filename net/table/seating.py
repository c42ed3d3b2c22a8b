"""Seats that change hands: given up, freed by the owner, taken by bots.

Raises RefusalError for what cannot be done; then nothing has changed.
"""

from __future__ import annotations

from core.bots import LEVELS
from core.game import Seat
from net.table.effects import Connection
from net.table.room import Room
from net.wire.names import BOT_NAMES, unique_name
from net.wire.reasons import RefusalError


def leave(room: Room, seat: Seat, successor: str = "") -> None:
    """Free the seat of a player who gives it up; a bot of the level `successor` takes it over."""
    room.changes.note("left", seat, room[seat].name)
    room[seat].clear()
    if successor:
        _sit_bot(room, seat, successor)


def fill(room: Room, seat: Seat, level: str, *, playing: bool) -> None:
    """Seat a bot; while a match is played only for a player who is away."""
    place = room[seat]
    if level not in LEVELS:
        raise RefusalError("level", levels=", ".join(LEVELS))
    if playing and place.away:
        place.bot = level
        room.changes.note("stand_in", seat, place.name, level=level)
    elif place.human:
        raise RefusalError("occupied")
    elif playing:
        raise RefusalError("running")
    else:
        _sit_bot(room, seat, level)


def free_seat(room: Room, seat: Seat, owner: Seat) -> Connection | None:
    """Free a seat for the owner; return the connection of whoever sat there."""
    place = room[seat]
    if seat == owner:
        raise RefusalError("occupied")
    if not place.free:
        facts = {} if place.human else {"level": place.bot}
        room.changes.note("cleared", seat, place.name, **facts)
    connection = place.connection
    place.clear()
    return connection


def free_all(room: Room) -> None:
    """Free every seat: nobody is left to play for."""
    room.changes.note("abandoned")
    for place in room:
        place.clear()


def end_match(room: Room, now: float) -> None:
    """Bots no longer stand in; those who are away are no longer waited for without end."""
    room.changes.note("over")
    for place in room:
        if place.human:
            place.bot = ""
        if place.away:
            place.away_since = now


def _sit_bot(room: Room, seat: Seat, level: str) -> None:
    """Give a seat to a bot for good, under a name of its own."""
    place = room[seat]
    place.clear()
    used = room.names()
    name = next((name for name in BOT_NAMES if name not in used), BOT_NAMES[0])
    place.name = unique_name(name, used)
    place.bot, place.ready = level, True
    room.changes.note("bot", seat, place.name, level=level)
