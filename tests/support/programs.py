"""Programs with a player each, over real connections on this machine, without a screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from net.client import events
from net.host.server import Host
from net.way import Computer, Reachable, TableTerms, opening
from net.way.table_link import TableLink


class Program:
    """The program of a player who has a table on this computer as often as `agrees` counts."""

    def __init__(self, name: str, folder: Path, agrees: int = 9) -> None:
        self.name, self.agrees = name, agrees
        self.computer = Computer(name, folder / name, 0.01)
        self.events: list[events.ClientEvent] = []

    async def open(self, rules: dict[str, int] | None = None) -> Program:
        """Open a table of Kozel with four seats."""
        terms = TableTerms("kozel", 4, rules or {}, port=0, table_name="T", pause=0)
        return self._at(await opening.host(terms, self.computer))

    def join(self, port: int, table: str = "", *, watch: bool = False) -> Program:
        return self._at(opening.join(("127.0.0.1", port), self.computer, table, watch=watch))

    async def resume(self, table: str) -> Program:
        return self._at((await opening.resume(table, Reachable(), self.computer)).link)

    def _at(self, link: TableLink) -> Program:
        self.link, self.client = link, link.client
        self.running = asyncio.ensure_future(link.run(self.hear))
        return self

    def hear(self, event: events.ClientEvent) -> None:
        self.events.append(event)
        if isinstance(event, events.HostingWanted) and self.agrees:
            self.agrees -= 1
            self.agreeing = asyncio.create_task(self.link.agree())

    def has(self, kind: type[events.ClientEvent], times: int = 1) -> bool:
        return sum(isinstance(event, kind) for event in self.events) >= times

    @property
    def sits(self) -> bool:
        return self.client.connected and self.client.seated is not None

    @property
    def has_table(self) -> bool:
        """Whether the table is in this program, and its player there."""
        return self.link.hosting is not None and self.client.connected

    @property
    def host(self) -> Host:
        return self.link.hosting.host


async def until(happened: Callable[[], object]) -> None:
    """Wait, and show the line that waits in vain before the time limit of the test hides it."""
    async with asyncio.timeout(150):
        while not happened():  # noqa: ASYNC110 - what happens is not of one kind
            await asyncio.sleep(0.01)


async def closed(*programs: Program) -> None:
    """Close programs, one after the other."""
    for each in programs:
        await each.link.close()
        await each.running
