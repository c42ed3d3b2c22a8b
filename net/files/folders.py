"""The folders of a program's state on this system, and safe reading and writing there.

Only regular files are read: a pipe would block for ever, and a device fill the memory.
"""

import codecs
import contextlib
import errno
import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from threading import get_ident
from typing import BinaryIO, Final

import platformdirs

try:
    import fcntl
    import pwd
except ImportError:  # Windows: programs there do not wait for each other
    fcntl = None  # type: ignore[assignment]  # a module elsewhere

_log = logging.getLogger(__name__)


NOWHERE: Final = "/nonexistent"
"""The home folder of a user who cannot have one: no file can be kept there."""

temporary_home = ""
"""The home folder that this program had to find for itself; "" if its user has one."""


def find_home() -> None:
    """Give a user without a home folder one among the temporary files; child processes inherit it.

    A container may run the program as a user unknown to its system.
    """
    global temporary_home
    if os.name != "posix" or os.path.isabs(os.environ.get("HOME", "")) or _is_known():
        return
    from tempfile import gettempdir  # most starts do without it

    try:
        temporary_home = str(_own_folder(Path(gettempdir(), f"kozyr-{os.getuid()}")))
    except OSError:
        temporary_home = NOWHERE
    os.environ["HOME"] = temporary_home


def _is_known() -> bool:
    """Return whether the system knows this user, and so a home folder."""
    try:
        return os.path.isabs(pwd.getpwuid(os.getuid()).pw_dir)
    except KeyError:
        return False


def _own_folder(path: Path) -> Path:
    """Return a folder that only this user can open: this one, or a new one if another owns it."""
    try:
        path.mkdir(mode=0o700)
    except FileExistsError:
        found = path.lstat()
        mine = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()
        if not mine or found.st_mode & 0o077:
            from tempfile import mkdtemp

            return Path(mkdtemp(prefix="kozyr-"))
    return path


def state_directory() -> Path:
    """Return the folder of this user's state; KOZYR_STATE overrides it."""
    chosen = os.environ.get("KOZYR_STATE")
    return Path(chosen) if chosen else platformdirs.user_state_path("kozyr", appauthor=False)


def tables_folder() -> Path:
    """Return the folder of matches that can be resumed."""
    return state_directory() / "tables"


def any_table_log() -> bool:
    """Return whether there may be such a match; this is nearly free of cost."""
    return next(tables_folder().glob("*.jsonl"), None) is not None


def any_review() -> bool:
    """Return whether a match of this player has been reviewed; this is nearly free of cost."""
    return next((state_directory() / "matches").glob("*.review.json"), None) is not None


def named_table(table: str) -> str:
    """Return a table's name in the file names of records."""
    return table[:6]


MOST_BYTES: Final = 1 << 20
"""Enough for settings, keys of seats, a certificate."""


def read_file(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return the contents of a regular file. Raises OSError if it is anything else, or too long."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "no regular file", str(path))
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return data


class EncodingError(ValueError):
    """A text file, perhaps edited by hand, is not UTF-8; `reason` says so in English."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


def decoded(data: bytes, errors: str = "strict") -> str:
    """Return the text of a file, without the mark that some editors put before it.

    Raises EncodingError.
    """
    # Many programs write UTF-16 without the mark; but all texts read here begin in ASCII.
    half = len(data) > 1 and min(data[:2]) == 0 < max(data[:2]) < 128
    if half or data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise EncodingError("this is UTF-16 text; save it as UTF-8", 0)
    try:
        return data.decode("utf-8-sig", errors)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise EncodingError("this is not UTF-8 text; save it as UTF-8", line) from None


def write_private(path: Path, data: bytes) -> None:
    """Write a file that only this user can read, whole or not at all. Raises OSError."""
    # Two threads may write one file: a host's record, and that of a player in the same process.
    draft = path.with_suffix(f".{os.getpid()}.{get_ident()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.touch(mode=0o600)
        draft.write_bytes(data)
        draft.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise


def keep_private(path: Path, data: bytes) -> None:
    """Write such a file if the disk allows: without it only convenience is lost."""
    with contextlib.suppress(OSError):
        write_private(path, data)


def lock(file: BinaryIO | int, *, wait: bool = False) -> bool:
    """Lock a file as long as it is open; return False if another program has locked it."""
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
    """Unlock a file."""
    if fcntl is not None:
        with contextlib.suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_UN)


@contextlib.contextmanager
def kept_to_oneself(folder: Path) -> Iterator[None]:
    """Lock a folder against other programs, after waiting for them.

    No file is left there: the folder may be under version control. Raises OSError.
    """
    if fcntl is None:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        lock(handle, wait=True)
        yield
    finally:
        os.close(handle)
