"""Whether a View is of a deal that is over: it lies open, for people to read."""

from __future__ import annotations

from core.game import FINISHED, OVER, View


def between_deals(view: View) -> bool:
    """Whether a deal is over and lies open, for people to read before the next one."""
    return view.phase == FINISHED


def is_deal_over(view: View) -> bool:
    """Whether a deal is over and lies open, either between two deals or at the end of the match."""
    return view.phase in (FINISHED, OVER)
