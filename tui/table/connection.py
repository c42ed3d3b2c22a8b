"""One table as the screens see it: the way to it, the positions not yet shown, the log.

No Textual here: the application feeds it, screens read it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from time import monotonic
from typing import Any

from core.game import Event, Seat, unusual_rules
from net.client.seat import ClientSeat, Link
from net.client.told import (
    Connected,
    Disconnected,
    Position,
    RoomChanged,
    Spoken,
    TimeChanged,
    Told,
)
from net.wire.protocol import Message, SeatLine
from net.wire.reasons import TROUBLES
from tui.boards import BOARDS, Board
from tui.language.text import t
from tui.language.words import seat_names
from tui.start import Start
from tui.table.countdown import Countdown
from tui.table.log import TableLog
from tui.table.room_words import change_said, given_said, late_said, link_said, subject


class Connection:
    """A seat at somebody's table, or at one's own."""

    def __init__(self, link: Link, start: Start, *, address: str = "") -> None:
        self.link = link
        self.start = start
        self.address = address
        """What others type to join; empty where nobody can."""
        self.positions: deque[Position] = deque()
        """Received and not yet shown."""
        self.log = TableLog()
        self.now: Callable[[], float] = monotonic
        self._told: set[str] = set()

    @property
    def client(self) -> ClientSeat:
        """What is known of the table."""
        return self.link.client

    @property
    def board(self) -> Board:
        """Who draws this game."""
        assert self.client.seated is not None
        return BOARDS[self.client.seated.game]

    @property
    def phase(self) -> str:
        """ "gathering", "playing" or "over"; empty before the room is known."""
        return self.client.room.phase if self.client.room else ""

    @property
    def seats(self) -> tuple[SeatLine, ...]:
        """Who sits where."""
        return self.client.room.seats if self.client.room else ()

    @property
    def names(self) -> tuple[str, ...]:
        """What each seat is called."""
        return seat_names(self.seats)

    @property
    def away(self) -> frozenset[Seat]:
        """Seats whose players have lost their connection, and no bot plays for them."""
        return frozenset(self.client.room.away if self.client.room else ())

    @property
    def lost(self) -> tuple[Seat, ...]:
        """Seats of people who are away and for whom this player can let a bot play."""
        return tuple(sorted(self.away)) if self.client.owns and self.client.playing else ()

    @property
    def countdown(self) -> Countdown | None:
        """The time that runs now, of the player's own decision if one is open."""
        return None if self.client.ends is None else Countdown(self.client.ends)

    def send(self, message: Message) -> None:
        """Send something to the host."""
        self.link.send(message)

    def new_troubles(self) -> list[str]:
        """Say what has gone wrong on this computer, each thing once."""
        new = [code for code in self.link.troubles if code not in self._told]
        self._told.update(new)
        for code in new:
            self.log.note(partial(t, TROUBLES[code]))
        return [t(TROUBLES[code]) for code in new]

    def absorb(self, told: Told) -> None:
        """Keep what the screens will want."""
        log = self.log
        match told:
            case Position():
                self.positions.append(told)
            case TimeChanged():
                log.note(partial(given_said, told, self.names))
            case Spoken(name=name, text=text):
                log.chat(name, text)
            case RoomChanged(room, happened):
                for change in happened:
                    log.note(partial(change_said, change, room, self.client.seat), subject(change))
            case Connected(again=True) | Disconnected():
                log.note(partial(link_said, up=isinstance(told, Connected)))
            case _:
                pass

    def tell_late(self, position: Position) -> None:
        """Write into the log that a bot has made this move, if it has."""
        if position.late is not None:
            self.log.note(partial(late_said, position.late, self.names, self.client.seat))

    def tell(self, events: Iterable[Event]) -> None:
        """Write what has happened into the log, as it is shown: not what still waits."""
        self.log.tell(self.board, events, self.names, self.client.seat)


def changed_rules(connection: Connection) -> Mapping[str, Any]:
    """Return the house rules of a table that differ from the usual ones."""
    room = connection.client.room
    return {} if room is None else unusual_rules(room.options)
