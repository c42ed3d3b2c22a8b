"""What an examination is about, for a player at a table or on the way to one."""

from __future__ import annotations

from tui.start import StartHost, StartJoin
from tui.table.session import TableSession


def of_table(session: TableSession | None) -> tuple[tuple[str, int] | None, int | None]:
    """Return the address of somebody else's table, and the port of one's own; None for neither."""
    start = session.start if session is not None else None
    match start:
        case StartJoin(address=address):
            return address, None
        case StartHost() if session is not None and session.address:
            return None, int(session.address.rpartition(":")[2])
        case _:
            return None, None
