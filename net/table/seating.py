"""Seats that change hands: given up, freed by the owner, taken by bots.

Raises RefusalError for what cannot be done; then nothing has changed.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.bots import LEVELS
from core.game import Seat
from net.table.room import Room
from net.wire.names import BOT_NAMES, unique_name
from net.wire.reasons import RefusalError


def leave(room: Room, seat: Seat, successor: str = "") -> None:
    """Free the seat of a player who gives it up; a bot of the level `successor` takes it over."""
    room.changes.note("left", seat, room[seat].name)
    vacate(room, seat, successor)


def vacate(room: Room, seat: Seat, successor: str = "") -> None:
    """Free a seat without telling anybody; a bot of the level `successor` takes it over."""
    room[seat].clear()
    if successor:
        _sit_bot(room, seat, successor)


def seat_bots(room: Room, levels: Sequence[str]) -> None:
    """Seat the bots that a table is opened with, starting from its last seat."""
    for number, level in enumerate(levels, 1):
        _sit_bot(room, len(room) - number, level)


def fill(room: Room, seat: Seat, level: str, *, playing: bool) -> None:
    """Seat a bot; while a match is played, only for a player who is away."""
    place = room[seat]
    if level not in LEVELS:
        raise RefusalError("level", levels=", ".join(LEVELS))
    if playing and place.away:
        if place.bot != level:
            place.bot = level
            room.changes.note("stand_in", seat, place.name, level=level)
    elif place.human:
        raise RefusalError("occupied")
    elif playing:
        raise RefusalError("running")
    elif place.bot != level:
        _sit_bot(room, seat, level)


def free_seat(room: Room, seat: Seat) -> None:
    """Free the seat of a bot; a free one stays free."""
    place = room[seat]
    if place.human:
        raise RefusalError("occupied")
    if not place.free:
        room.changes.note("cleared", seat, place.name, level=place.bot)
    place.clear()


def free_all(room: Room, match: int | None) -> None:
    """Free every seat: nobody is left to play for. `match` is the one that ends unfinished."""
    facts = {} if match is None else {"match": match}
    room.changes.note("abandoned", None, "", **facts)
    for place in room:
        place.clear()


def end_match(room: Room, now: float) -> None:
    """Bots no longer stand in, and players who are away are no longer waited for without end."""
    room.changes.note("over")
    for place in room:
        if place.human:
            place.bot, place.answer_by, place.idle = "", None, False
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
