"""The part of the table screen that follows the host: positions, refusals, the end of deals.

A finished trick stays a while, a finished deal until it has been read; what comes meanwhile waits.
Draws nothing itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from textual.timer import Timer

from core.game import Event, Move
from net.protocol import FromHost, Refused, Start
from tui.boards.scene import Closing
from tui.connection import Connection, Position
from tui.hints import Hint
from tui.motion import Motion, seconds
from tui.screens.hands import Hands
from tui.screens.match_over import MatchOver
from tui.text import t
from tui.turn import legal_moves

FORCED_SECONDS: Final = 0.7
"""How long a forced move waits, so that one sees what happens."""

FAR_BEHIND: Final = 4
"""Positions waiting from which on a trick does not stay any more."""


class Following(Hands):
    """A page that shows one table as the host tells it."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection.board)
        self.connection = connection
        self.shown: Position | None = None
        """The position on the screen."""
        self.last_trick: Position | None = None
        """The last finished trick, or how the table lay when the last deal was over."""
        self.last_deal: Position | None = None
        self.reading: Position | None = None
        """The end of a deal that has not been read yet; later positions wait."""
        self.looking: Position | None = None
        """The last trick or deal, while the player looks back at it."""
        self.hint: Hint | None = None
        """The hint for this position, once asked for."""
        self.seeking = False
        """Whether a hint has been asked for and is being looked for."""
        self.motion = Motion(self, self.redraw_motion, self.next_position)
        self._halved: Position | None = None
        """The end of a deal of which the table has been shown already."""
        self._told = 0
        """How many of its events were told with that."""
        self._forced: Timer | None = None

    def on_mount(self) -> None:
        self.next_position()

    def redraw_motion(self) -> None:
        """Draw what moves."""
        self._repaint("board", "hand")

    def heard(self, said: FromHost) -> None:
        """Follow the host; the connection has kept what it said."""
        if isinstance(said, Refused):
            if self.shown is not None and self.reading is None:
                self._open(self.shown)  # the choice is open again
            self.trouble = self.connection.refusal_text()
            self.app.bell()
        self.next_position()

    def link_changed(self, up: bool) -> None:
        """Show whether the connection stands."""
        self.redraw()

    # --- one position after the other -----------------------------------------------------------

    def next_position(self) -> None:
        """Show what has come, but nothing over what still moves or has to be seen."""
        positions = self.connection.positions
        while self.is_mounted and positions and not self._waits():
            self._take(self._next_half())
        self.redraw()

    def _waits(self) -> bool:
        return self.reading is not None or self.looking is not None or self.motion.busy

    def _next_half(self) -> Position:
        """Return the next position; before the end of a deal comes the table it was played on."""
        positions = self.connection.positions
        position = positions.popleft()
        if position is not self._halved:
            self._tell_late(position)
        table = self._table_before(position)
        if table is not None:
            self._halved, self._told = position, len(table.events)
            positions.appendleft(position)
            self.connection.tell(table.events)
            return table
        told = self._told if position is self._halved else 0
        if told and told >= position.whole_deal:  # the end has been read with the table
            position, told = replace(position, events=position.events_after_deal), 0
        end = position.whole_deal if position.ends_deal else None
        self.connection.tell(position.events[told:end])
        return position

    def _tell_late(self, position: Position) -> None:
        self.connection.tell_late(position)
        seat = self.connection.session.seat
        if seat is not None and position.late == seat:
            self.say_status(t("Your time is up: a bot has moved for you"))

    def _table_before(self, position: Position) -> Position | None:
        """Return how the table lay when a deal was over, if no view shows it."""
        board, before = self.turn.board, self.shown
        if not position.ends_deal or position is self._halved or before is None:
            return None
        if not isinstance(board, Closing) or before.seq + 1 != position.seq:
            return None  # who was cut off has not seen the move before
        found = board.last_position(before.view, position.view, position.events)
        if found is None:
            return None
        view, count = found
        return Position(position.seq, view, position.events[:count])

    def _take(self, position: Position) -> None:
        before, behind = self.shown, len(self.connection.positions)
        self.shown = position
        kinds = {event.kind for event in position.events}
        closing = not position.view.to_act and position.view.result is None
        stays = (closing or "trick" in kinds) and not position.ends_deal
        if stays:
            self.last_trick = position
        if position.ends_deal:
            self.reading = self.last_deal = position
        self._open(position)
        stays = stays and self.reading is None and behind <= FAR_BEHIND
        rest = self.kozyr.trick_seconds if stays and not self.turn.legal else 0.0
        # Who is behind sees the moves, but not how they are made.
        moving = self._moving_seconds(before, position) if behind <= 1 + stays else 0.0
        if moving or rest:
            self.motion.begin(moving, rest)

    def _moving_seconds(self, before: Position | None, position: Position) -> float:
        """Return how long the position takes to come about; 0 if nothing would be seen to move."""
        speed = self.kozyr.speed
        events = position.events
        fresh = before is None or before.view.result is not None
        if fresh and position.view.deal == 1 and not events:
            events = (Event("began"),)  # the first deal of a match has no events
        # A deal that has just ended is told by its summary; the next one is dealt after that.
        if self.reading is not None:
            events = tuple(event for event in events if event.kind in ("opened", "window"))
        return seconds(events) * speed if speed and self._moves(events) else 0.0

    def _moves(self, events: tuple[Event, ...]) -> bool:
        """Tell whether the first picture of what has happened differs from the last."""
        if any(event.kind == "began" for event in events):
            return True
        scene = self.scene()
        size = self.query_one("#board").size
        if scene is None or not size.width or not size.height:
            return False
        paint = self.turn.board.paint_table
        first = paint(replace(scene, moment=0.0), *size).canvas
        last = paint(replace(scene, moment=1.0), *size).canvas
        return first.chars != last.chars or first.styles != last.styles

    def _open(self, position: Position) -> None:
        """Give the position to the player's hands."""
        self.trouble, self.hint, self.seeking = "", None, False
        game = self.connection.session.game
        assert game is not None
        legal = () if self.reading else legal_moves(game, position.view)
        was_mine = bool(self.turn.legal)
        self.turn.take(position.view, legal)
        self.set_class(position.view.seat is None, "-watching")
        if legal and not was_mine:
            self.kozyr.call_to_table()
        elif not legal:
            self.kozyr.notice.take_back()
        self._maybe_forced(position)

    def _maybe_forced(self, position: Position) -> None:
        """Play a move that is the only one and no piece of the hand, if the player likes that."""
        if self._forced is not None:
            self._forced.stop()
            self._forced = None
        turn = self.turn
        if self.kozyr.settings.autoplay and len(turn.legal) == 1 and len(turn.choices) == 1:
            self._forced = self.set_timer(FORCED_SECONDS, lambda: self._play_forced(position.seq))

    def _play_forced(self, seq: int) -> None:
        if self.shown is not None and self.shown.seq == seq and self.turn.choices:
            self.send_move(self.turn.choices[0].move)

    def send_move(self, move: Move) -> None:
        """Send a move; until the host answers there is nothing more to choose."""
        connection = self.connection
        if not self.turn.legal:
            return
        self.motion.finish()
        if connection.session.pending is None and self.shown is not None:
            connection.send(connection.session.play(move))
        self.turn.take(self.turn.view, ())
        self.redraw_hand()

    # --- looking back ---------------------------------------------------------------------------

    def look_back(self) -> None:
        """Look at the last trick, then at the last deal, then at the table again.

        While the end of a deal is read: at the table it was played on, and back.
        """
        seen = (self.last_trick, None if self.reading else self.last_deal)
        views = [position for position in seen if position]
        at = views.index(self.looking) + 1 if self.looking in views else 0
        self.looking = views[at] if at < len(views) else None
        self.next_position()

    def look_up(self) -> bool:
        """Look at the table again; tell whether it was otherwise."""
        if self.looking is None:
            return False
        self.looking = None
        self.next_position()
        return True

    # --- the end of a deal and of a match -------------------------------------------------------

    def go_on(self) -> None:
        """The end of the deal has been read: on to the next one, or to the places."""
        position = self.reading
        self.reading = None
        if position is not None:
            self.connection.tell(position.events[position.whole_deal :])
            if position.view.result is None:  # else what has been read stays on the table
                self._take(replace(position, events=position.events_after_deal))
        self.next_position()
        self.show_places()

    def show_places(self) -> None:
        """Show who has won, once the match is over."""
        if self.shown is not None and self.shown.view.result is not None:
            places = MatchOver(self.connection, self.shown.view.result)
            self.app.push_screen(places, self._places_answered)

    def _places_answered(self, answer: str | None) -> None:
        if answer == "again":
            self.connection.send(Start())
        elif answer == "room":
            self.kozyr.at_table.open_room()
        elif answer == "leave":
            self.kozyr.at_table.leave(give_up=True)
        self.next_position()
