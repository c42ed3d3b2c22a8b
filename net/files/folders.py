"""Where this system keeps what a program remembers from one run to the next."""

from __future__ import annotations

import os
from pathlib import Path

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
