"""One table as the screens see it: the way to it, the positions not yet shown, the log.

No Textual here: the application feeds it, screens read it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from core.game import Event, Seat, unusual_rules
from net.client.happenings import (
    CheckAhead,
    Connected,
    DealChecked,
    Disconnected,
    Position,
    RecordFiled,
    RoomChanged,
    SeatHappening,
    Shuffled,
    Spoken,
    TimeChanged,
)
from net.client.seat import ClientSeat, Link
from net.wire.from_host import SeatLine
from net.wire.message import Message
from net.wire.reasons import TROUBLES
from tui.boards import BOARDS, Board
from tui.language.text import t
from tui.language.words import seat_names
from tui.start import AnyStart, StartSolo
from tui.summary.ending import MatchEvents
from tui.table.countdown import Countdown
from tui.table.deal_words import RECORD_MISFIT, ahead_said, checked_said, shuffled_said
from tui.table.log import Badge, TableLog, badge_of
from tui.table.room_words import change_said, given_said, late_said, link_said, subject

if TYPE_CHECKING:
    from tui.guest.stay import GuestStay


class TableSession:
    """A seat at somebody's table, or at one's own."""

    def __init__(
        self, link: Link, start: AnyStart, *, address: str = "", stay: GuestStay | None = None
    ) -> None:
        self.link = link
        self.start = start
        self.address = address
        """The address that others type to join; empty if nobody can."""
        self.stay = stay
        """The stay of a guest whose screen the host draws."""
        self.positions: deque[Position] = deque()
        """Received and not yet shown."""
        self.log = TableLog()
        self.record: Path | None = None
        """This player's own copy of the record of the last match."""
        self.now: Callable[[], float] = monotonic
        self.events = MatchEvents()
        """What has been seen of the match, for its last page."""
        self._told: set[str] = set()
        self._follows = False
        """Whether the match was followed from its beginning, or what was missed has been told."""

    @property
    def client(self) -> ClientSeat:
        """What is known of the table."""
        return self.link.client

    @property
    def alone(self) -> bool:
        """Whether nobody else can come to this table."""
        return isinstance(self.start, StartSolo)

    @property
    def board(self) -> Board:
        """The board of this game."""
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
        """The name of each seat."""
        return seat_names(self.seats)

    @property
    def players(self) -> tuple[str, ...]:
        """The names of those who play the match; they stay when others sit down after its end."""
        return seat_names(self.client.players)

    @property
    def away(self) -> frozenset[Seat]:
        """Seats whose players have lost their connection and for whom no bot plays."""
        return frozenset(self.client.room.away if self.client.room else ())

    @property
    def lost(self) -> tuple[Seat, ...]:
        """Seats of people who are away and for whom this player can let a bot play."""
        return tuple(sorted(self.away)) if self.client.owns and self.client.playing else ()

    @property
    def countdown(self) -> Countdown | None:
        """The running clock, that of the player's own decision if one is open."""
        return None if self.client.ends is None else Countdown(self.client.ends)

    def deal_checked(self) -> str:
        """Say whether the deals of the last match are the committed ones; "" if nothing is due."""
        deals = self.client.deals
        if deals is None:
            return ""
        if deals.verdict is None:
            return t("The host has not yet shown how it dealt")
        return checked_said(deals.verdict, self.client.room, self.players, self.client.seat)

    def send(self, message: Message) -> None:
        """Send something to the host."""
        self.link.send(message)

    def new_troubles(self) -> list[str]:
        """Return new troubles of this computer, each once."""
        new = [code for code in self.link.troubles if code not in self._told]
        self._told.update(new)
        for code in new:
            self.log.note(partial(t, TROUBLES[code]))
        return [t(TROUBLES[code]) for code in new]

    def absorb(self, happening: SeatHappening) -> None:
        """Take in a happening for the screens."""
        log = self.log
        match happening:
            case Position():
                self._recall(happening)
                self.positions.append(happening)
                self.events.absorb(happening)
            case TimeChanged():
                log.note(partial(given_said, happening, self.names))
            case Shuffled():
                log.note(partial(shuffled_said, happening, self.names, self.client.seat))
            case CheckAhead():
                log.note(partial(ahead_said, happening, self.client.room, self.client.seat))
            case DealChecked():
                log.note(self.deal_checked)
            case Spoken(seat, name, text):
                log.chat(name, text, self._badge(seat))
            case RecordFiled(path, fits):
                self.record = Path(path) if path else self.record
                if not fits:
                    log.note(partial(t, RECORD_MISFIT))
            case RoomChanged(room, happened):
                if any(change.kind == "begun" for change in happened):
                    self.record, self._follows = None, True
                for change in happened:
                    log.note(
                        partial(change_said, change, room, self.client.seat),
                        subject(change),
                        self._badge(change.seat),
                    )
            case Connected(again=True) | Disconnected():
                log.note(partial(link_said, up=isinstance(happening, Connected)))
            case _:
                pass

    def _badge(self, seat: Seat | None) -> Badge | None:
        """Return the badge of whoever sits there; a free seat has none."""
        taken = seat is not None and seat < len(self.seats) and self.seats[seat].kind
        return badge_of(self.names, seat) if taken else None

    def _recall(self, position: Position) -> None:
        """Write into the log where a match stands that was joined in the middle."""
        if self._follows:
            return
        self._follows = True
        self.log.note(partial(t, "You are joining a match in progress"))
        for part in ("", "last", "bids"):
            self.log.note(partial(self._recalled, position.view, part))

    def _recalled(self, view: Any, part: str) -> str:
        """Say one part of where a match stands; empty if the game does not have it."""
        board = self.board
        said = board.spoken_part(view, self.players, part) if part else (board.headline(view),)
        return " ".join(said)

    def tell_late(self, position: Position) -> None:
        """Write into the log that a bot has made this move, if it has."""
        if position.late is not None:
            self.log.note(partial(late_said, position.late, self.players, self.client.seat))

    def tell(self, events: Iterable[Event]) -> None:
        """Log what has been shown, and nothing that is still waiting."""
        self.log.tell(self.board, events, self.players, self.client.seat)


def changed_rules(session: TableSession) -> Mapping[str, Any]:
    """Return the house rules of a table that differ from the usual ones."""
    room = session.client.room
    return {} if room is None else unusual_rules(room.options)
