"""How a player wants tables to be shown. Values, so that models know neither settings nor pages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Preferences:
    """The settings as they are now; a player may change them during a match."""

    speed: float = 0.0
    """The factor for the times of movements; 0 turns them off."""
    trick_seconds: float = 0.0
    """How long a finished trick stays."""
    bot_seconds: float = 0.0
    """A bot's apparent thinking time."""
    careful: bool = False
    """Whether a costly move needs a second click."""
    waits_for_key: bool = False
    """Whether a finished trick stays until the player goes on."""
    autoplay: str = "off"
    """Which moves without an alternative are made automatically.

    "off": none, "bids": those that are not a piece of the hand, "last": the last piece as well,
    "every": every piece.
    """
