"""What is tried with a client, run by run: each has a table of its own and a new client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol, TypeAlias

import msgspec

from core.game import Game, house_rules
from net.client.events import ClientEvent, IntermissionChanged, Position, RoomChanged
from net.client.seat import ClientSeat
from net.conformance.clients.cheating import REQUIREMENT, SECRET, cheated
from net.conformance.clients.cheats import CHEATS
from net.conformance.clients.incidents import (
    IN_MATCH,
    WARNING_SECONDS,
    ClientTrial,
    GoneError,
    Incident,
    another_certificate,
    break_in_shuffle,
    elsewhere,
    moved,
    moved_astray,
    other_version,
    wrong_proof,
    wrong_share,
)
from net.conformance.clients.line import LOOPBACK, Lines
from net.conformance.clients.observer import ClientObserver
from net.conformance.clients.requirements import REQUIREMENTS
from net.conformance.report import ConformanceReport
from net.host.factory import new_table
from net.host.server import Host
from net.secure.tls import new_identity
from net.table.lobby import Lobby
from net.table.table import Table
from net.wire.to_host import Continue, Start

NAME: Final = "Conny"
PAUSE_SECONDS: Final = 10


class Client(Protocol):
    """A client that has been told to come."""

    @property
    def warned(self) -> Callable[[], bool] | None:
        """Tells whether it has warned its player of the host; None if that cannot be seen."""
        ...

    def stop(self) -> object:
        """End it, if it has not ended by itself."""
        ...


@dataclass(frozen=True, slots=True)
class Run:
    """A new table and a new client, and what happens to it. `name` says it to the author."""

    name: str
    incidents: tuple[Incident, ...]
    coded: bool = False
    """Whether the table has to ask for a code."""
    judged: bool = False
    """Whether only what the client tells its player can be judged."""
    whole: bool = False
    """Whether the match is then played to its end."""


Begin: TypeAlias = Callable[[Run, str, int], Client]
"""Has a client come to an address and a port."""


RUNS: Final = (
    Run("match", (break_in_shuffle, *IN_MATCH), whole=True),
    Run("certificate", (another_certificate,)),
    Run("elsewhere", (elsewhere,)),
    Run("version", (other_version,)),
    Run("moved", (moved,)),
    Run("astray", (moved_astray,)),
    Run("proof", (wrong_proof,), coded=True),
    Run("share", (wrong_share,), coded=True),
    *(
        Run("shuffle", (cheated(name),), judged=name not in SECRET)
        for name, cheat in CHEATS.items()
        if cheat.fault in REQUIREMENT
    ),
)


def runs_for(*, coded: bool, judged: bool) -> list[Run]:
    """Return what can be tried with or without a code, and with or without hearing a client."""
    return [run for run in RUNS if (coded or not run.coded) and (judged or not run.judged)]


class Partner:
    """Sits at the table of a client under test: owns it, starts, plays by chance, goes on."""

    def __init__(self, host: Host) -> None:
        self.client = ClientSeat()
        self._link = host.local_link(self.client)
        self._rng = Random(1)
        self.client.join(NAME)
        self._over = False
        self._task = asyncio.ensure_future(self._link.run(self._hear))

    def is_over(self) -> bool:
        return self._over

    async def close(self) -> None:
        """Leave the table."""
        await self._link.close()
        await self._task

    def _hear(self, event: ClientEvent) -> None:
        match event:
            case RoomChanged(room):
                if room.phase == "over":
                    self._over = True
                guests = [line for n, line in enumerate(room.seats) if n != self.client.seat]
                ready = all(line.ready or line.kind not in ("", "human") for line in guests)
                if room.phase == "gathering" and self.client.owns and ready:
                    self._link.send(Start())
            case Position():
                self._move()
            case IntermissionChanged(seq=seq, awaited=awaited, gone_on=gone_on):
                if self.client.seat in awaited and self.client.seat not in gone_on:
                    self._link.send(Continue(seq))
            case _:
                pass

    def _move(self) -> None:
        client, game = self.client, self.client.game
        if client.my_turn and game is not None and client.seat is not None:
            self._link.send(client.play(self._rng.choice(game.legal(client.view))))


async def try_client(
    game: Game,
    report: ConformanceReport,
    begin: Begin,
    *,
    port: int = 0,
    code: str = "",
    patience: float = 20.0,
    coming: float = 600.0,
    runs: Sequence[Run] = RUNS,
    at_once: int = 1,
) -> None:
    """Try a client, run by run or some of them at once. Raises HostError.

    `patience` is how many seconds an answer may take, `coming` how many the client may take to
    come. With a `port` there can be only one run at a time.
    """
    turns = asyncio.Semaphore(1 if port else at_once)

    async def try_run(run: Run) -> ConformanceReport:
        async with turns:
            found = ConformanceReport(REQUIREMENTS)
            await _try_run(game, found, begin, run, port, code, patience, coming)
            return found

    tasks = [asyncio.ensure_future(try_run(run)) for run in runs]
    try:
        for found in await asyncio.gather(*tasks):
            report.add(found)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _try_run(
    game: Game,
    report: ConformanceReport,
    begin: Begin,
    run: Run,
    port: int,
    code: str,
    patience: float,
    coming: float,
) -> None:
    identity = new_identity()
    lobby = Lobby(NAME, [_table(game, code)])
    async with Host(lobby, address=LOOPBACK, port=0, identity=identity) as host:
        partner = Partner(host)
        observer = ClientObserver(report)
        lines = Lines(observer, host.port, identity)
        lines.welcome = lambda: msgspec.to_builtins(lobby.welcomed())
        client = begin(run, LOOPBACK, lines.open(port))
        trial = ClientTrial(lines, observer, report, patience, partner.is_over, client.warned)
        try:
            await _take(run, trial, coming)
        finally:
            await partner.close()
            await lines.close()
            client.stop()


async def _take(run: Run, trial: ClientTrial, coming: float) -> None:
    report, lines = trial.report, trial.lines
    try:
        if not await lines.until(lambda: lines.all, coming):
            raise GoneError("no client has come")
        for incident in run.incidents:
            await incident(trial)
        if run.whole:
            if not await lines.until(trial.is_over, 10 * trial.patience):
                raise GoneError("the match does not end")
            report.require("match", "not seen in a match that was played to its end")
            if trial.warned is not None:
                accused = await lines.until(trial.warned, WARNING_SECONDS / 2)
                report.expect("honest", not accused, "it warns of a host that does not cheat")
    except GoneError as error:
        # What stops a run is often only what follows from something broken before.
        if not report.broken:
            report.expect("playing", False, str(error))


def _table(game: Game, code: str) -> Table:
    seats = max(3, game.SEATS[0])  # one for a bot
    return new_table(
        "Conformance",
        game,
        game.Options(**_longer(game)),
        seats,
        bot_seconds=0,
        pause=PAUSE_SECONDS,
        bots=["easy"] * (seats - 2),
        code=code or None,
    )


def _longer(game: Game) -> dict[str, int]:
    """Return house rules by which a match lasts longer, so that all incidents find their place.

    How long it is depends on points or deals that can be counted up: twice as many as usual.
    """
    longer = {}
    for rule in house_rules(game.Options):
        if isinstance(rule.values, range) and isinstance(rule.default, int):
            longer[rule.name] = min(2 * rule.default, rule.values[-1])
    return longer
