"""A table as the screens see it: the link to it, the positions not yet shown, the log.

No Textual: the application feeds it, screens read it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final

from core.game import Seat
from net.branch.company import Offer
from net.client import events
from net.client.seat import Link
from net.wire.message import Message, SeatLine
from net.wire.reasons import TROUBLES
from net.wire.to_host import Leave
from tui.boards import BOARDS, Board
from tui.language.text import t
from tui.language.words import seat_names
from tui.start import AnyStart, StartHost, StartResume, StartSolo
from tui.summary.words import SeenEvents
from tui.table.deal_words import checked_said
from tui.table.log import LogWriter

if TYPE_CHECKING:
    from net.way.hosting import Hosting
    from net.way.table_link import TableLink
    from tui.guest.stay import GuestStay


MOST_UNSHOWN: Final = 1000
"""A host may send positions faster than a player can look at them: then the oldest are dropped."""


class TableSession:
    """A seat or a watcher's place at a table."""

    def __init__(
        self,
        link: Link,
        start: AnyStart,
        *,
        address: str = "",
        way: TableLink | None = None,
        stay: GuestStay | None = None,
        take_back: Callable[[], None] | None = None,
    ) -> None:
        self.link = link
        self.way = way
        """The link, if the table may move, or may be left open here."""
        self.client = link.client
        """The state of the table, according to its messages."""
        self.start = start
        self.alone = isinstance(start, StartSolo)
        """Whether this is a solo match against bots."""
        self.address = address
        """The address that others type to join; empty without one."""
        self.stay = stay
        """The stay of a guest, whose screen the host draws."""
        self._take_back = take_back
        self.positions: deque[events.Position] = deque(maxlen=MOST_UNSHOWN)
        """Positions received and not yet shown."""
        self.send: Callable[[Message], None] = link.send
        """Sends a message to the host."""
        self.log_writer = LogWriter(self.client, self._check_said, alone=self.alone)
        """Follows the table, and writes its log."""
        self.log = self.log_writer.log
        """The lines about this table."""
        self.record: Path | None = None
        """This player's own copy of the record of the last match."""
        self.offer: Offer | None = None
        """The places where the table can continue while its host is lost."""
        self.run_commands: Callable[[events.ClientEvent], None] = lambda event: None
        """Runs the player's own commands for an event."""
        self.newcomer = False
        """Whether this player has not played this game here before."""
        self.now: Callable[[], float] = monotonic
        self.events = SeenEvents()
        """The events of the match seen so far, for its last page."""
        self._told: set[str] = set()

    @property
    def hosts(self) -> bool:
        """Whether the table is hosted by this program, also for others."""
        return isinstance(self.start, StartHost | StartResume)

    @property
    def hosting(self) -> Hosting | None:
        """The open host of this computer, if the table is there."""
        return None if self.way is None else self.way.hosting

    @property
    def board(self) -> Board:
        """The board of the match that is shown, or of the next one."""
        assert self.client.match_game is not None
        return BOARDS[self.client.match_game.NAME]

    @property
    def phase(self) -> str:
        """ "gathering", "playing" or "over"; empty before the room is known."""
        return self.client.room.phase if self.client.room else ""

    @property
    def seats(self) -> tuple[SeatLine, ...]:
        """The players, by seat."""
        return self.client.room.seats if self.client.room else ()

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each seat."""
        return seat_names(self.seats)

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the match's players; they stay when others sit down after its end."""
        return seat_names(self.client.players)

    @property
    def away(self) -> frozenset[Seat]:
        """Seats whose players have lost their connection, without a bot in their place."""
        return frozenset(self.client.room.away if self.client.room else ())

    @property
    def lost(self) -> tuple[Seat, ...]:
        """Seats of absent people for whom this player, as the owner, can let a bot play."""
        return tuple(sorted(self.away)) if self.client.owns and self.client.playing else ()

    def deal_checked(self) -> str:
        """State whether the last match was dealt as committed; "" without a check."""
        deals = self.client.deals
        if deals is None:
            return ""
        if deals.match.verdict is None:
            return t("The deals are still being checked")
        return self._check_said(deals.match.verdict)()

    def _check_said(self, checked: events.MatchChecked) -> Callable[[], str]:
        """Return the function that words a check of the present match, even during a later one."""
        client, drawn = self.client, self.stay is not None
        return partial(checked_said, checked, client.room, client.players, client.seat, drawn=drawn)

    def take_back(self) -> str:
        """Take back the player's last decision; return the reason if others play, else ""."""
        if self._take_back is None:
            return t("moves are taken back only in a match alone against bots")
        self._take_back()
        return ""

    def give_up_seat(self) -> None:
        """Leave the table for good; a solo match, or a match at this program's own table, ends."""
        self.send(Leave())

    def new_troubles(self) -> list[str]:
        """Return the new troubles of this computer, each only once until it is over."""
        troubles = self.link.troubles
        if not troubles and not self._told:
            return []
        new = [code for code in troubles if code not in self._told]
        if "offline" in self._told.difference(troubles):
            self.log.note(partial(t, "You are on a network again"))
        self._told = set(troubles)
        for code in new:
            self.log.note(partial(t, TROUBLES[code]))
        return [t(TROUBLES[code]) for code in new]

    def take_positions(self, last: events.Position | None = None) -> list[events.Position]:
        """Take the positions not yet shown, up to `last`: none if that has already been taken."""
        taken: list[events.Position] = []
        if last is None or any(position is last for position in self.positions):
            while self.positions and not (taken and taken[-1] is last):
                taken.append(self.positions.popleft())
        return taken

    def absorb(self, event: events.ClientEvent) -> None:
        """Follow an event, before the screens are told."""
        self.log_writer.absorb(event)
        match event:
            case events.Position(before=before):
                if before:
                    self.positions.clear()
                self.positions.append(event)
                self.events.absorb(event)
            case events.RecordFiled(path):
                self.record = Path(path) if path else self.record
            case events.HostLost(offer):
                self.offer = offer
            case events.RoomChanged(happened=happened):
                if any(change.kind == "begun" for change in happened):
                    self.record = None
