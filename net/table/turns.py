"""Whose decision is open in a match: the time people have, the bots that are asked.

When a bot moves depends only on what everybody knows: on the kind of move that is shown, never on
how many moves there were or how long it thought. Anything else would tell its hand. So each
decision takes the same time, the pause; a bot is told to answer well before it ends.
"""

import itertools
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from core.bots import chance_of
from core.game import Move, Seat
from core.games import FACTS
from net.table.clock import CLOCK_BOT, TurnClock
from net.table.effects import AskBot, EffectQueue
from net.table.live import LiveMatch
from net.table.room import Room
from net.table.sender import Sender
from net.wire.from_host import Timed
from net.wire.names import bot_temper
from net.wire.reasons import RefusalError

LIMIT_SECONDS: Final = 10.0
"""Nobody waits longer for a bot: a hung worker must not stop a match."""

THINKING_SHARE: Final = 2 / 3
"""The part of a pause in which a bot may think; the rest is a reserve for a busy machine."""

LONGEST_PAUSES: Final = 4
"""The most pauses a bot may take on a machine that is far too busy; anything later shows."""


@dataclass(slots=True)
class _BotDecision:
    ticket: int
    began: float
    level: str
    answered: bool = False
    move: Move | None = None


class PendingDecisions:
    """At most one open decision per seat, each with a unique ticket.

    `quick` are the first words of moves that are legal only if no other is: whoever sees one knows
    that it was forced, so it needs no show of thinking.
    """

    def __init__(
        self, pause_seconds: float, tickets: Iterator[int], quick: Collection[str] = ()
    ) -> None:
        self._pause_seconds = pause_seconds
        self._open: dict[Seat, _BotDecision] = {}
        self._tickets = tickets
        self._quick = quick
        self._pauses: dict[str, int] = {}
        """Level -> how many pauses its bots take, once one has turned out not to be enough here."""

    @property
    def thinking_seconds(self) -> float | None:
        """How long a bot may think; without a pause there is nothing to hide, and no limit."""
        return self._pause_seconds * THINKING_SHARE or None

    def __contains__(self, seat: Seat) -> bool:
        return seat in self._open

    def retain(self, seats: Collection[Seat]) -> None:
        """Forget the decisions of all other seats."""
        self._open = {seat: decision for seat, decision in self._open.items() if seat in seats}

    def begin(self, seat: Seat, now: float, *, level: str) -> int:
        """Open a decision; return its ticket."""
        decision = self._open[seat] = _BotDecision(next(self._tickets), now, level)
        return decision.ticket

    def answer(self, seat: Seat, ticket: int, move: Move | None, now: float) -> None:
        """Note an answer; one for a decision no longer open is ignored."""
        decision = self._open.get(seat)
        if decision is None or decision.ticket != ticket or decision.answered:
            return
        decision.answered, decision.move = True, move
        # From now on all bots of the level take this long, whatever they have to think about.
        while now > self._due(decision) and self._pauses_of(decision.level) < LONGEST_PAUSES:
            self._pauses[decision.level] = self._pauses_of(decision.level) * 2

    def _pauses_of(self, level: str) -> int:
        return self._pauses.get(level, 1)

    def _due(self, decision: _BotDecision) -> float:
        pause = self._pause_seconds * self._pauses_of(decision.level)
        quick = (decision.move or "").partition(" ")[0] in self._quick
        return decision.began + (pause / 3 if quick else pause)

    def _ripe_at(self, decision: _BotDecision) -> float:
        """When it may be shown."""
        return self._due(decision) if decision.answered else decision.began + LIMIT_SECONDS

    def take_ripe(self, now: float) -> tuple[Seat, Move | None] | None:
        """Close one decision whose time has come; None for the move of a bot that failed."""
        for seat, decision in self._open.items():
            if now >= self._ripe_at(decision):
                del self._open[seat]
                return seat, decision.move
        return None

    def deadline(self) -> float | None:
        """When the next decision may be shown."""
        return min(map(self._ripe_at, self._open.values()), default=None)


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
        return self.clock.keep([] if self._room.cut_off else waiting, now)

    def tick(self, now: float) -> bool:
        """Note whose time is up; tell whether anybody's has just run out."""
        return self.clock.tick(now, self._room.heard)

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
        level, holder = self.bot_at(seat), self._room[seat]
        temper = "" if holder.human else bot_temper(holder.name, level)
        return f"{level}:{temper}" if temper else level


class BotTurns:
    """Asks the bots of a table, in one match after another; `seconds` is how long each takes.

    No ticket is used twice: a late answer must not be taken for one in the next match. What bots
    leave to chance follows from the `seed` of a match, unless that is empty.
    """

    def __init__(self, table_id: str, game: str, seconds: float, out: EffectQueue) -> None:
        self._table = table_id
        self._out = out
        self._seconds = seconds
        self._quick = getattr(FACTS.get(game), "FORCED_MOVES", ())
        self._tickets = itertools.count(1)

    def begin(self, time: DecisionTime, seed: bytes) -> None:
        """Forget the last match; ask from now on whoever decides in another one."""
        self._time, self._seed = time, seed
        self.pending = PendingDecisions(self._seconds, self._tickets, self._quick)

    def ask(self, live: LiveMatch, now: float) -> None:
        """Ask every bot whose decision is open and not yet being thought about."""
        game = live.match.game
        waiting = [seat for seat in live.to_act() if self._time.bot_at(seat)]
        self.pending.retain(waiting)
        for seat in waiting:
            if seat in self.pending:
                continue
            ticket = self.pending.begin(seat, now, level=self._time.bot_at(seat))
            view = game.view(live.match.state, seat)
            policy, seconds = self._time.policy_at(seat), self.pending.thinking_seconds
            chance = self._chance(live, seat)
            self._out.add(
                AskBot(self._table, seat, game.NAME, view, policy, ticket, seconds, chance)
            )

    def _chance(self, live: LiveMatch, seat: Seat) -> int | None:
        if not self._seed:
            return None
        return chance_of(self._seed, seat, sum(mover == seat for mover, _ in live.moves))

    def take_ripe(self, live: LiveMatch, now: float) -> tuple[Seat, Move] | None:
        """Return the next bot's move that may be shown now, if there is one."""
        ripe = self.pending.take_ripe(now)
        if ripe is None:
            return None
        seat, move = ripe
        legal = live.legal(seat)
        # A bot that crashed, hung or answered nonsense must not stop the match.
        return seat, move if move in legal and move is not None else legal[0]
