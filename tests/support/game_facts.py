"""Facts about one game for the tests of all: tests/games/<name>/matches.toml, if there is one."""

import tomllib
from pathlib import Path
from typing import Any

from core.games import GAMES

FOLDER = Path(__file__).parents[1] / "games"


def house_rules_of(name: str, purpose: str) -> dict[str, Any]:
    """Return the house rules of matches for a purpose; the usual ones if none are given."""
    return {rule: value for rule, value in _table(name, purpose).items() if rule != "seats"}


def seats_of(name: str, purpose: str) -> int:
    """Return the number of seats: four, if none is given and the game allows that."""
    allowed = GAMES[name].SEATS
    seats: int = _table(name, purpose).get(
        "seats", max(n for n in allowed if n <= max(4, allowed[0]))
    )
    return seats


def _table(name: str, purpose: str) -> dict[str, Any]:
    path = FOLDER / name / "matches.toml"
    known = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
    found: dict[str, Any] = known.get(purpose) or known.get("short") or {}
    return found
