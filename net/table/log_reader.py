"""Reads a log, even a handed one, or an old release's journal; names the damaged line. No I/O."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from core.bots import LEVELS
from net.table import log as table_log
from net.table.log_contents import Log, upto
from net.table.old_journals import converted

MOST_COUNTED: Final = 1 << 52
"""A table with higher numbers would soon reach ones that do not fit into a message."""

_line: Final = msgspec.json.Decoder(dict[str, Any])


def read_table(data: bytes) -> Log:
    """Read a log except for the half line that a killed program may have left at the end.

    Raises LogError.
    """
    raw = data[: data.rfind(b"\n") + 1].splitlines() or [b""]
    if version_of(raw[0]) != table_log.VERSION:
        log = converted(raw)
        check_seats(log.lines)
        return log
    lines: list[table_log.LogLine] = []
    check = number = 0
    try:
        for each in raw:
            number += 1
            check = table_log.check_line(each, check)
            lines.append(_read_line(each))
            if isinstance(line := lines[-1], table_log.BackLine):
                lines = [*upto(lines[:-1], line.moves), line]
    except (ValueError, RecursionError) as error:  # msgspec's own errors are ValueErrors
        raise table_log.damaged(number) from error
    check_seats(lines)
    return Log(tuple(lines), check)


def _read_line(data: bytes) -> table_log.LogLine:
    line = _line.decode(data)
    if "table" in line:
        private: table_log.PrivateLine = msgspec.convert(line["table"], table_log.PrivateLine)
        return private
    del line["check"]
    return line


def version_of(first: bytes) -> int:
    """Return the version in the first line. Raises LogError if this release does not know it."""
    try:
        line = msgspec.json.decode(first)
    except (ValueError, RecursionError) as error:
        raise table_log.damaged(1) from error
    version = line.get("kozyr_table") if isinstance(line, dict) else None
    if isinstance(version, bool) or not isinstance(version, int):
        raise table_log.damaged(1)
    if not 2 <= version <= table_log.VERSION:
        raise table_log.OtherReleaseError(
            "it was saved by another release of Kozyr (version {version}; this one knows {known})",
            version=version,
            known=table_log.VERSION,
        )
    return version


def check_seats(lines: Sequence[table_log.LogLine]) -> None:
    """Raise LogError if a line mentions a seat that the table does not have."""
    if not isinstance(lines[0], table_log.OpenedLine):
        raise table_log.damaged(1)
    count = len(lines[0].room.seats)
    for number, line in enumerate(lines, 1):
        seats: list[Any] = []
        match line:
            case table_log.OpenedLine():
                seats = [line.own, line.room.owner]
            case table_log.RoomLine():
                seats = [line.owner]
            case table_log.ShuffleLine():
                seats = [share.seat for share in line.proof.shares]
            case dict() if "move" in line:
                seats = [count if line.get("seat") is None else line["seat"]]
        if any(
            seat is not None and not (type(seat) is int and 0 <= seat < count) for seat in seats
        ):
            raise table_log.damaged(number)
        if isinstance(line, table_log.RoomLine) and len(line.seats) != count:
            raise table_log.damaged(number)


def read_handed(text: str) -> Log:
    """Return the log of a handed table. Raises LogError."""
    log = read_table(text.encode("utf-8"))
    last, seats = log.lines[-1], len(log.opened.room.seats)
    if not isinstance(last, table_log.HandedLine):
        raise table_log.damaged(len(log.lines))
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
        raise table_log.damaged(len(log.lines))
    return log
