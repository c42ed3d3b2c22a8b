"""The folders where this system keeps what a program remembers, and safe reading and writing there.

Only regular files are read: a pipe put there would block for ever, and a device would be read into
memory without end.
"""

import contextlib
import errno
import os
import stat
from pathlib import Path
from typing import Final

import platformdirs


def state_directory() -> Path:
    """Return the folder of this user's state; KOZYR_STATE overrides it."""
    chosen = os.environ.get("KOZYR_STATE")
    return Path(chosen) if chosen else platformdirs.user_state_path("kozyr", appauthor=False)


def journal_folder() -> Path:
    """Return the folder of matches that can be resumed."""
    return state_directory() / "tables"


def any_journal() -> bool:
    """Tell whether there may be such a match; costs next to nothing."""
    return next(journal_folder().glob("*.jsonl"), None) is not None


def named_table(table: str) -> str:
    """Return how the file names of records refer to a table."""
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


def keep_private(path: Path, data: bytes) -> None:
    """Write a file for this user alone. A disk that cannot be written costs convenience only."""
    draft = path.with_suffix(f".{os.getpid()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.touch(mode=0o600)
        draft.write_bytes(data)
        draft.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
