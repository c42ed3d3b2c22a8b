"""Deals from which a policy learns by self-play: each game of tricks describes its own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol

from core.games import Registry
from core.tricks.kernel import Tricks
from core.tricks.policy import Strengths, still_wanted


@dataclass(frozen=True, slots=True)
class TrainingDeal:
    """A deal whose bids have been made; nothing has been played."""

    tricks: Tricks
    strengths: Strengths
    goals: tuple[int, ...]
    """The tricks that each seat wants in all, or ALL."""
    unplayed: int
    """All pieces of the deck, as a mask."""
    worth: Callable[[Sequence[int]], Sequence[float]]
    """Tricks taken -> the worth of the deal to each seat."""
    rule: Callable[[Tricks, int, int], int]
    """Position, tricks still wanted, pieces not played yet -> the play of the rule of thumb."""
    fixed: bool = False
    """Whether a seat that has missed its goal still wants no trick."""

    def needs(self, tricks: Tricks) -> list[int]:
        """Return the tricks that each seat still wants."""
        return still_wanted(self.goals, tricks.taken, fixed=self.fixed)


class Trainer(Protocol):
    """A module of a game that deals to learn from."""

    def training_deal(self, rng: Random) -> TrainingDeal:
        """Deal and bid as in a match, with bids that err now and then."""


TRAINERS: Final[Registry[Trainer]] = Registry("kozyr_kits.training.games", "")
"""Name of a game -> the module with deals for its bots to learn from, if they learn."""
