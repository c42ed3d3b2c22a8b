"""The application at a table of a Parlour: real screens, no sockets, the table's time by hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot

from net.client.told import Told
from net.wire.protocol import Message
from tests.support.parlour import Parlour, Visitor
from tests.support.screens import opened
from tui.app import KozyrApp
from tui.start import StartJoin
from tui.table import links
from tui.table.connection import Connection


class ParlourLink:
    """The link of somebody who visits a parlour; `hear` tells the screens more, or otherwise."""

    hear: Callable[[Told], None]
    troubles = ()

    def __init__(self, parlour: Parlour, name: str) -> None:
        self.visitor = Visitor(parlour, parlour.client())
        self.client = self.visitor.client
        self._name = name
        self._over = asyncio.Event()

    def send(self, message: Message) -> None:
        self.visitor.send(message)

    async def run(self, hear: Callable[[Told], None]) -> None:
        self.hear = self.visitor.hear = hear
        self.visitor.send(self.client.entry.hello())
        self.visitor.send(self.client.join(self._name))
        await self._over.wait()

    async def close(self) -> None:
        self._over.set()


@asynccontextmanager
async def at_parlour(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch, **settings: Any
) -> AsyncIterator[tuple[Pilot[None], Connection]]:
    """Open the application; its player joins as Ann and counts by the parlour's time."""
    made: list[Connection] = []

    async def open_link(start: Any, *_: Any, **__: Any) -> Connection:
        connection = Connection(ParlourLink(parlour, "Ann"), start)
        connection.now = lambda: parlour.now
        made.append(connection)
        return connection

    monkeypatch.setattr(links, "open_link", open_link)
    start = StartJoin(("parlour", 1))
    async with opened(start, **settings) as pilot:
        assert isinstance(pilot.app, KozyrApp)
        while not made or made[0].client.room is None:
            await pilot.pause()
        yield pilot, made[0]
