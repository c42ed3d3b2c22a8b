"""The knowledge of one player or watcher about a table: facts for screens and programs. No I/O.

After a match its players are still known, and the parts of its record are joined.
"""

from collections.abc import Callable, Generator, Iterable, Mapping
from types import coroutine
from typing import Any

from core.game import Game, Move, Seat
from net.branch.statements import Origins
from net.client import events
from net.client.agreed import Consent
from net.client.deal_watch import DealWatch
from net.client.handshake import Handshake
from net.client.record_copy import RecordChecked, RecordJoiner, Seen
from net.migration import IncomingHandover
from net.wire.bounds import MAX_MOVE
from net.wire.from_host import Closed, Peers, Recorded, Seated
from net.wire.message import PlayedMatch, RoomChange, SeatLine
from net.wire.to_host import Play


class MatchEnd:
    """The last finished match: its players stay known, even if others sit down."""

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

    def see(self, position: events.Position, room: events.RoomState) -> None:
        """Note the players if the position ends a match."""
        if position.view.result is not None and position.seq != self._seq:
            self._seq, self._players = position.seq, room.seats
            self._watched = room.phase == "playing"

    def seats(
        self, position: events.Position | None, room: events.RoomState | None
    ) -> tuple[SeatLine, ...]:
        """Return the players of a position: those in the room, or those at the end of the match."""
        if position is not None and position.seq == self._seq:
            return self._players
        return room.seats if room else ()

    def take(
        self,
        message: Recorded,
        game: Game | None,
        seated: Seated | None,
        position: events.Position | None,
        asked: str,
    ) -> events.RecordReceived | None:
        """Take a part of a record; return the record with its last part."""
        text = None if self._joiner is None else self._joiner.take(message)
        if text is None or game is None or seated is None or position is None:
            return None
        if position.seq != self._seq:
            return None  # this client has not seen the end of a match
        begun = self._begun if message.match == self._match else ()
        view, now = position.view, self._players
        seen = Seen(seated.table, game, view, seated.seat, asked, now, begun)
        return events.RecordReceived(message.match, message.begun, text, seen)

    def learn(self, received: events.RecordReceived, checked: RecordChecked) -> None:
        """Take the players from a checked record, if this client joined late."""
        here = self._players == received.seen.seats
        if checked.fits and checked.players and here and not self._watched:
            self._players = tuple(SeatLine(each.name, kind=each.kind) for each in checked.players)


class MoveNumbers:
    """The number of the last accepted move, and the move on its way."""

    def __init__(self) -> None:
        self.pending: Play | None = None
        """A move that the host has neither accepted nor refused yet."""
        self.taken = 0
        """The number of the last move that the host accepted from this seat."""

    def play(self, move: Move, seq: int) -> Play:
        """Return a move chosen in position `seq` with a number, or the one already on its way."""
        if self.pending is None:
            # Any typed text must reach the host as a message, so that the rules can refuse it.
            self.pending = Play(self.taken + 1, seq, move[:MAX_MOVE] or "?")
        return self.pending

    def take(self, number: int) -> Play | None:
        """Note the number of the last accepted move; return the move if it was on its way."""
        self.taken, play = number, self.pending
        if play is None or play.number > number:
            return None
        self.pending = None
        return play

    def refuse(self, number: int) -> Play | None:
        """Note that the host has refused a move; return it if it was the one on its way."""
        if self.pending is None or self.pending.number != number:
            return None
        play, self.pending = self.pending, None
        return play


class PresenceCheck:
    """The owner's question whether the player is still present."""

    def __init__(self) -> None:
        self.until: float | None = None
        """The time by which to answer; None without a question."""

    def follow(self, happened: Iterable[RoomChange], seat: Seat | None, now: float) -> None:
        """Follow the changes of a room that concern the player's seat."""
        for change in happened:
            if seat is None or change.seat != seat:
                continue
            if change.kind == "asked":
                self.until = now + int(change.facts["seconds"])
            elif change.kind in ("answered", "stand_in", "back"):
                self.until = None


class KnownTable:
    """The sum of all events, kept up to date by `ClientSeat` and `net.client.receiving`."""

    def __init__(
        self,
        handshake: Handshake,
        games: Mapping[str, Game],
        end: MatchEnd,
        deals: DealWatch | None,
    ) -> None:
        self.handshake = handshake
        self.games = games
        """The games of this program, by name."""
        self.consent = Consent()
        self.deals = deals
        """The watch over the deals; None for a trusted host."""
        self.end = end
        """The players of a finished match, and its record if the link keeps records."""
        self.connected = False
        self.was_lost = False
        """Whether the connection was lost and has not been restored."""
        self.migrates = False
        """Whether the host can move the table to another computer."""
        self.seated: Seated | None = None
        self.game: Game | None = None
        self.room: events.RoomState | None = None
        self.matches: tuple[PlayedMatch, ...] = ()
        """The finished matches of the evening, according to the host."""
        self.position: events.Position | None = None
        """The last position; None before the first deal."""
        self.position_game: Game | None = None
        """The game of that position: that of the last match while another game is chosen."""
        self.void = False
        """Whether the last position belongs to a deal broken off by the loss of its host."""
        self.taken_back = False
        """Whether moves of this match were taken back, as a player alone against bots may do."""
        self.paused: events.IntermissionChanged | None = None
        """The last intermission; it is over once a later position is known."""
        self.ends: float | None = None
        """The end of the running clock: that of this seat's own decision, if one is open."""
        self.time_given = False
        """Whether a player has already given more time for the open decisions."""
        self.dismissed: events.Dismissed | None = None
        """The end of the visit; None until then."""
        self.moves = MoveNumbers()
        self.taken_since = 0
        """The number of the player's moves that the host accepted before this connection began,
        unseen by this client.
        """
        self.moving = False
        """Whether the table may be about to move to another computer."""
        self.incoming = IncomingHandover()
        """This program's part in moving the table to its computer."""
        self.presence = PresenceCheck()
        self.took = 0
        """The milliseconds of the last round trip to the host; 0 if unknown."""
        self.requested = False
        """Whether this watcher has asked for a seat, and has no answer yet."""
        self.peers: Peers | None = None
        """The programs to call if the host is lost; None before a match, and without a key."""

    @property
    def seat(self) -> Seat | None:
        """The seat of this client; None before it sits and for a watcher."""
        return self.seated.seat if self.seated else None

    @property
    def match_game(self) -> Game | None:
        """The game of the match that is shown, or else of the next one."""
        return self.game if self.position is None else self.position_game or self.game

    @property
    def view(self) -> Any:
        """The last position as the game's View; None before the first deal."""
        return self.position.view if self.position else None

    @property
    def players(self) -> tuple[SeatLine, ...]:
        """The players by seat in the last position; after a match they stay as they were."""
        return self.end.seats(self.position, self.room)

    @property
    def seq(self) -> int:
        """The number of the last position."""
        return self.position.seq if self.position else 0

    @property
    def pending(self) -> Play | None:
        """A move on its way that the host has neither accepted nor refused yet."""
        return self.moves.pending

    @property
    def my_turn(self) -> bool:
        """Whether a decision of this seat is awaited and no move is on its way."""
        return (
            self.position is not None
            and self.seat is not None
            and self.pending is None
            and not self.void
            and self.seat in self.view.to_act
            and (self.room is None or self.room.phase == "playing")
        )

    @property
    def can_move_table(self) -> bool:
        """Whether this player may have the table moved to another player's computer."""
        return self.owns and self.migrates

    @property
    def can_change_game(self) -> bool:
        """Whether this player may choose another game now."""
        welcomed = self.handshake.welcomed
        known = welcomed is not None and any(game in self.games for game in welcomed.games)
        return self.owns and known and self.room is not None and self.room.phase != "playing"

    @property
    def owns(self) -> bool:
        """Whether this player is the owner of the table."""
        return self.room is not None and self.seat is not None and self.room.owner == self.seat

    @property
    def idle(self) -> bool:
        """Whether a bot plays for this player, who did not answer the owner's question."""
        return self.room is not None and self.seat is not None and self.room.seats[self.seat].idle

    @property
    def questioned(self) -> bool:
        """Whether the player has to prove to be present, which any message does."""
        return self.presence.until is not None or self.idle

    @property
    def playing(self) -> bool:
        """Whether leaving now would abandon a match."""
        return self.room is not None and self.room.phase == "playing" and self.seat is not None

    @property
    def may_give_time(self) -> bool:
        """Whether this player can give another player more time."""
        if self.ends is None or self.time_given or self.seat is None:
            return False
        if self.room is None or self.position is None:
            return False
        others = (seat for seat in self.view.to_act if seat != self.seat)
        return any(self.room.seats[seat].kind == "human" for seat in others)

    @property
    def origins(self) -> Origins:
        """The origins of this table according to its host, if it is a branch."""
        welcomed, seated = self.handshake.welcomed, self.seated
        lines = () if welcomed is None or seated is None else welcomed.tables
        return next((line.branch for line in lines if seated and line.id == seated.table), ())

    def dismiss(self, why: Closed) -> events.Dismissed:
        """Note that the visit is over for good."""
        self.dismissed = events.Dismissed(why.code, why.reason, why.facts)
        return self.dismissed


@coroutine
def pause() -> Generator[None, None, None]:
    """Let keys, messages and other tasks go first: asyncio resumes a task that yields nothing."""
    yield


class Checking:
    """Checks the deals of a client, a little at a time, while a task awaits `finish`.

    It belongs to the client, not to its link, which may end in the middle of a check. Several tasks
    may await it; each does the work that the others have not done yet.
    """

    def __init__(self, known: KnownTable) -> None:
        self.report: Callable[[Iterable[events.ClientEvent]], None] = lambda found: None
        """Receives the events found by `finish`, to be passed on by the current link."""
        self._known = known

    @property
    def due(self) -> bool:
        """Whether a deal is due for a check."""
        return self._known.deals is not None and self._known.deals.match.check is not None

    def step(self) -> list[events.ClientEvent]:
        """Check a few moves; return the events."""
        if self._known.deals is None or self._known.game is None:
            return []
        return list(self._known.deals.step(self._known.game))

    async def finish(self) -> DealWatch | None:
        """Check all that is due; return the watch over the deals."""
        while self.due:
            self.report(self.step())
            await pause()
        return self._known.deals
