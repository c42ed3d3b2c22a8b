"""Reads the files in the user's folders, and nothing that only looks like one.

A pipe put there would block for ever, and a device would be read into memory without end.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Final

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
