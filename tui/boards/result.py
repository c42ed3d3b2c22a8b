"""What a finished deal has brought each player. Knows no game and draws nothing."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Tone: TypeAlias = Literal["", "good", "bad", "active", "muted"]
"""How a text is meant: a bid that was made, a khisht, a premium, what is beside the point."""


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """What one player has of a deal."""

    cells: tuple[tuple[str, Tone], ...]
    """As many as the outcome has heads."""
    gained: int
    """What the total grew by."""
    total: int
    note: str = ""
    """What is worth a word: a khisht, a premium, the tiles that were left."""
    tone: Tone = ""
    """How the note is meant."""
    lit: bool = False
    """Whether the row lights up."""


@dataclass(frozen=True, slots=True)
class DealOutcome:
    """What a finished deal has brought everybody."""

    heads: tuple[str, ...]
    """Of the cells, in the player's language; the total needs none of its own."""
    results: tuple[SeatOutcome, ...]
    """By seat."""
