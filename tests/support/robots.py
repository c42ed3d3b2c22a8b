"""Players over real links that make the first legal move whenever it is their turn."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

from net.client import events
from net.client.seat import Link
from net.wire.message import Message
from net.wire.to_host import Continue, Ready


class Robot:
    """Robot joins, says Ready and plays; `heard` keeps all events."""

    joins = True
    """Whether it joins as soon as it is connected."""

    def __init__(self, link: Link, name: str, *, plays: bool = True) -> None:
        self.link = link
        self.client = link.client
        self.name = name
        self.plays = plays
        self.heard: list[Any] = []
        self.links: list[bool] = []
        self._changed = asyncio.Event()
        self._gone_on = 0
        self.task = asyncio.ensure_future(link.run(self._hear))

    def _hear(self, event: events.ClientEvent) -> None:
        self.heard.append(event)
        self._changed.set()
        match event:
            case events.Connected():
                self.links.append(True)
                if self.joins and self.client.seated is None:
                    self.link.send(self.client.join(self.name))
            case events.Disconnected():
                self.links.append(False)
            case events.RoomChanged(room) if (
                room.phase in ("gathering", "over") and self._unready()
            ):
                self.link.send(Ready())
            case events.Position() if self.plays:
                self.move()
            case events.IntermissionChanged(seq=seq, awaited=awaited) if (
                self.plays and self.client.seat in awaited
            ):
                if seq > self._gone_on:
                    self._gone_on = seq
                    self.link.send(Continue(seq))
            case _:
                pass

    def _unready(self) -> bool:
        room, seat = self.client.room, self.client.seat
        return room is not None and seat is not None and not room.seats[seat].ready

    def move(self) -> None:
        """Make the first legal move if it is this seat's turn."""
        client = self.client
        if client.my_turn and client.game is not None and client.seat is not None:
            state = client.game.imagine(client.view, Random(1))
            self.link.send(client.play(client.game.legal(state, client.seat)[0]))

    def send(self, message: Message) -> None:
        self.link.send(message)

    @property
    def phase(self) -> str:
        return self.client.room.phase if self.client.room else ""

    def somebody_away(self) -> bool:
        """Whether this player sees that another is away."""
        room = self.client.room
        return room is not None and any(line.away for line in room.seats)

    def last(self, kind: type[Any]) -> Any:
        """The last event of a kind, or None."""
        return next((m for m in reversed(self.heard) if isinstance(m, kind)), None)

    async def until(self, condition: Callable[[], object], seconds: float = 60) -> None:
        """Wait until something holds, and look again whenever something happens."""
        async with asyncio.timeout(seconds):
            while not condition():
                self._changed.clear()
                await self._changed.wait()

    async def ended(self, seconds: float = 60) -> events.Dismissed | None:
        """Wait until the link has ended for good; return the reason."""
        async with asyncio.timeout(seconds):
            await self.task
        return self.client.dismissed

    async def close(self) -> None:
        await self.link.close()
        await self.ended()
