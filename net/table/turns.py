"""The open decisions of a match: the time of the players, and the bots that are asked.

The time of a bot's move depends only on public knowledge, the kind of move shown, never on the
number of legal moves or on how long it thought: that would give away its hand. So each decision
takes the same time, the pause; a bot has to answer well before the end of it.
"""

import itertools
from collections import Counter
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
"""The longest wait for a bot: a hung worker must not stop a match."""

THINKING_SHARE: Final = 2 / 3
"""The part of a pause in which a bot may think; the rest is a reserve for busy machines."""

MOST_DOUBLED: Final = 2
"""The most doublings of a bot's pause on a busy machine; a later move shows."""


@dataclass(slots=True)
class _BotDecision:
    ticket: int
    began: float
    level: str
    answered: bool = False
    move: Move | None = None


class PendingDecisions:
    """The open decision of each seat of a bot, with a unique ticket.

    `quick` are the first words of moves that are legal only if no other is: every player who sees
    one knows that it was forced, so it needs no show of thinking.
    """

    def __init__(
        self, pause_seconds: float, tickets: Iterator[int], quick: Collection[str] = ()
    ) -> None:
        self._pause_seconds = pause_seconds
        self.thinking_seconds = pause_seconds * THINKING_SHARE or None
        """The seconds that a bot may think; None, no limit, without a pause to keep."""
        self._open: dict[Seat, _BotDecision] = {}
        self._tickets = tickets
        self._quick = quick
        self._doubled: Counter[str] = Counter()
        """Level -> the doublings of its bots' pause, which had proved too short here."""

    def retain(self, seats: Collection[Seat]) -> list[Seat]:
        """Forget the decisions of all other seats; return the seats without one."""
        self._open = {seat: decision for seat, decision in self._open.items() if seat in seats}
        return [seat for seat in seats if seat not in self._open]

    def begin(self, seat: Seat, now: float, *, level: str) -> int:
        """Open a decision; return its ticket."""
        decision = self._open[seat] = _BotDecision(next(self._tickets), now, level)
        return decision.ticket

    def answer(self, seat: Seat, ticket: int, move: Move | None, now: float) -> None:
        """Note a bot's move; one for a closed decision is ignored."""
        decision = self._open.get(seat)
        if decision is None or decision.ticket != ticket or decision.answered:
            return
        decision.answered, decision.move = True, move
        # From now on all bots of the level take this long for every decision.
        while now > self._due(decision) and self._doubled[decision.level] < MOST_DOUBLED:
            self._doubled[decision.level] += 1

    def _due(self, decision: _BotDecision) -> float:
        pause = self._pause_seconds * (1 << self._doubled[decision.level])
        quick = (decision.move or "").partition(" ")[0] in self._quick
        return decision.began + (pause / 3 if quick else pause)

    def _ripe_at(self, decision: _BotDecision) -> float:
        """Return the time at which a decision may be shown."""
        return self._due(decision) if decision.answered else decision.began + LIMIT_SECONDS

    def take_ripe(self, now: float) -> tuple[Seat, Move | None] | None:
        """Close one decision whose time has come; the move of a failed bot is None."""
        for seat, decision in self._open.items():
            if now >= self._ripe_at(decision):
                del self._open[seat]
                return seat, decision.move
        return None

    def deadline(self) -> float | None:
        """Return the time at which the next decision may be shown."""
        return min(map(self._ripe_at, self._open.values()), default=None)


class DecisionTime:
    """Runs the clock for the players of a room whose moves are awaited."""

    def __init__(self, seconds: int, room: Room, sender: Sender) -> None:
        self.clock = TurnClock(seconds)
        self.missed: set[Seat] = set()
        """The seats of players not back since the match was resumed: no clock runs for them."""
        self._room = room
        self._sender = sender

    def follow(self, to_act: Sequence[Seat], now: float) -> bool:
        """Run the clock for the players awaited now; return whether that is a change."""
        if not self.clock.seconds:
            return False
        waiting = [s for s in to_act if not self._room[s].bot and s not in self.missed]
        return self.clock.keep([] if self._room.cut_off else waiting, now)

    def tick(self, now: float) -> bool:
        """Note whose time is up; return whether that has changed."""
        return self.clock.tick(now, self._room.heard)

    def give(self, giver: Seat, now: float) -> None:
        """Give all other awaited players one more period. Raises RefusalError."""
        given = self.clock.extend(giver, now)
        if not given:
            raise RefusalError("time")
        self.tell(now, giver, given)

    def tell(self, now: float, giver: Seat | None = None, given: Sequence[Seat] = ()) -> None:
        """Send the time left to all connections."""
        for connection in self._room.connections():
            left = self.clock.left(self._room.seat_of.get(connection), now)
            self._sender.send(connection, Timed(left, giver, list(given)))

    def bot_at(self, seat: Seat) -> str:
        """Return the level of the bot that decides for a seat now; empty if its player does."""
        return self._room[seat].bot or (CLOCK_BOT if self.clock.is_up(seat) else "")

    def policy_at(self, seat: Seat) -> str:
        """Return the level of the bot that decides for a seat now, with its temper: "expert:bold".

        A bot that stands in for a player has none.
        """
        level, holder = self.bot_at(seat), self._room[seat]
        temper = "" if holder.human else bot_temper(holder.name, level)
        return f"{level}:{temper}" if temper else level


class BotTurns:
    """Asks the bots of a table, in one match after another; each takes `seconds`.

    No ticket is used twice: a late move must not count in the next match. The random choices of
    bots follow from the `seed` of a match, unless that is empty.
    """

    def __init__(self, table_id: str, seconds: float, out: EffectQueue) -> None:
        self._table = table_id
        self._out = out
        self._seconds = seconds
        self._tickets = itertools.count(1)

    def begin(self, time: DecisionTime, seed: bytes, game: str) -> None:
        """Forget the last match and begin one of a game."""
        self._time, self._seed = time, seed
        quick = getattr(FACTS.get(game), "FORCED_MOVES", ())
        self.pending = PendingDecisions(self._seconds, self._tickets, quick)

    def ask(self, live: LiveMatch, now: float) -> None:
        """Ask every bot whose decision is open and that has not been asked yet."""
        game = live.match.game
        waiting = [seat for seat in live.to_act() if self._time.bot_at(seat)]
        for seat in self.pending.retain(waiting):
            ticket = self.pending.begin(seat, now, level=self._time.bot_at(seat))
            view = game.view(live.match.state, seat)
            policy, seconds = self._time.policy_at(seat), self.pending.thinking_seconds
            made = sum(mover == seat for mover, _ in live.moves)
            chance = chance_of(self._seed, seat, made) if self._seed else None
            self._out.add(
                AskBot(self._table, seat, game.NAME, view, policy, ticket, seconds, chance)
            )

    def take_ripe(self, live: LiveMatch, now: float) -> tuple[Seat, Move] | None:
        """Return the next move of a bot that may be shown now, if there is one."""
        ripe = self.pending.take_ripe(now)
        if ripe is None:
            return None
        seat, move = ripe
        legal = live.legal(seat)
        # A bot that crashed, hung or gave an illegal move must not stop the match.
        return seat, move if move in legal and move is not None else legal[0]
