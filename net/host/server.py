"""A host on the network: takes connections in, guards each with limits and deadlines.

Never waits for anybody: whoever does not read is dropped at a buffer limit.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import ssl
from dataclasses import dataclass
from typing import Final

from net.client.seat import ClientSeat
from net.files.saved import KeptTables
from net.files.store import Records
from net.host.admission import CROWD, Admission, Crowd, group_of
from net.host.bots import Bots
from net.host.listener import READ_BYTES, hear_first, listen, open_streams
from net.host.listener import HostError as HostError
from net.host.local import LocalLink
from net.host.pace import Pace
from net.host.runtime import Runtime
from net.lan.networks import is_local, own_networks
from net.secure.code import HostProof
from net.secure.tls import Identity, new_identity
from net.table.auth import Peer
from net.table.lobby import Ending, Lobby
from net.wire.frames import MAX_FRAME, MAX_STRANGER, FrameError, FrameReader, frame
from net.wire.protocol import BadMessageError, Message, decode_to_host, encode
from net.wire.reasons import closing

_log = logging.getLogger(__name__)

STRANGER_BURST: Final = 10
"""So much a stranger may say at once: Hello, a proof, a Join and a few Pings."""

STRANGERS_BURST: Final = 20
"""So much all strangers may say at once; a player at a table waits for no more than that."""

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
    messages_per_second: float = 100.0
    """More than this is not refused but read later."""
    join_seconds: float = 30.0
    """From being let in to joining a table; who has to think about a code connects again."""
    strangers: Crowd = CROWD
    """Connections that are at no table."""
    stranger_messages_per_second: float = 5.0
    all_strangers_messages_per_second: float = 400.0
    """What they may say, each of them and all together; a little more at once."""


@dataclass(eq=False, slots=True)
class _Knock:
    """A connection on its way in."""

    sock: socket.socket
    address: str
    group: str
    turn: asyncio.Event
    task: asyncio.Task[None] | None = None
    guest: _Guest | None = None


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
        internet: bool = False,
    ) -> None:
        """Listen at `address`, or at all of the machine's; at `port`, or at the usual one and, if
        that is taken, at any; 0 is any. Without an `identity` the host makes one for this once.
        Only people in local networks are let in, unless `internet`.
        """
        self.lobby = lobby
        self.port = 0
        """Where the host listens, once it is open."""
        self._runtime = Runtime(lobby, bots or Bots(), records, kept)
        self._address = address
        self._wanted_port = port
        self._limits = limits
        self._internet = internet
        self._identity = identity or new_identity()
        self._context = self._identity.context()
        self._listening: list[socket.socket] = []
        self._doors: list[asyncio.Task[None]] = []
        self._guests: set[_Guest] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._admission = Admission(limits.strangers)
        self._at_door = asyncio.Event()
        self._strangers = Pace(limits.all_strangers_messages_per_second, STRANGERS_BURST)
        self._strangers_turn = asyncio.Lock()
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
        self.port = self._runtime.port = self._listening[0].getsockname()[1]
        self._runtime.go_on()
        self._doors = [asyncio.ensure_future(self._accept(sock)) for sock in self._listening]
        self._doors.append(asyncio.ensure_future(self._let_in()))
        self._guard = asyncio.ensure_future(self._watch_deadlines())

    def local_link(self, client: ClientSeat) -> LocalLink:
        """Return a link for a player in this very process."""
        return LocalLink(self._runtime, client)

    async def close(self, ending: Ending = Ending.CLOSED) -> None:
        """Say goodbye to everybody, stop listening, end bots and timers."""
        for door in self._doors:
            door.cancel()
        await asyncio.gather(*self._doors, return_exceptions=True)
        for sock in self._listening:
            sock.close()
        self._doors, self._listening = [], []
        await self._runtime.close(ending)
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
            address = str(where[0])
            near = self._internet or is_local(address) or is_local(address, own_networks())
            if not near:
                _log.info("%s is in no local network", address)
                sock.close()
                continue
            knock = _Knock(sock, address, group_of(address), asyncio.Event())
            loser = self._admission.knock(knock)
            if loser is knock:
                sock.close()
                continue
            if isinstance(loser, _Knock) and loser.task is not None:
                loser.task.cancel()
            knock.task = asyncio.ensure_future(self._admit(knock))
            self._tasks.add(knock.task)
            knock.task.add_done_callback(self._tasks.discard)

    async def _let_in(self) -> None:
        """Let those in who wait at the door, in turn, and as many as can be heard."""
        loop = asyncio.get_running_loop()
        while True:
            while (knock := self._admission.next(loop.time())) is not None:
                assert isinstance(knock, _Knock)
                knock.turn.set()
                while (surplus := self._admission.surplus()) is not None:
                    assert isinstance(surplus, _Knock)
                    self._send_away(surplus)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._admission.wait(loop.time())):
                    await self._at_door.wait()
            self._at_door.clear()

    def _send_away(self, knock: _Knock) -> None:
        """End a connection that has had its time, as others want to come in."""
        self._admission.gone(knock)
        if knock.guest is not None:
            knock.guest.send(closing("crowd"))
            knock.guest.drop()
        elif knock.task is not None:
            knock.task.cancel()

    async def _admit(self, knock: _Knock) -> None:
        """Take a connection from the door to its end."""
        try:
            try:
                async with asyncio.timeout(self._limits.hello_seconds):
                    encrypted = await hear_first(knock.sock)
                self._admission.ready(knock)
                self._at_door.set()
                await knock.turn.wait()
            except BaseException:
                knock.sock.close()
                raise
            await self._serve(knock, self._context if encrypted else None)
        except OSError as error:
            _log.info("%s did not come in: %s", knock.address, error)
        finally:
            self._admission.gone(knock)

    def _new_proof(self, code: str, table: str) -> HostProof:
        from net.secure.pake import (
            HostSide,  # loads cryptography, which tables without a code need not
        )

        return HostSide(code, self._identity.fingerprint, table)

    async def _serve(self, knock: _Knock, context: ssl.SSLContext | None) -> None:
        seconds, address = self._limits.hello_seconds, knock.address
        deadline = asyncio.get_running_loop().time() + seconds
        reader, writer = await open_streams(knock.sock, context, seconds)
        peer = Peer(address, False, self._new_proof if context else None, knock.group)
        knock.guest = guest = _Guest(writer, self._limits, peer)
        guest.deadline = deadline
        self._guests.add(guest)
        try:
            await self._read(knock, guest, reader)
        except (FrameError, BadMessageError) as error:
            _log.info("%s sent what cannot be read: %s", address, error)
            guest.send(closing("garbage"))
            guest.drop()
        except OSError as error:
            _log.info("%s is gone: %s", address, error)
        except Exception:
            # One guest must not take the host down; the match can be resumed by coming back.
            _log.exception("a message from %s could not be handled", address)
        finally:
            self._runtime.lost(guest)
            guest.drop()
            await guest.gone()
            self._guests.discard(guest)

    async def _read(self, knock: _Knock, guest: _Guest, reader: asyncio.StreamReader) -> None:
        """Take messages until the connection ends."""
        frames = FrameReader(MAX_STRANGER)
        pace = Pace(self._limits.stranger_messages_per_second, STRANGER_BURST)
        while data := await reader.read(READ_BYTES):
            was_inside = frames.inside
            frames.feed(data)
            got_one = False
            for body in frames.frames():
                await self._wait_for_turn(guest, pace)
                if guest.dropped:
                    return
                self._runtime.receive(guest, decode_to_host(body))
                got_one = True
                if guest.dropped:
                    return
                if not guest.joined and self.lobby.joined(guest):
                    guest.joined = True
                    self._admission.joined(knock)
                    frames.limit = MAX_FRAME
                    pace = Pace(self._limits.messages_per_second)
            if got_one or not was_inside:
                guest.heard(inside=frames.inside, complete=got_one)

    async def _wait_for_turn(self, guest: _Guest, pace: Pace) -> None:
        """Read no faster than allowed: the sender's own socket makes it wait then."""
        loop = asyncio.get_running_loop()
        late = pace.wait(loop.time())
        pace.note(loop.time())
        if late:
            await asyncio.sleep(late)
        if guest.joined:
            return
        if self._strangers_turn.locked() or self._strangers.wait(loop.time()):
            # One after the other, also after this machine stood still: players come in between.
            async with self._strangers_turn:
                await asyncio.sleep(self._strangers.wait(loop.time()))
        self._strangers.note(loop.time())

    async def _watch_deadlines(self) -> None:
        """Abort connections past their deadline. One task for all, and fair after a stall."""
        loop = asyncio.get_running_loop()
        before = loop.time()
        while True:
            await asyncio.sleep(self._limits.check_seconds)
            now = loop.time()
            stall = now - before - self._limits.check_seconds
            before = now
            self._admission.tidy(now)
            for guest in list(self._guests):
                if stall > self._limits.check_seconds:
                    # This process stood still (a suspended laptop): what the guests sent in the
                    # meantime has not been read yet, so nobody is late.
                    guest.deadline += stall
                elif now > guest.deadline:
                    guest.abort()


class _Guest:
    """The host's end of a TCP connection, with TLS or without."""

    def __init__(self, writer: asyncio.StreamWriter, limits: Limits, peer: Peer) -> None:
        self.peer = peer
        self._writer = writer
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._begun = False
        now = self._loop.time()
        self.deadline = now + limits.hello_seconds
        self._join_by = now + limits.join_seconds
        self.joined = False
        """Whether it has come to a table."""
        self.dropped = False

    def heard(self, *, inside: bool, complete: bool) -> None:
        """Set the next deadline: `complete` frames came, and `inside` another one has begun."""
        self._begun = self._begun or complete
        if not self._begun:
            return
        seconds = self._limits.frame_seconds if inside else self._limits.silent_seconds
        self.deadline = self._loop.time() + seconds
        if not self.joined:
            self.deadline = min(self.deadline, self._join_by)

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
