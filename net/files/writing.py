"""Writes small files that only this user may read, such as keys."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


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
