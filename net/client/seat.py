"""The client's half of a table: the host's messages in, typed events out; intents to messages.

No I/O: a Link carries the messages, over a socket (net.client.link) or within the process
(net.host.local), and passes on what is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from msgspec import structs

from core.game import Game, Move, PlainEvent, Seat
from core.games import GAMES
from net.branch.statements import Origin, Origins
from net.client import events
from net.client.agreed import Consent
from net.client.checking import Checking
from net.client.deal_watch import DealWatch, compared
from net.client.handshake import Handshake, HandshakeError
from net.client.known import KnownTable
from net.client.match_end import MatchEnd
from net.client.reading import (
    end_of,
    read_missed,
    read_moved,
    read_paused,
    read_position,
    read_room,
)
from net.client.watched_match import blame
from net.migration import IncomingStage
from net.wire import from_host
from net.wire.changes import RoomChange
from net.wire.message import Message
from net.wire.protocol import BadMessageError
from net.wire.reasons import REFUSALS, closing
from net.wire.to_host import Join, Play, Prove, Ready, Return, ToHost


class ClientSeat(KnownTable):
    """Keeps what is known about a table from the host's messages, and makes the player's messages.

    `receive` takes each message and reports what it means; what is known is the sum of what has
    been reported, for whatever draws it. Nobody ever needs to compare two states.
    """

    def __init__(
        self,
        handshake: Handshake | None = None,
        games: Mapping[str, Game] = GAMES,
        *,
        watch: bool = True,
        keeps: bool = False,
    ) -> None:
        super().__init__(MatchEnd(keeps=keeps), DealWatch() if watch else None)
        self.handshake = handshake or Handshake()
        self.checking = Checking(self)
        self.games = games
        self._consent = Consent()
        self._lost = False
        """Whether a connection has been lost."""
        self._taken_since = 0
        """How many moves of the player the host had taken unheard when this connection began."""

    # --- what the player wants -------------------------------------------------------------------

    def join(
        self, name: str, table: str = "", *, seat: Seat | None = None, watch: bool = False
    ) -> Join:
        """Ask for a seat, or come back to the seat that this name had at the table before.

        Before there is a connection it is enough to call this once: `greet` and `receive` send it,
        the host's first table ("") once its id is known.
        """
        return self.handshake.join(name, table, seat, watch=watch)

    def prove(self, code: str) -> Prove:
        """Answer CodeWanted; the code is remembered for when the player returns."""
        return self.handshake.prove(code)

    def ready(self, ready: bool = True) -> Ready:
        """Agree to the house rules as they are known here, or withdraw that."""
        return Ready(ready, self.room.terms if ready and self.room else None)

    def play(self, move: Move) -> Play:
        """Number a move and remember it until the host has answered.

        If a move is already on its way, that one is returned again: two quick key presses are one
        move.
        """
        return self.moves.play(move, self.seq)

    def sent(self, message: Message) -> None:
        """Note what a link has sent for the player."""
        self._consent.say(message)

    # --- the connection --------------------------------------------------------------------------

    def greet(self) -> list[events.Answer | events.Dismissed]:
        """Return what to send on a new connection: Hello, Join, the unanswered move.

        The host accepts each move number once only, so repeating does no harm.
        """
        try:
            return list(self._answers(self.handshake.greet()))
        except HandshakeError as end:
            return [self.dismiss(closing(end.code))]

    def receive(self, message: from_host.FromHost, now: float) -> list[events.ClientEvent]:
        """Take a message of the host and report what it means.

        `now` is this machine's time when it came. Raises BadMessageError if it makes no sense here.
        """
        try:
            return list(self._told(message, now))
        except HandshakeError as end:
            return [self.dismiss(closing(end.code))]

    @property
    def origins(self) -> Origins:
        """Where this table comes from if it is a branch, says its host."""
        welcomed, seated = self.handshake.welcomed, self.seated
        lines = () if welcomed is None or seated is None else welcomed.tables
        return next((line.branch for line in lines if seated and line.id == seated.table), ())

    def branch(self, table: str, lost: int, deals: int, host: str) -> None:
        """Agree that the match goes on at a branch, after `deals` deals; see `DealWatch.branch`.

        `host` is the name of the player whose computer was lost.
        """
        self.moves.pending, self.void = None, True
        if self.seated is None:
            return
        if self.deals is not None:
            origin = Origin(self.seated.table, deals, host)
            self.deals.branch(lost, (origin, *self.origins))
        self.seated = structs.replace(self.seated, table=table)

    def lose(self, *, renewing: bool = False) -> list[events.Disconnected]:
        """Note that the connection is lost; report it unless the link wanted a new one."""
        lost = self.connected and self.dismissed is None and not renewing
        self.connected, self.ends, self.presence.until = False, None, None
        self._lost = self._lost or lost
        self._consent.lost()
        if self.deals is not None:
            self.deals.lost()
        return [events.Disconnected()] if lost else []

    def dismiss(self, why: from_host.Closed) -> events.Dismissed:
        """Note that the visit is over for good."""
        self.dismissed = events.Dismissed(why.code, why.reason, why.facts)
        return self.dismissed

    # --- what the host says ----------------------------------------------------------------------

    def _told(self, message: from_host.FromHost, now: float) -> Iterator[events.ClientEvent]:
        match message:
            case from_host.Welcomed():
                yield from self._welcomed(message)
            case from_host.Proving() | from_host.Confirmed():
                yield from self._answers(self.handshake.answer(message))
            case from_host.Refused():
                yield from self._refused(message)
            case from_host.Seated():
                yield self._sit(message)
                yield from self._stays()
                if message.seat is not None:
                    yield from self._answers(self.handshake.identify())
            case from_host.Gathered():
                if self.game is None:
                    raise BadMessageError("a room before a seat")
                yield from self._gathered(self.game, message, now)
            case from_host.Missed():
                if self.game is None or self.room is None:
                    raise BadMessageError("events before a room")
                if missed := read_missed(self.game, self.room, message, self.seq):
                    yield events.WasMissed(missed, self._was_helped(missed))
            case from_host.Updated():
                position = self._update(message, now)
                if self.deals is not None and self.game is not None and self.room is not None:
                    yield from self.deals.see(position, self.seat, self.room, self.game)
                yield position
            case from_host.Timed(left=left, giver=giver, given=given):
                self.ends = end_of(left, now)
                self.time_given = self.time_given or giver is not None
                yield events.TimeChanged(self.ends, giver, tuple(given))
            case from_host.Paused():
                self.paused = read_paused(message, now)
                yield self.paused
            case from_host.Given(seat=seat):
                self.handshake.give(message)
                yield events.SeatGiven(seat)
            case from_host.Moved():
                self._move(message)
            case from_host.Said(seat=seat, name=name, text=text):
                yield events.Spoken(seat, name, text)
            case from_host.Committed():
                yield from self._committed(message)
            case from_host.Revealed():
                if self.deals is not None and self.game is not None:
                    yield from self.deals.take(message, self.game)
            case from_host.Recorded():
                asked = self.handshake.name
                got = self.end.take(message, self.game, self.seated, self.position, asked)
                if got is not None:
                    yield from self._recorded(got)
            case from_host.Chosen(attempt=attempt, at_once=at_once):
                self.incoming.chosen(attempt)
                yield events.HostingWanted(attempt, at_once)
            case from_host.Announced():
                place = message.address, message.port, message.fingerprint
                yield events.ReachWanted(message.attempt, *place)
            case from_host.Handed():
                numbers = message.attempt, message.part, message.parts
                whole = self.incoming.handed(*numbers, message.text)
                if whole is not None:
                    yield events.TableHanded(whole)
            case from_host.Peers():
                self.peers = message
                yield events.PeersTold(message)
            case from_host.Closed() if (
                self.handshake.migrates and (moved := read_moved(message)) is not None
            ):
                self.handshake.follow(moved.fingerprint, moved.word)
                yield moved
            case from_host.Closed():
                if self.deals is not None:
                    yield from self.deals.finish(self.game, closed=message.code == "host")
                yield self.dismiss(message)
            case _:
                pass

    def _gathered(
        self, game: Game, message: from_host.Gathered, now: float
    ) -> Iterator[events.ClientEvent]:
        phase = self.room.phase if self.room else ""
        self.room = read_room(game, message)
        happened = tuple(message.happened)
        agreed = self._agrees(self.room, happened)
        begins = any(change.kind == "begun" for change in happened)
        if self.deals is not None:
            self.deals.contact.settle()
            if not begins:
                yield from self.deals.follow(self.room, self.seat, happened)
        self.presence.follow(happened, self.seat, now)
        for begun in (change for change in happened if change.kind == "begun"):
            self.end.begin(int(begun.facts.get("match", 0)), self.room.seats)
            if self.deals is not None:
                yield from self.deals.begin(game, self.room, self.seat, agreed=agreed)
            self.position, self.taken_back = None, False  # its seats were of the previous match
        moves = [change for change in happened if change.kind in ("migrating", "staying")]
        if moves:
            self.moving = moves[-1].kind == "migrating"
        yield events.RoomChanged(self.room, happened)
        # Whoever is asked again is asked before the end of the earlier attempt is told.
        if [change.kind for change in moves if change.seat == self.seat][-1:] == ["staying"]:
            yield from self._stays()
        if self.deals is not None and phase == "playing" and self.room.phase != "playing":
            yield from self.deals.match_over(game)

    def _agrees(self, room: events.RoomState, happened: Sequence[RoomChange]) -> bool:
        """Tell whether this player has agreed to a match that begins now, if one does."""
        if self.seat is None or self.seat >= len(room.seats):
            return True
        return self._consent.follow(room, happened, self.seat, here=self.handshake.returned)

    def _stays(self) -> Iterator[events.ClientEvent]:
        """Drop what was prepared for the table to come here."""
        if self.incoming.stage not in (IncomingStage.NONE, IncomingStage.SERVING):
            self.incoming.stays()
            yield events.TableStays()

    def _recorded(self, received: events.RecordReceived) -> Iterator[events.ClientEvent]:
        """Pass on the host's record, with what this client can compare it with."""
        deals, seen = self.deals, received.seen
        if deals is not None:
            yield from deals.catch_up(self.game)
            seen = compared(deals, received.match, seen)
        yield replace(received, seen=seen)

    def _committed(self, message: from_host.Committed) -> Iterator[events.ClientEvent]:
        if self.room is None:
            raise BadMessageError("a shuffle before a room")
        if self.deals is not None:
            yield from self.deals.receive(message, self.seat, self.room, self.game)

    def _answers(self, messages: list[ToHost]) -> Iterator[events.Answer]:
        for message in messages:
            if isinstance(message, Return):
                self.moves.pending = None  # chosen in the deal that is void
            if isinstance(message, Join):
                message = self._with_known(message)
            yield events.Answer(message)
            if isinstance(message, Join) and self.pending is not None:
                yield events.Answer(self.pending)

    def _with_known(self, join: Join) -> Join:
        """Say in a Join what this client has of its table, so that it is not sent again."""
        if self.seated is None or join.table != self.seated.table or self.void:
            return join
        match, deals = 0, 0
        if self.deals is not None:
            match, deals = self.deals.match.number, self.deals.match.awaited - 1
        return structs.replace(join, seen=self.seq, match=match, deals=deals)

    def _welcomed(self, message: from_host.Welcomed) -> Iterator[events.ClientEvent]:
        self.migrates = message.migrates
        if not self.connected:
            again, self.connected, self._lost = self._lost, True, False
            yield events.Connected(message.host, tuple(message.tables), again)
        elif self.seated is not None:
            yield events.WaysTold(tuple(message.ways))
        yield from self._answers(self.handshake.answer(message))

    def _refused(self, message: from_host.Refused) -> Iterator[events.ClientEvent]:
        play = self.moves.refuse(message.number)
        answers = self.handshake.answer(message)
        if answers:
            yield from self._answers(answers)
        elif self.seated is not None and message.code in ("shuffled", "nonce"):
            if self.deals is not None:
                self.deals.refused(message.code)  # the event Shuffled reports it
        elif self.seated is not None and message.code == "key":
            self.seated = None  # at a branch, where the seat is somebody else's by now
            self.handshake.give_up()
            yield events.NotSeated(message.code, message.reason, message.facts)
        elif self.seated is not None and message.code == "unasked":
            pass  # said by the program, about a move of the table that was called off meanwhile
        elif self.seated is not None:
            move, code = play.move if play else None, message.code
            if code not in REFUSALS or not self._has_asked(code, play):
                code = ""
            yield events.Refusal(code, message.reason, message.rule, message.facts, move)
            if play is not None and message.code == "illegal":
                yield from self._forbidden(play)
        elif message.code in ("code", "wrong"):
            yield events.CodeWanted(wrong=message.code == "wrong")
        else:
            self.handshake.give_up()
            yield events.NotSeated(message.code, message.reason, message.facts)

    def _has_asked(self, code: str, play: Play | None) -> bool:
        """Whether a game's own reason answers this client: only then it can be the game's."""
        return (code != "illegal" or play is not None) and (code != "rule" or self.owns)

    def _forbidden(self, play: Play) -> Iterator[events.ClientEvent]:
        """Report a host that says the rules forbid a move which they allow."""
        now = self.position
        if self.deals is None or self.game is None or now is None or now.seq != play.seq:
            return
        if play.move in self.game.legal(now.view):
            yield from blame(self.deals.match, "refused")

    def _sit(self, message: from_host.Seated) -> events.SatDown:
        if message.game not in self.games:
            raise BadMessageError(f"this program does not know the game {message.game!r}"[:120])
        if self.seated is not None and self.seated.game != message.game:
            raise BadMessageError("another game at this table")
        again = self.handshake.coming_back
        self.handshake.sit(message)
        self.seated, self.moving = message, False
        self.game = self.games[message.game]
        self._taken_since = message.number - self.moves.taken
        self.moves.take(message.number)
        if self.deals is not None and self.origins:
            self.deals.add_origins(self.origins)
        return events.SatDown(message.table, message.table_name, message.game, message.seat, again)

    def _was_helped(self, missed: Sequence[PlainEvent]) -> bool:
        """Whether more moves of this seat were missed than its player has made.

        Nothing follows from those before a program was there, or of a deal that is void.
        """
        seat = self.seat
        if seat is None or self.void or self.position is None or self.view.seat != seat:
            return False
        made = sum(event.kind == "moved" and event.seat == seat for event in missed)
        return made > self._taken_since

    def _move(self, message: from_host.Moved) -> None:
        room, seated = self.room, self.seated
        if room is None or seated is None or seated.seat is None or room.phase == "playing":
            raise BadMessageError("another seat out of turn")
        if message.seat >= len(room.seats):
            raise BadMessageError("a seat that this table does not have")
        self.handshake.move(message)
        self.seated = structs.replace(seated, seat=message.seat)

    def _update(self, message: from_host.Updated, now: float) -> events.Position:
        if self.game is None or self.room is None:
            raise BadMessageError("a position before a room")
        own = self.deals is None
        position = read_position(self.game, self.room, self.seat, message, own=own)
        self.ends, self.time_given = end_of(message.left, now), False
        self.position, self.void = replace(position, ends=self.ends), False
        self.end.see(self.position, self.room)
        taken = self.moves.take(message.number)
        # What was taken before Seated came may have been made with the same token elsewhere.
        if taken is not None and self.deals is not None and self.seat is not None:
            self.deals.match.note_made(self.seat, taken.move)
        return self.position


class Link(Protocol):
    """The way between a client's seat and its host."""

    @property
    def client(self) -> ClientSeat:
        """The seat whose messages it carries."""
        ...

    @property
    def troubles(self) -> Sequence[str]:
        """What has gone wrong with a table in this process, by the codes of
        net.wire.reasons.TROUBLES; about other tables nothing is known.
        """
        ...

    def send(self, message: Message) -> None:
        """Send without waiting. While the connection is lost, only a Join and a Play survive."""
        ...

    async def run(self, on_event: Callable[[events.ClientEvent], None]) -> None:
        """Carry messages until it is over for good, and pass on what they mean.

        Dismissed is then the last to be reported; nothing is reported of the end after `close`.
        Failures end in Dismissed, never in an exception.
        """
        ...

    async def close(self) -> None:
        """Close the connection but keep the seat; `run` returns."""
        ...
