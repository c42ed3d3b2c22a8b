"""A guest's screen over a WebSocket: frames, keys, sizes."""

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

from aiohttp import WSMsgType, web

from net.guests.screen import ScreenError, WindowSize
from net.guests.screens import ScreenEnd, Screens
from net.guests.seats import GuestSeat

Others = Callable[[], Awaitable[list[tuple[str, str]]]]
"""Returns the names and addresses of the players whose computers may continue the table."""

MOST_KEYS: Final = 1 << 16
"""The longest message of keys: pasted text."""

HEARTBEAT_SECONDS: Final = 15.0

ENVIRONMENT: Final = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}

_log = logging.getLogger(__name__)


async def serve_screen(
    request: web.Request,
    screens: Screens,
    seat: GuestSeat | None,
    language: str,
    others: Others,
) -> web.StreamResponse:
    """Serve a guest's screen until the connection or the program ends."""
    socket = web.WebSocketResponse(
        heartbeat=HEARTBEAT_SECONDS, max_msg_size=MOST_KEYS, compress=False
    )
    await socket.prepare(request)
    client = _Browser(request, socket, language, partial(_links, request, seat, others))
    if seat is None:
        await client.finish("unknown")
        return socket
    try:
        await screens.serve(seat, client)
    except ScreenError as error:
        _log.error("no screen for a browser: %s", error)
        await client.finish(ScreenEnd.FAILED.value)
    finally:
        if not socket.closed and request.transport is not None:
            request.transport.abort()  # it does not read, and so would not read a close either
    return socket


class _Browser:
    """A WebSocket as the other end of a screen."""

    return_hint = "page"

    def __init__(
        self,
        request: web.Request,
        socket: web.WebSocketResponse,
        language: str,
        elsewhere: Others,
    ) -> None:
        self.address = request.remote or ""
        size = (request.query.get("columns"), request.query.get("rows"))
        self.size: WindowSize | None = _size(*size)
        self.language = language
        transport = request.transport
        self.line = None if transport is None else transport.get_extra_info("socket")
        # A page with a touch screen uses different words than one with a mouse.
        touch = {"KOZYR_TOUCH": "1"} if request.query.get("touch") == "1" else {}
        self.environment: Mapping[str, str] = {**ENVIRONMENT, **touch}
        self._socket = socket
        self._request = request
        self._elsewhere = elsewhere
        self._linked: list[tuple[str, str]] = []
        self._telling: asyncio.Future[None] | None = None
        self._gone = asyncio.Event()

    async def draw(self, data: bytes) -> None:
        """Send output."""
        await self._socket.send_bytes(data)

    async def typed(self) -> AsyncIterator[bytes | WindowSize]:
        """Yield the page's keys and sizes; other messages are ignored."""
        try:
            async for message in self._socket:
                if message.type is WSMsgType.BINARY:
                    if message.data:
                        yield message.data
                elif message.type is WSMsgType.TEXT:
                    size = await self._told(message.data)
                    if size is not None:
                        yield size
        finally:
            self._gone.set()

    async def _told(self, text: str) -> WindowSize | None:
        """Answer a message of the page; return the window's new size, if it has one."""
        with contextlib.suppress(ValueError, TypeError, KeyError, RecursionError, OverflowError):
            said = json.loads(text)
            if "size" in said:
                return _size(*said["size"])
            if "ping" in said:
                await self._say(pong=int(said["ping"]))
                if self._telling is None or self._telling.done():  # no key waits for the host
                    self._telling = asyncio.ensure_future(self._tell_elsewhere())
        return None

    async def _tell_elsewhere(self) -> None:
        linked = await self._elsewhere()
        if linked != self._linked:
            self._linked = linked
            await self._say(elsewhere=linked)

    async def gone(self) -> None:
        """Wait until the browser has closed the connection."""
        await self._gone.wait()

    async def seated(self, *, watches: bool) -> None:
        """Have the page ask for the cookie with the seat."""
        await self._say(seat=not watches)

    async def follow(self, state: dict[str, bool]) -> None:
        """Have the page open the keyboard, call the guest, and keep the screen awake."""
        await self._say(state=state)

    async def end(self, end: ScreenEnd, seat: GuestSeat, code: int) -> None:
        """Have the page give the reason for the end; it tries again if the host is gone."""
        if end in (ScreenEnd.KEPT, ScreenEnd.BROKEN):
            await self._say(cause=end.value)
            await self._socket.close()
        elif end is ScreenEnd.MOVED and seat.there:
            await self._say(link=_link(self._request, seat, seat.there))
            await self.finish(end.value)
        elif end is ScreenEnd.FAILED and seat.token and not seat.watches:
            await self.finish("seated")
        else:
            await self.finish(end.value)

    async def finish(self, why: str) -> None:
        """Give the reason for not opening a screen, and close the connection."""
        await self._say(end=why)
        with contextlib.suppress(OSError, TimeoutError):
            await self._socket.close()

    async def _say(self, **what: Any) -> None:
        if not self._socket.closed:
            with contextlib.suppress(OSError, RuntimeError):
                await self._socket.send_str(json.dumps(what))


def _link(request: web.Request, seat: GuestSeat, address: str) -> str:
    """Return the link to the page of another computer, with the ticket to the seat.

    The part after the # is sent to no server; the form there reads it.
    """
    came = {"code": seat.code, "name": seat.name, "seat": "" if seat.watches else seat.token}
    return str(request.url.origin().with_host(address).with_fragment(urlencode(came)))


async def _links(
    request: web.Request, seat: GuestSeat | None, others: Others
) -> list[tuple[str, str]]:
    if seat is None:
        return []
    return [(name, _link(request, seat, address)) for name, address in await others()]


def _size(columns: Any, rows: Any) -> WindowSize:
    """Return the size of a window; the default one if it makes no sense."""
    try:
        return WindowSize(int(columns), int(rows)).bounded()
    except (TypeError, ValueError, OverflowError):
        return WindowSize(80, 24)
