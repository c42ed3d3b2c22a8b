"""The part of the table screen that follows the host: positions, refusals, the end of deals.

A finished deal stays until it has been read; what comes meanwhile waits. Draws nothing itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from textual.timer import Timer

from core.game import Move
from net.protocol import FromHost, Refused, Start
from tui.connection import Connection, Position
from tui.screens.match_over import MatchOver
from tui.turn import Turn, legal_moves
from tui.widgets.canvas import CanvasView
from tui.widgets.page import Page

FORCED_SECONDS: Final = 0.7
"""How long a forced move waits, so that one sees what happens."""


class Following(Page):
    """A page that shows one table as the host tells it."""

    def __init__(self, connection: Connection) -> None:
        super().__init__()
        self.connection = connection
        self.turn = Turn(connection.board)
        self.shown: Position | None = None
        """The position on the screen."""
        self.last_deal: Position | None = None
        self.reading: Position | None = None
        """The end of a deal that has not been read yet; later positions wait."""
        self.show_last = False
        self.trouble = ""
        """Why the last attempt did nothing."""
        self._forced: Timer | None = None

    def on_mount(self) -> None:
        self.next_position()

    def redraw(self) -> None:
        """Draw everything anew; only what differs is sent."""
        for view in self.query(CanvasView):
            view.repaint()

    def redraw_hand(self) -> None:
        """Draw what the player's own keys change."""
        for view in self.query("#board, #prompt, #hand").results(CanvasView):
            view.repaint()

    def heard(self, said: FromHost) -> None:
        """Follow the host; the connection has kept what it said."""
        if isinstance(said, Refused):
            if self.shown is not None and self.reading is None:
                self._take(self.shown)  # the choice is open again
            self.trouble = self.connection.refusal_text()
            self.app.bell()
        self.next_position()

    def link_changed(self, up: bool) -> None:
        """Show whether the connection stands."""
        self.redraw()

    def next_position(self) -> None:
        """Show what has come, but nothing beyond a finished deal that is still being read."""
        positions = self.connection.positions
        while self.is_mounted and self.reading is None and positions:
            self._take(positions.popleft())
        self.redraw()

    def _take(self, position: Position) -> None:
        self.shown = position
        self.trouble = ""
        game = self.connection.session.game
        assert game is not None
        if position.ends_deal:
            self.reading = self.last_deal = position
        legal = () if self.reading else legal_moves(game, position.view)
        was_mine = bool(self.turn.legal)
        self.turn.take(position.view, legal)
        self.set_class(position.view.seat is None, "-watching")
        if legal and not was_mine and not self.app.app_focus and self.kozyr.settings.bell:
            self.app.bell()
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
        if connection.session.pending is None and self.shown is not None:
            connection.send(connection.session.play(move))
        self.turn.take(self.turn.view, ())
        self.redraw_hand()

    # --- the end of a deal and of a match -------------------------------------------------------

    def go_on(self) -> None:
        """The end of the deal has been read: on to the next one, or to the places."""
        position = self.reading
        self.reading = None
        self.show_last = False
        if position is not None:
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
        elif answer == "leave":
            self.kozyr.leave_table(give_up=True)
        self.next_position()
