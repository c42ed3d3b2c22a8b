"""Follows a table as the host tells it: which position is shown, what is read, what is looked at.

A finished trick stays a while, a finished deal until it has been read; what comes meanwhile waits.
Draws nothing: a Stage does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Protocol

from textual.message_pump import MessagePump

from core.game import Event, Move
from core.position import legal as legal_moves
from net.wire.protocol import FromHost, Refused
from tui.boards.scene import movements
from tui.language.text import t
from tui.table.connection import Connection, Position
from tui.table.deal_end import played_out
from tui.table.hands import Hands
from tui.table.motion import Motion

FAR_BEHIND: Final = 4
"""Positions waiting from which on a trick does not stay any more."""


class Stage(Protocol):
    """Where positions are shown."""

    def opened(self, position: Position, *, newly_mine: bool) -> None:
        """Take note that the hands have another position, and whether it makes them act."""
        ...

    def moving_seconds(self, events: Sequence[Event]) -> float:
        """Return how long it takes to show these events; 0 if nothing would be seen to move."""
        ...

    @property
    def rest_seconds(self) -> float:
        """How long a finished trick stays."""
        ...

    def redraw(self) -> None:
        """Draw everything anew."""
        ...

    def redraw_motion(self) -> None:
        """Draw what moves."""
        ...

    def redraw_hand(self) -> None:
        """Draw what the player's own keys change."""
        ...

    def show_places(self) -> None:
        """Show who has won, if the match is over."""
        ...

    def say_status(self, text: str) -> None:
        """Show a sentence for a while."""
        ...


class Follower:
    """Takes positions one after the other; read `shown`, `reading` and `looking`."""

    def __init__(
        self, connection: Connection, hands: Hands, stage: Stage, timers: MessagePump
    ) -> None:
        self.shown: Position | None = None
        """The position on the screen."""
        self.last_trick: Position | None = None
        """The last finished trick, or how the table lay when the last deal was over."""
        self.last_deal: Position | None = None
        self.reading: Position | None = None
        """The end of a deal that has not been read yet; later positions wait."""
        self.looking: Position | None = None
        """The last trick or deal, while the player looks back at it."""
        self.motion = Motion(timers, stage.redraw_motion, self.next_position)
        self._connection = connection
        self._hands = hands
        self._stage = stage
        self._halved: Position | None = None
        """The end of a deal of which the table has been shown already."""
        self._told = 0
        """How many of its events were told with that."""

    @property
    def can_look_back(self) -> bool:
        """Whether there is a trick or a deal to look back at."""
        return self.last_trick is not None or self.last_deal is not None

    def heard(self, said: FromHost) -> None:
        """Follow the host; the connection has kept what it said."""
        if isinstance(said, Refused):
            if self.shown is not None and self.reading is None:
                self._open(self.shown)  # the choice is open again
            self._hands.refuse(self._connection.refusal_text())
        self.next_position()

    def send(self, move: Move) -> None:
        """Send a move; until the host answers there is nothing more to choose."""
        connection, turn = self._connection, self._hands.turn
        if not turn.legal:
            return
        self.motion.finish()
        turn.take(turn.view, ())
        if connection.session.pending is None and self.shown is not None:
            connection.send(connection.session.play(move))
        self._stage.redraw_hand()

    # --- one position after the other -----------------------------------------------------------

    def next_position(self) -> None:
        """Show what has come, but nothing over what still moves or has to be seen."""
        positions = self._connection.positions
        while positions and not self._waits():
            self._take(self._next_half())
        self._stage.redraw()

    def _waits(self) -> bool:
        return self.reading is not None or self.looking is not None or self.motion.busy

    def _next_half(self) -> Position:
        """Return the next position; before the end of a deal comes the table it was played on."""
        connection = self._connection
        position = connection.positions.popleft()
        if position is not self._halved:
            self._tell_late(position)
        table = self._table_before(position)
        if table is not None:
            self._halved, self._told = position, len(table.events)
            connection.positions.appendleft(position)
            connection.tell(table.events)
            return table
        told = self._told if position is self._halved else 0
        if told and told >= position.whole_deal:  # the end has been read with the table
            position, told = replace(position, events=position.events_after_deal), 0
        end = position.whole_deal if position.ends_deal else None
        connection.tell(position.events[told:end])
        return position

    def _tell_late(self, position: Position) -> None:
        self._connection.tell_late(position)
        seat = self._connection.session.seat
        if seat is not None and position.late == seat:
            self._stage.say_status(t("Your time is up: a bot has moved for you"))

    def _table_before(self, position: Position) -> Position | None:
        """Return the table of a finished deal, before its points are told."""
        count = played_out(position.view, position.events)
        if position is self._halved or not count:
            return None
        return replace(position, events=position.events[:count])

    def _take(self, position: Position) -> None:
        before, behind = self.shown, len(self._connection.positions)
        self.shown = position
        kinds = {event.kind for event in position.events}
        closing = bool(kinds) and not position.view.to_act
        stays = (closing or "trick" in kinds) and not position.ends_deal
        if stays:
            self.last_trick = position
        if position.ends_deal:
            self.reading = self.last_deal = position
        self._open(position)
        stays = stays and self.reading is None and behind <= FAR_BEHIND
        rest = self._stage.rest_seconds if stays and not self._hands.turn.legal else 0.0
        # Who is behind sees the moves, but not how they are made.
        moving = self._moving_seconds(before, position) if behind <= 1 + stays else 0.0
        if moving or rest:
            self.motion.begin(moving, rest)

    def _moving_seconds(self, before: Position | None, position: Position) -> float:
        events = position.events
        fresh = before is None or before.view.result is not None
        if fresh and position.view.deal == 1 and not events:
            events = (Event("began"),)  # the first deal of a match has no events
        # A deal that has just ended is told by its summary; the next one is dealt after that.
        if self.reading is not None:
            shown = movements(self._hands.turn.board)
            events = tuple(event for event in events if event.kind in shown)
        return self._stage.moving_seconds(events)

    def _open(self, position: Position) -> None:
        """Give the position to the player's hands."""
        game = self._connection.session.game
        assert game is not None
        was_mine = bool(self._hands.turn.legal)
        legal = () if self.reading else legal_moves(game, position.view)
        self._hands.take(position.view, legal)
        self._stage.opened(position, newly_mine=bool(legal) and not was_mine)

    # --- looking back, and going on -------------------------------------------------------------

    def look_back(self) -> None:
        """Look at the last trick, then at the last deal, then at the table again.

        While the end of a deal is read: at the table it was played on, and back.
        """
        self.motion.finish()
        seen = (self.last_trick, None if self.reading else self.last_deal)
        views = [position for position in seen if position]
        at = views.index(self.looking) + 1 if self.looking in views else 0
        self.looking = views[at] if at < len(views) else None
        self.next_position()

    def stir(self) -> bool:
        """End what moves or rests, or else looking back; tell whether there was anything."""
        if self.motion.finish():
            return True
        if self.looking is None:
            return False
        self.looking = None
        self.next_position()
        return True

    def go_on(self) -> None:
        """The end of the deal has been read: on to the next one, or to the places."""
        position = self.reading
        self.reading = None
        if position is not None:
            self._connection.tell(position.events[position.whole_deal :])
            if position.view.result is None:  # else what has been read stays on the table
                self._take(replace(position, events=position.events_after_deal))
        self.next_position()
        self._stage.show_places()
