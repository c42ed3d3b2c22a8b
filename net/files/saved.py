"""The folder of matches that can be gone on with: one file a table, for this user's eyes alone.

A file is open and locked as long as the table is; what a killed program leaves is free again.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from net.files.folders import kept_folder
from net.table.journal import (
    Entry,
    KeptError,
    KeptTable,
    OtherReleaseError,
    Terms,
    check_of,
    damaged,
    read_table,
    to_line,
)

try:
    import fcntl
except ImportError:  # Windows: two programs at one match are the player's own look-out there
    fcntl = None  # type: ignore[assignment]

_log = logging.getLogger(__name__)

MOST_ALONE: Final = 3
"""So many matches alone are kept; whoever begins more has given up the oldest."""

SET_ASIDE: Final = ".aside"
"""What is added to the name of a file that cannot be read."""


class SetAside(NamedTuple):
    """A file that made no sense, where it is now, and what is wrong with it."""

    path: Path
    problem: KeptError


@dataclass(slots=True)
class _Open:
    """A file that this program writes."""

    file: BinaryIO
    check: int = 0
    """That of the last line."""


class KeptTables:
    """Writes the tables of this program, and finds those that others have left."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or kept_folder()
        self.problems: list[SetAside] = []
        """Files that made no sense and have been set aside."""
        self.others: list[OtherReleaseError] = []
        """What keeps this release from reading files of another one; they stay where they are."""
        self._open: dict[str, _Open] = {}
        # Writing through to the disk may take long; only a power cut would tell the difference.
        self._waiting: set[str] = set()
        self._disk = ThreadPoolExecutor(1, thread_name_prefix="disk")

    # --- writing -------------------------------------------------------------------------------

    def write(self, table: str, entry: Entry | None) -> None:
        """Add an entry to a table's file; terms begin it anew, None ends it. Raises OSError."""
        if entry is None:
            self._remove(table)
        elif isinstance(entry, Terms):
            self._begin(entry)
        elif table in self._open:
            self._append(table, entry)

    def close(self) -> None:
        """Let go of the files, for whoever goes on with them."""
        while self._open:
            self._open.popitem()[1].file.close()
        self._disk.shutdown()

    def _begin(self, terms: Terms) -> None:
        self._remove(terms.id)
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not terms.port:
            self._make_room()
        path = self._path(terms.id)
        # Unbuffered: what has been written outlives this program, however it ends.
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        file = os.fdopen(handle, "wb", buffering=0)
        self._open[terms.id] = _Open(file)
        _lock(file, wait=True)
        self._append(terms.id, terms)

    def _make_room(self) -> None:
        alone = [table for table in self.tables() if table.alone]
        for table in alone[MOST_ALONE - 1 :]:
            with contextlib.suppress(KeptError):  # somebody has just gone on with it
                self.take(table.id)
                self._remove(table.id)

    def _append(self, table: str, entry: Entry) -> None:
        opened = self._open[table]
        line = to_line(entry, opened.check)
        try:
            if opened.file.write(line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError:
            # A match that goes on without must not be offered as it was here.
            with contextlib.suppress(OSError):
                self._remove(table)
            raise
        opened.check = check_of(line)
        if table not in self._waiting:  # else what waits for the disk takes this line along
            self._waiting.add(table)
            self._disk.submit(self._write_through, table, os.dup(opened.file.fileno()))

    def _write_through(self, table: str, handle: int) -> None:
        self._waiting.discard(table)
        try:
            os.fsync(handle)
        except OSError as error:
            _log.info("not written through: %s", error)
        finally:
            os.close(handle)

    def _remove(self, table: str) -> None:
        opened = self._open.pop(table, None)
        if opened is not None:
            # Emptied first: whoever has it open already, or finds it where files cannot be
            # deleted, must not take the match for one that is not over.
            with contextlib.suppress(OSError):
                opened.file.truncate(0)
            opened.file.close()
            self._path(table).unlink(missing_ok=True)

    # --- going on ------------------------------------------------------------------------------

    def tables(self) -> list[KeptTable]:
        """The tables that can be gone on with, the last played first; not those in use."""
        return [table for path in self._paths() if (table := self._look(path)) is not None]

    def in_use(self) -> list[KeptTable]:
        """The tables that other programs play at now."""
        return [table for path in self._paths() if (table := self._look(path, busy=True))]

    def take(self, table: str) -> KeptTable:
        """Open a table's file to go on with it. Raises KeptError, for a file in use too."""
        path = self._path(table)
        if not path.is_file():
            raise KeptError("there is no such match to go on with")
        try:
            file = path.open("r+b", buffering=0)
        except FileNotFoundError as error:
            raise KeptError("there is no such match to go on with") from error
        except OSError as error:
            raise KeptError("its file cannot be read") from error
        if not _lock(file):
            file.close()
            raise KeptError("this match is being played in another window")
        try:
            kept = _read(path, file)
            # Half a line, of a program that was killed, would spoil the next one.
            file.seek(0)
            file.truncate(file.seek(file.read().rfind(b"\n") + 1))
        except KeptError as error:
            file.close()
            self._note(path, error)
            raise
        except OSError as error:
            file.close()
            raise KeptError("its file cannot be read") from error
        if kept is None:
            file.close()
            raise KeptError("there is no such match to go on with")
        self._open[table] = _Open(file, kept.check)
        return kept

    def give_back(self, table: str, problem: KeptError) -> None:
        """Close a file that cannot be gone on with, and put it out of the way if it is damaged."""
        opened = self._open.pop(table, None)
        if opened is not None:
            opened.file.close()
        self._note(self._path(table), problem)

    def _paths(self) -> Iterator[Path]:
        """The files of the folder, the last written first."""
        times: dict[Path, float] = {}
        for path in self.folder.glob("*.jsonl"):
            with contextlib.suppress(OSError):
                found = path.stat()
                if stat.S_ISREG(found.st_mode):  # a pipe would be waited for without end
                    times[path] = found.st_mtime
        yield from sorted(times, key=lambda path: -times[path])

    def _look(self, path: Path, *, busy: bool = False) -> KeptTable | None:
        """Read a file if nobody plays there, or with `busy` if another program does; else None."""
        if path.stem in self._open:
            return None
        try:
            with path.open("rb") as file:
                free = _lock(file)
                if free:
                    _unlock(file)  # whoever wants to go on with it must not meet us here
                return _read(path, file) if free is not busy else None
        except KeptError as error:
            if not busy:
                self._note(path, error)
        except OSError as error:
            _log.warning("cannot read %s: %s", path, error)
        return None

    def _note(self, path: Path, problem: KeptError) -> None:
        """Put a file out of the way that makes no sense; that of another release stays."""
        if isinstance(problem, OtherReleaseError):
            self.others.append(problem)
        else:
            self._set_aside(path, problem)

    def _set_aside(self, path: Path, problem: KeptError) -> None:
        aside = path.with_name(path.name + SET_ASIDE)
        try:
            path.replace(aside)
        except OSError as error:
            _log.warning("cannot set %s aside: %s", path, error)
        _log.warning("%s is set aside: %s", path, problem)
        self.problems.append(SetAside(aside, problem))

    def _path(self, table: str) -> Path:
        return self.folder / f"{table}.jsonl"


def _lock(file: BinaryIO, *, wait: bool = False) -> bool:
    """Lock a file as long as it is open; tell if nobody else has it."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        _log.info("no locks on this disk: %s", error)
    return True


def _unlock(file: BinaryIO) -> None:
    if fcntl is not None:
        with contextlib.suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_UN)


def _read(path: Path, file: BinaryIO) -> KeptTable | None:
    """Read a table's file; None if there is not one line. Raises KeptError, OSError."""
    data = file.read()
    if b"\n" not in data:
        return None  # begun at this very moment, or over
    kept = read_table(data)
    if kept.id != path.stem:
        raise damaged(1)
    return kept
