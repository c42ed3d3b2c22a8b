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
    """A decision: for each action, the weights that count for it, and its mean worth."""

    rows: tuple[tuple[int, ...], ...]
    worths: tuple[float, ...]
    rule: int
    """The action played by the rule of thumb."""


PART: Final = 100
"""The number of deals in one piece of work."""


class Usual(NamedTuple):
    """The default numbers for learning a game."""

    rounds: int = 4
    deals: int = 5000
    """The number of deals in a round."""
    worlds: int = 30
    """The number of imagined deals per decision."""
    weight_decay: float = 1e-4
    duels: int = 3000
    """The number of deals by which a policy is judged."""
