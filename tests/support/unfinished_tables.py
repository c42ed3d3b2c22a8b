"""A table that another program has left in the middle of a match, without playing one."""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

from net.table.journal import VERSION, RoomEntry, SeatEntry, Terms


def left_table(table: str = "0a" * 16, name: str = "Kitchen", port: int = 4040) -> Terms:
    """Return the terms of Ann's table with Bob and a bot; port 0 makes it a match alone."""
    seats = (
        SeatEntry("Ann", "a", "", 0),
        SeatEntry("Bob", "b", "", 0),
        SeatEntry("Rook", "", "easy", 0),
    )
    return Terms(
        VERSION,
        table,
        name,
        "kozel",
        {"target": 101},
        0,
        "00" * 32,
        "11" * 16,
        1,
        1,
        RoomEntry(seats, 0, ""),
        0,
        "Ann",
        port,
    )


def checked(lines: Iterable[bytes]) -> bytes:
    """Return lines as a program would have written them that meant just what they say."""
    whole, check = b"", 0
    for line in lines:
        body = line.rpartition(b',"check"')[0]
        check = crc32(body, check)
        whole += body + b',"check":"%08x"}\n' % check
    return whole
