"""What a table model asks about its player's settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class Preferences(Protocol):
    """Settings as they are now; a player may change them during a match."""

    @property
    def speed(self) -> float:
        """By what the times of movements are multiplied; 0 moves nothing."""
        ...

    @property
    def trick_seconds(self) -> float:
        """How long a finished trick stays."""
        ...

    @property
    def careful(self) -> bool:
        """Whether a click on a costly move has to come twice."""
        ...

    @property
    def autoplay(self) -> bool:
        """Whether a move that is the only one and no piece of the hand is made by itself."""
        ...


@dataclass(frozen=True, slots=True)
class Quiet:
    """Nothing moves, stays or happens by itself: for lessons and replays."""

    speed: float = 0.0
    trick_seconds: float = 0.0
    careful: bool = False
    autoplay: bool = False
