"""What a table has written down while a match is played, so that another program can go on with it.

No I/O: entries go out as effects.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Event, Game, Move, Seat, plain_options
from core.shuffle import SeededDecks
from net.table.effect_queue import EffectQueue
from net.table.effects import Keep, Save
from net.table.journal import VERSION, KeptMove, KeptRoom, KeptSeat, Terms
from net.table.live import LiveMatch
from net.table.room import Room


class Keeping:
    """Writes a match down from its beginning to its end, one at a time."""

    def __init__(self, table_id: str, out: EffectQueue) -> None:
        self._table = table_id
        self._out = out
        self._room: KeptRoom | None = None
        """As it was last written; None while nothing is."""
        self._possible = True

    @property
    def on(self) -> bool:
        """Whether there is a match that can be gone on with."""
        return self._room is not None

    def begin(
        self,
        name: str,
        live: LiveMatch,
        *,
        decks: object,
        clock: int,
        number: int,
        room: KeptRoom,
    ) -> None:
        """Write the terms of a match, the `number`th of the table."""
        if not self._possible or not isinstance(decks, SeededDecks):
            return  # without their seed nobody could deal the rest again
        self._room = room
        match = live.match
        terms = Terms(
            VERSION,
            self._table,
            name,
            match.game.NAME,
            plain_options(match.options),
            clock,
            decks.seed.hex(),
            decks.table_id.hex(),
            number,
            live.seq,
            room,
        )
        self._out.add(Keep(self._table, terms))

    def go_on(self, room: KeptRoom) -> None:
        """Add to what was written before this program."""
        self._room = room

    def move(
        self,
        live: LiveMatch,
        seat: Seat,
        move: Move,
        events: Sequence[Event],
        *,
        number: int | None = None,
        late: bool = False,
    ) -> None:
        """Write a move; `number` is that of a person's Play."""
        if self.on and not live.over:  # whoever is told of the end needs to go on with nothing
            deal = _deal(live) if any(event.kind == "began" for event in events) else 0
            self._out.add(Keep(self._table, KeptMove(seat, move, number, late, deal)))

    def save(self, number: int, live: LiveMatch) -> None:
        """Write what is new of the record of the `number`th match; keep nothing of one over."""
        if lines := live.unwritten():  # none while a decision waits for those made with it
            self._out.add(Save(self._table, number, lines))
        if live.over:  # before anybody is told: a match seen to its end is not gone on with
            self.end()

    def room(self, room: KeptRoom) -> None:
        """Write who sits where, if that has changed."""
        if self.on and room != self._room:
            self._room = room
            self._out.add(Keep(self._table, room))

    def give_up(self) -> None:
        """Nothing can be written any more."""
        self._possible, self._room = False, None

    def end(self) -> None:
        """There is nothing more to go on with."""
        if self.on:
            self._room = None
            self._out.add(Keep(self._table, None))


def room_entry(room: Room, code: str) -> KeptRoom:
    """Say who sits where."""
    seats = (KeptSeat(place.name, place.token, place.bot, place.number) for place in room)
    return KeptRoom(tuple(seats), room.owner, code)


def _deal(live: LiveMatch) -> int:
    game: Game = live.match.game
    number: int = game.view(live.match.state, None).deal
    return number
