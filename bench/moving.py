"""A table of ten moves to another computer in the middle of a deal: until everybody sits there.

All ten programs and both hosts are one process: at a table of ten computers each does its part.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Final

from bench import report
from bench.report import measured
from net.client.events import ClientEvent, HostingWanted, Position, RoomChanged, SatDown, TableMoved
from net.wire.to_host import Migrate, Ready, Start
from tui.preferences.settings import Settings
from tui.start import StartHost, StartJoin
from tui.table.hosted_link import hosted
from tui.table.links import open_link
from tui.table.moving import TableLink
from tui.table.session import TableSession

GAME, FULL = next(iter(measured("full").items()))
SEATS: Final[int] = FULL["seats"]
MOVES: Final = 4
SECONDS: Final = 2.0


def run() -> None:
    """Measure and print."""
    report.heading("moving", f"A table of {SEATS}, {GAME}, that moves to another computer")
    seconds = asyncio.run(_measure())
    worst = max(seconds)
    told = f"the table moves, worst of {len(seconds)}"
    report.line(told, f"{worst:.2f} s", f"under {SECONDS:.0f} s", worst < SECONDS)


class _Person:
    """Somebody at the table, and whether this program has come to where the table is."""

    def __init__(self, session: TableSession) -> None:
        self.session = session
        self.there = asyncio.Event()
        self.ready = asyncio.Event()
        self.plays = asyncio.Event()

    @property
    def link(self) -> TableLink:
        assert isinstance(self.session.link, TableLink)
        return self.session.link

    def hear(self, event: ClientEvent) -> None:
        match event:
            case SatDown():
                self.there.set()
            case Position():
                self.plays.set()
            case RoomChanged(room=room) if all(line.ready for line in room.seats[1:]):
                self.ready.set()
            case TableMoved():
                self.there.clear()
            case HostingWanted():
                self.agreeing = asyncio.create_task(self.link.agree())


async def _measure() -> list[float]:
    """Move a table to and fro; return the seconds each time."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("KOZYR_STATE", "KOZYR_CONFIG_DIR"):
            os.environ[name] = str(Path(folder) / name)
        os.environ["KOZYR_INTERFACES"] = "127.0.0.1"
        start = StartHost(GAME, SEATS, name="P0", port=0)
        come = partial(open_link, settings=Settings())
        people = [_Person(await come(start, folder=Path(folder) / "0"))]
        link = hosted(people[0].session)
        assert link is not None
        place = "127.0.0.1", next(way.port for way in link.ways)
        running = [asyncio.create_task(people[0].link.run(people[0].hear))]
        await people[0].there.wait()
        for number in range(1, SEATS):
            join = StartJoin(place, None, f"P{number}")
            person = _Person(await come(join, folder=Path(folder) / str(number)))
            people.append(person)
            running.append(asyncio.create_task(person.link.run(person.hear)))
            await person.there.wait()
            person.link.send(Ready(True, 0))
        owner = people[0].link
        try:
            async with asyncio.timeout(60):
                await people[0].ready.wait()
                owner.send(Start())
                for person in people:
                    await person.plays.wait()
                return [await _move(people, owner, 1 - n % 2) for n in range(MOVES)]
        finally:
            for person, task in zip(reversed(people), reversed(running), strict=True):
                await person.link.close()
                await task


async def _move(people: list[_Person], owner: TableLink, seat: int) -> float:
    """Move the table to the computer of a seat; return the seconds until everybody is there."""
    for person in people:
        person.there.clear()
    begun = time.perf_counter()
    owner.send(Migrate(seat, at_once=True))
    for person in people:
        await person.there.wait()
    return time.perf_counter() - begun
