"""A table as the text of its log, for the program that continues it on another computer. No I/O.

The last line has all further facts of the table; every player is away.
"""

from typing import Final

from core.bots import LEVELS
from net.table.base import BaseTable, opened_line
from net.table.log import HandedLine, OpenedLine, damaged, log_text
from net.table.log_contents import Log
from net.table.log_reader import read_table
from net.table.log_writer import room_line

MOST_COUNTED: Final = 1 << 52
"""A table with higher numbers would soon reach ones that do not fit into a message."""


def handed_text(table: BaseTable, attempt: int) -> str:
    """Return a table as it is now, as text."""
    room, access = table.room, table.room.access
    now = room_line(room, table.code)
    kept_out, untold = access.known()
    handed = HandedLine(
        table.agreement.terms,
        table.matches,
        table.seq,
        attempt,
        table.migration.word,
        now,
        tuple(place.ready for place in room),
        tuple(place.played for place in room),
        kept_out,
        untold,
        guests=room.guests,
        watchers=len(room.watchers),
    )
    if table.match is None:
        return log_text([opened_line(table, now), handed])
    began, *played = table.log.lines
    assert isinstance(began, OpenedLine)
    return log_text([opened_line(table, began.room), *played, handed])


def read_handed(text: str) -> Log:
    """Return the log of a handed table. Raises LogError."""
    log = read_table(text.encode("utf-8"))
    last, seats = log.lines[-1], len(log.opened.room.seats)
    if not isinstance(last, HandedLine):
        raise damaged(len(log.lines))
    rooms = [last.room] if last.undealt is None else [last.room, last.undealt.room]
    levels = {seat.bot for room in rooms for seat in room.seats if seat.bot}
    counted = last.matches, last.seq, last.terms, last.attempt
    right = (
        len(last.ready) == len(last.played) == seats
        and all(len(room.seats) == seats for room in rooms)
        and all(room.owner is None or room.owner < seats for room in rooms)
        and max(counted) <= MOST_COUNTED
        and levels <= {*LEVELS}
        and (last.undealt is None or log.begun is None)
    )
    if not right:
        raise damaged(len(log.lines))
    return log
