"""Seats that change hands or are kept: given up, taken by bots, held for absent players.

A request that cannot be granted raises RefusalError and changes nothing.
"""

from collections.abc import Sequence
from typing import Final

from core.bots import LEVELS
from core.game import Seat
from net.table.room import Room
from net.wire.names import BOT_INITIALS, BOT_NAMES, unique_name
from net.wire.reasons import RefusalError


def leave(room: Room, seat: Seat, successor: str) -> None:
    """Free the seat of a player who gives it up, as `vacate` does."""
    room.changes.note("left", seat, room[seat].name)
    vacate(room, seat, successor)


def vacate(room: Room, seat: Seat, successor: str) -> None:
    """Free a seat without noting a change; a bot of the level `successor`, if any, takes it."""
    room[seat].clear()
    if successor:
        _sit_bot(room, seat, successor)


def seat_bots(room: Room, levels: Sequence[str]) -> None:
    """Seat the bots with which a table is opened, starting from its last seat."""
    for number, level in enumerate(levels, 1):
        _sit_bot(room, len(room) - number, level)


def fill(room: Room, seat: Seat, level: str, *, playing: bool) -> None:
    """Seat a bot; while a match is played, only for a player who is away."""
    holder = room[seat]
    if level not in LEVELS:
        raise RefusalError("level", levels=", ".join(LEVELS))
    if playing and holder.away:
        if holder.bot != level:
            holder.bot = level
            room.changes.note("stand_in", seat, holder.name, level=level)
    elif holder.human:
        raise RefusalError("occupied")
    elif playing:
        raise RefusalError("running")
    elif holder.bot != level:
        _sit_bot(room, seat, level)


def free_seat(room: Room, seat: Seat) -> None:
    """Free the seat of a bot; a free seat stays free."""
    holder = room[seat]
    if holder.human:
        raise RefusalError("occupied")
    if not holder.free:
        room.changes.note("cleared", seat, holder.name, level=holder.bot)
    holder.clear()


def free_all(room: Room, match: int | None) -> None:
    """Free every seat, as no player is left; `match` is the one that ends unfinished."""
    facts = {} if match is None else {"match": match}
    room.changes.note("abandoned", None, "", **facts)
    room.began = ()
    for holder in room:
        holder.clear()


def end_match(room: Room, now: float) -> None:
    """Dismiss the bots that stand in; absent players now keep their seats for a limited time."""
    room.changes.note("over")
    room.began = ()
    room.at_end = {*room.connections()}
    for holder in room:
        holder.played = holder.human
        if holder.human:
            holder.bot, holder.answer_by, holder.idle = "", None, False
        if holder.away:
            holder.away_since = now


def _sit_bot(room: Room, seat: Seat, level: str) -> None:
    """Give a seat to a bot for good, under a name of its own."""
    holder = room[seat]
    holder.clear()
    used = room.names()
    # One letter stands for a player in many places, so no other name should begin with it.
    initials = {*"".join(BOT_INITIALS.get(name, name[:1].casefold()) for name in used)}
    free = [name for name in BOT_NAMES if name not in used] or [*BOT_NAMES]
    name = next((name for name in free if not initials & {*BOT_INITIALS[name]}), free[0])
    holder.name = unique_name(name, used)
    holder.bot, holder.ready = level, True
    room.reserve(holder.name)
    room.changes.note("bot", seat, holder.name, level=level)


AWAY_SECONDS: Final = 60.0
"""Seconds that a seat is held after a lost connection before a match; in a match, for ever."""

OWNER_SECONDS: Final = 10.0
"""Seconds that a table waits for its owner before a player present takes over."""


ANSWER_SECONDS: Final = 30.0
"""Seconds that a player has to answer the owner's question, "are you there?"."""

ABANDONED_SECONDS: Final = 1800.0
"""Seconds that a match waits with all players away, at a host without a player of its own."""


def ask(room: Room, seat: Seat, now: float) -> None:
    """Ask whether a player is present; only once until the time is up."""
    holder = room[seat]
    if holder.answer_by is None:
        holder.answer_by = now + ANSWER_SECONDS
        room.changes.note("asked", seat, holder.name, seconds=int(ANSWER_SECONDS))


def answer_times(room: Room) -> list[float]:
    """Return the times by which players have to answer the owner's question."""
    return [holder.answer_by for holder in room if holder.answer_by is not None]


def replace_silent(room: Room, level: str, now: float) -> bool:
    """Have a bot play for players who have not answered; return whether there were any.

    An answer counts as missing only if the network is known to have worked since the question.
    """
    silent = [
        (seat, holder)
        for seat, holder in enumerate(room)
        if holder.answer_by is not None and min(now, room.heard) >= holder.answer_by
    ]
    for seat, holder in silent:
        holder.answer_by, holder.idle, holder.bot = None, True, level
        room.changes.note("stand_in", seat, holder.name, level=level, why="idle")
    return bool(silent)


def abandoned_due(room: Room) -> float | None:
    """Return the time at which a match whose players are all away is given up."""
    if not room.unattended:
        return None
    away = [holder.away_since for holder in room if holder.human]
    if not away or None in away:
        return None
    return max(since for since in away if since is not None) + ABANDONED_SECONDS


def give_up_absent(room: Room, now: float) -> bool:
    """Free the seats of players away for too long; return whether there were any."""
    gone = [
        (seat, holder)
        for seat, holder in enumerate(room)
        if (since := holder.awaited_since) is not None and now >= since + AWAY_SECONDS
    ]
    for seat, holder in gone:
        room.changes.note("left", seat, holder.name, why="away")
        holder.clear()
    return bool(gone)


def absent_due(room: Room) -> float | None:
    """Return the time at which the next seat is freed."""
    times = [since for holder in room if (since := holder.awaited_since) is not None]
    return min(times) + AWAY_SECONDS if times else None


def owner_due(room: Room) -> float | None:
    """Return the time at which a player present takes over from an absent owner.

    An owner whose program is still reopening the table keeps it, and so does an owner who has only
    left the room while the table stays open in that program.
    """
    if room.owner is None or room.owner == room.coming:
        return None
    since = room[room.owner].awaited_since
    return None if since is None or not room.seat_of else since + OWNER_SECONDS


def pass_on(room: Room, now: float) -> bool:
    """Give the table to the next player if its owner is gone; return whether it changed hands."""
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
