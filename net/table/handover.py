"""A whole table as text, for the program that continues it on another computer. No I/O.

The match goes along as the lines of its journal and is replayed from them; nobody is present.
"""

from collections.abc import Iterable
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from core.bots import LEVELS
from core.game import plain_options
from net.table.base import BaseTable
from net.table.journal import (
    JournalEntry,
    RoomEntry,
    check_of,
    damaged,
    to_line,
)
from net.table.journal_writer import room_entry
from net.table.room import MAX_UNTOLD
from net.wire.bounds import (
    MAX_KEPT_OUT,
    MAX_STANDINGS,
    Natural,
    RuleValues,
    ShownName,
    Token,
)
from net.wire.from_host import Standing

VERSION: Final = 1

MOST_COUNTED: Final = 1 << 52
"""A table that has counted further would soon come to numbers that nobody can be told."""


KeptOutLine: TypeAlias = tuple[ShownName, Token, Annotated[str, Meta(max_length=64)]]
"""Name, token and address of somebody who is kept out."""


class UndealtMatch(msgspec.Struct, frozen=True):
    """A match of which no deal is finished, and the host that knew its seeds is lost."""

    begun: Annotated[str, Meta(max_length=32)]
    """When it began, as in Terms."""
    room: RoomEntry
    """Who sat where then."""


class HandedTable(msgspec.Struct, frozen=True):
    """What another host has to know to continue a table."""

    kozyr_handed: Literal[1]
    id: Annotated[str, Meta(min_length=1, max_length=32, pattern="^[0-9A-Za-z-]*\\Z")]
    name: ShownName
    game: str
    options: RuleValues
    clock: Natural
    pause: int
    terms: Natural
    """How often the house rules, the clock or the pause have been changed."""
    matches: Natural
    seq: Natural
    attempt: Natural
    word: Token
    """Who shows it has been sent on by the old host."""
    room: RoomEntry
    ready: tuple[bool, ...]
    played: tuple[bool, ...]
    """By seat: whether its person has played the match that is over."""
    shuffler: Annotated[str, Meta(pattern="^[0-9a-f]{32}\\Z")]
    """The table id of the formulas of the shuffle, for the matches to come."""
    bots: tuple[str, ...] = ()
    kept_out: Annotated[tuple[KeptOutLine, ...], Meta(max_length=MAX_KEPT_OUT)] = ()
    untold: Annotated[tuple[Token, ...], Meta(max_length=MAX_UNTOLD)] = ()
    evening: Annotated[tuple[Standing, ...], Meta(max_length=MAX_STANDINGS)] = ()
    journal: str = ""
    """The lines of the match that is played or still shown; empty if there is none."""
    epoch: Natural = 0
    """How many times the table has gone on after its host was lost."""
    apart: bool = False
    """Whether the table has split: the others may have gone on with the match elsewhere."""
    undealt: UndealtMatch | None = None
    """A match whose host was lost before the first deal."""


def handed_text(table: BaseTable, attempt: int) -> str:
    """Write a table down as it is now."""
    room, access = table.room, table.room.access
    kept_out, untold = access.known()
    state = HandedTable(
        VERSION,
        table.id,
        table.name,
        table.game.NAME,
        plain_options(table.agreement.options),
        table.agreement.clock,
        table.agreement.pause,
        table.agreement.terms,
        table.matches,
        table.seq,
        attempt,
        table.migration.word,
        room_entry(room, table.code),
        tuple(place.ready for place in room),
        tuple(place.played for place in room),
        table.shuffler,
        table.opened_with,
        kept_out,
        untold,
        tuple(table.evening.standings),
        journal_text(table.journal.entries if table.match is not None else ()),
        table.epoch,
        table.apart,
    )
    return to_text(state)


def to_text(state: HandedTable) -> str:
    """Write a table as `read_handed` reads it."""
    return msgspec.json.encode(state).decode("utf-8")


def journal_text(entries: Iterable[JournalEntry]) -> str:
    """Write the lines of a match."""
    data, check = b"", 0
    for entry in entries:
        line = to_line(entry, check)
        data, check = data + line, check_of(line)
    return data.decode("utf-8")


def read_handed(text: str) -> HandedTable:
    """Read a table that was written down. Raises JournalError."""
    try:
        state = msgspec.json.decode(text.encode("utf-8"), type=HandedTable)
    except (ValueError, RecursionError) as error:
        raise damaged(1) from error
    seats, undealt = len(state.room.seats), state.undealt
    rooms = [state.room] if undealt is None else [state.room, undealt.room]
    levels = {*state.bots, *(seat.bot for room in rooms for seat in room.seats if seat.bot)}
    if not len(state.ready) == len(state.played) == seats:
        raise damaged(1)
    if max(state.matches, state.seq, state.terms, state.epoch, state.attempt) > MOST_COUNTED:
        raise damaged(1)
    if any(room.owner is not None and room.owner >= seats for room in rooms):
        raise damaged(1)
    if len(state.bots) >= seats or not levels <= {*LEVELS}:
        raise damaged(1)
    if undealt is not None and (state.journal or len(undealt.room.seats) != seats):
        raise damaged(1)
    return state
