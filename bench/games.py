"""Which games are measured, and how long they may take: games.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any


def measured(table: str) -> dict[str, Any]:
    """Return a table of games.toml: name of a game, or of a part, -> what is said of it."""
    with Path(__file__).with_name("games.toml").open("rb") as file:
        found: dict[str, Any] = tomllib.load(file)[table]
    return found
