"""Reviews, each kept in a file beside its record; a damaged or foreign one counts as missing."""

from pathlib import Path

from core.records.replay import Replay
from core.review.review import Review, fingerprint, read, written
from net.files.folders import read_file, write_private
from net.files.history import record_lines

_MOST_BYTES = 1 << 24


def review_path(record: Path) -> Path:
    """Return the path of a record's review."""
    return record.with_suffix(".review.json")


def kept_review(record: Path, replay: Replay) -> Review | None:
    """Return the review of a record; None if there is none that belongs to it."""
    try:
        text = read_file(review_path(record), _MOST_BYTES).decode("utf-8", "replace")
        return read(text, fingerprint(record_lines(record)), replay)
    except (OSError, ValueError):
        return None


def keep_review(record: Path, review: Review) -> bool:
    """Write a review beside its record, whole or not at all; return whether that worked."""
    try:
        text = written(review, fingerprint(record_lines(record)))
    except (OSError, ValueError):
        return False
    return write_whole(review_path(record), text)


def write_whole(path: Path, text: str) -> bool:
    """Write a file that only this user can read, whole or not at all; return whether it worked."""
    try:
        write_private(path, text.encode())
    except (OSError, ValueError):
        return False
    return True
