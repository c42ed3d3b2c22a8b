"""The folder of matches that can be resumed: one journal a table, for this user's eyes alone.

A file is open and locked as long as the table is; what a killed program leaves is free again.
"""

from __future__ import annotations

import contextlib
import logging
import os
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

from net.files import journal_file
from net.files.folders import kept_folder
from net.files.journal_file import JournalFile
from net.table.journal import Entry, KeptError, KeptTable, OtherReleaseError, Terms

_log = logging.getLogger(__name__)

MOST_ALONE: Final = 3
"""So many matches alone are kept; whoever begins more has given up the oldest."""

SET_ASIDE: Final = ".aside"
"""What is added to the name of a file that cannot be read."""


class SetAside(NamedTuple):
    """A file that made no sense, where it is now, and what is wrong with it."""

    path: Path
    problem: KeptError


class KeptTables:
    """Writes the journals of this program, and finds those that others have left."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or kept_folder()
        self.problems: list[SetAside] = []
        """Files that made no sense and have been set aside."""
        self.others: list[OtherReleaseError] = []
        """What keeps this release from reading files of another one; they stay where they are."""
        self._open: dict[str, JournalFile] = {}
        # Writing through to the disk may take long; only a power cut would tell the difference.
        self._waiting: set[str] = set()
        self._disk = ThreadPoolExecutor(1, thread_name_prefix="disk")

    # --- writing -------------------------------------------------------------------------------

    def write(self, table: str, entry: Entry) -> None:
        """Add an entry to a table's journal; terms begin it anew. Raises OSError."""
        if isinstance(entry, Terms):
            self.remove(table)
            self._open[table] = journal_file.create(self._path(table))
        journal = self._open.get(table)
        if journal is None:
            return
        try:
            journal.append(entry)
        except OSError:
            del self._open[table]
            raise
        if table not in self._waiting:  # else what waits for the disk takes this line along
            self._waiting.add(table)
            self._disk.submit(self._write_through, table, os.dup(journal.file.fileno()))

    def _write_through(self, table: str, handle: int) -> None:
        self._waiting.discard(table)
        try:
            os.fsync(handle)
        except OSError as error:
            _log.info("not written through: %s", error)
        finally:
            os.close(handle)

    def remove(self, table: str) -> None:
        """Delete the journal of a match that nobody will resume; without one do nothing."""
        journal = self._open.pop(table, None)
        if journal is not None:
            journal.remove()

    def give_up_oldest(self) -> Iterator[KeptTable]:
        """Yield the matches alone for which another one leaves no room; then delete each."""
        alone = [table for table in self.tables() if table.alone]
        for table in alone[MOST_ALONE - 1 :]:
            with contextlib.suppress(KeptError):  # somebody has just resumed it
                yield self.take(table.id)
                self.remove(table.id)

    def close(self) -> None:
        """Let go of the files, for whoever resumes the matches."""
        while self._open:
            self._open.popitem()[1].close()
        self._disk.shutdown()

    # --- resuming ------------------------------------------------------------------------------

    def tables(self) -> list[KeptTable]:
        """The tables that can be gone on with, the last played first; not those in use."""
        return [table for path in self._paths() if (table := self._look(path)) is not None]

    def in_use(self) -> list[KeptTable]:
        """The tables that other programs play at now."""
        return [table for path in self._paths() if (table := self._look(path, busy=True))]

    def take(self, table: str) -> KeptTable:
        """Open a table's journal to go on with it. Raises KeptError, for a file in use too."""
        path = self._path(table)
        if not path.is_file():
            raise KeptError("there is no such match to go on with")
        try:
            self._open[table], kept = journal_file.take(path)
        except journal_file.UnavailableError:
            raise
        except KeptError as error:
            self._note(path, error)
            raise
        except OSError as error:
            raise KeptError("its file cannot be read") from error
        return kept

    def give_back(self, table: str, problem: KeptError) -> None:
        """Close a file that cannot be gone on with, and put it out of the way if it is damaged."""
        journal = self._open.pop(table, None)
        if journal is not None:
            journal.close()
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
                free = journal_file.lock(file)
                if free:
                    journal_file.unlock(file)  # whoever wants to resume it must not meet us here
                return journal_file.read(path, file) if free is not busy else None
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
            return
        aside = path.with_name(path.name + SET_ASIDE)
        try:
            path.replace(aside)
        except OSError as error:
            _log.warning("cannot set %s aside: %s", path, error)
        _log.warning("%s is set aside: %s", path, problem)
        self.problems.append(SetAside(aside, problem))

    def _path(self, table: str) -> Path:
        return self.folder / f"{table}.jsonl"
