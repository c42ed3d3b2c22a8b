"""How long the table waits for players who are away or silent, for the owner, for an answer."""

from __future__ import annotations

from typing import Final

from core.game import Seat
from net.table.room import Room

AWAY_SECONDS: Final = 60.0
"""How long a seat is held before a match when its connection is lost; in a match, always."""

OWNER_SECONDS: Final = 10.0
"""How long a table waits for its owner before somebody present takes over."""


ANSWER_SECONDS: Final = 30.0
"""How long a player has to answer the owner who asks whether anybody is there."""

ABANDONED_SECONDS: Final = 1800.0
"""How long a match waits while all its people are away, at a host without a player of its own."""


def ask(room: Room, seat: Seat, now: float) -> None:
    """Ask a player whether anybody is there; asked once until the time is up."""
    place = room[seat]
    if place.answer_by is None:
        place.answer_by = now + ANSWER_SECONDS
        room.changes.note("asked", seat, place.name, seconds=int(ANSWER_SECONDS))


def answer_due(room: Room) -> float | None:
    """When the next player should have answered."""
    return min((place.answer_by for place in room if place.answer_by is not None), default=None)


def replace_silent(room: Room, level: str, now: float) -> bool:
    """Have a bot play for those who have not answered; tell whether there were any."""
    silent = [
        (seat, place)
        for seat, place in enumerate(room)
        if place.answer_by is not None and now >= place.answer_by
    ]
    for seat, place in silent:
        place.answer_by, place.idle, place.bot = None, True, level
        room.changes.note("stand_in", seat, place.name, level=level, why="idle")
    return bool(silent)


def abandoned_due(room: Room) -> float | None:
    """When the match has waited long enough for its people, all of whom are away."""
    away = [place.away_since for place in room if place.human]
    if not room.unattended or not away or None in away:
        return None
    return max(since for since in away if since is not None) + ABANDONED_SECONDS


def give_up_absent(room: Room, now: float) -> bool:
    """Free the seats of players away for too long; tell whether there were any."""
    gone = [
        (seat, place)
        for seat, place in enumerate(room)
        if place.away_since is not None and now >= place.away_since + AWAY_SECONDS
    ]
    for seat, place in gone:
        room.changes.note("left", seat, place.name, why="away")
        place.clear()
    return bool(gone)


def absent_due(room: Room) -> float | None:
    """When the next seat is given up."""
    times = [place.away_since for place in room if place.away_since is not None]
    return min(times) + AWAY_SECONDS if times else None


def owner_due(room: Room) -> float | None:
    """When those present have waited long enough for an absent owner."""
    since = None if room.owner is None else room[room.owner].away_since
    return None if since is None or not room.seat_of else since + OWNER_SECONDS


def pass_on(room: Room, now: float) -> bool:
    """Give the table to the next person if its owner has gone; tell whether it changed hands."""
    owner = room.owner
    due = owner_due(room)
    if owner is not None and room[owner].human and (due is None or now < due):
        return False
    start = owner or 0
    around = [(start + step) % len(room) for step in range(len(room))]
    present = [seat for seat in around if room[seat].human and not room[seat].away]
    waited_for = [seat for seat in around if room[seat].human]
    room.own(next(iter(present or waited_for), None))
    return room.owner != owner
