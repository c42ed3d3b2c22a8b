"""The application at a table of a Harness: real screens, no sockets, the table's time by hand."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot

from core.games.kozel import rules as kozel
from net.client.events import ClientEvent, Dismissed, SeatGiven
from net.client.seat import ClientSeat
from net.wire.message import Message
from net.wire.to_host import Start
from tests.support.harness import Harness, Visitor
from tests.support.screens import opened, table_of, until
from tui.app import KozyrApp
from tui.start import AnyStart, StartJoin
from tui.table import links
from tui.table.session import TableSession


class HarnessLink:
    """The link of a visitor of a harness; `hear` gives the screens further or other events."""

    hear: Callable[[ClientEvent], None]
    troubles = ()

    def __init__(self, harness: Harness, name: str, watch: bool = False) -> None:
        self.visitor = Visitor(harness, harness.client())
        self.client = self.visitor.client
        self._harness = harness
        self._name = name
        self._watch = watch
        self._over = asyncio.Event()

    def send(self, message: Message) -> None:
        self.visitor.send(message)

    async def run(self, hear: Callable[[ClientEvent], None]) -> None:
        def told(event: ClientEvent) -> None:
            hear(event)
            if isinstance(event, SeatGiven):
                asyncio.get_running_loop().call_soon(self.renew)
            elif isinstance(event, Dismissed):
                self._over.set()

        self.hear = self.visitor.hear = told
        self.visitor.send(self.client.handshake.hello())
        self.visitor.send(self.client.join(self._name, watch=self._watch))
        await self._over.wait()

    def lose(self, *, renewing: bool = False) -> None:
        """Lose the connection."""
        self.visitor.cut()
        for event in self.client.lose(renewing=renewing):
            self.hear(event)

    def renew(self) -> None:
        """Reconnect."""
        if self.visitor in self._harness.visitors:
            self.lose(renewing=True)
        self.visitor = Visitor(self._harness, self.client)
        self.visitor.hear = self.hear
        self.visitor.greet()

    async def close(self) -> None:
        self._over.set()


@asynccontextmanager
async def at_harness(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, watch: bool = False, **settings: Any
) -> AsyncIterator[tuple[Pilot[None], TableSession]]:
    """Open the application; Ann joins or watches there, by the harness's time."""
    made: list[TableSession] = []
    links_made: list[HarnessLink] = []

    async def open_link(start: Any, *_: Any, **__: Any) -> TableSession:
        link = HarnessLink(harness, "Ann", watch or start.watch)
        links_made.append(link)
        session = TableSession(link, start)
        session.now = lambda: harness.now
        made.append(session)
        return session

    monkeypatch.setattr(links, "open_link", open_link)
    start = StartJoin(("harness", 1))
    async with opened(start, **settings) as pilot:
        assert isinstance(pilot.app, KozyrApp)
        while not (links_made and links_made[0].visitor.heard):
            await pilot.pause()
        yield pilot, made[0]


@asynccontextmanager
async def match_with_zoe(
    monkeypatch: pytest.MonkeyPatch, **settings: Any
) -> AsyncIterator[tuple[Pilot[None], HarnessLink]]:
    """A match at Zoe's table; news of other computers that the link gives opens questions."""
    harness = Harness(kozel)
    zoe = harness.join("Zoe")
    async with at_harness(harness, monkeypatch, **settings) as (pilot, session):
        await pilot.press("enter")
        zoe.send(Start())
        await until(pilot, lambda: table_of(pilot))
        assert isinstance(session.link, HarnessLink)
        monkeypatch.setattr(session, "way", session.link)
        yield pilot, session.link


class SilentLink:
    """A link to a host that does not answer."""

    troubles = ()

    def __init__(self) -> None:
        self.client = ClientSeat()
        self.tell: Callable[[ClientEvent], None] = lambda told: None
        self.closed = asyncio.Event()

    def send(self, message: Message) -> None: ...

    async def run(self, hear: Callable[[ClientEvent], None]) -> None:
        self.tell = hear
        await self.closed.wait()

    async def close(self) -> None:
        self.closed.set()


def silent_links(monkeypatch: pytest.MonkeyPatch) -> list[SilentLink]:
    """Have no host answer on any link; return the links that are opened."""
    silent: list[SilentLink] = []

    async def open_link(start: AnyStart, *_: Any, **__: Any) -> TableSession:
        silent.append(SilentLink())
        return TableSession(silent[-1], start)

    monkeypatch.setattr(links, "open_link", open_link)
    return silent
