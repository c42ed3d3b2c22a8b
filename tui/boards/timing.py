"""How long what has happened takes to be seen, at normal speed. Knows no game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.game import Event

PLAY_SECONDS: Final = 0.45
"""A card or tile on its way, and before it the last trick on its own."""

DEAL_SECONDS: Final = 0.6
"""A new hand, piece by piece."""


def last_move(events: Sequence[Event]) -> str:
    """Return the last move among events; empty if there is none or the viewer must not see it."""
    moves = [str(event.data.get("move", "")) for event in events if event.kind == "moved"]
    return moves[-1] if moves else ""


def is_dealt(events: Sequence[Event]) -> bool:
    """Tell whether a deal has begun with these events."""
    return any(event.kind == "began" for event in events)


def play_seconds(events: Sequence[Event]) -> float:
    """Return how long a piece flies to the trick in which it is played."""
    return PLAY_SECONDS if last_move(events).startswith("play ") else 0.0
