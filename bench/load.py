"""A hundred TLS clients play at 25 tables of one host, as fast as it answers.

Two processes. The matches are known beforehand, so that the clients need not think: the player to
move answers the position straight away with the move of the script.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from random import Random
from typing import Any, Final, NamedTuple

import msgpack

from bench import report
from bench.client import Client, connect
from bench.processes import allow_files, cpu_seconds, host_process, stay_on_core
from core.game import Game, Move, Seat
from core.games import GAMES
from core.match import Match, Player
from core.shuffle import SeededDecks
from net.host.admission import AdmissionLimits, Limits
from net.host.factory import new_table
from net.host.server import Host
from net.table.live import LiveMatch
from net.table.lobby import Lobby
from net.wire.protocol import VERSION

TABLES: Final = 25
SEATS: Final = 4
SECONDS: Final = 6.0
WARM_UP: Final = 1.0
"""Seconds not counted, in which the first matches begin."""

KIND_ENDS: Final = 24
"""Bytes of a message within which its kind stands: `type` comes first."""

EAGER: Final = Limits(
    strangers=AdmissionLimits(1000, 1000, 1000, 1e6, 1e6),
    stranger_messages_per_second=1e6,
    all_strangers_messages_per_second=1e6,
    messages_per_second=1e6,
)
"""Limits that keep no client waiting: this measures the cost of work, not the limits of a host."""


class Step(NamedTuple):
    """A move of a match, and how many positions it leads to: two where it ends a deal."""

    seat: Seat
    move: Move
    positions: int


class Opened(NamedTuple):
    """The first message of a host process: its port, and for each table its id and script."""

    port: int
    version: int
    tables: Sequence[tuple[str, Sequence[Step]]]


def run() -> None:
    """Measure and print."""
    report.heading("load", f"{TABLES} tables of {SEATS} TLS clients who move without a pause")
    if not allow_files(TABLES * SEATS + 100):
        report.skipped("everything", "this system allows too few open files")
        return
    with host_process(_host) as (opened, pid):
        before = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else None
        stay_on_core(1)
        try:
            load = asyncio.run(drive(opened, pid))
        finally:
            if before is not None:
                os.sched_setaffinity(0, before)
    report.line("moves a second", f"{load.moves / load.seconds:,.0f}")
    report.line("bytes to a client for a move", f"{load.received / load.moves / SEATS:.0f}")
    late = report.percentile(load.times, 0.99)
    report.line("move to the mover's position, p50", f"{report.percentile(load.times, 0.5):.2f} ms")
    report.line("move to the mover's position, p99", f"{late:.2f} ms")
    if load.cpu is not None:
        cost = f"{1000 * load.cpu / load.moves:.3f} s"
        report.line("the host's processor, 1000 moves", cost)


# --- the host ----------------------------------------------------------------------------------


def _host(pipe: Connection) -> None:
    """Run a host on a core of its own until the pipe says something."""
    stay_on_core(0)
    games = itertools.cycle(GAMES.values())
    scripts = {game.NAME: script(game) for game in GAMES.values()}

    async def serve() -> None:
        tables = [
            new_table(
                f"t{i}", game, game.Options(), SEATS, decks=partial(SeededDecks, 1), shared=False
            )
            for i, game in zip(range(TABLES), games, strict=False)
        ]
        played = [(table.id, scripts[table.game.NAME]) for table in tables]
        async with Host(Lobby("bench", tables), address="127.0.0.1", port=0, limits=EAGER) as host:
            pipe.send(Opened(host.port, VERSION, played))
            await asyncio.to_thread(pipe.recv)

    asyncio.run(serve())


def script(game: Game) -> list[Step]:
    """Play a match at random, with the decks of seed 1; return its moves."""
    rng = Random(1)
    players = [Player(f"p{seat}", "human") for seat in range(SEATS)]
    live = LiveMatch(Match(game, game.Options(), players, SeededDecks(1)), 1)
    steps = []
    while not live.over:
        seat, before = live.to_act()[0], live.seq
        move = rng.choice(live.legal(seat))
        live.play(seat, move)
        if live.between_deals:
            live.deal()
        steps.append(Step(seat, move, live.seq - before))
    return steps


# --- the clients -------------------------------------------------------------------------------


@dataclass(slots=True)
class Load:
    """The measurements."""

    seconds: float = 0.0
    cpu: float | None = None
    """Seconds of the host's process."""
    moves: int = 0
    received: int = 0
    times: list[float] = field(default_factory=list)
    """Milliseconds."""


async def drive(opened: Opened, pid: int) -> Load:
    """Play at all tables; measure for SECONDS."""
    load = Load()
    tables = [_Table(opened, table, steps) for table, steps in opened.tables]
    for table in tables:
        await table.sit_down()
    for table in tables:
        table.load = load
        table.begin()
    await asyncio.sleep(WARM_UP)
    load.moves, load.received = 0, 0
    load.times.clear()
    begun, before = time.perf_counter(), cpu_seconds(pid)
    await asyncio.sleep(SECONDS)
    load.seconds, after = time.perf_counter() - begun, cpu_seconds(pid)
    for table in tables:
        table.end()
    if before is not None and after is not None:
        load.cpu = after - before
    return load


class _Table:
    """Plays one match after another with its clients."""

    def __init__(self, opened: Opened, table: str, steps: Sequence[Step]) -> None:
        self.load = Load()
        self._opened = opened
        self._id = table
        self._steps = steps
        self._clients: list[_Client] = []
        self._next = 0
        """The step that is to be played, or has been sent."""
        self._position = 0
        """The number, in the match, of the position in which that step is chosen."""
        self._numbers = [0] * SEATS

    async def sit_down(self) -> None:
        """Connect all clients, one after another: the first one owns the table."""
        for seat in range(SEATS):
            client = await connect(_Client(self, seat), self._opened.port)
            self._clients.append(client)
            client.say(type="Hello", version=self._opened.version)
            client.say(type="Join", name=f"p{seat}", table=self._id, seat=seat)
            await client.seated.wait()

    def begin(self) -> None:
        """Start the first match, or the next one."""
        self._next = self._position = 0
        for client in self._clients:
            client.positions = 0
        for client in self._clients[1:]:
            client.say(type="Ready")

    def heard_room(self, seat: Seat, room: dict[str, Any]) -> None:
        """Start when all others are ready."""
        ready = all(line["ready"] for line in room["seats"][1:])
        if seat == 0 and room["phase"] != "playing" and ready:
            self._clients[0].say(type="Start")

    def heard_position(self, client: _Client, size: int) -> None:
        """Move, if it is for this client to do so."""
        self.load.received += size
        if self._next == len(self._steps):
            # The end is read by all before any client gets ready again.
            if all(each.positions > self._position for each in self._clients):
                self.begin()
            return
        seat, move, positions = self._steps[self._next]
        if client.seat == seat and client.positions == self._position + 1:
            self._numbers[seat] += 1
            number = self._numbers[seat]
            client.say(type="Play", number=number, seq=client.seq, move=move)
            client.awaited = self._position + 2
            client.sent_at = time.perf_counter()
            self._next += 1
            self._position += positions
            self.load.moves += 1

    def end(self) -> None:
        """Go away."""
        for client in self._clients:
            client.end()


class _Client(Client):
    """One seat: counts positions and reads as little of them as it can."""

    def __init__(self, table: _Table, seat: Seat) -> None:
        super().__init__()
        self.seat = seat
        self.seq = 0
        self.positions = 0
        """How many positions this match has shown."""
        self.awaited = 0
        """The position that answers the move just made."""
        self.sent_at = 0.0
        self.seated = asyncio.Event()
        self._table = table

    def heard(self, body: bytes) -> None:
        kind = body[:KIND_ENDS]
        if b"Updated" in kind:
            # All but the first can be counted: each has the next number.
            self.seq = self.seq + 1 if self.positions else msgpack.unpackb(body)["seq"]
            self.positions += 1
            if self.positions == self.awaited:
                elapsed = time.perf_counter() - self.sent_at
                self._table.load.times.append(1000 * elapsed)
            self._table.heard_position(self, len(body) + 4)
        elif b"Gathered" in kind:
            self._table.heard_room(self.seat, msgpack.unpackb(body))
        elif b"Seated" in kind:
            self.seated.set()
        elif b"Refused" in kind or b"Closed" in kind:
            raise RuntimeError(f"the host said {msgpack.unpackb(body)}")
