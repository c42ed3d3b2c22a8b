"""The key by which ssh recognises a host: kept in the user's folder, readable by this user only."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

import asyncssh

from net.files.reading import read_file
from net.files.writing import keep_private

FILE_NAME: Final = "ssh_host_key"


def load_host_key(folder: Path | None) -> asyncssh.SSHKey:
    """Return the key kept in a folder, made now if there is none; with None nothing is kept."""
    path = None if folder is None else folder / FILE_NAME
    if path is not None:
        with contextlib.suppress(OSError, asyncssh.KeyImportError):
            return asyncssh.import_private_key(read_file(path))
    key = asyncssh.generate_private_key("ssh-ed25519")
    if path is not None:
        keep_private(path, key.export_private_key())
    return key
