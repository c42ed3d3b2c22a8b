"""The folder of matches that can be resumed: one log per table, readable by this user only.

A file is open and locked as long as its table is open. Its lines survive a crash, and the lock ends
with a killed program.
"""

import contextlib
import errno
import logging
import os
import stat
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from net.files.folders import lock, tables_folder, unlock
from net.table import log as table_log
from net.table.log_contents import Log
from net.table.log_reader import read_table, version_of

_log = logging.getLogger(__name__)


class UnavailableError(table_log.LogError):
    """A log that does not exist, or that another program has open; it is not damaged."""


class LogFile:
    """A log that this program writes; `check` is the checksum of its last line."""

    def __init__(self, path: Path, file: BinaryIO, check: int = 0) -> None:
        self.file = file
        self._path = path
        self._check = check

    def append(self, line: table_log.LogLine) -> None:
        """Write a line. Raises OSError; then the file is gone."""
        data = table_log.to_line(line, self._check)
        try:
            _write(self.file, data)
        except OSError:
            # A match that is continued without its file must not be resumed from this old state.
            with contextlib.suppress(OSError):
                self.remove()
            raise
        self._check = table_log.check_of(data)

    def remove(self) -> None:
        """Close and delete the file."""
        # Emptied first: neither a program that has it open nor a system that cannot delete it may
        # make the match look unfinished.
        with contextlib.suppress(OSError):
            self.file.truncate(0)
        self.file.close()
        self._path.unlink(missing_ok=True)

    def rename(self, path: Path) -> None:
        """Rename the file, over another one if it is there. Raises OSError."""
        self._path = self._path.replace(path)

    def close(self) -> None:
        """Release the file so that another program can resume the match."""
        self.file.close()


def create(path: Path) -> LogFile:
    """Open a new log. Raises OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = _open(path)
    lock(file, wait=True)
    return LogFile(path, file)


def take(path: Path) -> tuple[LogFile, Log]:
    """Open and read a log of an earlier program.

    Raises LogError, even for a file in use, and OSError.
    """
    try:
        file = path.open("r+b", buffering=0)
    except FileNotFoundError as error:
        raise UnavailableError("there is no such match to resume") from error
    try:
        if not lock(file):
            raise UnavailableError("this match is being played in another window")
        log = read(path, file)
        if log is None:
            raise UnavailableError("there is no such match to resume")
        file.seek(0)
        if version_of(file.readline()) != table_log.VERSION:
            return _renewed(path, file, log)
        # Half a line left by a killed program would spoil the next one.
        file.seek(0)
        file.truncate(file.seek(file.read().rfind(b"\n") + 1))
    except (table_log.LogError, OSError):
        file.close()
        raise
    return LogFile(path, file, log.check), log


def _renewed(path: Path, old: BinaryIO, log: Log) -> tuple[LogFile, Log]:
    """Rewrite a log of an earlier version in the present one, for further lines."""
    data = table_log.log_text(log.lines).encode("utf-8")
    draft = path.with_suffix(f".{os.getpid()}.tmp")
    file = _open(draft)
    try:
        lock(file)
        _write(file, data)
        draft.replace(path)
    except OSError:
        file.close()
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
    old.close()
    return LogFile(path, file, table_log.check_of(data)), log


def read(path: Path, file: BinaryIO) -> Log | None:
    """Read a log; None if no match has begun in it. Raises LogError, OSError."""
    data = file.read()
    if b"\n" not in data:
        return None  # another program is just beginning or deleting it
    log = read_table(data)
    if log.id != path.stem:
        raise table_log.damaged(1)
    return None if log.begun is None else log  # None: the beginning is just being written


def _open(path: Path) -> BinaryIO:
    """Open an empty file that only this user can read; unbuffered, to survive this program."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    return os.fdopen(handle, "wb", buffering=0)


def _write(file: BinaryIO, data: bytes) -> None:
    if file.write(data) != len(data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _write_through(waiting: set[str], table: str, handle: int) -> None:
    """Flush a file to the disk; later lines need another flush."""
    waiting.discard(table)
    try:
        os.fsync(handle)
    except OSError as error:
        _log.info("not written through: %s", error)
    finally:
        os.close(handle)


def _logs_in(folder: Path) -> Iterator[Path]:
    """Yield the logs of a folder, the last written first."""
    times: dict[Path, float] = {}
    for path in folder.glob("*.jsonl"):
        with contextlib.suppress(OSError):
            found = path.stat()
            if stat.S_ISREG(found.st_mode):  # a pipe would block for ever
                times[path] = found.st_mtime
    yield from sorted(times, key=lambda path: -times[path])


MOST_ALONE: Final = 3
"""The most saved solo matches; starting another one gives up the oldest."""

SET_ASIDE: Final = ".aside"
"""The suffix for the name of a file that cannot be read."""


class SetAside(NamedTuple):
    """A damaged file: its new path and the problem."""

    path: Path
    problem: table_log.LogError


class Logs:
    """Writes the logs of this program's tables, and finds those of earlier programs."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or tables_folder()
        self.problems: list[SetAside] = []
        """The damaged files that were set aside."""
        self.others: list[table_log.OtherReleaseError] = []
        """The errors in files of another release, which stay where they are."""
        self._open: dict[str, LogFile] = {}
        self._draft: LogFile | None = None
        # Flushing to the disk may take long, and matters only in a power cut.
        self._waiting: set[str] = set()
        self._disk = ThreadPoolExecutor(1, thread_name_prefix="disk")

    # --- writing -------------------------------------------------------------------------------

    def write(self, table: str, line: table_log.LogLine) -> None:
        """Add a line to a table's log; an OpenedLine begins the log anew. Raises OSError."""
        if isinstance(line, table_log.OpenedLine):
            self.remove(table)
            self._open[table] = create(self._path(table))
        log = self._open.get(table)
        if log is None:
            return
        try:
            log.append(line)
        except OSError:
            del self._open[table]
            raise
        # otherwise the flush that waits for the disk includes this line
        if table not in self._waiting:
            self._waiting.add(table)
            self._disk.submit(_write_through, self._waiting, table, os.dup(log.file.fileno()))

    def remove(self, table: str) -> None:
        """Delete the log of a match that will not be resumed, if there is one."""
        log = self._open.pop(table, None)
        if log is not None:
            log.remove()

    def draft(self, table: str, lines: Iterable[table_log.LogLine]) -> None:
        """Write the log of a match that may move here, as a draft. Raises OSError."""
        self.forget_draft()
        self._draft = create(self.folder / f"{table}.{os.getpid()}.draft")
        try:
            for line in lines:
                self._draft.append(line)
        except OSError:
            self._draft = None
            raise

    def adopt(self, table: str) -> None:
        """Make the draft the log of a table. Raises OSError."""
        draft, self._draft = self._draft, None
        if draft is not None:
            before = self._open.pop(table, None)
            if before is not None:
                before.close()
            self._open[table] = draft
            draft.rename(self._path(table))

    def forget_draft(self) -> None:
        """Delete the draft: the match does not move here."""
        draft, self._draft = self._draft, None
        if draft is not None:
            draft.remove()

    def release(self, table: str) -> None:
        """Close the log of a match that is continued elsewhere; its last line names the place."""
        log = self._open.pop(table, None)
        if log is not None:
            log.close()

    def close(self) -> None:
        """Release the files, so that other programs can resume the matches."""
        while self._open:
            self._open.popitem()[1].close()
        self._disk.shutdown()

    # --- resuming ------------------------------------------------------------------------------

    def tables(self) -> list[Log]:
        """Return the tables that can be resumed and are not in use, the last played first."""
        return [table for path in _logs_in(self.folder) if (table := self._look(path)) is not None]

    def in_use(self) -> list[Log]:
        """Return the tables that other programs have open now."""
        return [table for path in _logs_in(self.folder) if (table := self._look(path, busy=True))]

    def take(self, table: str) -> Log:
        """Open a table's log to resume the match. Raises LogError, even for a file in use."""
        path = self._path(table)
        if not path.is_file():
            raise table_log.LogError("there is no such match to resume")
        try:
            self._open[table], log = take(path)
        except UnavailableError:
            raise
        except table_log.LogError as error:
            self._note(path, error)
            raise
        except OSError as error:
            raise table_log.LogError("its file cannot be read") from error
        return log

    def give_back(self, table: str, problem: table_log.LogError) -> None:
        """Close a file that cannot be resumed, and set it aside if it is damaged."""
        log = self._open.pop(table, None)
        if log is not None:
            log.close()
        self._note(self._path(table), problem)

    def _look(self, path: Path, *, busy: bool = False) -> Log | None:
        """Read a log that no program has open, or with `busy` one that another program has."""
        if path.stem in self._open:
            return None
        try:
            with path.open("rb") as file:
                free = lock(file)
                if free:
                    unlock(file)  # another program may want to resume it
                return read(path, file) if free is not busy else None
        except table_log.LogError as error:
            if not busy:
                self._note(path, error)
        except OSError as error:
            _log.warning("cannot read %s: %s", path, error)
        return None

    def _note(self, path: Path, problem: table_log.LogError) -> None:
        """Set a damaged file aside; a file of another release stays."""
        if isinstance(problem, table_log.OtherReleaseError):
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


def forget_moved(table: str) -> None:
    """Delete the log of a match that was continued elsewhere and has ended there."""
    logs = Logs()
    with contextlib.suppress(table_log.LogError, OSError):
        if logs.take(table).moved is not None:
            logs.remove(table)
    logs.close()


def give_up_oldest(logs: Logs) -> Iterator[Log]:
    """Yield each solo match that must make room for a new one, then delete it."""
    alone = [table for table in logs.tables() if table.alone]
    for table in alone[MOST_ALONE - 1 :]:
        with contextlib.suppress(table_log.LogError):  # another program has just resumed it
            yield logs.take(table.id)
            logs.remove(table.id)
