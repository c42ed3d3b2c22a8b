"""The pages of past evenings: the matches of a table, as its host told them to this program.

There are records only of matches that the player has seen whole; the page also has those before. It
is kept for players and watchers alike, and so outlives the host.
"""

import contextlib
import hashlib
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from net.files.folders import keep_private, read_file, state_directory
from net.wire.bounds import MAX_PLAYED, ShownName
from net.wire.message import PlayedMatch

MOST: Final = 50
"""The most evenings that are kept, the latest ones."""


class PastEvening(msgspec.Struct, frozen=True):
    """An evening at a table."""

    table: ShownName
    """The name of the table."""
    matches: Annotated[list[PlayedMatch], Meta(min_length=1, max_length=MAX_PLAYED)]


def evenings_folder() -> Path:
    """Return the folder of the evenings."""
    return state_directory() / "evenings"


def keep(table: str, name: str, matches: Sequence[PlayedMatch]) -> None:
    """Keep the evening of a table as it is now. A failing disk costs convenience only."""
    if not matches:
        return
    # The host chooses the id, which may not be valid as a file name.
    file = f"{hashlib.sha256(table.encode()).hexdigest()[:16]}.json"
    keep_private(evenings_folder() / file, msgspec.json.encode(PastEvening(name, [*matches])))
    with contextlib.suppress(OSError):
        for old in _files()[MOST:]:
            old.unlink()


def past_evenings() -> Iterator[PastEvening]:
    """Yield the evenings, the last one first; damaged files are left out."""
    with contextlib.suppress(OSError):
        for path in _files():
            with contextlib.suppress(OSError, ValueError):
                yield msgspec.json.decode(read_file(path), type=PastEvening)


def evening_of(game: str, begun: datetime) -> PastEvening | None:
    """Return the evening of a match."""
    said = game, begun.isoformat()
    for evening in past_evenings():
        if any((match.game, match.begun) == said for match in evening.matches):
            return evening
    return None


def _files() -> list[Path]:
    return sorted(evenings_folder().glob("*.json"), key=lambda path: -path.stat().st_mtime)
