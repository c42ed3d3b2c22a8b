"""One table without I/O: messages and times in, effects out.

Everything that can go wrong at a table is decided here: stale moves, double joins, returns, absent
players, watchers, bots' turns. Chance (tokens, decks) and time come in from the shell.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from core.bots import LEVELS
from core.game import Decks, Game, Move, OptionError, Seat, parse_options, plain_options
from core.records.record import Match
from net.table.chat_limit import Talk
from net.table.clock import CLOCKS, TurnClock
from net.table.effects import Connection, Drop, Effect
from net.table.live import LiveMatch
from net.table.playing import Playing
from net.wire.names import clean_text
from net.wire.protocol import (
    Ask,
    Clear,
    Clock,
    Fill,
    Join,
    Leave,
    NewCode,
    Offered,
    Options,
    Play,
    Ready,
    Rule,
    Said,
    Say,
    Seated,
    Start,
    TableLine,
    ToHost,
    Wait,
)
from net.wire.reasons import GameRefusalError, RefusalError, closing, refusal

MANY_WRONG_CODES: Final = 20
"""After so many the owner is told that somebody guesses, and may have another code taken."""

MAX_OFFERED: Final = 1500
"""So many moves fit into a frame whatever they are."""


class Table(Playing):
    """One table, from the first who sits down to the last who leaves.

    `clock` is how many seconds people have for each decision; `stand_in` the level of the bot that
    takes the seat of somebody who leaves a match.
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
        stand_in: str = LEVELS[0],
        code: str = "",
        new_code: Callable[[], str] = str,
    ) -> None:
        super().__init__(table_id, name, game, options, seats, bot_seconds, clock)
        self._new_token = new_token
        self._new_decks = new_decks
        self._stand_in = stand_in
        self.code = code
        self._new_code = new_code
        self.wrong_codes = 0
        """Since the table took its code."""
        self._talk = Talk()

    # --- the surface ---------------------------------------------------------------------------

    def receive(self, connection: Connection, message: ToHost, now: float) -> list[Effect]:
        """Take a message of a connection; the lobby has answered Hello and Ping."""
        try:
            if isinstance(message, Join):
                self._join(connection, message, now)
            elif connection in self.room.watchers:
                self._receive_watcher(connection, message, now)
            elif connection in self.room.seat_of:
                self._receive_player(connection, self.room.seat_of[connection], message, now)
            else:
                raise RefusalError("join")
        except RefusalError as error:
            number = message.number if isinstance(message, Play) else 0
            self._send(connection, refusal(error, self.seq, number))
        return self._effects(now)

    def lost(self, connection: Connection, now: float) -> list[Effect]:
        """Note that a connection is gone; its player is away, and the seat waits."""
        self.room.lose(connection, now)
        self._gather()
        return self._effects(now)

    def tick(self, now: float) -> list[Effect]:
        """Do what is due: bots' moves, an end of time, seats given up, a new owner for one away."""
        if self._clock.tick(now):
            self._ask_bots(now)
        self._play_bots(now)
        changed = self.phase != "playing" and self.room.give_up_absent(now)
        if self.room.pass_on(now) or changed:
            self._gather()
        return self._effects(now)

    def bot_moved(self, seat: Seat, ticket: int, move: Move | None, now: float) -> list[Effect]:
        """Take a bot's answer; a late one, for a decision no longer open, is ignored."""
        self._thoughts.answer(seat, ticket, move, now)
        self._play_bots(now)
        return self._effects(now)

    @property
    def kept(self) -> bool:
        """Whether another program could go on with a match here."""
        return self._keeping.on

    def keep_nothing(self) -> None:
        """Note that no other program will be able to go on with matches here."""
        self._keeping.give_up()

    def close(self, code: str = "host") -> list[Effect]:
        """Say goodbye to everybody. With "kept" there is a match to go on with, else not."""
        for connection in self.room.connections():
            self._dismiss(connection, code)
        if code != "kept":
            self._keeping.end()
        return self._out.hand_out()

    def line(self) -> TableLine:
        """The table as a list shows it."""
        free = 0 if self.phase == "playing" else self.room.free()
        seats, code = len(self.room), bool(self.code)
        return TableLine(self.id, self.name, self.game.NAME, seats, free, self.phase, code)

    def guessed_wrong(self, now: float) -> list[Effect]:
        """Note a wrong code. The code stays: whoever guesses must not take it from the others."""
        self.wrong_codes += 1
        if self.wrong_codes % MANY_WRONG_CODES == 0:
            self._gather()
        return self._effects(now)

    def _take_new_code(self) -> None:
        if not self.code:
            raise RefusalError("codeless")
        self.code = self._new_code()
        self.wrong_codes = 0
        self._gather()

    # --- coming and going ----------------------------------------------------------------------

    def _join(self, connection: Connection, message: Join, now: float) -> None:
        if connection in self.room:
            raise RefusalError("joined")
        seat = self.room.find_token(message.token)
        if seat is not None:
            self._return(connection, seat)
        elif message.watch:
            self.room.watch(connection, message.name)
        elif self.phase == "playing":
            raise RefusalError("playing")
        else:
            seat = self.room.sit(connection, message.name, self._new_token(), message.seat)
        changed = self._run_clock(now)  # before the newcomer is told how much time there is
        self._greet(connection, seat, now)
        if changed:
            self._tell_time(now)
        self._ask_bots(now)

    def _return(self, connection: Connection, seat: Seat) -> None:
        old = self.room[seat].connection
        if old is not None:
            # The newest connection wins: the old one is often dead without anybody knowing yet.
            self._dismiss(old, "elsewhere")
        self.room.come_back(connection, seat)
        self._missed.discard(seat)

    def _greet(self, connection: Connection, seat: Seat | None, now: float) -> None:
        """Send a newcomer the seat, everybody the room, and the newcomer the position."""
        token, number = "", 0
        if seat is not None:
            token, number = self.room[seat].token, self.room[seat].number
        seated = Seated(self.id, self.name, self.game.NAME, seat, token, number)
        self._send(connection, seated)
        self._gather()
        if self.live is not None:
            self._send(connection, self._position(self.live, seat, now))

    def _leave(self, connection: Connection, seat: Seat, now: float) -> None:
        self._dismiss(connection, "left")
        if self.phase == "playing":
            self.room.sit_bot(seat, self._stand_in)
        else:
            self.room[seat].clear()
        self.room.pass_on(now)
        if not self.room.any_human():
            self._abandon()
        self._gather()
        self._follow_seats(now)

    def _abandon(self) -> None:
        """Start afresh: nobody is left to play for, and a match ends unfinished."""
        for place in self.room:
            place.clear()
        self._forget_match()

    def _forget_match(self) -> None:
        self._keeping.end()
        self._seq = self.seq
        self.phase, self.live = "gathering", None
        self._clock.reset()

    def _dismiss(self, connection: Connection, code: str) -> None:
        self.room.seat_of.pop(connection, None)
        self.room.watchers.pop(connection, None)
        self._send(connection, closing(code))
        self._out.add(Drop(connection))

    # --- what players and watchers say ---------------------------------------------------------

    def _receive_watcher(self, connection: Connection, message: ToHost, now: float) -> None:
        match message:
            case Say(text=text):
                self._say(None, self.room.watchers[connection], text, now)
            case Leave():
                self._dismiss(connection, "left")
                self._gather()
            case _:
                raise RefusalError("watching")

    def _receive_player(
        self, connection: Connection, seat: Seat, message: ToHost, now: float
    ) -> None:
        match message:
            case Play():
                self._play(connection, seat, message, now)
            case Say(text=text):
                self._say(seat, self.room[seat].name, text, now)
            case Ask():
                self._offer(connection, seat)
            case Leave():
                self._leave(connection, seat, now)
            case Wait():
                self._give_time(seat, now)
            case Ready(ready=ready, terms=terms):
                self._check_not_playing()
                if ready and terms not in (None, self._terms):
                    raise RefusalError("terms")
                self.room[seat].ready = ready
                self._gather()
            case _ if seat != self.room.owner:
                raise RefusalError("owner")
            case Fill(seat=other, level=level):
                self._fill(other, level, now)
            case Clear(seat=other):
                self._clear(seat, other)
            case Rule(options=options):
                self._rule(options)
            case Clock(seconds=seconds):
                self._set_clock(seconds)
            case NewCode():
                self._take_new_code()
            case Start():
                self._start(seat, now)

    def _say(self, seat: Seat | None, name: str, text: str, now: float) -> None:
        text = clean_text(text)
        if not text:
            raise RefusalError("empty")
        if not self._talk.allows(seat, now):
            raise RefusalError("fast")
        self._send_all(Said(seat, name, text))

    def _offer(self, connection: Connection, seat: Seat) -> None:
        moves = self.live.legal(seat) if self.live is not None else ()
        more = len(moves) > MAX_OFFERED
        self._send(connection, Offered(self.seq, list(moves[:MAX_OFFERED]), more))

    # --- before the match ----------------------------------------------------------------------

    def _check_not_playing(self) -> None:
        if self.phase == "playing":
            raise RefusalError("running")

    def _fill(self, seat: Seat, level: str, now: float) -> None:
        place = self.room[seat]
        if self.phase == "playing" and place.away:
            self.room.stand_in(seat, level)
        elif place.human:
            raise RefusalError("occupied")
        else:
            self._check_not_playing()
            self.room.sit_bot(seat, level)
        self._gather()
        self._follow_seats(now)

    def _clear(self, mine: Seat, seat: Seat) -> None:
        self._check_not_playing()
        place = self.room[seat]
        if seat == mine:
            raise RefusalError("occupied")
        if place.connection is not None:
            self._dismiss(place.connection, "removed")
        place.clear()
        self._gather()

    def _rule(self, options: Options) -> None:
        self._check_not_playing()
        try:
            wanted = parse_options(self.game.Options, {**plain_options(self.options), **options})
        except OptionError as error:
            raise GameRefusalError(error) from None
        if wanted != self.options:
            self.options = wanted
            # The last match was played by other rules: its position cannot be read with these.
            self._forget_match()
            self._change_terms()
        self._gather()

    def _set_clock(self, seconds: int) -> None:
        self._check_not_playing()
        if seconds not in CLOCKS:
            raise RefusalError("clock", values=", ".join(map(str, CLOCKS)))
        if seconds != self._clock.seconds:
            self._clock = TurnClock(seconds)
            self._change_terms()
        self._gather()

    def _change_terms(self) -> None:
        """Nobody is ready any more: who was, has agreed to something else."""
        self._terms += 1
        self.room.unready()

    def _start(self, starter: Seat, now: float) -> None:
        self._check_not_playing()
        self.room.check_start(starter)
        players = [place.player() for place in self.room]
        decks = self._new_decks()
        try:
            match = Match(self.game, self.options, players, decks)
        except OptionError as error:
            raise GameRefusalError(error) from None
        self.phase = "playing"
        self._matches += 1
        self._clock.reset()
        self._missed.clear()
        self.live = LiveMatch(match, self.seq + 1)
        self.room.unready()
        self._keeping.begin(
            self.name,
            self.live,
            decks=decks,
            clock=self._clock.seconds,
            number=self._matches,
            room=self.room.kept(self.code),
        )
        self._gather()
        self._show(self.live, (), now)

    # --- effects -------------------------------------------------------------------------------

    def _deadline(self) -> float | None:
        """When something is to be done next."""
        times = [self._thoughts.deadline(), self._clock.deadline(), self.room.owner_due()]
        if self.phase != "playing":
            times.append(self.room.absent_due())
        return min((time for time in times if time is not None), default=None)

    def _effects(self, now: float) -> list[Effect]:
        """Hand out what has gathered, and ask to be woken when something is due."""
        self._out.wake_at(self._deadline(), now)
        return self._out.hand_out()
