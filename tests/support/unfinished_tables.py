"""Tables that another program has left in the middle of a match, without playing one; their logs
changed by hand.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any
from zlib import crc32

from core.games.kozel import rules as kozel
from core.match import header
from net.table.log import BegunLine, LogLine, OpenedLine, RoomLine, SeatEntry
from net.table.log_contents import players


def left_table(
    table: str = "0a" * 16, name: str = "Kitchen", port: int = 4040
) -> tuple[LogLine, ...]:
    """Return the log of Ann's table with Bob and a bot; port 0 makes it a match alone."""
    seats = (
        SeatEntry("Ann", token="a"),
        SeatEntry("Bob", token="b"),
        SeatEntry("Rook", bot="easy"),
    )
    room = RoomLine(seats, 0, "")
    opened = OpenedLine(
        table, name, "kozel", {"target": 101}, 0, 0, room, "11" * 16, own=0, host="Ann", port=port
    )
    begun = BegunLine(1, 1, "11" * 16, "00" * 32)
    return opened, header(kozel, kozel.Options(), players(room)), begun


def checked(lines: Iterable[bytes]) -> bytes:
    """Return lines with the checks that a program would have written."""
    whole, check = b"", 0
    for line in lines:
        body = line.rpartition(b',"check"')[0]
        check = crc32(body, check)
        whole += body + b',"check":"%08x"}\n' % check
    return whole


def altered(
    text: str,
    *,
    opened: Mapping[str, Any] | None = None,
    handed: Mapping[str, Any] | None = None,
    without_match: bool = False,
) -> str:
    """Return a log with a change in its first and its last line."""
    lines = [json.loads(line) for line in text.splitlines()]
    lines[0]["table"] |= opened or {}
    lines[-1]["table"] |= handed or {}
    kept = [lines[0], lines[-1]] if without_match else lines
    written = (json.dumps(line, separators=(",", ":")).encode() for line in kept)
    return checked(written).decode()


def said(text: str, line: int) -> dict[str, Any]:
    """Return the content of a private line of a log."""
    private: dict[str, Any] = json.loads(text.splitlines()[line])["table"]
    return private
