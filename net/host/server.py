"""A house with an open door: takes connections in, guards each with limits and deadlines.

Never waits for anybody: whoever does not read is dropped at a buffer limit.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import socket
from collections import Counter
from dataclasses import dataclass
from typing import Final

from net.client.seat import ClientSeat
from net.files.saved import KeptTables
from net.files.store import Records
from net.host.bots import Bots
from net.host.listener import READ_BYTES, listen, shake_hands
from net.host.listener import HostError as HostError
from net.host.local import LocalLink
from net.host.runtime import House
from net.secure.code import HostProof
from net.secure.tls import Identity, new_identity
from net.table.auth import Peer
from net.table.lobby import Ending, Lobby
from net.wire.frames import MAX_FRAME, MAX_STRANGER, FrameError, FrameReader, frame
from net.wire.protocol import BadMessageError, Message, decode_to_host, encode
from net.wire.reasons import closing

_log = logging.getLogger(__name__)

_TURNED_AWAY: Final = 8
"""So many at once are still told that there are too many; the rest hears nothing."""

_ACCEPT_AGAIN_SECONDS: Final = 0.5
"""After a connection could not be taken in: this system may be out of open files."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a host puts up with."""

    hello_seconds: float = 3.0
    """From connecting to the end of the first message, encryption included."""
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
    knocks_per_second: float = 20.0
    """New connections from one address; more wait. A TLS handshake takes some 2 ms."""


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
        kept: KeptTables | None = None,
        identity: Identity | None = None,
    ) -> None:
        """Listen at `address`, or at all of the machine's; at `port`, or at the usual one and, if
        that is taken, at any; 0 is any. Without an `identity` the host makes one for this once.
        """
        self.lobby = lobby
        self.port = 0
        """Where the host listens, once it is open."""
        self._house = House(lobby, bots or Bots(), records, kept)
        self._address = address
        self._wanted_port = port
        self._limits = limits
        self._identity = identity or new_identity()
        self._context = self._identity.context()
        self._listening: list[socket.socket] = []
        self._doors: list[asyncio.Task[None]] = []
        self._guests: set[_Guest] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._turned_away = 0
        self._per_address: Counter[str] = Counter()
        self._knocks: dict[str, _Pace] = {}
        self._guard: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Host:
        await self.open()
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()

    async def open(self) -> None:
        """Start to listen. Raises HostError."""
        if any(table.code for table in self.lobby.tables.values()):
            import net.secure.pake  # noqa: F401  # now, not when somebody proves the code in a match
        self._listening = listen(self._address, self._wanted_port)
        self.port = self._house.port = self._listening[0].getsockname()[1]
        self._house.go_on()
        self._doors = [asyncio.ensure_future(self._accept(sock)) for sock in self._listening]
        self._guard = asyncio.ensure_future(self._watch_deadlines())

    def local_link(self, client: ClientSeat) -> LocalLink:
        """Return a link for a player in this very process."""
        return LocalLink(self._house, client)

    async def close(self, ending: Ending = Ending.CLOSED) -> None:
        """Say goodbye to everybody, stop listening, end bots and timers."""
        for door in self._doors:
            door.cancel()
        await asyncio.gather(*self._doors, return_exceptions=True)
        for sock in self._listening:
            sock.close()
        self._doors, self._listening = [], []
        await self._house.close(ending)
        if self._guard is not None:
            self._guard.cancel()
        # Goodbyes go out with the next turn of the loop; nobody gets longer than that.
        for guest in self._guests:
            guest.drop()
        _, late = await asyncio.wait(self._tasks, timeout=0.2) if self._tasks else ((), ())
        for guest in self._guests:
            guest.abort()
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    async def _accept(self, listening: socket.socket) -> None:
        """Take connections in as they come."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                sock, where = await loop.sock_accept(listening)
            except OSError as error:
                _log.warning("cannot take a connection in: %s", error)
                await asyncio.sleep(_ACCEPT_AGAIN_SECONDS)
                continue
            task = asyncio.ensure_future(self._admit(sock, str(where[0])))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _admit(self, sock: socket.socket, address: str) -> None:
        """Serve a connection if there is room for it; counted before it says anything."""
        now = asyncio.get_running_loop().time()
        pace = self._knocks.setdefault(address, _Pace(self._limits.knocks_per_second))
        if (
            self._per_address.total() >= self._limits.total
            or self._per_address[address] >= self._limits.per_address
        ):
            if self._turned_away >= _TURNED_AWAY or pace.wait(now):
                sock.close()
            else:
                pace.note(now)
                await self._turn_away(sock)
            return
        self._per_address[address] += 1
        pace.note(now)
        try:
            try:
                await asyncio.sleep(pace.wait(now))
            except asyncio.CancelledError:
                sock.close()
                raise
            await self._serve(sock, address)
        finally:
            self._per_address[address] -= 1
            if not self._per_address[address]:
                del self._per_address[address]

    async def _turn_away(self, sock: socket.socket) -> None:
        """Say that there are too many connections."""
        self._turned_away += 1
        seconds = self._limits.hello_seconds
        try:
            reader, writer = await shake_hands(sock, self._context, seconds)
            guest = _Guest(writer, self._limits, Peer())
            try:
                guest.send(closing("crowd"))
                async with asyncio.timeout(seconds):
                    # Its Hello: closing on unread words would break off ours too.
                    await reader.read(MAX_STRANGER)
            finally:
                guest.drop()
                async with asyncio.timeout(seconds):
                    await guest.gone()
        except OSError as error:
            _log.info("a connection too many is gone: %s", error)
        finally:
            self._turned_away -= 1

    def _new_proof(self, code: str, table: str) -> HostProof:
        from net.secure.pake import (
            HostSide,  # loads cryptography, which tables without a code need not
        )

        return HostSide(code, self._identity.fingerprint, table)

    async def _serve(self, sock: socket.socket, address: str) -> None:
        deadline = asyncio.get_running_loop().time() + self._limits.hello_seconds
        try:
            reader, writer = await shake_hands(sock, self._context, self._limits.hello_seconds)
        except OSError as error:
            _log.info("%s did not come in: %s", address, error)
            return
        encrypted = writer.get_extra_info("ssl_object") is not None
        peer = Peer(address, new_proof=self._new_proof if encrypted else None)
        guest = _Guest(writer, self._limits, peer)
        guest.deadline = deadline
        self._guests.add(guest)
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
            guest.drop()
            await guest.gone()
            self._guests.discard(guest)

    async def _read(self, guest: _Guest, reader: asyncio.StreamReader) -> None:
        """Take messages until the connection ends."""
        loop = asyncio.get_running_loop()
        frames = FrameReader(MAX_STRANGER)
        pace = _Pace(self._limits.messages_per_second)
        while data := await reader.read(READ_BYTES):
            was_inside = frames.inside
            frames.feed(data)
            got_one = False
            for body in frames.frames():
                self._house.receive(guest, decode_to_host(body))
                got_one = True
                if guest.dropped:
                    return
                frames.limit = MAX_FRAME if self.lobby.joined(guest) else MAX_STRANGER
                pace.note(loop.time())
                if late := pace.wait(loop.time()):
                    # Reading slows down, and the sender's own socket makes it wait.
                    await asyncio.sleep(late)
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
            self._knocks = {at: pace for at, pace in self._knocks.items() if not pace.idle(now)}
            for guest in list(self._guests):
                if stall > self._limits.check_seconds:
                    # This process stood still (a suspended laptop): what the guests sent in the
                    # meantime has not been read yet, so nobody is late.
                    guest.deadline += stall
                elif now > guest.deadline:
                    guest.abort()


class _Pace:
    """Lets so many pass a second; a second's worth may come at once."""

    def __init__(self, per_second: float) -> None:
        self._step = 1 / per_second
        self._next = -math.inf

    def note(self, now: float) -> None:
        """Count one."""
        self._next = max(self._next, now - 1) + self._step

    def wait(self, now: float) -> float:
        """How many seconds the last one, or the next, has to wait."""
        return max(0.0, self._next - now)

    def idle(self, now: float) -> bool:
        """Whether nothing is left to remember."""
        return self._next <= now - 1 + self._step


class _Guest:
    """The house's end of a TCP connection, with TLS or without."""

    def __init__(self, writer: asyncio.StreamWriter, limits: Limits, peer: Peer) -> None:
        self.peer = peer
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
        if not self.dropped:
            # Closing waits until the peer has read and answered; a dead one does neither.
            self.deadline = self._loop.time() + self._limits.frame_seconds
        self.dropped = True
        self._writer.close()

    async def gone(self) -> None:
        """Wait until what was dropped has come to its end: until then it costs memory and counts.

        Its deadline aborts it.
        """
        try:
            with contextlib.suppress(OSError):
                await self._writer.wait_closed()
        finally:
            self.abort()

    def abort(self) -> None:
        self.dropped = True
        self._writer.transport.abort()
