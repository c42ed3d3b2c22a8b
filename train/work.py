"""What self-play is asked for and what it brings, for every game that learns."""

from __future__ import annotations

from typing import NamedTuple


class Work(NamedTuple):
    """A part of a round, light enough to be sent to another process."""

    game: str
    seed: str
    deals: int
    worlds: int
    weights: tuple[int, ...] | None


class Position(NamedTuple):
    """A decision: which weights speak for each action, and what it was worth on average."""

    rows: tuple[tuple[int, ...], ...]
    worths: tuple[float, ...]
    rule: int
    """Which of the actions the rule of thumb plays."""
