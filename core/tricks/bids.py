"""Bids as trick-taking games make them. Knows no game."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Bid:
    """This many tricks; 0 is a pass."""

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


def misjudged(tricks: float, sure: int, doubtful: int, each: float, rng: Random) -> float:
    """Return an estimate of a hand's tricks gone wrong, though not below those that are sure.

    `each` is the standard deviation, in tricks, that each of the doubtful pieces adds.
    """
    if not each:
        return tricks
    return max(min(tricks, sure), tricks + rng.gauss(0, each * sqrt(doubtful)))
