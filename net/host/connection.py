"""A host's connection: what it may send, what it has not read, and when it has to speak."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from net.host.limits import STRANGER_BURST, Limits
from net.host.rate_limit import RateLimit
from net.host.stream import Stream
from net.table.peer import Peer
from net.wire.frames import MAX_FRAME, MAX_STRANGER, FrameError, FrameReader, frame

_log = logging.getLogger(__name__)


class Connection:
    """The host's end of a TCP connection; a Channel of the runtime."""

    def __init__(self, stream: Stream, limits: Limits, peer: Peer) -> None:
        self.peer = peer
        self.stream = stream
        self.frames = FrameReader(MAX_STRANGER)
        self.rate = RateLimit(limits.stranger_messages_per_second, STRANGER_BURST)
        """Of the messages that are read from it."""
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._begun = False
        now = self._loop.time()
        self.deadline = now + limits.hello_seconds
        self._join_by = now + limits.join_seconds
        self.joined = False
        """Whether it has joined a table."""
        self.dropped = False

    def join(self) -> None:
        """Note that it has joined a table, where more is allowed."""
        self.joined = True
        self.frames.limit = MAX_FRAME
        self.rate = RateLimit(self._limits.messages_per_second)

    def heard(self, *, complete: bool) -> None:
        """Set the next deadline after bytes have come; they completed `complete` frames."""
        self._begun = self._begun or complete
        if not self._begun:
            return
        limits = self._limits
        seconds = limits.frame_seconds if self.frames.inside else limits.silent_seconds
        self.deadline = self._loop.time() + seconds
        if not self.joined:
            self.deadline = min(self.deadline, self._join_by)

    def send(self, messages: Sequence[bytes]) -> None:
        if self.dropped or self.stream.closing:
            return
        try:
            data = b"".join([frame(message) for message in messages])
        except FrameError:
            _log.exception("a message is too long: %r", messages[0][:40])
            self.abort()
            return
        if self.stream.unsent + len(data) > self._limits.out_bytes:
            _log.info("a client does not read and is dropped")
            self.abort()
            return
        self.stream.write(data)

    def drop(self) -> None:
        if not self.dropped:
            # Closing waits until the peer has read and answered, which a dead peer never does.
            self.deadline = self._loop.time() + self._limits.frame_seconds
        self.dropped = True
        self.stream.close()

    async def gone(self) -> None:
        """Wait until what was dropped is finished: until then it costs memory and counts.

        Its deadline aborts it.
        """
        try:
            await self.stream.wait_closed()
        finally:
            self.abort()

    def abort(self) -> None:
        self.dropped = True
        self.stream.abort()
