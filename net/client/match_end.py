"""The end of a match at a client: its players stay, and its record is joined. No I/O."""

from core.game import Game
from net.client.events import Position, RecordReceived, RoomState
from net.client.record_copy import RecordChecked, RecordJoiner, Seen
from net.wire.from_host import Recorded, Seated
from net.wire.message import SeatLine


class MatchEnd:
    """The last finished match: its players stay, even if others sit down."""

    def __init__(self, *, keeps: bool = False) -> None:
        self._joiner = RecordJoiner() if keeps else None
        self._match = 0
        """The number of the last match that this client saw begin."""
        self._begun: tuple[SeatLine, ...] = ()
        """The players by seat when it began."""
        self._seq = 0
        """The number of the position in which the last match ended."""
        self._players: tuple[SeatLine, ...] = ()
        self._watched = False
        """Whether this client was connected when it ended."""

    def keep(self) -> None:
        """Keep records from now on."""
        self._joiner = self._joiner or RecordJoiner()

    def begin(self, match: int, seats: tuple[SeatLine, ...]) -> None:
        """Note the beginning of a match."""
        self._match, self._begun = match, seats

    def see(self, position: Position, room: RoomState) -> None:
        """Note the players if the position ends a match."""
        if position.view.result is not None and position.seq != self._seq:
            self._seq, self._players = position.seq, room.seats
            self._watched = room.phase == "playing"

    def seats(self, position: Position | None, room: RoomState | None) -> tuple[SeatLine, ...]:
        """Return the players of a position: those in the room, or those at the end of the match."""
        if position is not None and position.seq == self._seq:
            return self._players
        return room.seats if room else ()

    def take(
        self,
        message: Recorded,
        game: Game | None,
        seated: Seated | None,
        position: Position | None,
        asked: str,
    ) -> RecordReceived | None:
        """Take a part of a record; return the record with its last part."""
        text = None if self._joiner is None else self._joiner.take(message)
        if text is None or game is None or seated is None or position is None:
            return None
        if position.seq != self._seq:
            return None  # this client has not seen the end of a match
        begun = self._begun if message.match == self._match else ()
        view, now = position.view, self._players
        seen = Seen(seated.table, game, view, seated.seat, asked, now, begun)
        return RecordReceived(message.match, message.begun, text, seen)

    def learn(self, received: RecordReceived, checked: RecordChecked) -> None:
        """Take the players from a checked record, if this client joined late."""
        here = self._players == received.seen.seats
        if checked.fits and checked.players and here and not self._watched:
            self._players = tuple(SeatLine(each.name, kind=each.kind) for each in checked.players)
