"""Connections to a host under test: they send anything, hear everything, wait for answers."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
import ssl
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgpack
import msgspec

from core.game import Game, WordedError
from core.games import GAMES
from kozyr_kits.conformance.hosts.observer import Observer
from kozyr_kits.conformance.hosts.positions import Positions
from kozyr_kits.conformance.hosts.shuffle import Nonces
from kozyr_kits.conformance.news import News
from kozyr_kits.conformance.report import ConformanceReport
from kozyr_kits.conformance.schema import brief
from net.public.client import connect
from net.wire.from_host import Closed, Gathered, Paused, Refused, Updated, Welcomed
from net.wire.message import Message
from net.wire.protocol import VERSION, FrameError, FrameReader, frame
from net.wire.to_host import Continue, Hello, Identify, Ping, Ready, Rematch

PING_SECONDS: Final = 2.0
LEAST_PATIENCE: Final = 1.0
"""The least patience, with a host that owes many answers."""
DECISIVE_SECONDS: Final = 10.0
"""The least patience for an answer without which the run would stop."""
MOST_VAIN_SECONDS: Final = 20.0
"""The most time spent in vain before a run stops: with the rest, it takes at most a minute."""
AGAIN_SECONDS: Final = 0.2
"""The time between two looks for a host that should come back."""
LIMITED: Final = (Ready, Rematch, Identify)
"""Requests that a player may send a few at once, and then one a second."""
CHANGE_SECONDS: Final = 1.1
CATCHING_UP: Final = 1
"""The number of a Ping whose answer follows all earlier messages."""
ANNOUNCED: Final = (Gathered, Paused, Updated)
"""Messages that are sent to all at a table."""
HELLO: Final = Hello(VERSION, "conformance")
FULL_HELLO: Final = Hello(VERSION, "conformance", migrates=True, games=[*GAMES], way="plain")
"""The greeting of a program that plays all games, and to which a table can be moved."""


class StoppedError(WordedError):
    """The run cannot continue."""


def written(what: Message | dict[str, Any] | bytes) -> str:
    """Word a sent message briefly."""
    return f"the bytes {what.hex()[:40]}" if isinstance(what, bytes) else brief(what)


class _Nonces(dict[tuple[int, int], bytes]):
    """A map that makes a nonce when it is first asked for."""

    def __missing__(self, key: tuple[int, int]) -> bytes:
        return self.setdefault(key, secrets.token_bytes(32))


class Connection:
    """One connection. `fingerprint` identifies the host's certificate; empty without encryption."""

    def __init__(
        self,
        connections: Connections,
        observer: Observer,
        streams: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        fingerprint: bytes,
    ) -> None:
        self.observer = observer
        self.fingerprint = fingerprint
        self.ended = False
        """Whether the connection has ended, from either side."""
        self._connections = connections
        self._reader, self._writer = streams
        self._tasks = [asyncio.ensure_future(self._read())]

    def send(self, what: Message | dict[str, Any] | bytes) -> None:
        """Send a message, anything that msgpack can write, or bytes as they are."""
        if isinstance(what, Ping):
            self.observer.pings.append(what.sent)
        if isinstance(what, Hello):
            self.observer.hello = what
        if isinstance(what, Continue):
            self.observer.gone_on.add(what.seq)
        if isinstance(what, Identify):
            self.observer.key = what.key
        if isinstance(what, Message):
            what = msgspec.to_builtins(what)
        data = what if isinstance(what, bytes) else frame(msgpack.packb(what))
        if not self._writer.transport.is_closing():
            self._writer.write(data)

    def keep_alive(self) -> None:
        """Send a Ping now and every two seconds."""
        self._tasks.append(asyncio.ensure_future(self._ping()))

    async def _ping(self) -> None:
        number = 1000
        while not self.ended:
            self.send(Ping(number))
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
                self._connections.notify()
        except FrameError as error:
            self._connections.report.expect("frames", False, f"{self.observer.who}: {error}")
        except OSError:
            pass  # the host has broken the connection, as `ended` shows
        except Exception as error:
            self._connections.fault = error
            raise
        finally:
            self.ended = True
            self._connections.notify()

    async def close(self) -> None:
        """End the connection as a broken cable would."""
        self._writer.transport.abort()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.ended = True


class Connections(News):
    """All connections to one host. `patience` is the time for an answer in seconds."""

    def __init__(
        self,
        address: str,
        port: int,
        report: ConformanceReport,
        *,
        code: str = "",
        patience: float = 10.0,
    ) -> None:
        super().__init__()
        self.report = report
        self.code = code
        self.patience = patience
        self._where = address, port
        self.migrates = False
        """Whether the host has said that it can move tables."""
        self.games: list[str] = []
        """The games to which, by the host's word, a table can change."""
        self.vain = 0.0
        """The seconds spent on waiting in vain."""
        self._pings_answered = True
        """Whether Pings are of use: with a host that answers them wrongly, each costs a wait."""
        self._all: list[Connection] = []
        self._positions: dict[Any, Positions] = {}
        self._nonces: Nonces = _Nonces()

    async def close(self) -> None:
        """End all connections."""
        for connection in self._all:
            await connection.close()

    def _compared(self, game: Game, options: Any, seats: int) -> Positions:
        key = (game.NAME, options, seats)
        if key not in self._positions:
            self._positions[key] = Positions(game, options, seats, self.report)
        return self._positions[key]

    async def connect(self, who: str, *, encrypted: bool = True) -> Connection:
        """Open a connection without a Hello. Raises StoppedError."""
        try:
            async with asyncio.timeout(max(self.patience, DECISIVE_SECONDS)):
                if encrypted:
                    reader, writer, fingerprint = await connect(*self._where)
                else:
                    reader, writer = await asyncio.open_connection(*self._where)
                    fingerprint = b""
        except (OSError, UnicodeError) as error:
            raise _unreachable(error) from None
        observer = Observer(who, self.report, self._compared, self._nonces)
        connection = Connection(self, observer, (reader, writer), fingerprint)
        self._all.append(connection)
        return connection

    async def greet(self, who: str, *, encrypted: bool = True, hello: Hello = HELLO) -> Connection:
        """Open a connection and send Hello. Raises StoppedError."""
        connection = await self.connect(who, encrypted=encrypted)
        welcomed = await self.ask(connection, hello, Welcomed, seconds=DECISIVE_SECONDS)
        if not welcomed:
            raise StoppedError("the host does not answer Hello with Welcomed")
        self.migrates, self.games = welcomed.migrates, welcomed.games
        return connection

    async def is_back(self, seconds: float) -> bool:
        """Wait for a host that has ended to come back; tell whether it does."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    try:
                        connection = await self.greet("a client that looks for the host")
                    except StoppedError:
                        await asyncio.sleep(AGAIN_SECONDS)
                    else:
                        await connection.close()
                        return True
        return False

    async def until(self, fits: Callable[[], bool]) -> bool:
        """Wait until a condition holds; tell whether it does before the patience runs out.

        A vain wait halves the patience for the next one. Raises StoppedError after too many vain
        waits.
        """
        if self.vain > MOST_VAIN_SECONDS and not fits():
            raise StoppedError("the host owes too many answers")
        if not (holds := await self.wait(fits, self.patience)):
            self.vain += self.patience
            self.patience = max(self.patience / 2, min(self.patience, LEAST_PATIENCE))
        return holds

    async def patiently(self, fits: Callable[[], bool], seconds: float) -> bool:
        """Wait as `until` does, but at least this long."""
        with self._patience_of(seconds):
            return await self.until(fits)

    @contextlib.contextmanager
    def _patience_of(self, seconds: float) -> Iterator[None]:
        """Have at least this patience within the block."""
        patience, self.patience = self.patience, max(self.patience, seconds)
        try:
            yield
        finally:
            self.patience = patience

    async def ask(
        self, connection: Connection, what: Any, *answers: type[Message], seconds: float = 0
    ) -> Any:
        """Ask, and once more if the host wants a player to wait before the next change.

        An earlier run may have used up the changes that the seat may make at once.
        """
        mark = len(connection.observer.heard)
        told = await self._ask(connection, what, *answers, seconds=seconds)
        refused = (m for m in connection.observer.heard[mark:] if isinstance(m, Refused))
        if isinstance(what, LIMITED) and any(each.code == "fast" for each in refused):
            await asyncio.sleep(CHANGE_SECONDS)
            return await self._ask(connection, what, *answers, seconds=seconds)
        return told

    async def _ask(
        self, connection: Connection, what: Any, *answers: type[Message], seconds: float = 0
    ) -> Any:
        """Send something and return the first answer of these kinds; None if another one came.

        The answer may take at least this many seconds. Refused and Closed can answer anything. A
        message to all may also be on its way for another reason, so the connection first hears
        earlier messages and then sends.
        """
        if set(ANNOUNCED).intersection(answers):
            await self.catch_up(connection)
        observer = connection.observer
        mark, unreadable = len(observer.heard), observer.unreadable
        connection.send(what)
        found: list[Any] = []

        def came() -> bool:
            wanted: tuple[type[Message], ...] = (*answers, Refused, Closed)
            found[:] = [each for each in observer.heard[mark:] if isinstance(each, wanted)]
            return bool(found) or connection.ended

        await self.patiently(came, seconds)
        names = " or ".join(kind.__name__ for kind in answers) or "Refused"
        if found or observer.unreadable == unreadable:
            self.report.expect(
                "no-silence", found, f"{observer.who} hears no {names} to {written(what)}"
            )
        return found[0] if found and (not answers or isinstance(found[0], answers)) else None

    async def catch_up(self, connection: Connection) -> None:
        """Wait until a connection has heard all that the host has sent so far."""
        if self._pings_answered:
            connection.send(Ping(CATCHING_UP))
            self._pings_answered = await self.until(
                lambda: not connection.observer.pings or connection.ended
            )

    async def is_ended(self, connection: Connection) -> bool:
        """Wait for a connection to end."""
        return await self.until(lambda: connection.ended)


def _unreachable(error: Exception) -> StoppedError:
    match error:
        case ssl.SSLError():
            return StoppedError("no connection to the host: what answers there speaks no TLS 1.3")
        case TimeoutError():
            return StoppedError("no connection to the host: it does not answer")
        case ConnectionRefusedError():
            return StoppedError("no connection to the host: nobody listens at this port")
        case socket.gaierror() | UnicodeError():
            return StoppedError("no connection to the host: no computer has this name")
        case OSError(strerror=problem) if problem:
            return StoppedError("no connection to the host: {problem}", problem=problem)
        case _:
            return StoppedError("no connection to the host: it hangs up")
