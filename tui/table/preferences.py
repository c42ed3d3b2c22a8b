"""What a table model asks about its player's settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class Preferences(Protocol):
    """Settings as they are now; a player may change them during a match."""

    @property
    def speed(self) -> float:
        """The factor for the times of movements; 0 turns them off."""
        ...

    @property
    def trick_seconds(self) -> float:
        """How long a finished trick stays."""
        ...

    @property
    def careful(self) -> bool:
        """Whether a costly move needs a second click."""
        ...

    @property
    def waits_for_key(self) -> bool:
        """Whether a finished trick stays until the player goes on."""
        ...

    @property
    def autoplay(self) -> str:
        """Which moves without an alternative are made automatically.

        "off": none, "bids": those that are not a piece of the hand, "last": the last piece as well,
        "every": every piece.
        """
        ...


@dataclass(frozen=True, slots=True)
class Quiet:
    """For lessons and replays: nothing moves, stays or happens by itself."""

    speed: float = 0.0
    trick_seconds: float = 0.0
    careful: bool = False
    waits_for_key: bool = False
    autoplay: str = "off"
