"""The end of a deal as it is shown: the table as it lies, its points, what follows. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.game import DEAL_ENDS, RECORDED, Event
from core.position import is_deal_over


def ends_deal(events: Sequence[Event]) -> bool:
    """Tell whether a deal, or a round where the game counts those, was over with these events."""
    return any(event.kind in DEAL_ENDS for event in events)


def whole_deal(events: Sequence[Event]) -> int:
    """Return how many of the events belong to the deal that was over, its points included."""
    return 1 + max((at for at, event in enumerate(events) if event.kind in RECORDED), default=-1)


def played_out(view: Any, events: Sequence[Event]) -> int:
    """Return how many of the events have left the table of a finished deal as it lies.

    0 if the view is of no finished deal, or if nothing but its points has been told.
    """
    if not is_deal_over(view):
        return 0
    return next((at for at, event in enumerate(events) if event.kind in RECORDED), 0)
