"""A match of the arena with programs at some seats: they are clients of a host on loopback.

Seats, decks and generators are those of any match of the arena, so that the same deck can be played
with every seating. A program that is late or lost or breaks the rules spoils only its own
decisions.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from random import Random
from typing import Any, Final

from core.game import Game, Move, Seat
from core.games import GAMES
from core.match import Match
from kozyr_kits.arena.match import SAID, Decide, TimedDecision, contestant, decide_timed, generators
from kozyr_kits.programs.program import TOKEN, ContestantProgram, is_program
from kozyr_kits.programs.table import DECISION_SECONDS, ContestTable
from net.public.client import Identity, new_identity
from net.public.host import Bots, Host, Limits, Lobby

HOST: Final = "127.0.0.1"
JOIN_SECONDS: Final = 20.0
"""The time from the start of a program until it is seated."""
READY_SECONDS: Final = 10.0
"""The time until a program has said that it is ready."""
OWNER_READY_SECONDS: Final = 1.0
"""The time for the first program, which is the owner and need not say that it is ready."""
BACK_SECONDS: Final = 5.0
"""The longest time that a running program may be without a connection."""
FAREWELL_SECONDS: Final = 1.0
"""The time for a program to end after the match."""
MOST_LATE: Final = 2
"""After this many late decisions in a match, chance plays on."""
MOST_REFUSED: Final = 5
"""After this many illegal moves in a row, chance plays on."""

LATE: Final = "late"
"""A program did not make this move in time."""
GONE: Final = "gone"
"""A program ended, could not be started or stopped answering."""

_LOOK_SECONDS: Final = 0.1
_LIMITS: Final = Limits(silent_seconds=120.0, messages_per_second=10_000.0)
"""A contestant need not be as responsive as a client on the LAN."""


def play_with_programs(
    game: Game, options: Any, contestants: Sequence[str], seed: int, clock: Callable[[], float]
) -> tuple[Match, list[TimedDecision]]:
    """Play a match as `arena.match.play_timed` does, with programs among the contestants.

    The times of programs are wall time, from the position to the move.
    """
    return asyncio.run(_Contest(game, options, contestants, seed, clock).play())


@cache
def _identity() -> Identity:
    """Return the identity of all hosts of this process."""
    return new_identity()


class _Deciders(Bots):
    """Decides for every seat without a program, and at random for lost programs."""

    def __init__(
        self, decide: dict[Seat, Decide], minds: Sequence[Random], clock: Callable[[], float]
    ) -> None:
        super().__init__()
        self.table: ContestTable | None = None
        self.gone: dict[Seat, str] = {}
        """Seat of a program that no longer plays -> the reason."""
        self.late: dict[Seat, int] = {}
        self._decide = decide
        self._minds = minds
        self._clock = clock

    async def choose(
        self,
        game: str,
        view: Any,
        level: str,
        seconds: float | None = None,
        chance: int | None = None,
    ) -> Move | None:
        table, seat = self.table, view.seat
        assert table is not None
        assert table.match is not None
        legal = table.match.live.legal(seat)
        if seat not in self._decide:
            return self._left_to_chance(table, seat, legal)
        if len(legal) == 1:
            return legal[0]
        move, decision = await asyncio.get_running_loop().run_in_executor(
            self._thread,
            decide_timed,
            *(GAMES[game], view, legal, self._decide[seat], self._minds[seat], self._clock),
        )
        table.decisions.append(decision)
        return move

    def _left_to_chance(self, table: ContestTable, seat: Seat, legal: Sequence[Move]) -> Move:
        table.forget(seat)
        if seat in self.gone:
            decision = TimedDecision(seat, 0.0, 0, False, GONE, self.gone[seat])
        else:
            self.late[seat] = self.late.get(seat, 0) + 1
            decision = TimedDecision(seat, DECISION_SECONDS, 0, False, LATE)
        if len(legal) > 1 or decision.fault == LATE:
            table.decisions.append(decision)
        return self._minds[seat].choice(legal)


class _Contest:
    """One match, from the start of the first program to the end of the last."""

    def __init__(
        self,
        game: Game,
        options: Any,
        contestants: Sequence[str],
        seed: int,
        clock: Callable[[], float],
    ) -> None:
        self._commands = {s: each for s, each in enumerate(contestants) if is_program(each)}
        ours = {s: contestant(c) for s, c in enumerate(contestants) if s not in self._commands}
        self._deciders = _Deciders(ours, generators(seed, len(contestants)), clock)
        self._changed = asyncio.Event()
        self._table = ContestTable(game, options, len(contestants), seed, self._changed.set)
        self._deciders.table = self._table
        self._seed = seed
        self._programs: dict[Seat, ContestantProgram] = {}

    async def play(self) -> tuple[Match, list[TimedDecision]]:
        """Play the match."""
        table, now = self._table, _now()
        for seat in range(len(table.room)):
            table.fill(seat, now)
        host = Host(
            Lobby("Arena", [table]),
            address=HOST,
            port=0,
            limits=_LIMITS,
            bots=self._deciders,
            identity=_identity(),
        )
        try:
            async with host:
                for seat in self._commands:
                    await self._launch(host, seat)
                await self._start(host)
                await self._follow(host)
            await self._farewell()
        finally:
            for program in self._programs.values():
                program.close()
        assert table.match is not None
        return table.match.live.match, table.decisions

    async def _launch(self, host: Host, seat: Seat) -> None:
        """Start a program and wait until it has the only free seat."""
        token = secrets.token_hex(16)
        host.runtime.carry_out(self._table.free(seat, token, _now()))
        values = {"host": HOST, "port": host.port, "seat": seat, "seed": self._seed}
        try:
            program = self._programs[seat] = ContestantProgram(self._commands[seat], values, token)
        except OSError as error:
            self._lose(host, [seat], str(error))
            return
        holder = self._table.room[seat]
        until = _now() + JOIN_SECONDS
        while not holder.human and not program.ended and _now() < until:
            await self._news()
        if not holder.human:
            untold = f"; a Join came without the token in {TOKEN}" * self._table.stranger
            self._lose(host, [seat], f"did not take a seat{untold}")

    async def _start(self, host: Host) -> None:
        """Start the match when all programs are ready or lost."""
        table, since = self._table, _now()
        while True:
            waited = _now() - since
            effects = table.start(_now(), unready_owner=waited >= OWNER_READY_SECONDS)
            if effects is not None:
                break
            if waited >= READY_SECONDS:
                room = table.room
                unready = [s for s in self._playing() if not room[s].ready and s != room.owner]
                self._lose(host, unready or self._playing(), "was not ready")
            else:
                self._judge(host)
                await self._news()
        host.runtime.carry_out(effects)

    async def _follow(self, host: Host) -> None:
        while not self._table.over:
            self._judge(host)
            await self._news()

    def _judge(self, host: Host) -> None:
        """Replace the programs that have ended, left the table, or cannot play."""
        for seat in self._playing():
            since = self._table.room[seat].away_since
            if self._programs[seat].ended:
                self._lose(host, [seat], "ended")
            elif since is not None and _now() - since > BACK_SECONDS:
                self._lose(host, [seat], "left the table")
            elif self._deciders.late.get(seat, 0) >= MOST_LATE:
                self._lose(host, [seat], "was late too often")
            elif self._table.refused.get(seat, 0) >= MOST_REFUSED:
                self._lose(host, [seat], "did not find a legal move")

    def _playing(self) -> list[Seat]:
        return [seat for seat in self._programs if seat not in self._deciders.gone]

    def _lose(self, host: Host, seats: Iterable[Seat], why: str) -> None:
        """End programs and let chance play on in their seats."""
        for seat in seats:
            program = self._programs.get(seat)
            if program is not None:
                why = "; ".join(part for part in (why, program.last_words()) if part)
                program.kill()
            self._deciders.gone[seat] = why[:SAID]
            holder, now = self._table.room[seat], _now()
            if holder.connection is not None:
                host.runtime.carry_out(self._table.lost(holder.connection, now))
            if not self._table.over:
                host.runtime.carry_out(self._table.fill(seat, now))

    async def _news(self) -> None:
        """Wait for a change at the table, or a moment."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LOOK_SECONDS):
                await self._changed.wait()
        self._changed.clear()

    async def _farewell(self) -> None:
        """Let programs end by themselves."""
        for program in self._programs.values():
            await asyncio.to_thread(program.wait, FAREWELL_SECONDS)


def _now() -> float:
    return asyncio.get_running_loop().time()
