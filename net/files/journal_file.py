"""One journal on disk: locked as long as it is open; what has been written outlives a crash."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
from pathlib import Path
from typing import BinaryIO

from msgspec.structs import replace

from net.table.journal import (
    VERSION,
    Journal,
    JournalEntry,
    JournalError,
    check_of,
    damaged,
    read_table,
    to_line,
)

try:
    import fcntl
except ImportError:  # Windows: opening one match in two programs is not prevented there
    fcntl = None  # type: ignore[assignment]  # a module elsewhere

_log = logging.getLogger(__name__)


class UnavailableError(JournalError):
    """A journal that does not exist, or that another program writes; nothing is wrong with it."""


class JournalFile:
    """A journal that this program writes; `check` is that of the last line."""

    def __init__(self, path: Path, file: BinaryIO, check: int = 0) -> None:
        self.file = file
        self._path = path
        self._check = check

    def append(self, entry: JournalEntry) -> None:
        """Write an entry. Raises OSError; then the file is gone."""
        line = to_line(entry, self._check)
        try:
            _write(self.file, line)
        except OSError:
            # A match that goes on without its file must not be resumed from this old state.
            with contextlib.suppress(OSError):
                self.remove()
            raise
        self._check = check_of(line)

    def remove(self) -> None:
        """Close and delete the file."""
        # Emptied first: a program that has it open, or finds it where files cannot be deleted, must
        # not take the match for an unfinished one.
        with contextlib.suppress(OSError):
            self.file.truncate(0)
        self.file.close()
        self._path.unlink(missing_ok=True)

    def close(self) -> None:
        """Release the file, so that another program can resume the match."""
        self.file.close()


def create(path: Path) -> JournalFile:
    """Open a new journal. Raises OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = _open(path)
    lock(file, wait=True)
    return JournalFile(path, file)


def take(path: Path) -> tuple[JournalFile, Journal]:
    """Open a journal that another program has left, and read it.

    Raises JournalError, also for a file in use, and OSError.
    """
    try:
        file = path.open("r+b", buffering=0)
    except FileNotFoundError as error:
        raise UnavailableError("there is no such match to resume") from error
    try:
        if not lock(file):
            raise UnavailableError("this match is being played in another window")
        journal = read(path, file)
        if journal is None:
            raise UnavailableError("there is no such match to resume")
        if journal.terms.kozyr_table != VERSION:
            return _renewed(path, file, journal)
        # Half a line, left by a program that was killed, would spoil the next one.
        file.seek(0)
        file.truncate(file.seek(file.read().rfind(b"\n") + 1))
    except (JournalError, OSError):
        file.close()
        raise
    return JournalFile(path, file, journal.check), journal


def _renewed(path: Path, old: BinaryIO, journal: Journal) -> tuple[JournalFile, Journal]:
    """Rewrite a journal of an earlier version in this version, which new entries will be in too."""
    terms = replace(journal.terms, kozyr_table=VERSION)
    data, check = b"", 0
    for entry in (terms, *journal.changes):
        line = to_line(entry, check)
        data, check = data + line, check_of(line)
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
    return JournalFile(path, file, check), Journal(terms, journal.changes, check)


def read(path: Path, file: BinaryIO) -> Journal | None:
    """Read a journal; None if it has not a single line. Raises JournalError, OSError."""
    data = file.read()
    if b"\n" not in data:
        return None  # begun at this very moment, or finished
    journal = read_table(data)
    if journal.id != path.stem:
        raise damaged(1)
    return journal


def _open(path: Path) -> BinaryIO:
    """Open an empty file for this user alone; unbuffered, so that it survives this program."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    return os.fdopen(handle, "wb", buffering=0)


def _write(file: BinaryIO, data: bytes) -> None:
    if file.write(data) != len(data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def lock(file: BinaryIO, *, wait: bool = False) -> bool:
    """Lock a file as long as it is open; tell whether nobody else holds it."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        _log.info("no locks on this disk: %s", error)
    return True


def unlock(file: BinaryIO) -> None:
    """Let others lock a file."""
    if fcntl is not None:
        with contextlib.suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_UN)
