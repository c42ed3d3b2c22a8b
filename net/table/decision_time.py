"""The time that people in a match have for their decisions, and who is told about it."""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Seat
from net.table.clock import CLOCK_BOT, TurnClock
from net.table.room import Room
from net.table.sender import Sender
from net.wire.from_host import Timed
from net.wire.names import bot_temper
from net.wire.reasons import RefusalError


class DecisionTime:
    """Runs the clock for the people of a room whose moves are awaited."""

    def __init__(self, seconds: int, room: Room, sender: Sender) -> None:
        self.clock = TurnClock(seconds)
        self.missed: set[Seat] = set()
        """People not back since the match was resumed: their clocks stand still."""
        self._room = room
        self._sender = sender

    def follow(self, to_act: Sequence[Seat], now: float) -> bool:
        """Let time run for the people awaited now; tell whether that is a change."""
        waiting = [s for s in to_act if not self._room[s].bot and s not in self.missed]
        return self.clock.keep(waiting, now)

    def give(self, giver: Seat, now: float) -> None:
        """Give everybody else who is awaited one more period. Raises RefusalError."""
        given = self.clock.extend(giver, now)
        if not given:
            raise RefusalError("time")
        self.tell(now, giver, given)

    def tell(self, now: float, giver: Seat | None = None, given: Sequence[Seat] = ()) -> None:
        """Tell everybody how much time is left."""
        for connection in self._room.connections():
            left = self.clock.left(self._room.seat_of.get(connection), now)
            self._sender.send(connection, Timed(left, giver, list(given)))

    def bot_at(self, seat: Seat) -> str:
        """The level of the bot that decides for a seat now; empty if a person does."""
        return self._room[seat].bot or (CLOCK_BOT if self.clock.is_up(seat) else "")

    def policy_at(self, seat: Seat) -> str:
        """The level of the bot that decides at a seat now, with its temper, as "expert:bold".

        A bot that moves for a person has none.
        """
        level, place = self.bot_at(seat), self._room[seat]
        temper = "" if place.human else bot_temper(place.name, level)
        return f"{level}:{temper}" if temper else level
