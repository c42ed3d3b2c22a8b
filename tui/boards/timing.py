"""How long it takes to show what has happened, at normal speed. Knows no game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.game import Event

PLAY_SECONDS: Final = 0.45
"""A card or tile on its way, and before that the last trick."""

DEAL_SECONDS: Final = 0.6
"""A new hand, piece by piece."""


def is_dealt(events: Sequence[Event]) -> bool:
    """Tell whether a deal has begun with these events."""
    return any(event.kind == "began" for event in events)
