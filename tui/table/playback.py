"""Keeps which position is shown, which is still being read, which one is looked back at.

A finished deal stays until it has been read; what comes in the meantime waits. Pure.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from core.position import is_deal_over
from net.client.happenings import IntermissionChanged, Position


@dataclass(frozen=True, slots=True)
class Past:
    """A position that is looked back at, with or without the summary of its deal."""

    position: Position
    summary: bool
    hands: bool = False
    """Whether what everybody held lies over the table."""


class Playback:
    """Takes positions one after another; read `shown`, `reading` and `looking`."""

    def __init__(self) -> None:
        self.waiting: deque[Position] = deque()
        """Received and not yet shown."""
        self.shown: Position | None = None
        """The position on the screen."""
        self.last_trick: Position | None = None
        """The last finished trick."""
        self.last_deal: Position | None = None
        self.reading: Position | None = None
        """The end of a deal or a round that has not been read yet; later positions wait."""
        self.looking: Past | None = None
        """The last trick or deal, while the player looks back at it."""
        self.lays_open = False
        """Whether all hands of a finished deal can be looked at."""
        self.intermission: IntermissionChanged | None = None
        """The last one that the host sent."""

    @property
    def paused(self) -> IntermissionChanged | None:
        """The intermission of the shown position, which the host ends."""
        shown, told = self.shown, self.intermission
        return told if shown is not None and told is not None and told.seq == shown.seq else None

    def next(self) -> Position | None:
        """Return the next position; None if none waits, or something is read or looked back at."""
        held = self.reading is not None and self.paused is None
        if not self.waiting or self.looking is not None or held:
            return None
        self.reading = None
        return self.waiting.popleft()

    def show(self, position: Position) -> bool:
        """Make a position the one that is shown; tell whether it should stay a while."""
        self.shown = position
        kinds = {event.kind for event in position.events}
        over = is_deal_over(position.view)
        if "trick" in kinds:
            self.last_trick = position
        if over or "round" in kinds:
            self.reading = self.last_deal = position
        return over or "trick" in kinds

    def finish_reading(self) -> None:
        """The end of a deal has been read."""
        self.reading = None

    # --- looking back ---------------------------------------------------------------------------

    @property
    def can_look_back(self) -> bool:
        """Whether there is a trick or a deal to look back at."""
        return bool(self._past)

    @property
    def _past(self) -> list[Past]:
        """Return the last trick, then the last deal; while a deal is read, its table."""
        if self.reading is not None:
            return [Past(self.reading, summary=False), *self._hands(self.reading)]
        trick, deal = self.last_trick, self.last_deal
        tables = [Past(table, summary=False) for table in (trick or deal,) if table]
        return [*tables, *([Past(deal, summary=True), *self._hands(deal)] if deal else [])]

    def _hands(self, deal: Position) -> list[Past]:
        """Return the view of all hands, if the game keeps them and the deal is over."""
        over = self.lays_open and is_deal_over(deal.view)
        return [Past(deal, summary=False, hands=True)] if over else []

    def look_back(self) -> None:
        """Look at the last trick, then at the last deal, then at the table again."""
        past = self._past
        at = past.index(self.looking) + 1 if self.looking in past else 0
        self.looking = past[at] if at < len(past) else None

    def look_ahead(self) -> bool:
        """Stop looking back; tell whether that was so."""
        looked, self.looking = self.looking is not None, None
        return looked
