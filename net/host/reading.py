"""Reads the messages of connections, no faster than allowed: strangers one after another.

A connection that has to wait is not read; the sender's own socket then makes it wait, too.
"""

import asyncio
from collections.abc import Callable
from functools import partial

from net.host.admission import STRANGERS_BURST, Limits
from net.host.connections import Connection
from net.host.runtime import Runtime
from net.rate_limit import RateLimit
from net.wire.protocol import decode_to_host


class Reader:
    """Passes the messages of all connections of a host on to its runtime."""

    def __init__(self, runtime: Runtime, limits: Limits) -> None:
        self._runtime = runtime
        self._turn = asyncio.Lock()
        """Held by the connection without a table whose message is read next."""
        self._strangers = RateLimit(limits.all_strangers_messages_per_second, STRANGERS_BURST)

    async def read(self, connection: Connection, on_join: Callable[[], None]) -> None:
        """Read a connection to its end: by turns until it joins a table, then at once.

        Raises FrameError, BadMessageError, OSError.
        """
        runtime, incoming, frames = self._runtime, connection.stream.incoming, connection.frames
        while not connection.joined and (data := await incoming.read()):
            was_inside = frames.inside
            frames.feed(data)
            got_one = False
            for body in frames.frames():
                await self._wait_for_turn(connection)
                if connection.dropped:
                    return
                runtime.receive(connection, decode_to_host(body))
                got_one = True
                if connection.dropped:
                    return
                if not connection.joined and runtime.lobby.joined(connection):
                    connection.join()
                    on_join()
            if got_one or not was_inside:
                connection.received(complete=got_one)
        if connection.joined:
            await incoming.hand_on(partial(self._receive, connection))

    def _receive(self, connection: Connection, data: bytes) -> None:
        """Take bytes of a connection at a table."""
        now, rate, frames = asyncio.get_running_loop().time(), connection.rate, connection.frames
        was_inside, got_one = frames.inside, False
        frames.feed(data)
        for body in frames.frames():
            self._runtime.receive(connection, decode_to_host(body))
            if connection.dropped:
                return
            got_one = True
            rate.note(now)
            if late := rate.wait(now):
                connection.stream.incoming.hold(late)
                break
        if got_one or not was_inside:
            connection.received(complete=got_one)

    async def _wait_for_turn(self, connection: Connection) -> None:
        """Wait for the turn of the next message."""
        loop, rate = asyncio.get_running_loop(), connection.rate
        late = rate.wait(loop.time())
        rate.note(loop.time())
        if late:
            await asyncio.sleep(late)
        if connection.joined:
            return
        async with self._turn:
            # In another step of the loop, so that players come in between.
            await asyncio.sleep(self._strangers.wait(loop.time()))
            self._strangers.note(loop.time())
