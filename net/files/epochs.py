"""What a program must not forget of the epochs of a match, in one file for each key."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import msgspec
from msgspec.structs import replace

from net.files.folders import read_file, state_directory
from net.migration.epochs import Kept, Progress


class EpochFile:
    """The file of one key; `public` is its public half."""

    def __init__(self, public: str, folder: Path | None = None) -> None:
        self._path = (folder or state_directory() / "epochs") / f"{public[:32]}.json"

    def load(self, match: int, epoch: int) -> Kept:
        """Return what was kept of a match that began in an epoch; of others only the last vote."""
        begun = Kept(Progress(epoch, match))
        try:
            kept = msgspec.json.decode(read_file(self._path), type=Kept)
        except (OSError, ValueError, RecursionError):
            return begun
        return kept if kept.progress.match == match else replace(begun, voted=kept.voted)

    def store(self, kept: Kept) -> None:
        """Write it down for good. Raises OSError."""
        draft = self._path.with_suffix(f".{os.getpid()}.new")
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with open(draft, "wb", opener=_for_owner) as file:
                file.write(msgspec.json.encode(kept))
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self._path)
        except OSError:
            with contextlib.suppress(OSError):
                draft.unlink()
            raise


def _for_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
