"""Accepts browsers' connections: from nearby, not too many, none that stays silent for long."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Final

from net.host.admission import group_of
from net.host.listener import accept, hear_first

MOST: Final = 128
"""Connections in total: sixteen screens, and browsers that open a handful each to load a page."""

MOST_EACH: Final = 32
"""Connections from one address: several people may share one machine."""

HELLO_SECONDS: Final = 10.0

LONGEST_SECONDS: Final = 60.0
"""A connection without a screen may last this long; browsers open another one by themselves."""

_log = logging.getLogger(__name__)

Serve = Callable[[], asyncio.Protocol]


@dataclass(eq=False, slots=True)
class _Arrival:
    """A connection, from its first byte to its end."""

    group: str
    task: asyncio.Task[None] | None = None
    transport: asyncio.BaseTransport | None = None
    kept: bool = False
    """Whether it has a screen."""


class Listening:
    """Accepts connections from `open` to `close`.

    `pages` serves a connection. With a `context` it serves only encrypted ones, and `redirect` the
    others: browsers that were given an address without its scheme.
    """

    def __init__(
        self,
        sockets: Sequence[socket.socket],
        pages: Serve,
        redirect: Serve,
        context: ssl.SSLContext | None,
        *,
        internet: bool,
    ) -> None:
        self._sockets = sockets
        self._pages = pages
        self._redirect = redirect
        self._context = context
        self._internet = internet
        self._arrivals: dict[_Arrival, None] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Begin to accept."""
        for sock in self._sockets:
            self._start(self._accept(sock))

    async def close(self) -> None:
        """Stop, and drop all connections."""
        for task in [*self._tasks]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for sock in self._sockets:
            sock.close()

    def keep(self, transport: asyncio.BaseTransport | None) -> None:
        """Let a connection last: it has a screen."""
        for arrival in self._arrivals:
            if transport is not None and arrival.transport is transport:
                arrival.kept = True

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _accept(self, listening: socket.socket) -> None:
        async for sock, address in accept(listening, internet=self._internet):
            arrival = _Arrival(group_of(address))
            if not self._has_room(arrival.group):
                sock.close()
                continue
            self._arrivals[arrival] = None
            arrival.task = self._start(self._serve(sock, arrival))
            await asyncio.sleep(0)  # a crowd may not keep those waiting who are here

    def _has_room(self, group: str) -> bool:
        """Tell whether one more may come from there; whoever crowds the page makes room.

        Nobody with a screen has to go.
        """
        counts = Counter(arrival.group for arrival in self._arrivals)
        if counts[group] >= MOST_EACH:
            return False
        if len(self._arrivals) < MOST:
            return True
        idle = [arrival for arrival in self._arrivals if not arrival.kept]
        oldest = max(idle, key=lambda arrival: counts[arrival.group], default=None)
        if oldest is None or counts[oldest.group] <= counts[group] or oldest.task is None:
            return False
        del self._arrivals[oldest]
        oldest.task.cancel()
        return True

    async def _serve(self, sock: socket.socket, arrival: _Arrival) -> None:
        """Carry one connection from its first byte to its end."""
        loop, over = asyncio.get_running_loop(), asyncio.Event()
        transport: asyncio.BaseTransport | None = None
        try:
            sock.setblocking(False)
            async with asyncio.timeout(HELLO_SECONDS):
                encrypted = await hear_first(sock)
            serve = self._redirect if self._context is not None and not encrypted else self._pages
            context = self._context if encrypted else None
            transport, _ = await loop.connect_accepted_socket(
                lambda: _Watched(serve(), over),
                sock,
                ssl=context,
                ssl_handshake_timeout=None if context is None else HELLO_SECONDS,
            )
            arrival.transport = transport
            try:
                async with asyncio.timeout(LONGEST_SECONDS):
                    await over.wait()
            except TimeoutError:
                if arrival.kept:
                    await over.wait()
        except (OSError, TimeoutError) as error:
            _log.info("a browser did not come in: %s", error)
        finally:
            if isinstance(transport, asyncio.Transport):
                transport.abort()
            sock.close()
            self._arrivals.pop(arrival, None)


class _Watched(asyncio.Protocol):
    """A protocol that says when its connection has ended."""

    def __init__(self, inner: asyncio.Protocol, over: asyncio.Event) -> None:
        self._over = over
        self._inner = inner
        # Straight to the methods within: a screen's bytes need no second call each.
        self.data_received = inner.data_received  # type: ignore[method-assign]  # see above
        self.eof_received = inner.eof_received  # type: ignore[method-assign]  # see above
        self.pause_writing = inner.pause_writing  # type: ignore[method-assign]  # see above
        self.resume_writing = inner.resume_writing  # type: ignore[method-assign]  # see above
        self.connection_made = inner.connection_made  # type: ignore[method-assign]  # see above

    def connection_lost(self, exc: Exception | None) -> None:
        self._over.set()
        self._inner.connection_lost(exc)
