"""How long those who are away are waited for: their seats before a match, and the owner."""

from __future__ import annotations

from typing import Final

from net.table.room import Room

AWAY_SECONDS: Final = 60.0
"""How long a seat is kept before the match when a connection breaks; in a match, always."""

OWNER_SECONDS: Final = 10.0
"""How long a table waits for its owner before somebody present takes over."""


def give_up_absent(room: Room, now: float) -> bool:
    """Free the seats of those away for too long; tell whether there were any."""
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
    """When an absent owner has been waited for long enough by those present."""
    since = None if room.owner is None else room[room.owner].away_since
    return None if since is None or not room.seat_of else since + OWNER_SECONDS


def pass_on(room: Room, now: float) -> bool:
    """Give the table to the next person if its owner has gone; tell if it changed hands."""
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
