"""Which position of a table is shown, which is still being read, which one is looked back at.

A finished deal stays until it has been read; what comes meanwhile waits. Pure.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from core.game import Event
from net.client.told import Position
from tui.boards.scene import Board
from tui.table.deal_end import as_it_lay, ends_deal, events_after_deal, whole_deal


class Playback:
    """Takes positions one after the other; read `shown`, `reading` and `looking`."""

    def __init__(self, board: Board) -> None:
        self.waiting: deque[Position] = deque()
        """Received and not yet shown."""
        self.shown: Position | None = None
        """The position on the screen."""
        self.last_trick: Position | None = None
        """The last finished trick, or how the table lay when the last deal was over."""
        self.last_deal: Position | None = None
        self.reading: Position | None = None
        """The end of a deal that has not been read yet; later positions wait."""
        self.looking: Position | None = None
        """The last trick or deal, while the player looks back at it."""
        self._summary: Position | None = None
        """A position that was placed for how its deal has ended."""
        self._board = board
        self._halved: Position | None = None
        """The end of a deal of which the table has been shown already."""
        self._told = 0
        """How many of its events were told with that."""

    @property
    def can_look_back(self) -> bool:
        """Whether there is a trick or a deal to look back at."""
        return self.last_trick is not None or self.last_deal is not None

    @property
    def is_held(self) -> bool:
        """Whether something is read or looked back at, so that later positions wait."""
        return self.reading is not None or self.looking is not None

    def tells_points(self, position: Position) -> bool:
        """Tell whether a position is shown for how its deal has ended."""
        read_now = position is self.reading or position is self._summary
        return read_now or position is self.last_deal is self.looking

    def next(self) -> tuple[Position, Sequence[Event], bool] | None:
        """Return the next position to be shown, what is to be told with it, whether it is new.

        None if none waits. Before the end of a deal comes the table it was played on.
        """
        if not self.waiting or self.is_held:
            return None
        position = self.waiting.popleft()
        new = position is not self._halved
        table = self._table_before(position)
        if table is not None:
            self._halved, self._told = position, len(table.events)
            self.waiting.appendleft(position)
            return table, table.events, new
        told = self._told if position is self._halved else 0
        if told and told >= whole_deal(position.events):  # the end has been read with the table
            position, told = replace(position, events=events_after_deal(position.events)), 0
        end = whole_deal(position.events) if ends_deal(position.events) else None
        return position, position.events[told:end], new

    def _table_before(self, position: Position) -> Position | None:
        """Return how the table lay when a deal was over, if no view shows it."""
        before = self.shown
        if position is self._halved or before is None or before.seq + 1 != position.seq:
            return None  # who was cut off has not seen the move before
        found = as_it_lay(self._board, before.view, position.view, position.events)
        if found is None:
            return None
        view, count = found
        return Position(position.seq, view, position.events[:count])

    def show(self, position: Position) -> bool:
        """Take a position as the one that is shown; tell whether it should stay a while."""
        self.shown = position
        kinds = {event.kind for event in position.events}
        closing = not position.view.to_act and position.view.result is None
        stays = (closing or "trick" in kinds) and not ends_deal(position.events)
        if stays:
            self.last_trick = position
        if ends_deal(position.events):
            self.reading = self.last_deal = position
        return stays and self.reading is None

    def place(self, position: Position, *, summary: bool) -> None:
        """Show a position in the place of any other, for how its deal has ended or as it is."""
        self.shown, self._summary = position, position if summary else None

    # --- looking back, and going on -------------------------------------------------------------

    def look_back(self) -> None:
        """Look at the last trick, then at the last deal, then at the table again.

        While the end of a deal is read: at the table it was played on, and back.
        """
        seen = (self.last_trick, None if self.reading else self.last_deal)
        views = [position for position in seen if position]
        at = views.index(self.looking) + 1 if self.looking in views else 0
        self.looking = views[at] if at < len(views) else None

    def look_ahead(self) -> bool:
        """Stop looking back; tell whether that was so."""
        looked, self.looking = self.looking is not None, None
        return looked

    def go_on(self) -> tuple[Position | None, Sequence[Event]]:
        """Have the end of a deal read: return what comes next of it, and what is to be told.

        Of the last deal of a match nothing comes next: what has been read stays on the table.
        """
        position, self.reading = self.reading, None
        if position is None:
            return None, ()
        told = position.events[whole_deal(position.events) :]
        if position.view.result is not None:
            return None, told
        return replace(position, events=events_after_deal(position.events)), told
