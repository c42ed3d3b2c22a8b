"""The turns of bots in a match: who is asked, with which view, and which answers count."""

from __future__ import annotations

from collections.abc import Iterator

from core.bots import chance_of
from core.game import Move, Seat
from core.games import FACTS
from net.table.decision_time import DecisionTime
from net.table.effect_queue import EffectQueue
from net.table.effects import AskBot
from net.table.live import LiveMatch
from net.table.thinking import PendingDecisions


class BotTurns:
    """Asks the bots of one match. No ticket is used twice at a table.

    What they leave to chance follows from `seed`, unless that is empty.
    """

    def __init__(
        self,
        table_id: str,
        time: DecisionTime,
        out: EffectQueue,
        pause_seconds: float,
        tickets: Iterator[int],
        game: str,
        seed: bytes = b"",
    ) -> None:
        quick = getattr(FACTS.get(game), "FORCED_MOVES", ())
        self.pending = PendingDecisions(pause_seconds, tickets, quick)
        self._table = table_id
        self._time = time
        self._seed = seed
        self._out = out

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
