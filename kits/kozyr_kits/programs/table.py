"""The table of a match in the arena: fixed decks, and a note of each decision of a program.

It waits for no owner: it starts when all players are seated and ready.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from core.game import Game, Seat
from core.shuffle import SeededDecks
from kozyr_kits.arena.match import ILLEGAL, SAID, TimedDecision
from net.public.host import (
    OVER,
    PLAYING,
    UNKNOWN,
    ConnectionKey,
    Effect,
    Peer,
    Send,
    SystemChance,
    Table,
    TablePlan,
    seating,
)
from net.wire.from_host import Refused
from net.wire.reasons import RefusalError
from net.wire.to_host import Join, Play, Return, ToTable

DECISION_SECONDS: Final = 15
"""The time of a program for each decision; after that, chance moves for it."""
STAND_IN: Final = "easy"
"""The level of a bot for which chance plays; it has no meaning here."""


@dataclass(slots=True)
class _Asked:
    """A decision that a program has been asked for."""

    since: float
    choice: bool
    cheated: bool = False
    """Whether a move of this decision was illegal, which is noted once."""


class ContestTable(Table):
    """A table at which programs play for the arena; `on_change` is called after each change.

    All other players are bots, whose moves the shell decides.
    """

    def __init__(
        self, game: Game, options: Any, seats: int, seed: int, on_change: Callable[[], None]
    ) -> None:
        super().__init__(
            TablePlan(
                secrets.token_hex(16),
                "Arena",
                game,
                options,
                seats,
                clock=DECISION_SECONDS,
                bot_seconds=0.0,
                unattended=True,
            ),
            SystemChance(b"", shared=False, decks=lambda: SeededDecks(seed)),
        )
        self.decisions: list[TimedDecision] = []
        self.refused: dict[Seat, int] = {}
        """The number of each seat's illegal moves since its last legal one."""
        self.token = ""
        """The token that the next program has to send; if it is empty, none is accepted."""
        self.stranger = False
        """Whether a Join without that token has been refused."""
        self._asked: dict[Seat, _Asked] = {}
        self._on_change = on_change

    @property
    def over(self) -> bool:
        """Whether the match has been played to its end."""
        return self.phase == OVER

    def fill(self, seat: Seat, now: float) -> list[Effect]:
        """Give a bot a seat: a free one, or the seat of a program that is gone."""
        if self.room[seat].human and self.phase != PLAYING:
            seating.vacate(self.room, seat, "")
        seating.fill(self.room, seat, STAND_IN, playing=self.phase == PLAYING)
        self.show_seats(now)
        return self._settle(now)

    def free(self, seat: Seat, token: str, now: float) -> list[Effect]:
        """Free a seat for the program with this token."""
        self.token, self.stranger = token, False
        seating.free_seat(self.room, seat)
        self.show_seats(now)
        return self._settle(now)

    def start(self, now: float, *, unready_owner: bool) -> list[Effect] | None:
        """Start the match; return None as long as a player is missing or not ready.

        The first program is the owner of the table, who need not say that it is ready.
        """
        owner = self.room.owner
        if owner is not None and not self.room[owner].ready and not unready_owner:
            return None
        try:
            self.agreement.check_start(0 if owner is None else owner)
        except RefusalError:
            return None
        self.begin_match(now)
        return self._settle(now)

    def receive(
        self,
        connection: ConnectionKey,
        message: ToTable | Join | Return,
        now: float,
        peer: Peer = UNKNOWN,
    ) -> list[Effect]:
        """Receive a message as any table does; note a move, and a refused one."""
        seat = self.room.seat_of.get(connection)
        if seat is None or not isinstance(message, Play):
            return super().receive(connection, message, now, peer)
        number, asked = self.room[seat].number, self._asked.get(seat)
        effects = super().receive(connection, message, now, peer)
        if self.room[seat].number > number:
            self.forget(seat)
            if asked is not None and asked.choice and not asked.cheated:
                self.decisions.append(TimedDecision(seat, now - asked.since, 0))
        elif asked is not None and any(_illegal(effect, connection) for effect in effects):
            self.refused[seat] = self.refused.get(seat, 0) + 1
            if not asked.cheated:
                asked.cheated, said = True, message.move[:SAID]
                self.decisions.append(
                    TimedDecision(seat, now - asked.since, 0, False, ILLEGAL, said)
                )
        self._look(now)
        return effects

    def forget(self, seat: Seat) -> None:
        """Note that a program's decision has been made, by itself or for it."""
        self._asked.pop(seat, None)
        self.refused.pop(seat, None)

    def admit_newcomer(self, connection: ConnectionKey, message: Join, peer: Peer) -> Seat | None:
        """Accept only the program that was started: other programs can find the port too."""
        if not self.token or message.token != self.token:
            self.stranger = True
            raise RefusalError("full")
        seat = super().admit_newcomer(connection, message, peer)
        self.token = ""
        return seat

    def tick(self, now: float) -> list[Effect]:
        """Do what is due, without closing silent connections: they stay within this computer."""
        for connection in self.room.seat_of:
            self.room.hear(connection, now)
        return super().tick(now)

    def _settle(self, now: float) -> list[Effect]:
        effects = super()._settle(now)
        self._look(now)
        return effects

    def _look(self, now: float) -> None:
        """Note the time since which each program has been asked for a move."""
        live = None if self.match is None else self.match.live
        awaited: dict[Seat, _Asked] = {}
        if live is not None and not live.over:
            for seat in live.to_act():
                holder = self.room[seat]
                if holder.human and not holder.bot:
                    known = self._asked.get(seat)
                    awaited[seat] = known or _Asked(now, choice=len(live.legal(seat)) > 1)
        self._asked = awaited
        self._on_change()


def _illegal(effect: Effect, connection: ConnectionKey) -> bool:
    return (
        isinstance(effect, Send)
        and effect.connection == connection
        and isinstance(effect.message, Refused)
        and effect.message.code == "illegal"
    )
