"""The key by which ssh knows a host: kept in the user's folder, for this user alone."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Final

import asyncssh

from net.files.reading import read_file

FILE_NAME: Final = "ssh_host_key"


def load_host_key(folder: Path | None) -> asyncssh.SSHKey:
    """Return the key kept in a folder, made now if there is none; None keeps nothing."""
    path = None if folder is None else folder / FILE_NAME
    if path is not None:
        with contextlib.suppress(OSError, asyncssh.KeyImportError):
            return asyncssh.import_private_key(read_file(path))
    key = asyncssh.generate_private_key("ssh-ed25519")
    if path is not None:
        _keep(path, key.export_private_key())
    return key


def _keep(path: Path, text: bytes) -> None:
    """Write a file for this user alone. A disk that cannot be written costs convenience only."""
    draft = path.with_suffix(f".{os.getpid()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.touch(mode=0o600)
        draft.write_bytes(text)
        draft.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
