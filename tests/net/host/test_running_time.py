"""Stopped time: a program that stands still takes no player's time to think."""

import asyncio
from collections.abc import Sequence

from core.games.kozel import rules as kozel
from net.host.bots import Bots
from net.host.factory import new_table
from net.host.runtime import LONGEST_STALL, RunningTime, Runtime
from net.table.effects import Effect, Peer
from net.table.lobby import Lobby
from net.wire.protocol import VERSION
from net.wire.to_host import Hello, Join, Ping, Ready, Start

STOPPED = 3600.0


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Deaf:
    """The channel of a client that reads nothing."""

    peer = Peer("10.0.0.2")

    def send(self, messages: Sequence[bytes]) -> None:
        """Send into the void."""

    def drop(self) -> None:
        """End nothing."""


def test_time_in_which_nothing_runs_does_not_pass_and_never_goes_back() -> None:
    clock = Clock()
    time = RunningTime(clock)
    clock.now += STOPPED
    assert time.now() == 100 + STOPPED, "nobody has said that it runs"
    time.beat()
    clock.now += LONGEST_STALL
    before = time.now()
    assert before == 100 + STOPPED + LONGEST_STALL
    clock.now += STOPPED
    assert time.now() == before
    clock.now += 1
    assert time.now() == before + 1
    time.beat()
    clock.now += STOPPED
    time.beat()
    assert time.now() == before + 1 + LONGEST_STALL


async def test_whoever_is_heard_first_after_the_program_stood_still_has_lost_no_time() -> None:
    table = new_table("Table", kozel, kozel.Options(), 2, bot_seconds=0, clock=15)
    runtime = Runtime(Lobby("Ann", [table]), Bots())
    clock = Clock()
    runtime.time = RunningTime(clock)
    ann, bob = Deaf(), Deaf()
    try:
        for who, name in ((ann, "Ann"), (bob, "Bob")):
            runtime.receive(who, Hello(VERSION))
            runtime.receive(who, Join(name))
        runtime.receive(bob, Ready(True, 0))
        runtime.receive(ann, Start())
        clock.now += 2 * LONGEST_STALL
        table.follow_shuffle(clock.now)
        running = table.match.time.clock
        runtime.time.beat()
        left = running.left(None, runtime.time.now())
        assert left > 14_000
        clock.now += STOPPED
        runtime.receive(bob, Ping(1))
        (awaited,) = table.match.live.to_act()
        assert not running.is_up(awaited)
        assert running.left(None, runtime.time.now()) >= left - 1000 * LONGEST_STALL
        for _ in range(20):
            runtime.time.beat()
            clock.now += 1
        runtime.receive(bob, Ping(2))
        assert running.is_up(awaited), "while it runs, time passes"
    finally:
        await runtime.close()


async def test_what_was_to_happen_meanwhile_happens_later() -> None:
    """The loop's alarm rings in the middle, because it counts all time."""
    lobby = Lobby("Ann", [new_table("Table", kozel, kozel.Options(), 2)])
    runtime = Runtime(lobby, Bots())
    clock, rung, ringing = Clock(), list[float](), asyncio.Event()
    runtime.time = RunningTime(clock)
    runtime.time.beat()

    def tick(now: float) -> list[Effect]:
        rung.append(now)
        ringing.set()
        return []

    lobby.tick = tick
    try:
        runtime.wake_at(100.0 + LONGEST_STALL + 0.2)
        (timer,) = runtime.timers
        clock.now += STOPPED
        timer._callback()
        assert not rung
        runtime.time.beat()
        clock.now += 0.2
        await ringing.wait()
        assert rung == [100.0 + LONGEST_STALL + 0.2]
    finally:
        await runtime.close()
