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
from net.host.listener import hear_first
from net.lan.networks import is_local, own_networks

MOST: Final = 128
"""Connections in total: sixteen screens, and browsers that open a handful each to load a page."""

MOST_EACH: Final = 32
"""Connections from one address: several people may share one machine."""

HELLO_SECONDS: Final = 10.0

LONGEST_SECONDS: Final = 60.0
"""A connection without a screen may last this long; browsers open another one by themselves."""

_ACCEPT_AGAIN_SECONDS: Final = 0.5

_log = logging.getLogger(__name__)

Serve = Callable[[], asyncio.Protocol]


@dataclass(eq=False, slots=True)
class _Visit:
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
        self._visits: dict[_Visit, None] = {}
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
        for visit in self._visits:
            if transport is not None and visit.transport is transport:
                visit.kept = True

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                sock, where = await loop.sock_accept(listening)
            except OSError as error:
                _log.warning("cannot take a browser in: %s", error)
                await asyncio.sleep(_ACCEPT_AGAIN_SECONDS)
                continue
            address = str(where[0])
            near = self._internet or is_local(address) or is_local(address, own_networks())
            visit = _Visit(group_of(address))
            if not near or not self._has_room(visit.group):
                sock.close()
                continue
            self._visits[visit] = None
            visit.task = self._start(self._serve(sock, visit))
            await asyncio.sleep(0)  # a crowd may not keep those waiting who are here

    def _has_room(self, group: str) -> bool:
        """Tell whether one more may come from there; whoever crowds the page gives way to others.

        Nobody with a screen does.
        """
        counts = Counter(visit.group for visit in self._visits)
        if counts[group] >= MOST_EACH:
            return False
        if len(self._visits) < MOST:
            return True
        idle = [visit for visit in self._visits if not visit.kept]
        oldest = max(idle, key=lambda visit: counts[visit.group], default=None)
        if oldest is None or counts[oldest.group] <= counts[group] or oldest.task is None:
            return False
        del self._visits[oldest]
        oldest.task.cancel()
        return True

    async def _serve(self, sock: socket.socket, visit: _Visit) -> None:
        """Carry one connection from its first byte to its end."""
        loop, over = asyncio.get_running_loop(), asyncio.Event()
        transport: asyncio.BaseTransport | None = None
        try:
            sock.setblocking(False)
            async with asyncio.timeout(HELLO_SECONDS):
                encrypted = await hear_first(sock)
            serve = self._redirect if self._context is not None and not encrypted else self._pages
            secure = {"ssl": self._context, "ssl_handshake_timeout": HELLO_SECONDS}
            transport, _ = await loop.connect_accepted_socket(
                lambda: _Watched(serve(), over),
                sock,
                **(secure if encrypted and self._context is not None else {}),  # type: ignore[arg-type]
            )
            visit.transport = transport
            try:
                async with asyncio.timeout(LONGEST_SECONDS):
                    await over.wait()
            except TimeoutError:
                if visit.kept:
                    await over.wait()
        except (OSError, TimeoutError) as error:
            _log.info("a browser did not come in: %s", error)
        finally:
            if isinstance(transport, asyncio.Transport):
                transport.abort()
            sock.close()
            self._visits.pop(visit, None)


class _Watched(asyncio.Protocol):
    """A protocol that says when its connection has ended."""

    def __init__(self, inner: asyncio.Protocol, over: asyncio.Event) -> None:
        self._over = over
        self._inner = inner
        self.data_received = inner.data_received  # type: ignore[method-assign]
        self.eof_received = inner.eof_received  # type: ignore[method-assign]
        self.pause_writing = inner.pause_writing  # type: ignore[method-assign]
        self.resume_writing = inner.resume_writing  # type: ignore[method-assign]
        self.connection_made = inner.connection_made  # type: ignore[method-assign]

    def connection_lost(self, exc: Exception | None) -> None:
        self._over.set()
        self._inner.connection_lost(exc)
