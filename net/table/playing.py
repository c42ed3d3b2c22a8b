"""The match at a table: moves, the turns of bots, the clock, and what everybody is shown of it.

Who comes and goes and what is agreed before the match is the matter of table.py. No I/O either.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.game import Event, Game, IllegalMoveError, OptionError, Seat, check_seats, plain_options
from core.records.record import Match
from core.shuffle import SeededDecks
from net.table.clock import CLOCK_BOT, TurnClock
from net.table.effect_queue import Outbox
from net.table.effects import AskBot, Connection, Save
from net.table.journal import KeptMove, KeptRoom, KeptTable, damaged, players
from net.table.live import LiveMatch
from net.table.room import Room
from net.table.saving import Keeping
from net.table.thinking import Thoughts
from net.wire.protocol import Gathered, Message, Play, Timed, Updated
from net.wire.reasons import GameRefusalError, RefusalError


class Playing:
    """A table as far as a match needs it. `phase` is "gathering", "playing" or "over"."""

    def __init__(
        self,
        table_id: str,
        name: str,
        game: Game,
        options: Any,
        seats: int,
        bot_seconds: float,
        clock: int,
    ) -> None:
        check_seats(game.NAME, game.SEATS, seats)
        self.id = table_id
        self.name = name
        self.game = game
        self.options = options
        self.phase = "gathering"
        self.code = ""
        """What newcomers have to know; empty lets everybody in."""
        self.room = Room(seats)
        self.live: LiveMatch | None = None
        """The match being played, or the last one while its position can be shown."""
        self._terms = 0
        """How often what has been agreed has changed."""
        self._matches = 0
        self._seq = 0
        self._thoughts = Thoughts(bot_seconds)
        self._clock = TurnClock(clock)
        self._out = Outbox()
        self._keeping = Keeping(table_id, self._out)
        self._missed: set[Seat] = set()
        """People who have not been back since the match was gone on with: their time stands."""

    @property
    def seq(self) -> int:
        """The number of the last position; it never falls, from match to match either."""
        return self._seq if self.live is None else self.live.seq

    # --- the match -----------------------------------------------------------------------------

    def _play(self, connection: Connection, seat: Seat, message: Play, now: float) -> None:
        place, live = self.room[seat], self.live
        if live is not None and message.number <= place.number:
            # Taken before; its answer was lost with a connection. Once is enough.
            self._send(connection, self._position(live, seat, now))
            return
        if message.number != place.number + 1:
            raise RefusalError("number", next=place.number + 1)
        if live is None or self.phase != "playing":
            raise RefusalError("idle")
        if self._clock.is_up(seat):
            raise RefusalError("late")
        if not live.is_current(seat, message.seq):
            raise RefusalError("late" if self._clock.helped(seat) else "stale")
        if seat not in live.to_act():
            raise RefusalError("turn")
        try:
            events = live.play(seat, message.move)
        except IllegalMoveError as error:
            raise GameRefusalError(error) from None
        place.number = message.number
        self._keeping.move(live, seat, message.move, events, number=message.number)
        self._clock.moved(seat)
        self._show(live, events, now)

    def _show(
        self, live: LiveMatch, events: Sequence[Event], now: float, late: Seat | None = None
    ) -> None:
        """Save and show a new position, and have the next bots think."""
        if lines := live.unwritten():  # none while a decision waits for those made with it
            self._out.add(Save(self.id, self._matches, lines))
        if live.over:  # before anybody is told: a match seen to its end is not gone on with
            self._keeping.end()
        self._run_clock(now)
        for connection, seat in self.room.seat_of.items():
            self._send(connection, self._position(live, seat, now, events, late))
        if self.room.watchers:
            position = self._position(live, None, now, events, late)
            for connection in self.room.watchers:
                self._send(connection, position)
        if live.over:
            self.phase = "over"
            self.room.end_match(now)
            self._gather()
        self._ask_bots(now)

    def _position(
        self,
        live: LiveMatch,
        viewer: Seat | None,
        now: float,
        events: Sequence[Event] = (),
        late: Seat | None = None,
    ) -> Updated:
        number = 0 if viewer is None else self.room[viewer].number
        return live.position(viewer, events, number, self._clock.left(viewer, now), late)

    def _to_act(self) -> tuple[Seat, ...]:
        """The seats whose decisions are open; none unless a match is being played."""
        return self.live.to_act() if self.live is not None and self.phase == "playing" else ()

    def _follow_seats(self, now: float) -> None:
        """Go on after a seat has changed hands: with or without a clock, with or without a bot."""
        if self._run_clock(now):
            self._tell_time(now)
        self._ask_bots(now)

    def _run_clock(self, now: float) -> bool:
        """Let time run for the people waited for now; tell if that is a change."""
        waiting = (s for s in self._to_act() if not self.room[s].bot and s not in self._missed)
        return self._clock.keep(list(waiting), now)

    def _give_time(self, giver: Seat, now: float) -> None:
        given = self._clock.extend(giver, now)
        if not given:
            raise RefusalError("time")
        self._tell_time(now, giver, given)

    def _tell_time(self, now: float, giver: Seat | None = None, given: Sequence[Seat] = ()) -> None:
        for connection in self.room.connections():
            left = self._clock.left(self.room.seat_of.get(connection), now)
            self._send(connection, Timed(left, giver, list(given)))

    def _bot_at(self, seat: Seat) -> str:
        """The level of the bot that decides at a seat now; empty where a person does."""
        return self.room[seat].bot or (CLOCK_BOT if self._clock.is_up(seat) else "")

    def _ask_bots(self, now: float) -> None:
        """Ask every bot whose decision is open and not yet being thought about."""
        live = self.live
        waiting = [seat for seat in self._to_act() if self._bot_at(seat)]
        self._thoughts.keep(waiting)
        for seat in waiting:
            if live is None or seat in self._thoughts:
                continue
            bot, hurry = self._bot_at(seat), self._clock.is_up(seat)
            ticket = self._thoughts.begin(seat, now, level=bot, hurry=hurry)
            view = self.game.view(live.match.state, seat)
            self._out.add(AskBot(self.id, seat, self.game.NAME, view, bot, ticket))

    def _play_bots(self, now: float) -> None:
        while (ripe := self._thoughts.take_ripe(now)) is not None:
            live = self.live
            assert live is not None, "open decisions end with the match"
            seat, move = ripe
            legal = live.legal(seat)
            # A bot that crashed, hung or answered nonsense must not stop the others' match.
            made = move if move in legal and move is not None else legal[0]
            events = live.play(seat, made)
            late = seat if self._clock.moved(seat) else None
            self._keeping.move(live, seat, made, events, late=late is not None)
            self._show(live, events, now, late)

    # --- from one program to the next ----------------------------------------------------------

    def go_on(self, kept: KeptTable, now: float) -> None:
        """Take up a match where another program has left it; everybody is away.

        Raises KeptError.
        """
        terms = kept.terms
        decks = SeededDecks(bytes.fromhex(terms.seed), bytes.fromhex(terms.shuffler))
        line = 1
        try:
            begun = Match(self.game, self.options, players(terms.room), decks)
            self.live = live = LiveMatch(begun, terms.seq)
            self.room.put_back(terms.room, now)
            for change in kept.changes:
                line += 1
                match change:
                    case KeptRoom():
                        self.room.put_back(change, now)
                    case KeptMove(seat=seat):
                        live.play(seat, change.move)
                        self._clock.note(seat, late=change.late)
                        if change.number is not None:
                            self.room[seat].number = change.number
        except (IllegalMoveError, OptionError) as error:
            raise damaged(line) from error
        if live.over:  # the move that ends a match is never kept
            raise damaged(line)
        self.code = kept.room.code
        self.phase, self._matches = "playing", terms.match
        self._missed = {seat for seat, place in enumerate(self.room) if place.human}
        self._keeping.go_on(self.room.kept(self.code))

    # --- effects -------------------------------------------------------------------------------

    def _send(self, connection: Connection, message: Message) -> None:
        self._out.send(connection, message)

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
            self._clock.seconds,
            self.code,
            self._terms,
        )

    def _gather(self) -> None:
        """Show the room to everybody."""
        self._keeping.room(self.room.kept(self.code))
        self._send_all(self._gathered())
