"""Connections to a host under test: send anything, hear everything, wait for answers."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from typing import Any, Final

import msgpack
import msgspec

from core.game import Game, WordedError
from net.conformance.observer import Observer
from net.conformance.positions import Positions
from net.conformance.reading import Heard
from net.conformance.report import ConformanceReport
from net.conformance.sentences import FRAMES, NO_SILENCE
from net.conformance.shuffle import Nonces
from net.secure.tls import connect
from net.wire.frames import FrameError, FrameReader, frame
from net.wire.message import Message
from net.wire.protocol import VERSION
from net.wire.to_host import Hello, Ping

PING_SECONDS: Final = 2.0
LEAST_PATIENCE: Final = 1.0
"""A host that owes many answers is not waited for longer than this, so that a visit ends."""
CATCHING_UP: Final = 1
"""The number of a Ping that is sent to hear everything that comes before its answer."""
ANNOUNCED: Final = frozenset({"Gathered", "Paused", "Updated"})
"""What everybody at a table is told."""
HELLO: Final = Hello(VERSION, "conformance")


class StoppedError(WordedError):
    """The visit cannot continue."""


class _Nonces(dict[tuple[int, int], bytes]):
    """Makes a nonce when it is first asked for."""

    def __missing__(self, key: tuple[int, int]) -> bytes:
        return self.setdefault(key, secrets.token_bytes(32))


class Visitor:
    """One connection. `fingerprint` is that of the host's certificate, empty without encryption."""

    def __init__(
        self,
        visit: Visit,
        observer: Observer,
        streams: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        fingerprint: bytes,
    ) -> None:
        self.observer = observer
        self.fingerprint = fingerprint
        self.ended = False
        """Whether the connection has ended, from either side."""
        self._visit = visit
        self._reader, self._writer = streams
        self._tasks = [asyncio.ensure_future(self._read())]

    def send(self, message: Message) -> None:
        """Send a message."""
        self.send_map(msgspec.to_builtins(message))

    def send_map(self, fields: Any) -> None:
        """Send anything that msgpack can write."""
        self.send_bytes(frame(msgpack.packb(fields)))

    def send_bytes(self, data: bytes) -> None:
        """Send bytes as they are."""
        if not self._writer.transport.is_closing():
            self._writer.write(data)

    def keep_alive(self) -> None:
        """Send a Ping now and every two seconds."""
        self._tasks.append(asyncio.ensure_future(self._ping()))

    def ping(self, number: int) -> None:
        """Send one Ping."""
        self.observer.pings.append(number)
        self.send(Ping(number))

    async def _ping(self) -> None:
        number = 1000
        while not self.ended:
            self.ping(number)
            number += 1
            await asyncio.sleep(PING_SECONDS)

    async def _read(self) -> None:
        frames = FrameReader()
        try:
            while data := await self._reader.read(65536):
                frames.feed(data)
                for body in frames.frames():
                    self.observer.take(body)
                    for answer in self.observer.shuffle.take_answers():
                        self.send(answer)
                self._visit.notify()
        except FrameError as error:
            self._visit.report.expect(FRAMES, False, f"{self.observer.who}: {error}")
        except OSError:
            pass  # the host has broken the connection: `ended` says so
        except Exception as error:
            self._visit.fault = error
            raise
        finally:
            self.ended = True
            self._visit.notify()

    async def close(self) -> None:
        """End the connection as a broken cable would."""
        self._writer.transport.abort()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


class Visit:
    """One visit to a host with as many connections as it takes.

    `patience` is how many seconds an answer may take.
    """

    def __init__(
        self,
        address: str,
        port: int,
        report: ConformanceReport,
        *,
        code: str = "",
        patience: float = 10.0,
    ) -> None:
        self.report = report
        self.code = code
        self.patience = patience
        self._address, self._port = address, port
        self.fault: Exception | None = None
        """What went wrong here, not at the host, while something was read."""
        self._pings_answered = True
        """Whether Pings are useful: every wait for a host that gets them wrong is a long one."""
        self._news = asyncio.Event()
        self._visitors: list[Visitor] = []
        self._positions: dict[Any, Positions] = {}
        self._nonces: Nonces = _Nonces()

    async def close(self) -> None:
        """End all connections."""
        for visitor in self._visitors:
            await visitor.close()

    def notify(self) -> None:
        """Wake whoever waits: something has been heard."""
        self._news.set()

    def _compared(self, game: Game, options: Any, seats: int) -> Positions:
        key = (game.NAME, options, seats)
        if key not in self._positions:
            self._positions[key] = Positions(game, options, seats, self.report)
        return self._positions[key]

    async def connect(self, who: str, *, encrypted: bool = True) -> Visitor:
        """Open a connection and say nothing. Raises StoppedError."""
        try:
            async with asyncio.timeout(self.patience):
                if encrypted:
                    reader, writer, fingerprint = await connect(self._address, self._port)
                else:
                    reader, writer = await asyncio.open_connection(self._address, self._port)
                    fingerprint = b""
        except (OSError, UnicodeError) as error:
            problem = str(error) or type(error).__name__
            raise StoppedError("no connection to the host: {problem}", problem=problem) from None
        observer = Observer(who, self.report, self._compared, self._nonces)
        visitor = Visitor(self, observer, (reader, writer), fingerprint)
        self._visitors.append(visitor)
        return visitor

    async def greet(self, who: str, *, encrypted: bool = True) -> Visitor:
        """Open a connection and say Hello. Raises StoppedError."""
        visitor = await self.connect(who, encrypted=encrypted)
        if not await self.ask(visitor, HELLO, "Welcomed"):
            raise StoppedError("the host does not answer Hello with Welcomed")
        return visitor

    async def until(self, fits: Callable[[], bool]) -> bool:
        """Wait until a condition holds; tell whether it does before the patience runs out.

        After a vain wait only half the patience is left for the next time.
        """
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.patience):
                while not fits():
                    if self.fault is not None:
                        raise self.fault
                    self._news.clear()
                    await self._news.wait()
        if not (holds := fits()):
            self.patience = max(self.patience / 2, min(self.patience, LEAST_PATIENCE))
        return holds

    async def ask(self, visitor: Visitor, message: Message, *answers: str) -> Heard:
        """Send a message and return the first answer of these kinds; empty if another one came.

        Refused and Closed can answer anything. What everybody is told may also be on its way
        because of somebody else, so the visitor first hears all of that and then sends.
        """
        if ANNOUNCED.intersection(answers):
            await self._catch_up(visitor)
        return await self.answered(visitor, lambda: visitor.send(message), *answers)

    async def _catch_up(self, visitor: Visitor) -> None:
        """Wait until a visitor has heard everything the host has sent it so far."""
        if self._pings_answered:
            visitor.ping(CATCHING_UP)
            self._pings_answered = await self.until(
                lambda: not visitor.observer.pings or visitor.ended
            )

    async def answered(self, visitor: Visitor, send: Callable[[], None], *answers: str) -> Heard:
        """Send something and return the first answer as `ask` does."""
        heard = visitor.observer.heard
        mark = len(heard)
        send()
        found: list[Heard] = []

        def came() -> bool:
            wanted = (*answers, "Refused", "Closed")
            found[:] = [message for message in heard[mark:] if message["type"] in wanted]
            return bool(found) or visitor.ended

        await self.until(came)
        self.report.expect(
            NO_SILENCE,
            bool(found),
            f"{visitor.observer.who} hears nothing of {' or '.join(answers) or 'Refused'}",
        )
        first = found[0] if found else {}
        return first if not answers or first.get("type") in answers else {}

    async def is_ended(self, visitor: Visitor) -> bool:
        """Wait for a connection to end."""
        return await self.until(lambda: visitor.ended)
