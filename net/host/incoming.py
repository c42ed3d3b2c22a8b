"""What comes in on a connection: kept until it is read, or passed on straight away.

If nobody reads, the other side waits: the transport pauses, and its own socket fills up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Incoming:
    """Bytes on their way from a transport to whatever reads them."""

    def __init__(self) -> None:
        self.ended = False
        """Whether the other side says nothing more."""
        self.closed = False
        """Whether nothing is passed on any more."""
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.ReadTransport | None = None
        self._received: list[bytes] = []
        self._waiting: asyncio.Future[None] | None = None
        self._paused = False
        self._broken: Exception | None = None
        self._take: Callable[[bytes], None] | None = None
        self._held: asyncio.TimerHandle | None = None

    # --- for whoever reads -----------------------------------------------------------------------

    async def read(self) -> bytes:
        """Wait for the next bytes; none at the end. Raises OSError where the connection breaks."""
        if not self._received and not self.ended:
            self._waiting = self._loop.create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        if not self._received and self._broken is not None:
            raise self._broken
        data = b"".join(self._received)
        self.discard()
        return data

    async def hand_on(self, take: Callable[[bytes], None]) -> None:
        """Hand all bytes on as they come, without a task in between, until the end.

        Raises OSError where the connection breaks, and whatever `take` raises.
        """
        self._take = take
        self._waiting = self._loop.create_future()
        if self.ended:
            self._wake()
        try:
            received = b"".join(self._received)
            self.discard()
            self._give(received)
            await self._waiting
        finally:
            self._take = self._waiting = None
        if self._broken is not None:
            raise self._broken

    def hold(self, seconds: float) -> None:
        """Hand nothing on for so long; then call with what has come, or with nothing."""
        if not self.closed:
            self._pause()
            self._held = self._loop.call_later(seconds, self._release)

    # --- for the stream --------------------------------------------------------------------------

    def open(self, transport: asyncio.ReadTransport) -> None:
        """Let bytes come from a transport."""
        self._transport = transport

    def feed(self, data: bytes) -> None:
        """Take bytes that have come."""
        if self._take is not None:
            self._give(data)
            return
        self._received.append(data)
        self._wake()
        if len(self._received) > 1:
            self._pause()

    def discard(self) -> None:
        """Forget what has not been read, and continue."""
        self._received.clear()
        self._resume()

    def end(self, error: Exception | None = None) -> None:
        """Note that nothing more will come; readers hear of the first `error`."""
        self._broken = self._broken or error
        self.ended = True
        self._wake()

    def lose(self, error: Exception | None) -> None:
        """Note that the connection is lost."""
        if self._held is not None:
            self._held.cancel()
        self.closed = True
        self.end(error)

    def _give(self, data: bytes) -> None:
        assert self._take is not None
        assert self._waiting is not None
        try:
            self._take(data)
        except Exception as error:
            self._take = None
            if not self._waiting.done():
                self._waiting.set_exception(error)

    def _release(self) -> None:
        self._resume()
        if self._take is not None and not self.closed:
            self._give(b"")

    def _pause(self) -> None:
        if not self._paused and self._transport is not None:
            self._transport.pause_reading()
            self._paused = True

    def _resume(self) -> None:
        if self._paused and self._transport is not None:
            self._paused = False
            self._transport.resume_reading()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)
