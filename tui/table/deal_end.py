"""The end of a deal as it is shown: the table as it lay, its points, what follows. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.game import DEAL_ENDS, RECORDED, Event
from tui.boards.scene import Board, Closing


def ends_deal(events: Sequence[Event]) -> bool:
    """Tell whether a deal, or a round where the game counts those, was over with these events."""
    return any(event.kind in DEAL_ENDS for event in events)


def whole_deal(events: Sequence[Event]) -> int:
    """Return how many of the events belong to the deal that was over, its points included."""
    return 1 + max((at for at, event in enumerate(events) if event.kind in RECORDED), default=-1)


def events_after_deal(events: Sequence[Event]) -> tuple[Event, ...]:
    """Return what happened after the last deal that was over."""
    ends = [at for at, event in enumerate(events) if event.kind in DEAL_ENDS]
    return tuple(events[ends[-1] + 1 :] if ends else events)


def as_it_lay(
    board: Board, before: Any, after: Any, events: Sequence[Event]
) -> tuple[Any, int] | None:
    """Return how the table lay when a deal was over, and how many of the events that shows.

    `before` and `after` are the views around its last move. None if no deal was over, or if
    `after` shows the table itself.
    """
    if not ends_deal(events) or not isinstance(board, Closing):
        return None
    return board.last_position(before, after, events)
