"""The running match of a table: moves, bots, time, intermissions, and the positions sent. No I/O.

It stays at the table when it is over, as long as its last position can be shown.

    play, bot_moved -> the rules, the log, then a position to each viewer -> the next bots are asked
    a deal ends     -> reveal its seed, Intermission -> all have continued, or it is over -> deal
    a branch        -> needs_shuffle: the next deal waits for a new shuffle -> shuffled_anew

Sample: `Play(number=7, seq=41, move="lay 6-4 left")` of seat 0 is checked for its number, position,
clock and turn; it is written to the log, and an `Updated` with seq 42 goes to every connection.
"""

from collections.abc import Callable, Sequence
from typing import Final

from core.deal_proof import LINKS, DealProof
from core.game import Event, IllegalMoveError, Move, Seat
from net.table.clock import Intermission
from net.table.effects import ConnectionKey
from net.table.live import LiveMatch
from net.table.log_writer import LogAppender, MatchSetup
from net.table.room import Room
from net.table.sender import Sender
from net.table.shuffle import committed, recorded, revealed
from net.table.turns import BotTurns, DecisionTime
from net.wire.from_host import Offered, Paused, Updated
from net.wire.protocol import padded
from net.wire.reasons import GameRefusalError, RefusalError
from net.wire.to_host import Continue, Play

MAX_OFFERED: Final = 1500
"""The number of moves that always fit into a frame."""


class RunningMatch:
    """One match of the players in a room, on the terms of `setup`."""

    def __init__(
        self,
        live: LiveMatch,
        setup: MatchSetup,
        room: Room,
        sender: Sender,
        bots: BotTurns,
        log: LogAppender,
        held: Callable[[float], bool],
    ) -> None:
        self.live = live
        self.setup = setup
        self.held = held
        """Returns whether the next deal has to wait: for a move, a shuffle, or players."""
        self.time = DecisionTime(setup.clock, room, sender)
        self.intermission: Intermission | None = None
        """The intermission while a finished deal is open."""
        self.ended = False
        """Whether the room has been told that the match is over."""
        self._room = room
        self._sender = sender
        self._bots = bots
        bots.begin(self.time, setup.seed, live.match.game.NAME)
        self._log = log

    @property
    def shown_proof(self) -> DealProof | None:
        """The proof of the decks, if all players have a share in them and may check them."""
        proof = self.live.proof
        return proof if proof is not None and proof.deals else None

    # --- moves ---------------------------------------------------------------------------------

    def play(self, connection: ConnectionKey, seat: Seat, message: Play, now: float) -> None:
        """Make the move of a player. Raises RefusalError."""
        holder, live, clock = self._room[seat], self.live, self.time.clock
        if message.number <= holder.number:
            # It was made already; the answer was lost with a connection.
            self._sender.send(connection, self._position(seat, now))
            return
        if message.number != holder.number + 1:
            raise RefusalError("number", next=holder.number + 1)
        if live.over:
            raise RefusalError("idle")
        if clock.is_up(seat):
            raise RefusalError("late")
        if not live.is_current(seat, message.seq):
            raise RefusalError("late" if clock.helped(seat) else "stale")
        if seat not in live.to_act():
            raise RefusalError("turn")
        try:
            events = live.play(seat, message.move)
        except IllegalMoveError as error:
            raise GameRefusalError(error) from None
        holder.number = message.number
        self._log.move(live, seat, message.move, number=message.number)
        clock.moved(seat)
        self._show_move(events, now)

    def bot_moved(self, seat: Seat, ticket: int, move: Move | None, now: float) -> None:
        """Take a bot's move; one that comes too late, for a closed decision, is ignored."""
        self._bots.pending.answer(seat, ticket, move, now)
        self._play_bots(now)

    def offer(self, seat: Seat) -> Offered:
        """Return the legal moves of a seat, as many as fit."""
        moves = self.live.legal(seat)
        return padded(Offered(self.live.seq, list(moves[:MAX_OFFERED]), len(moves) > MAX_OFFERED))

    def _play_bots(self, now: float) -> None:
        while (ripe := self._bots.take_ripe(self.live, now)) is not None:
            seat, move = ripe
            events = self.live.play(seat, move)
            late = seat if self.time.clock.moved(seat) else None
            self._log.move(self.live, seat, move, late=late is not None)
            self._show_move(events, now, late)

    def _show_move(self, events: Sequence[Event], now: float, late: Seat | None = None) -> None:
        self.show(events, now, late)
        if self.live.finished:
            self.reveal()
            self.pause_if_due()
            self._follow_intermission(now, news=True)

    # --- between deals -------------------------------------------------------------------------

    def take_continue(
        self, connection: ConnectionKey, seat: Seat, message: Continue, now: float
    ) -> None:
        """Note that a player has read the finished deal. Raises RefusalError."""
        if self.intermission is None or message.seq != self.intermission.seq:
            raise RefusalError("dealt")
        if self.intermission.note_continue(seat):
            self._follow_intermission(now, news=True)
        else:
            self._sender.send(connection, self._paused(now))

    def pause_if_due(self) -> None:
        """Begin an intermission if a deal is over."""
        if self.live.between_deals:
            self.intermission = Intermission(self.live.seq, self.setup.pause)

    def _follow_intermission(self, now: float, *, news: bool = False) -> bool:
        """Deal if no player is awaited any more; otherwise send the changed intermission.

        Return whether all players have been told.
        """
        pause = self.intermission
        if pause is None:
            return True
        room = self._room
        news |= pause.follow(room.people(), room.present(), now, cut_off=room.cut_off)
        if pause.is_over(now) and not self._exhausted and not self.held(now):
            self.intermission = None
            events = self.live.deal()
            self._log.deal()
            self.show(events, now)
            return True
        if news:
            self._sender.send_all(self._paused(now))
        return news

    @property
    def _exhausted(self) -> bool:
        """Whether the shuffle has no more deals: after a thousand the match stops here."""
        proof = self.shown_proof
        return proof is not None and len(self.live.deals) >= proof.deals

    # --- after the host was lost ---------------------------------------------------------------

    def needs_shuffle(self, now: float) -> bool:
        """Return whether the next deal is due, and its seed was lost with another host.

        A shuffle waits for a player to join: otherwise no player would have a share in it.
        """
        pause = self.intermission
        if pause is None or (proof := self.shown_proof) is None:
            return False
        if self.held(now) or not self._room.present():
            return False
        return self._exhausted and proof.deals < LINKS and pause.is_over(now)

    def shuffled_anew(self, later: DealProof, now: float) -> None:
        """From now on, deal from a new shuffle."""
        self.live.shuffle_anew(later)
        self._log.chain(len(self.live.deals) + 1, later)
        self._follow_intermission(now)

    def _paused(self, now: float, giver: Seat | None = None) -> Paused:
        pause = self.intermission
        assert pause is not None
        return Paused(pause.seq, pause.awaited, pause.gone_on, pause.left(now), giver)

    def reveal(self) -> None:
        """Reveal the seed and the moves of the last deal, which has nothing left to hide."""
        if self.shown_proof is not None:
            for message in revealed(self.setup.number, self.live, len(self.live.deals)):
                self._sender.send_all(message)

    # --- time and players ----------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Do whatever is due: bots' moves, time that is up, the next deal."""
        if self.time.tick(now):
            self._bots.ask(self.live, now)
        self._play_bots(now)
        self._follow_intermission(now)

    def deadline(self, now: float) -> float | None:
        """Return the time at which something is due next."""
        rests = self.intermission
        pause = None if rests is None or self.held(now) else rests.deadline()
        times = (self._bots.pending.deadline(), self.time.clock.deadline(now), pause)
        return min((time for time in times if time is not None), default=None)

    def give_time(self, giver: Seat, now: float) -> None:
        """Give all other awaited players more time; prolong an intermission.

        Raises RefusalError.
        """
        if self.intermission is None:
            self.time.give(giver, now)
        elif self.intermission.extend(now):
            self._sender.send_all(self._paused(now, giver))
        else:
            raise RefusalError("time")

    def awaited(self) -> list[Seat]:
        """Return the seats whose decision, or whose Continue after a deal, is awaited."""
        return list(self.live.to_act()) if self.intermission is None else self.intermission.awaited

    def greet(self, connection: ConnectionKey, seat: Seat | None, seen: int, now: float) -> None:
        """Send the position to a new connection; `seen` is the last one that its client has."""
        if seat is not None:
            self.time.missed.discard(seat)
            if (missed := self.live.missed(seat, seen)).events:
                self._sender.send(connection, missed)
        changed = self.time.follow(self.live.to_act(), now)
        self._sender.send(connection, self._position(seat, now))
        self._ask_bots(changed, now)
        if not self._follow_intermission(now):
            self._sender.send(connection, self._paused(now))

    def tell_shuffle(self, connection: ConnectionKey, match: int, known: int) -> None:
        """Send the commitments and the finished deals to a new connection.

        Its client has the first `known` deals of the match number `match`.
        """
        known = known if match == self.setup.number else 0
        if (proof := self.shown_proof) is None:
            return
        finished = len(self.live.deals) - (not self.live.finished)
        for chain in proof.chains:
            told = committed(self.setup.number, self.setup.begun, chain)
            self._sender.send(connection, told)
            for deal in range(max(chain.first, known + 1), min(chain.deals, finished) + 1):
                for message in revealed(self.setup.number, self.live, deal):
                    self._sender.send(connection, message)

    def give_record(self, *connections: ConnectionKey) -> None:
        """Send the record of the finished match to these connections, or to all."""
        for part in recorded(self.setup.number, self.setup.begun, self.live.match.lines):
            for connection in connections or self._room.connections():
                self._sender.send(connection, part)

    def follow_seats(self, now: float) -> None:
        """Adapt clock and bots to a seat that has changed hands, or whose player is away."""
        self._ask_bots(self.time.follow(self.live.to_act(), now), now)
        self._follow_intermission(now)

    def _ask_bots(self, time_changed: bool, now: float) -> None:
        if time_changed:
            self.time.tell(now)
        self._bots.ask(self.live, now)

    # --- positions -----------------------------------------------------------------------------

    def show(self, events: Sequence[Event], now: float, late: Seat | None = None) -> None:
        """Send a new position, and ask the next bots."""
        if self.live.over:  # before it is sent: a match whose end was seen is not resumed
            self._log.finish(self.live, self.setup)
        self.time.follow(self.live.to_act(), now)
        for connection, seat in self._room.seat_of.items():
            self._sender.send(connection, self._position(seat, now, events, late))
        if self._room.watchers:
            position = self._position(None, now, events, late)
            for connection in self._room.watchers:
                self._sender.send(connection, position)
        self._bots.ask(self.live, now)

    def _position(
        self,
        viewer: Seat | None,
        now: float,
        events: Sequence[Event] = (),
        late: Seat | None = None,
    ) -> Updated:
        number = 0 if viewer is None else self._room[viewer].number
        left = self.time.clock.left(viewer, now)
        return self.live.position(viewer, events, number, left, late)
