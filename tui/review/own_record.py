"""The record of the match that a player has just finished, found and read."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from core.game import Result
from core.records.fault import BrokenRecordError
from net.files.history import StillGoingOnError, find_record, load_replay
from tui.start import StartJoin, StartPractice

if TYPE_CHECKING:
    from core.records.replay import Replay
    from tui.table.session import TableSession


def record_of(session: TableSession, result: Result) -> Path | None:
    """Return the record of the match with this result: the table's, or this player's own copy."""
    seated = session.client.seated
    if isinstance(session.start, StartJoin) or seated is None:
        return session.record
    if isinstance(session.start, StartPractice):
        return None  # nothing is recorded of it
    return find_record(seated.game, result.totals, result.places)


async def read_record(path: Path) -> Replay | None:
    """Read a record beside the loop; None if it has gone or is damaged."""
    try:
        return await asyncio.to_thread(load_replay, path)
    except (OSError, BrokenRecordError, StillGoingOnError):
        return None
