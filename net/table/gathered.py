"""What everybody at a table is told about its room, as a message."""

from __future__ import annotations

from core.game import plain_options
from net.table.agreement import Agreement
from net.table.room import Room
from net.wire.from_host import Gathered


def gathered(phase: str, room: Room, agreement: Agreement, code: str) -> Gathered:
    """Return the room as it is now; the sender fills in `happened`."""
    access = room.access
    return Gathered(
        phase,
        [place.line() for place in room],
        room.owner,
        plain_options(agreement.options),
        [watcher.name for watcher in room.watchers.values()],
        agreement.clock,
        code,
        agreement.terms,
        pause=agreement.pause,
        locked=access.locked,
        watching=access.watching,
        watchers_talk=access.watchers_talk,
        kept_out=access.kept_out,
    )
