"""A house with an open door: listens on TCP, guards every connection with limits and deadlines.

Never waits for anybody: whoever does not read is dropped at a buffer limit.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
from collections import Counter
from dataclasses import dataclass
from typing import Final

from core.game import WordedError
from net.addresses import DEFAULT_PORT
from net.bots import Bots
from net.frames import MAX_FRAME, MAX_STRANGER, FrameError, FrameReader, frame
from net.house import House
from net.lobby import Lobby
from net.local import LocalLink
from net.protocol import BadMessageError, Message, decode_to_host, encode
from net.reasons import closing
from net.secure import server_context
from net.session import Session
from net.store import Records

_log = logging.getLogger(__name__)

_READ_BYTES: Final = 65536


@dataclass(frozen=True, slots=True)
class Limits:
    """What a host puts up with."""

    hello_seconds: float = 3.0
    """To the end of the first message."""
    frame_seconds: float = 3.0
    """From the first byte of a frame to its last."""
    silent_seconds: float = 6.0
    """Between frames; clients send a Ping every two seconds."""
    check_seconds: float = 0.5
    """How often deadlines are looked at."""
    out_bytes: int = 1 << 20
    """Unread by a client before it is dropped."""
    per_address: int = 32
    total: int = 256
    messages_per_second: float = 100.0
    """More than this is not refused but read later."""


class HostError(WordedError):
    """A host that cannot be opened."""


class Host:
    """Opens the door with `async with` or `open`, shuts it with `close`."""

    def __init__(
        self,
        lobby: Lobby,
        *,
        address: str | None = None,
        port: int | None = None,
        limits: Limits = Limits(),
        bots: Bots | None = None,
        records: Records | None = None,
    ) -> None:
        """Listen at `address`, or at all of the machine's; at `port`, or at the usual one and, if
        that is taken, at any; 0 is any.
        """
        self.lobby = lobby
        self.port = 0
        """Where the host listens, once it is open."""
        self._house = House(lobby, bots or Bots(), records)
        self._address = address
        self._wanted_port = port
        self._limits = limits
        self._servers: list[asyncio.Server] = []
        self._guests: set[_Guest] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._per_address: Counter[str] = Counter()
        self._guard: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Host:
        await self.open()
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()

    async def open(self) -> None:
        """Start to listen. Raises HostError."""
        sockets = _listen(self._address, self._wanted_port)
        self.port = sockets[0].getsockname()[1]
        for sock in sockets:
            server = await asyncio.start_server(
                self._serve, sock=sock, limit=_READ_BYTES, ssl=server_context()
            )
            self._servers.append(server)
        self._guard = asyncio.ensure_future(self._watch_deadlines())

    def local_link(self, session: Session) -> LocalLink:
        """Return a link for a player in this very process."""
        return LocalLink(self._house, session)

    async def close(self) -> None:
        """Say goodbye to everybody, stop listening, end bots and timers."""
        for server in self._servers:
            server.close()
        await self._house.close()
        if self._guard is not None:
            self._guard.cancel()
        # Goodbyes go out with the next turn of the loop; nobody gets longer than that.
        for guest in self._guests:
            guest.drop()
        _, late = await asyncio.wait(self._tasks, timeout=0.2) if self._tasks else ((), ())
        for guest in self._guests:
            guest.abort()
        await asyncio.gather(*late, return_exceptions=True)
        self._servers.clear()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None, "start_server runs this in a task"
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        peer = writer.get_extra_info("peername")
        address = str(peer[0]) if peer else "?"
        guest = _Guest(writer, self._limits)
        if (
            len(self._guests) >= self._limits.total
            or self._per_address[address] >= self._limits.per_address
        ):
            guest.send(closing("crowd"))
            guest.drop()
            return
        self._guests.add(guest)
        self._per_address[address] += 1
        try:
            await self._read(guest, reader)
        except (FrameError, BadMessageError) as error:
            _log.info("%s sent what cannot be read: %s", address, error)
            guest.send(closing("garbage"))
            guest.drop()
        except OSError as error:
            _log.info("%s is gone: %s", address, error)
        except Exception:
            # One guest must not take the house down; the match can be resumed by coming back.
            _log.exception("a message from %s could not be handled", address)
        finally:
            self._house.lost(guest)
            self._guests.discard(guest)
            self._per_address[address] -= 1
            if not self._per_address[address]:
                del self._per_address[address]
            guest.drop()

    async def _read(self, guest: _Guest, reader: asyncio.StreamReader) -> None:
        """Take messages until the connection ends."""
        loop = asyncio.get_running_loop()
        frames = FrameReader(MAX_STRANGER)
        pace = 1 / self._limits.messages_per_second
        allowed_from = loop.time()
        while data := await reader.read(_READ_BYTES):
            was_inside = frames.inside
            frames.feed(data)
            got_one = False
            for body in frames.frames():
                self._house.receive(guest, decode_to_host(body))
                got_one = True
                if guest.dropped:
                    return
                frames.limit = MAX_FRAME if self.lobby.joined(guest) else MAX_STRANGER
                # Up to a second's worth may come at once; beyond that reading slows down, and the
                # sender's own socket makes it wait.
                allowed_from = max(allowed_from, loop.time() - 1) + pace
                if allowed_from > loop.time():
                    await asyncio.sleep(allowed_from - loop.time())
            if got_one or not was_inside:
                guest.heard(inside=frames.inside, complete=got_one)

    async def _watch_deadlines(self) -> None:
        """Abort connections past their deadline. One task for all, and fair after a stall."""
        loop = asyncio.get_running_loop()
        before = loop.time()
        while True:
            await asyncio.sleep(self._limits.check_seconds)
            now = loop.time()
            stall = now - before - self._limits.check_seconds
            before = now
            for guest in list(self._guests):
                if stall > self._limits.check_seconds:
                    # This process stood still (a suspended laptop): what the guests sent in the
                    # meantime has not been read yet, so nobody is late.
                    guest.deadline += stall
                elif now > guest.deadline:
                    guest.abort()


class _Guest:
    """The house's end of a TCP connection."""

    def __init__(self, writer: asyncio.StreamWriter, limits: Limits) -> None:
        self._writer = writer
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._begun = False
        self.deadline = self._loop.time() + limits.hello_seconds
        self.dropped = False

    def heard(self, *, inside: bool, complete: bool) -> None:
        """Set the next deadline: `complete` frames came, and `inside` another one has begun."""
        self._begun = self._begun or complete
        if not self._begun:
            return
        seconds = self._limits.frame_seconds if inside else self._limits.silent_seconds
        self.deadline = self._loop.time() + seconds

    def send(self, message: Message) -> None:
        transport = self._writer.transport
        if self.dropped or transport.is_closing():
            return
        try:
            data = frame(encode(message))
        except FrameError:
            _log.exception("a message of kind %s is too long", type(message).__name__)
            self.abort()
            return
        if transport.get_write_buffer_size() + len(data) > self._limits.out_bytes:
            _log.info("a client does not read and is dropped")
            self.abort()
            return
        self._writer.write(data)

    def drop(self) -> None:
        self.dropped = True
        transport = self._writer.transport
        if transport.is_closing():
            return
        self._writer.close()
        if transport.get_write_buffer_size():
            # close() waits for the peer to read; a dead peer never does.
            self._loop.call_later(self._limits.frame_seconds, transport.abort)

    def abort(self) -> None:
        self.dropped = True
        self._writer.transport.abort()


def _listen(address: str | None, port: int | None) -> list[socket.socket]:
    """Open the listening sockets: IPv4 and IPv6 with one port, where both exist."""
    if port is None:
        try:
            return _listen(address, DEFAULT_PORT)
        except HostError:
            return _listen(address, 0)
    wanted = (
        [(socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::")]
        if address is None
        else _resolved(address, port)
    )
    sockets: list[socket.socket] = []
    for family, where in wanted:
        try:
            sock = _bind(family, where, sockets[0].getsockname()[1] if sockets else port)
        except OSError as error:
            if sockets or (address is None and family == socket.AF_INET and _absent(error)):
                continue
            raise _host_error(error, where, port) from error
        sockets.append(sock)
    if not sockets:
        raise HostError("this machine has no network to listen on")
    return sockets


def _resolved(address: str, port: int) -> list[tuple[socket.AddressFamily, str]]:
    try:
        found = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise HostError("{address} is no address of this machine", address=address) from error
    family, _, _, _, where = found[0]
    return [(family, str(where[0]))]


def _bind(family: socket.AddressFamily, where: str, port: int) -> socket.socket:
    # asyncio switches Nagle's delay off (40 ms a move) only where the protocol is given by number.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        with contextlib.suppress(OSError):
            if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
            else:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.bind((where, port))
        sock.listen(64)
        sock.setblocking(False)
    except BaseException:
        sock.close()
        raise
    return sock


def _absent(error: OSError) -> bool:
    return error.errno in (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL)


def _host_error(error: OSError, where: str, port: int) -> HostError:
    match error.errno:
        case errno.EADDRINUSE:
            return HostError(
                "port {port} is in use; choose another one, or 0 for any free one", port=port
            )
        case errno.EACCES:
            return HostError("port {port} is not open to you; choose one above 1023", port=port)
        case errno.EADDRNOTAVAIL:
            return HostError("{address} is no address of this machine", address=where)
        case _:
            return HostError(
                "cannot listen on port {port}: {problem}", port=port, problem=error.strerror or ""
            )
