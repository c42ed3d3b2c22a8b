"""Players over real links that make the first legal move whenever it is their turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

from net.client.session import Link
from net.wire.protocol import (
    Closed,
    Continue,
    FromHost,
    Gathered,
    Message,
    Paused,
    Ready,
    Updated,
    Welcomed,
)


class Robot:
    """Joins, is ready, plays; `heard` keeps every message."""

    def __init__(self, link: Link, name: str, *, plays: bool = True) -> None:
        self.link = link
        self.session = link.session
        self.name = name
        self.plays = plays
        self.heard: list[Any] = []
        self.links: list[bool] = []
        self._changed = asyncio.Event()
        self.task = asyncio.ensure_future(link.run(self._on_message, self._on_link))

    def _on_link(self, up: bool) -> None:
        self.links.append(up)
        self._changed.set()

    def _on_message(self, message: FromHost) -> None:
        self.heard.append(message)
        self._changed.set()
        match message:
            case Welcomed() if self.session.seated is None:
                self.link.send(self.session.join(self.name))
            case Gathered(phase="gathering" | "over") if self._unready():
                self.link.send(Ready())
            case Updated() if self.plays:
                self.move()
            case Paused(seq=seq, awaited=awaited) if self.plays and self.session.seat in awaited:
                self.link.send(Continue(seq))

    def _unready(self) -> bool:
        room, seat = self.session.room, self.session.seat
        return room is not None and seat is not None and not room.seats[seat].ready

    def move(self) -> None:
        """Make the first legal move if it is this seat's turn."""
        session = self.session
        if session.my_turn and session.game is not None and session.seat is not None:
            state = session.game.imagine(session.view, Random(1))
            self.link.send(session.play(session.game.legal(state, session.seat)[0]))

    def send(self, message: Message) -> None:
        self.link.send(message)

    @property
    def phase(self) -> str:
        return self.session.room.phase if self.session.room else ""

    def somebody_away(self) -> bool:
        """Whether this player sees that somebody is away."""
        room = self.session.room
        return room is not None and any(line.away for line in room.seats)

    def last(self, kind: type[Any]) -> Any:
        """The last message of a kind, or None."""
        return next((m for m in reversed(self.heard) if isinstance(m, kind)), None)

    async def until(self, condition: Callable[[], object], seconds: float = 20) -> None:
        """Wait until something holds, looking again whenever anything happens."""
        async with asyncio.timeout(seconds):
            while not condition():
                self._changed.clear()
                await self._changed.wait()

    async def ended(self, seconds: float = 20) -> Closed | None:
        """Wait for the link to end for good; return why."""
        async with asyncio.timeout(seconds):
            await self.task
        return self.session.closed

    async def close(self) -> None:
        await self.link.close()
        await self.ended()
