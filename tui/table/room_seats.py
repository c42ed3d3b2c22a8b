"""What the waiting room says about the seats: who sits there, who is ready. Draws nothing."""

from __future__ import annotations

from typing import Final

from core.game import Seat
from net.wire.names import bot_temper
from tui.language.rule_names import level_name, temper_name
from tui.language.text import t
from tui.table.session import TableSession

START_NOW: Final = "Everybody is ready: start the match"
"""What the owner is told once everybody is ready."""


def seat_notes(session: TableSession, seat: Seat, *, tempers: bool = True) -> str:
    """Say whose seat it is, which bot sits there, or whether its player is ready."""
    line, room = session.seats[seat], session.client.room
    notes = []
    if not line.kind:
        return ""
    if seat == session.client.seat:
        notes.append(t("you"))
    if room is not None and room.owner == seat:
        notes.append(t("owner"))
    if line.kind.startswith("bot:"):
        level = line.kind.removeprefix("bot:")
        notes.append(level_name(level))
        silent = line.away or line.idle or not tempers
        if temper := "" if silent else bot_temper(line.name, level):
            notes.append(temper_name(temper))
        notes += [t("does not answer")] if line.idle else []
    elif line.away:
        notes.append(t("away"))
    elif line.ready:
        notes.append("✓ " + t("ready"))
    elif room is not None and room.owner != seat:
        notes.append(t("not ready"))
    return " · ".join(notes)


def who_is_ready(session: TableSession) -> str:
    """Say how many of the people have said they are ready; the owner says so by starting."""
    room, seats = session.client.room, session.seats
    people = [
        line
        for seat, line in enumerate(seats)
        if line.kind == "human" and room is not None and seat != room.owner
    ]
    ready = sum(line.ready for line in people)
    if not people:
        return ""
    if ready < len(people):
        return t("{n} of {all} ready", n=ready, all=len(people))
    if not all(line.kind for line in seats):
        return t("Everybody here is ready")
    return (
        t("Everybody is ready: start the match") if session.client.owns else t("Everybody is ready")
    )


def is_watching(session: TableSession) -> bool:
    """Tell whether this player only watches."""
    return session.client.seat is None


def free_seats(session: TableSession) -> int:
    """Count the seats nobody has taken."""
    return sum(not line.kind for line in session.seats)


def is_ready(session: TableSession) -> bool:
    """Tell whether this player has said ready."""
    seat, seats = session.client.seat, session.seats
    return seat is not None and seat < len(seats) and seats[seat].ready
