"""The other players at the table of a client under test, who do what a match needs."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Final

from net.public.client import ClientEvent, IntermissionChanged, Link, Position, RoomChanged, SatDown
from net.wire.message import Message
from net.wire.to_host import Continue, Ready, Start

NAME: Final = "Conny"


class Partner:
    """A player who plays at random, continues after each deal, and starts the match as owner."""

    def __init__(self, link: Link, name: str = NAME, seed: int = 1) -> None:
        self.client = link.client
        self._link = link
        self._rng = Random(seed)
        self._over = False
        self.seated = asyncio.Event()
        """Set once this player has a seat."""
        self.waits = False
        """Whether, as the owner, not to start a match yet."""
        self._task = asyncio.ensure_future(link.run(self._hear))
        link.client.join(name)

    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self._over

    def send(self, *messages: Message) -> None:
        """Send requests of the owner."""
        for message in messages:
            self._link.send(message)

    def begin(self) -> None:
        """Start a match as soon as all others are ready."""
        self.waits = False
        self._prepare()

    async def close(self) -> None:
        """Leave the table."""
        await self._link.close()
        await self._task

    def _hear(self, event: ClientEvent) -> None:
        match event:
            case SatDown():
                self.seated.set()
            case RoomChanged(room):
                self._over = self._over or room.phase == "over"
                if room.phase == "gathering":
                    self._prepare()
            case Position():
                self._move()
            case IntermissionChanged(seq=seq, awaited=awaited, gone_on=gone_on):
                if self.client.seat in awaited and self.client.seat not in gone_on:
                    self._link.send(Continue(seq))

    def _prepare(self) -> None:
        """Start the match when all others are ready, or be ready."""
        room, seat = self.client.room, self.client.seat
        if room is None or seat is None:
            return
        others = [line for number, line in enumerate(room.seats) if number != seat]
        if not self.client.owns:
            if not room.seats[seat].ready:
                self._link.send(Ready())
        elif not self.waits and all(line.ready or line.kind[:3] == "bot" for line in others):
            self._link.send(Start())

    def _move(self) -> None:
        client, game = self.client, self.client.game
        if client.my_turn and game is not None and client.seat is not None:
            self._link.send(client.play(self._rng.choice(game.legal(client.view))))
