"""One table without I/O: messages and times in, effects out.

Everything that can go wrong at a table is decided here and in what a table holds: stale moves,
double joins, returns, absent players, watchers. Chance (tokens, decks) and time come in from the
shell.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from core.bots import LEVELS
from core.game import Decks, Game, Move, OptionError, Seat, check_seats, plain_options
from net.table import absence, seating
from net.table.agreement import Agreement
from net.table.chat_limit import ChatLimit
from net.table.effect_queue import EffectQueue
from net.table.effects import Connection, Effect
from net.table.journal_writer import JournalWriter, MatchSetup, room_entry
from net.table.match import RunningMatch
from net.table.match_factory import MatchFactory
from net.table.phases import GATHERING, OVER, PLAYING, check, role_of
from net.table.room import Room
from net.table.sender import Sender
from net.wire.protocol import (
    Ask,
    Clear,
    Clock,
    Continue,
    Fill,
    Gathered,
    Join,
    Leave,
    NewCode,
    Offered,
    Pause,
    Play,
    Ready,
    Rule,
    Say,
    Seated,
    Start,
    ToHost,
    Wait,
)
from net.wire.reasons import GameRefusalError, RefusalError, refusal

MANY_WRONG_CODES: Final = 20
"""After so many the owner is told that somebody guesses, and may have another code taken."""


class Table:
    """One table, from the first who sits down to the last who leaves.

    `clock` is how many seconds people have for each decision, `pause` how many they have for a
    finished deal; `stand_in` the level of the bot that takes the seat of somebody who leaves a
    match; `date` tells when a match begins.

    Raises ValueError for seats, a clock or a pause that there are not.
    """

    def __init__(
        self,
        table_id: str,
        name: str,
        game: Game,
        options: Any,
        seats: int,
        *,
        new_token: Callable[[], str],
        new_decks: Callable[[], Decks],
        bot_seconds: float = 0.6,
        clock: int = 0,
        pause: int = 0,
        stand_in: str = LEVELS[0],
        code: str = "",
        new_code: Callable[[], str] = str,
        date: Callable[[], str] = str,
    ) -> None:
        check_seats(game.NAME, game.SEATS, seats)
        self.id = table_id
        self.name = name
        self.game = game
        self.room = Room(seats)
        self.agreement = Agreement(game, options, clock, pause, self.room)
        self.match: RunningMatch | None = None
        """The match being played, or the last one while its position can be shown."""
        self.matches = 0
        """How many have begun."""
        self.seq = 0
        """The number of the last position; it never falls, from match to match either."""
        self.code = code
        """What newcomers have to know; empty lets everybody in."""
        self._new_code = new_code
        self._date = date
        self.wrong_codes = 0
        """Since the table took its code."""
        self._new_token = new_token
        self._new_decks = new_decks
        self._stand_in = stand_in
        self._chat = ChatLimit()
        self._out = EffectQueue()
        self._sender = Sender(self.room, self._out)
        self.journal = JournalWriter(table_id, self._out)

        self.factory = MatchFactory(
            table_id, game, self.room, self._sender, self._out, self.journal, bot_seconds
        )

    @property
    def phase(self) -> str:
        """One of net.table.phases.PHASES."""
        if self.match is None:
            return GATHERING
        return OVER if self.match.live.over else PLAYING

    # --- what the shell says -------------------------------------------------------------------

    def receive(self, connection: Connection, message: ToHost, now: float) -> list[Effect]:
        """Take a message of a connection; the lobby has answered Hello and Ping."""
        try:
            if isinstance(message, Join):
                self._join(connection, message, now)
            elif connection in self.room:
                self._do(connection, message, now)
            else:
                raise RefusalError("join")
        except RefusalError as error:
            number = message.number if isinstance(message, Play) else 0
            self._sender.send(connection, refusal(error, self.seq, number))
        return self._settle(now)

    def lost(self, connection: Connection, now: float) -> list[Effect]:
        """Note that a connection is gone; its player is away, and the seat waits."""
        self.room.lose(connection, now)
        self._show_room()
        if self.match is not None:
            self.match.follow_seats(now)
        return self._settle(now)

    def tick(self, now: float) -> list[Effect]:
        """Do what is due: bots' moves, an end of time, seats given up, a new owner for one away."""
        if self.match is not None:
            self.match.tick(now)
        changed = self.phase != PLAYING and absence.give_up_absent(self.room, now)
        if absence.pass_on(self.room, now) or changed:
            self._show_room()
        return self._settle(now)

    def bot_moved(self, seat: Seat, ticket: int, move: Move | None, now: float) -> list[Effect]:
        """Take a bot's answer; a late one, for a decision no longer open, is ignored."""
        if self.match is not None:
            self.match.bot_moved(seat, ticket, move, now)
        return self._settle(now)

    def guessed_wrong(self, now: float) -> list[Effect]:
        """Note a wrong code. The code stays: whoever guesses must not take it from the others."""
        self.wrong_codes += 1
        if self.wrong_codes % MANY_WRONG_CODES == 0:
            self._show_room()
        return self._settle(now)

    def close(self, code: str = "host") -> list[Effect]:
        """Say goodbye to everybody. With "kept" there is a match to go on with, else not."""
        for connection in self.room.connections():
            self._sender.dismiss(connection, code)
        if code != "kept" and self.match is not None and self.phase == PLAYING:
            self.journal.finish(self.match.live, self.match.setup)
        return self._out.hand_out()

    # --- what people say -----------------------------------------------------------------------

    def _do(self, connection: Connection, message: ToHost, now: float) -> None:
        """Do what somebody at the table asks for. Raises RefusalError."""
        check(message, role_of(self.room, connection), self.phase)
        seat = self.room.seat_of.get(connection)
        match message:
            case Say(text=text):
                name = self.room.watchers[connection] if seat is None else self.room[seat].name
                self._sender.send_all(self._chat.say(seat, name, text, now))
            case Leave():
                self._leave(connection, seat, now)
            case Play() if self.match is not None and seat is not None:
                self.match.play(connection, seat, message, now)
            case Continue() if self.match is not None and seat is not None:
                self.match.go_on(connection, seat, message, now)
            case Wait() if self.match is not None and seat is not None:
                self.match.give_time(seat, now)
            case Ask() if self.match is not None and seat is not None:
                self._sender.send(connection, self.match.offer(seat))
            case Ask():
                self._sender.send(connection, Offered(self.seq, []))
            case Start() if seat is not None:
                self._start(seat, now)
            case _ if seat is not None:
                self._prepare(seat, message, now)

    def _prepare(self, seat: Seat, message: ToHost, now: float) -> None:
        """Change what the room shows: who is ready, who sits where, by which rules they play."""
        match message:
            case Ready():
                self.agreement.agree(seat, message)
            case Fill(seat=other, level=level):
                seating.fill(self.room, other, level, playing=self.phase == PLAYING)
            case Clear(seat=other):
                gone = seating.free_seat(self.room, other, seat)
                if gone is not None:
                    self._sender.dismiss(gone, "removed")
            case Rule(options=options):
                if self.agreement.change_rules(options):
                    # The last match was played by other rules: they cannot read its position.
                    self.match = None
            case Clock(seconds=seconds):
                self.agreement.set_clock(seconds)
            case NewCode():
                self._take_new_code()
            case Pause(seconds=seconds):
                self.agreement.set_pause(seconds)
        self._show_room()
        if self.match is not None:
            self.match.follow_seats(now)

    def _join(self, connection: Connection, message: Join, now: float) -> None:
        if connection in self.room:
            raise RefusalError("joined")
        seat = self.room.find_token(message.token)
        if seat is not None:
            old = self.room[seat].connection
            if old is not None:
                # The newest wins: the old one is often dead without anybody knowing yet.
                self._sender.dismiss(old, "elsewhere")
            self.room.come_back(connection, seat)
        elif message.watch:
            self.room.watch(connection, message.name)
        elif self.phase == PLAYING:
            raise RefusalError("playing")
        else:
            seat = self.room.sit(connection, message.name, self._new_token(), message.seat)
        token, number = "", 0
        if seat is not None:
            token, number = self.room[seat].token, self.room[seat].number
        seated = Seated(self.id, self.name, self.game.NAME, seat, token, number)
        self._sender.send(connection, seated)
        self._show_room(newcomer=connection)
        if self.match is not None:
            self.match.greet(connection, seat, now)

    def _take_new_code(self) -> None:
        if not self.code:
            raise RefusalError("codeless")
        self.code = self._new_code()
        self.wrong_codes = 0
        self.room.changes.note("code")

    def _leave(self, connection: Connection, seat: Seat | None, now: float) -> None:
        """Let somebody go for good; a bot takes the seat in a match."""
        self._sender.dismiss(connection, "left")
        if seat is not None:
            seating.leave(self.room, seat, self._stand_in if self.phase == PLAYING else "")
            absence.pass_on(self.room, now)
            if not self.room.any_human():
                seating.free_all(self.room)
                if self.match is not None and self.phase == PLAYING:
                    self.journal.finish(self.match.live, self.match.setup)
                self.match = None
        self._show_room()
        if self.match is not None:
            self.match.follow_seats(now)

    def _start(self, starter: Seat, now: float) -> None:
        self.agreement.check_start(starter)
        players = [place.player() for place in self.room]
        agreed = self.agreement
        setup = MatchSetup(self.matches + 1, self.seq + 1, agreed.clock, agreed.pause, self._date())
        decks = self._new_decks()
        try:
            match = self.factory.new(agreed.options, players, decks, setup)
        except OptionError as error:
            raise GameRefusalError(error) from None
        self.match, self.matches = match, setup.number
        agreed.begin_match(setup.number)
        room = room_entry(self.room, self.code)
        self.journal.begin(self.name, match.live, setup, decks, room)
        self._show_room()
        match.show((), now)

    # --- effects -------------------------------------------------------------------------------

    def _show_room(self, newcomer: Connection | None = None) -> None:
        """Write down and show who sits where and what is agreed."""
        self.journal.room(room_entry(self.room, self.code))
        room = Gathered(
            self.phase,
            [place.line() for place in self.room],
            self.room.owner,
            plain_options(self.agreement.options),
            len(self.room.watchers),
            self.agreement.clock,
            self.code,
            self.agreement.terms,
            pause=self.agreement.pause,
        )
        self._sender.show_room(room, newcomer)

    def _settle(self, now: float) -> list[Effect]:
        """End a match that is over, ask to be woken when something is due, hand out the effects."""
        match = self.match
        if match is not None:
            self.seq = match.live.seq
            if match.live.over and not match.ended:
                match.ended = True
                seating.end_match(self.room, now)
                self._show_room()
        due = [absence.owner_due(self.room), None if match is None else match.deadline()]
        if self.phase != PLAYING:
            due.append(absence.absent_due(self.room))
        self._out.wake_at(min((time for time in due if time is not None), default=None), now)
        return self._out.hand_out()
