"""One table without I/O: messages and times in, effects out.

Everything that can go wrong at a table is decided here: stale moves, double joins, returns, absent
players, watchers, bots' turns. Chance (tokens, decks) and time come in from the shell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from core.bots import LEVELS
from core.game import (
    Decks,
    Event,
    Game,
    IllegalMoveError,
    Move,
    OptionError,
    Seat,
    parse_options,
    plain_options,
)
from core.record import Match
from net.effects import AskBot, Connection, Drop, Effect, Save, Send, WakeAt
from net.live import LiveMatch
from net.names import clean_text
from net.protocol import (
    Ask,
    Clear,
    Fill,
    Gathered,
    Join,
    Leave,
    Message,
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
)
from net.reasons import GameRefusalError, RefusalError, closing, refusal
from net.room import Room
from net.talk import Talk
from net.thinking import Thoughts

MAX_OFFERED: Final = 1500
"""So many moves fit into a frame whatever they are."""


class Table:
    """Seats, positions and the match of one table. `phase` is "gathering", "playing" or "over"."""

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
        stand_in: str = LEVELS[0],
    ) -> None:
        if seats not in game.SEATS:
            raise ValueError(f"{game.NAME} is played at {game.SEATS[0]} to {game.SEATS[-1]} seats")
        self.id = table_id
        self.name = name
        self.game = game
        self.options = options
        self.phase = "gathering"
        self.room = Room(seats)
        self.live: LiveMatch | None = None
        """The match being played, or the last one while its position can be shown."""
        self._matches = 0
        self._seq = 0
        self._new_token = new_token
        self._new_decks = new_decks
        self._stand_in = stand_in
        self._talk = Talk()
        self._thoughts = Thoughts(bot_seconds)
        self._woken_at: float | None = None
        self._out: list[Effect] = []

    @property
    def seq(self) -> int:
        """The number of the last position; it never falls, from match to match either."""
        return self._seq if self.live is None else self.live.seq

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
        """Do what is due: bots' moves, seats given up, a new owner for one long away."""
        self._play_bots(now)
        changed = self.phase != "playing" and self.room.give_up_absent(now)
        if self.room.pass_on(now) or changed:
            self._gather()
        return self._effects(now)

    def bot_moved(self, seat: Seat, ticket: int, move: Move | None, now: float) -> list[Effect]:
        """Take a bot's answer; a late one, for a decision no longer open, is ignored."""
        self._thoughts.answer(seat, ticket, move)
        self._play_bots(now)
        return self._effects(now)

    def close(self) -> list[Effect]:
        """Say goodbye to everybody."""
        for connection in self.room.connections():
            self._dismiss(connection, "host")
        effects, self._out = self._out, []
        return effects

    def line(self) -> TableLine:
        """The table as a list shows it."""
        free = 0 if self.phase == "playing" else self.room.free()
        return TableLine(self.id, self.name, self.game.NAME, len(self.room), free, self.phase)

    # --- coming and going ----------------------------------------------------------------------

    def _join(self, connection: Connection, message: Join, now: float) -> None:
        if connection in self.room:
            raise RefusalError("joined")
        seat = self.room.find_token(message.token)
        if seat is not None:
            self._return(connection, seat, now)
        elif message.watch:
            self.room.watch(connection, message.name)
        elif self.phase == "playing":
            raise RefusalError("playing")
        else:
            seat = self.room.sit(connection, message.name, self._new_token(), message.seat)
        self._greet(connection, seat)

    def _return(self, connection: Connection, seat: Seat, now: float) -> None:
        old = self.room[seat].connection
        if old is not None:
            # The newest connection wins: the old one is often dead without anybody knowing yet.
            self._dismiss(old, "elsewhere")
        self.room.come_back(connection, seat)
        self._ask_bots(now)

    def _greet(self, connection: Connection, seat: Seat | None) -> None:
        """Send a newcomer the seat, everybody the room, and the newcomer the position."""
        token, number = "", 0
        if seat is not None:
            token, number = self.room[seat].token, self.room[seat].number
        seated = Seated(self.id, self.name, self.game.NAME, seat, token, number)
        self._send(connection, seated)
        self._gather()
        if self.live is not None:
            self._send(connection, self.live.position(seat, (), number))

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
        self._ask_bots(now)

    def _abandon(self) -> None:
        """Start afresh: nobody is left to play for, and a match ends unfinished."""
        for place in self.room:
            place.clear()
        self._forget_match()

    def _forget_match(self) -> None:
        self._seq = self.seq
        self.phase, self.live = "gathering", None

    def _dismiss(self, connection: Connection, code: str) -> None:
        self.room.seat_of.pop(connection, None)
        self.room.watchers.pop(connection, None)
        self._send(connection, closing(code))
        self._out.append(Drop(connection))

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
            case Ready(ready=ready):
                self._check_not_playing()
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
        self._ask_bots(now)

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
            self.room.unready()
        self._gather()

    def _start(self, starter: Seat, now: float) -> None:
        self._check_not_playing()
        self.room.check_start(starter)
        players = [place.player() for place in self.room]
        try:
            match = Match(self.game, self.options, players, self._new_decks())
        except OptionError as error:
            raise GameRefusalError(error) from None
        self.phase = "playing"
        self._matches += 1
        self.live = LiveMatch(match, self.seq + 1)
        self.room.unready()
        self._gather()
        self._show(self.live, (), now)

    # --- the match -----------------------------------------------------------------------------

    def _play(self, connection: Connection, seat: Seat, message: Play, now: float) -> None:
        place, live = self.room[seat], self.live
        if live is not None and message.number <= place.number:
            # Taken before; its answer was lost with a connection. Once is enough.
            self._send(connection, live.position(seat, (), place.number))
            return
        if message.number != place.number + 1:
            raise RefusalError("number", next=place.number + 1)
        if live is None or self.phase != "playing":
            raise RefusalError("idle")
        if not live.is_current(seat, message.seq):
            raise RefusalError("stale")
        if seat not in live.to_act():
            raise RefusalError("turn")
        try:
            events = live.play(seat, message.move)
        except IllegalMoveError as error:
            raise GameRefusalError(error) from None
        place.number = message.number
        self._show(live, events, now)

    def _show(self, live: LiveMatch, events: Sequence[Event], now: float) -> None:
        """Save and show a new position, and have the next bots think."""
        if lines := live.unwritten():  # none while a decision waits for those made with it
            self._out.append(Save(self.id, self._matches, lines))
        for connection, seat in self.room.seat_of.items():
            self._send(connection, live.position(seat, events, self.room[seat].number))
        if self.room.watchers:
            position = live.position(None, events, 0)
            for connection in self.room.watchers:
                self._send(connection, position)
        if live.over:
            self.phase = "over"
            self.room.end_match(now)
            self._gather()
        self._ask_bots(now)

    def _ask_bots(self, now: float) -> None:
        """Ask every bot whose decision is open and not yet being thought about."""
        live = self.live if self.phase == "playing" else None
        waiting = [seat for seat in live.to_act() if self.room[seat].bot] if live else []
        self._thoughts.keep(waiting)
        for seat in waiting:
            if live is None or seat in self._thoughts:
                continue
            ticket = self._thoughts.begin(seat, now, forced=len(live.legal(seat)) == 1)
            view = self.game.view(live.match.state, seat)
            bot = self.room[seat].bot
            self._out.append(AskBot(self.id, seat, self.game.NAME, view, bot, ticket))

    def _play_bots(self, now: float) -> None:
        while (ripe := self._thoughts.take_ripe(now)) is not None:
            live = self.live
            assert live is not None, "open decisions end with the match"
            seat, move = ripe
            legal = live.legal(seat)
            # A bot that crashed, hung or answered nonsense must not stop the others' match.
            events = live.play(seat, move if move in legal and move is not None else legal[0])
            self._show(live, events, now)

    # --- effects -------------------------------------------------------------------------------

    def _send(self, connection: Connection, message: Message) -> None:
        self._out.append(Send(connection, message))

    def _send_all(self, message: Message) -> None:
        for connection in self.room.connections():
            self._send(connection, message)

    def _gathered(self) -> Gathered:
        return Gathered(
            self.phase,
            [place.line() for place in self.room],
            self.room.owner,
            plain_options(self.options),
            len(self.room.watchers),
        )

    def _gather(self) -> None:
        """Show the room to everybody."""
        self._send_all(self._gathered())

    def _deadline(self) -> float | None:
        """When something is to be done next."""
        times = [self._thoughts.deadline(), self.room.owner_due()]
        if self.phase != "playing":
            times.append(self.room.absent_due())
        return min((time for time in times if time is not None), default=None)

    def _effects(self, now: float) -> list[Effect]:
        """Hand out what has gathered, and ask to be woken if sooner than asked before."""
        deadline = self._deadline()
        if deadline is not None:
            asked = self._woken_at
            if asked is None or asked <= now or deadline < asked:
                self._woken_at = deadline
                self._out.append(WakeAt(deadline))
        effects, self._out = self._out, []
        return effects
