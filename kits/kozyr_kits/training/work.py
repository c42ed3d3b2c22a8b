"""The work and the results of self-play, for every game that learns."""

from typing import Final, NamedTuple


class Work(NamedTuple):
    """A part of a round, light enough to be sent to another process."""

    game: str
    seed: str
    deals: int
    worlds: int
    weights: tuple[int, ...] | None


class Position(NamedTuple):
    """A decision: for each action, the weights that speak for it, and its mean worth."""

    rows: tuple[tuple[int, ...], ...]
    worths: tuple[float, ...]
    rule: int
    """Which of the actions the rule of thumb plays."""


PART: Final = 100
"""Deals in one piece of work."""


class Usual(NamedTuple):
    """How many deals a game learns from by default, and how."""

    rounds: int = 4
    deals: int = 5000
    """Deals in a round."""
    worlds: int = 30
    """Imagined deals a decision."""
    weight_decay: float = 1e-4
    duels: int = 3000
    """Deals by which a policy is judged."""
