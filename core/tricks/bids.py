"""Bids as trick-taking games make them. Knows no game."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid of this many tricks; 0 is a pass."""

    verb: ClassVar = "bid"

    tricks: int

    @property
    def number(self) -> int:
        """How many tricks."""
        return self.tricks

    def __str__(self) -> str:
        return f"bid {self.tricks}"


def tricks_bid(move: object) -> int:
    """Return how many tricks a bid is for."""
    assert isinstance(move, Bid), "a bid is expected"
    return move.tricks
