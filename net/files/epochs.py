"""What a program knows of the epochs of a match and must not forget, in one file for each key."""

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

from core.game import Seat
from net.files.folders import read_file, state_directory
from net.migration.election import Election
from net.migration.epochs import Genuine, Kept, Progress, Statement, seat_of
from net.migration.signed import signed_bytes
from net.secure.signing import is_signed, public_of, sign


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


def election_of(
    table: str, secret: str, keys: Mapping[Seat, str], host: Seat | None, match: int, first: int
) -> Election:
    """Return what this program knows of the epochs of a match, from its file.

    `keys` are the people's, `secret` is this program's own, `host` the seat of the host's
    own player and `first` the epoch in which the match began.
    """
    own = public_of(secret)
    file = EpochFile(own)
    return Election(
        next((seat for seat, key in keys.items() if key == own), None),
        frozenset(keys),
        host,
        file.load(match, first),
        first=first,
        sign=lambda statement: sign(secret, signed_bytes(table, statement)),
        genuine=genuine_at(table, keys),
        store=file.store,
    )


def genuine_at(table: str, keys: Mapping[Seat, str]) -> Genuine:
    """Return what tells whether statements about a table carry the signatures of their seats."""

    def is_genuine(statement: Statement) -> bool:
        key = keys.get(seat_of(statement), "")
        return is_signed(key, signed_bytes(table, statement), statement.signature)

    return is_genuine


def _for_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
