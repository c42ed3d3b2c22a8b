"""A table of ten moves to another computer in the middle of a deal, and then loses its host.

Moving is measured until all players sit at the new computer; continuing without the host from the
end of its connections to the question, and from the key that continues to the first new deal.

All ten programs and both hosts are one process: at a table of ten computers each does its part.
"""

import asyncio
import os
import tempfile
import time
from pathlib import Path
from typing import Final

from bench import report
from bench.report import measured
from net.branch.company import ABSENCE_SECONDS, Offer
from net.client.events import (
    ClientEvent,
    HostingWanted,
    HostLost,
    Position,
    RoomChanged,
    SatDown,
    TableMoved,
)
from net.table.lobby import Shutdown
from net.way import Computer, TableTerms, opening
from net.way.table_link import TableLink
from net.wire.to_host import Migrate, Ready, Start

GAME, FULL = next(iter(measured("full").items()))
SEATS: Final[int] = FULL["seats"]
MOVES: Final = 4
SECONDS: Final = 2.0
ASKED_SECONDS: Final = 5.0
"""How long after the absence is noticed people are asked."""
DEALT_SECONDS: Final = 3.0
"""How long after one has gone on the first deal is dealt."""


def run() -> None:
    """Measure and print."""
    report.heading("moving", f"A table of {SEATS}, {GAME}, that moves to another computer")
    seconds, asked, dealt = asyncio.run(_measure())
    for told, worst, most in (
        (f"the table moves, worst of {len(seconds)}", max(seconds), SECONDS),
        ("the host is lost: until all are asked", asked, ASKED_SECONDS),
        ("from the key to the first deal", dealt, DEALT_SECONDS),
    ):
        report.line(told, f"{worst:.2f} s", f"under {most:.0f} s", worst < most)


class _Person:
    """A player at the table, and whether his program has followed the table."""

    def __init__(self, link: TableLink) -> None:
        self.link = link
        self.there = asyncio.Event()
        self.ready = asyncio.Event()
        self.plays = asyncio.Event()
        self.asked = asyncio.Event()

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
            case HostLost(offer=Offer(branches=[known, *_])):
                self.link.join_branch(known.branch.table)
            case HostLost(offer=Offer(others=others)) if others == SEATS - 2:
                self.asked.set()
            case HostingWanted():
                self.agreeing = asyncio.create_task(self.link.agree())


async def _measure() -> tuple[list[float], float, float]:
    """Move a table to and fro, and end its host; return the seconds of each part."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("KOZYR_STATE", "KOZYR_CONFIG_DIR"):
            os.environ[name] = str(Path(folder) / name)
        os.environ["KOZYR_INTERFACES"] = "127.0.0.1"
        terms = TableTerms(GAME, SEATS, table_name="T", port=0)
        people = [_Person(await opening.host(terms, Computer("P0", Path(folder) / "0")))]
        hosting = people[0].link.hosting
        assert hosting is not None
        place = "127.0.0.1", hosting.host.port
        running = [asyncio.create_task(people[0].link.run(people[0].hear))]
        await people[0].there.wait()
        for number in range(1, SEATS):
            computer = Computer(f"P{number}", Path(folder) / str(number))
            person = _Person(opening.join(place, computer))
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
                moved = [await _move(people, owner, 1 - n % 2) for n in range(MOVES)]
                return moved, *await _lose(people)
        finally:
            for person, task in zip(reversed(people), reversed(running), strict=True):
                await person.link.close()
                await task


async def _move(people: list[_Person], owner: TableLink, seat: int) -> float:
    """Move the table to the computer of a seat; return the seconds until all players are there."""
    for person in people:
        person.there.clear()
    begun = time.perf_counter()
    owner.send(Migrate(seat, at_once=True))
    for person in people:
        await person.there.wait()
    return time.perf_counter() - begun


async def _lose(people: list[_Person]) -> tuple[float, float]:
    """End the host; return how long after the absence all are asked, and how long after one has
    gone on all have come along and have their new hands.
    """
    hosting = people[0].link.hosting
    assert hosting is not None, "the table is not where it began"
    others = people[1:]
    for person in others:
        person.plays.clear()
    begun = time.perf_counter()
    await hosting.host.close(Shutdown.BROKEN)
    for person in others:
        await person.asked.wait()
    asked = time.perf_counter() - begun - ABSENCE_SECONDS
    begun = time.perf_counter()
    assert others[0].link.open_branch()
    for person in others:
        await person.plays.wait()
    return asked, time.perf_counter() - begun
