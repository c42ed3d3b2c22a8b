"""What one player or watcher knows about a table: facts for whatever draws it. No I/O."""

from collections.abc import Iterable
from typing import Any

from core.game import Game, Move, Seat
from net.client.deal_watch import DealWatch
from net.client.events import Dismissed, IntermissionChanged, Position, RoomState
from net.client.match_end import MatchEnd
from net.migration import IncomingHandover
from net.wire.bounds import MAX_MOVE
from net.wire.changes import RoomChange
from net.wire.from_host import Peers, Seated, SeatLine
from net.wire.to_host import Play


class MoveNumbers:
    """The last number that the host has accepted, and the move on its way."""

    def __init__(self) -> None:
        self.pending: Play | None = None
        """A move that the host has neither accepted nor refused yet."""
        self.taken = 0
        """The number of the last move that the host accepted from this seat."""

    def play(self, move: Move, seq: int) -> Play:
        """Number a move chosen in position `seq`; if one is on its way already, return that one."""
        if self.pending is None:
            # Whatever was typed must reach the host as a message, to be refused by the rules.
            self.pending = Play(self.taken + 1, seq, move[:MAX_MOVE] or "?")
        return self.pending

    def take(self, number: int) -> Play | None:
        """Note the number of the last move accepted; return the move if it was on its way."""
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
    """Whether the player has been asked and has not answered yet."""

    def __init__(self) -> None:
        self.until: float | None = None
        """Until when to answer; None if nothing was asked."""

    def follow(self, happened: Iterable[RoomChange], seat: Seat | None, now: float) -> None:
        """Note what has happened in the room, as far as it concerns the player's seat."""
        for change in happened:
            if seat is None or change.seat != seat:
                continue
            if change.kind == "asked":
                self.until = now + int(change.facts["seconds"])
            elif change.kind in ("answered", "stand_in", "back"):
                self.until = None


class KnownTable:
    """The sum of what the host has said; `ClientSeat` keeps it."""

    def __init__(self, end: MatchEnd, deals: DealWatch | None) -> None:
        self.deals = deals
        """Checks how the matches are dealt; None if there is nobody to distrust."""
        self.end = end
        """What stays of a match that is over; its record only if the link keeps it."""
        self.connected = False
        self.migrates = False
        """Whether the host can move the table to another computer."""
        self.seated: Seated | None = None
        self.game: Game | None = None
        self.room: RoomState | None = None
        self.position: Position | None = None
        """The last position; None before the first deal."""
        self.void = False
        """Whether the last position is of a deal that was broken off as its host was lost."""
        self.taken_back = False
        """Whether moves of this match were taken back, as a player alone against bots may do."""
        self.paused: IntermissionChanged | None = None
        """The last intermission; it is over if a later position is known."""
        self.ends: float | None = None
        """When the running clock ends: the clock of this seat's own decision, if one is open."""
        self.time_given = False
        """Whether somebody has already given more time for the open decisions."""
        self.dismissed: Dismissed | None = None
        """Why the visit is over for good."""
        self.moves = MoveNumbers()
        self.moving = False
        """Whether the table may be about to move to another computer."""
        self.incoming = IncomingHandover()
        """This program's part in moving the table to its computer."""
        self.presence = PresenceCheck()
        self.peers: Peers | None = None
        """Whom to call if the host is lost; None before a match, and without a key."""

    @property
    def seat(self) -> Seat | None:
        """The seat this client plays; None before it sits and for a watcher."""
        return self.seated.seat if self.seated else None

    @property
    def view(self) -> Any:
        """The last position as the game's View; None before the first deal."""
        return self.position.view if self.position else None

    @property
    def players(self) -> tuple[SeatLine, ...]:
        """The seats of the last position; once a match is over they stay as they were."""
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
        """Whether this player may have the table moved to somebody else's computer."""
        return self.owns and self.migrates

    @property
    def owns(self) -> bool:
        """Whether this player is the owner of the table."""
        return self.room is not None and self.seat is not None and self.room.owner == self.seat

    @property
    def idle(self) -> bool:
        """Whether a bot plays here because the owner's question was not answered."""
        return self.room is not None and self.seat is not None and self.room.seats[self.seat].idle

    @property
    def questioned(self) -> bool:
        """Whether the player has to show that somebody is there, which any message does."""
        return self.presence.until is not None or self.idle

    @property
    def playing(self) -> bool:
        """Whether leaving now would abandon a match."""
        return self.room is not None and self.room.phase == "playing" and self.seat is not None

    @property
    def may_give_time(self) -> bool:
        """Whether this player can give somebody else more time."""
        if self.ends is None or self.time_given or self.seat is None:
            return False
        if self.room is None or self.position is None:
            return False
        others = (seat for seat in self.view.to_act if seat != self.seat)
        return any(self.room.seats[seat].kind == "human" for seat in others)
