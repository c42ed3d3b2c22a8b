"""What a table wants done outside. The shells in net.host do it in this order."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, TypeAlias

from core.game import Plain, Seat
from net.table.journal import JournalEntry
from net.wire.from_host import Gathered
from net.wire.message import Message

ConnectionKey: TypeAlias = Hashable
"""Identifies a connection of the shell; never reused after it is lost or dropped."""


@dataclass(frozen=True, slots=True)
class Send:
    """Send a message, without waiting for the receiver."""

    connection: ConnectionKey
    message: Message


@dataclass(frozen=True, slots=True)
class Drop:
    """End a connection once everything sent to it has gone out."""

    connection: ConnectionKey


@dataclass(frozen=True, slots=True)
class WakeAt:
    """Call `tick` at this time, or soon after."""

    time: float


@dataclass(frozen=True, slots=True)
class Append:
    """Add an entry to the journal of the match at a table; Terms begin a new one.

    Comes before the messages that show the change: a move that was seen is safe.
    """

    table: str
    entry: JournalEntry


@dataclass(frozen=True, slots=True)
class Finish:
    """Write the record of a match that is over or given up; its journal is no longer needed."""

    table: str
    match: int
    """Counts the table's matches from 1."""
    begun: str
    """When it began, as in Terms; empty if nobody knows."""
    lines: tuple[dict[str, Plain], ...]


@dataclass(frozen=True, slots=True)
class AskBot:
    """Have a bot choose, and pass its move to `bot_moved` with the ticket; None if it fails.

    It may think for this many seconds; None means as long as it likes.
    """

    table: str
    seat: Seat
    game: str
    view: Any
    level: str
    """With a temper perhaps, as in "expert:bold"."""
    ticket: int
    seconds: float | None = None
    chance: int | None = None
    """What its generator begins with; None leaves that to the shell."""


@dataclass(frozen=True, slots=True)
class ShowStatus:
    """Tell whoever runs the program of an unattended table what has changed there."""

    room: Gathered


Effect: TypeAlias = Send | Drop | WakeAt | Append | Finish | AskBot | ShowStatus
