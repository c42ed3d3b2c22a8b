"""Clients of a table whose keys are timed until the end of the frame: a program in a pty, a page.

No browser is involved: this speaks to the page's server as the page's script does, and leaves out
the time that a browser takes to paint.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Final, Protocol, Self

from bench.pty import ANSWER, FRAME_END, QUERY, Pty

if TYPE_CHECKING:
    from aiohttp import ClientSession, ClientWebSocketResponse

SECONDS: Final = 30.0
"""How long to wait for something on the screen."""


class Typist(Protocol):
    """A player at a table."""

    name: str

    async def press(self, key: bytes) -> float:
        """Press a key; return the milliseconds to the end of the frame. Raises TimeoutError."""
        ...

    async def seen(self, text: str) -> None:
        """Wait until a text has been drawn. Raises TimeoutError."""
        ...

    async def quiet(self, seconds: float) -> None:
        """Wait until nothing has been drawn for `seconds`."""
        ...


class _Drawn:
    """The output of a screen since the last key, and its times."""

    def __init__(self) -> None:
        self._text = b""
        self._last = time.perf_counter()
        self._more = asyncio.Event()

    def take(self, data: bytes) -> None:
        self._text += data
        self._last = time.perf_counter()
        self._more.set()

    def forget(self) -> None:
        self._text = b""

    async def until(self, mark: bytes) -> float:
        """Wait for a mark in the output; return the time at which it came."""
        async with asyncio.timeout(SECONDS):
            while mark not in self._text:
                self._more.clear()
                await self._more.wait()
        return self._last

    async def quiet(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            while True:
                self._more.clear()
                async with asyncio.timeout(seconds):
                    await self._more.wait()
        self.forget()


class PtyTypist:
    """A player at a terminal: with Kozyr, or with ssh."""

    def __init__(
        self, name: str, command: Sequence[str], columns: int, rows: int, env: dict[str, str]
    ) -> None:
        self.name = name
        self._drawn = _Drawn()
        self._pty = Pty(command, columns, rows, env)

    async def __aenter__(self) -> Self:
        asyncio.get_running_loop().add_reader(self._pty.fileno(), self._read)
        return self

    async def __aexit__(self, *_: object) -> None:
        asyncio.get_running_loop().remove_reader(self._pty.fileno())
        self._pty.close()

    def _read(self) -> None:
        data = self._pty.read(0)
        if data:
            self._drawn.take(data)
        else:
            asyncio.get_running_loop().remove_reader(self._pty.fileno())

    async def press(self, key: bytes) -> float:
        """Press a key; return the milliseconds to the end of the frame."""
        self._drawn.forget()
        begun = time.perf_counter()
        self._pty.press(key)
        return 1000 * (await self._drawn.until(FRAME_END) - begun)

    async def seen(self, text: str) -> None:
        """Wait until a text has been drawn."""
        await self._drawn.until(text.encode())

    async def quiet(self, seconds: float) -> None:
        """Wait until nothing has been drawn for `seconds`."""
        await self._drawn.quiet(seconds)


class PageTypist:
    """A player at the page, which is served at an address."""

    def __init__(self, name: str, address: str, columns: int, rows: int) -> None:
        self.name = name
        self._address = address
        self._size = f"columns={columns}&rows={rows}"
        self._drawn = _Drawn()
        self._session: ClientSession
        self._socket: ClientWebSocketResponse
        self._reading: asyncio.Task[None]

    async def __aenter__(self) -> Self:
        from aiohttp import ClientSession, CookieJar

        own = {"Origin": self._address}
        self._session = ClientSession(cookie_jar=CookieJar(unsafe=True), headers=own)
        form = {"name": self.name, "code": ""}
        async with self._session.post(f"{self._address}/sit", data=form, ssl=False) as answer:
            answer.raise_for_status()
        where = f"{self._address}/screen?{self._size}"
        self._socket = await self._session.ws_connect(where, ssl=False)
        self._reading = asyncio.ensure_future(self._read())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._reading.cancel()
        await self._socket.close()
        await self._session.close()

    async def _read(self) -> None:
        async for message in self._socket:
            if isinstance(message.data, bytes):
                if QUERY in message.data:
                    await self._socket.send_bytes(ANSWER)
                self._drawn.take(message.data)

    async def press(self, key: bytes) -> float:
        """Press a key; return the milliseconds to the end of the frame."""
        self._drawn.forget()
        begun = time.perf_counter()
        await self._socket.send_bytes(key)
        return 1000 * (await self._drawn.until(FRAME_END) - begun)

    async def seen(self, text: str) -> None:
        """Wait until a text has been drawn."""
        await self._drawn.until(text.encode())

    async def quiet(self, seconds: float) -> None:
        """Wait until nothing has been drawn for `seconds`."""
        await self._drawn.quiet(seconds)
