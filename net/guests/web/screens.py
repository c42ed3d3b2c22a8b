"""A guest's screen for each browser, over a WebSocket: frames, keys, sizes, limits."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable, Mapping
from typing import Any, Final

from aiohttp import WSMsgType, web

from net.guests.origin import loopback_for
from net.guests.screen import MOST_GUESTS, MOST_OF_ONE, GuestScreen, ScreenError, WindowSize
from net.guests.terms import GuestTerms
from net.guests.web.sessions import WebSession
from net.host.admission import group_of
from net.wire.bounds import MAX_SEATS

MOST_KEYS: Final = 1 << 16
"""The longest message of keys: pasted text."""

HEARTBEAT_SECONDS: Final = 15.0

UNREAD_SECONDS: Final = 30.0
"""A browser that does not read what is drawn for this long counts as gone."""

ENVIRONMENT: Final = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}

_log = logging.getLogger(__name__)


class Screens:
    """The screens of one page. `keep` lets a connection last as long as its screen."""

    def __init__(
        self,
        settings: Mapping[str, Any],
        keep: Callable[[asyncio.BaseTransport | None], None],
    ) -> None:
        self._settings = settings
        self._keep = keep
        self._screens: dict[WebSession, GuestScreen] = {}
        self._requests: dict[WebSession, web.Request] = {}
        """Whoever has a screen, or is being given one."""

    async def close(self, app: web.Application) -> None:
        """End all of them."""
        await asyncio.gather(*(screen.close() for screen in self._screens.values()))

    async def serve(
        self, request: web.Request, session: WebSession | None, language: str
    ) -> web.StreamResponse:
        """Carry a visitor's screen until the connection or the program ends."""
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT_SECONDS, max_msg_size=MOST_KEYS, compress=False
        )
        await socket.prepare(request)
        if session is None:
            return await self._end(socket, "unknown")
        before = self._screens.pop(session, None)
        if before is not None:
            await before.close()
        if self._are_many(session, request):
            return await self._end(socket, "full")
        self._keep(request.transport)
        self._requests[session] = request
        try:
            return await self._show(request, socket, session, language)
        finally:
            if self._requests.get(session) is request:
                del self._requests[session]

    def _are_many(self, session: WebSession, request: web.Request) -> bool:
        """Tell whether there is no screen left for a visitor."""
        groups = [_group(each) for known, each in self._requests.items() if known is not session]
        if session.sat:
            return len(groups) >= MOST_GUESTS + MAX_SEATS
        return len(groups) >= MOST_GUESTS or groups.count(_group(request)) >= MOST_OF_ONE

    async def _show(
        self,
        request: web.Request,
        socket: web.WebSocketResponse,
        session: WebSession,
        language: str,
    ) -> web.WebSocketResponse:
        try:
            screen = await self._open(request, socket, session, language)
        except ScreenError as error:
            _log.error("no screen for a browser: %s", error)
            return await self._end(socket, "failed")
        self._screens[session], session.here = screen, True
        drawing = asyncio.ensure_future(self._draw(request, socket, screen, session))
        try:
            async for message in socket:
                if message.type is WSMsgType.BINARY:
                    await screen.write(message.data)
                elif message.type is WSMsgType.TEXT:
                    await self._told(message.data, socket, screen)
        finally:
            await screen.close()
            drawing.cancel()
            await asyncio.gather(drawing, return_exceptions=True)
            if self._screens.get(session) is screen:
                del self._screens[session]
                session.here = False
        return socket

    async def _open(
        self,
        request: web.Request,
        socket: web.WebSocketResponse,
        session: WebSession,
        language: str,
    ) -> GuestScreen:
        settings, loop = self._settings, asyncio.get_running_loop()

        def seated(token: str, host: str) -> None:
            session.token, session.host, session.sat = token, host, True
            loop.create_task(_say(socket, seat=True))

        terms = GuestTerms(
            port=settings["host_port"],
            table=settings["table"],
            name=session.name,
            host=settings["host"],
            code=session.code,
            token=session.token,
            address=loopback_for(request.remote or ""),
            language=language,
            return_hint="page",
        )
        size = _size(request.query.get("columns"), request.query.get("rows"))
        return await GuestScreen.open(settings["program"], terms, size, ENVIRONMENT, seated)

    async def _draw(
        self,
        request: web.Request,
        socket: web.WebSocketResponse,
        screen: GuestScreen,
        session: WebSession,
    ) -> None:
        """Send what is drawn, no faster than it is read."""
        try:
            while data := await screen.read():
                async with asyncio.timeout(UNREAD_SECONDS):
                    await socket.send_bytes(data)
            # Either it has ended, or the same visitor has opened the page again.
            await self._end(socket, "over" if self._screens.get(session) is screen else "elsewhere")
        except (OSError, TimeoutError) as error:
            _log.info("a browser does not read: %s", error)
            if request.transport is not None:
                request.transport.abort()  # a goodbye would not be read either
            await screen.close()

    async def _told(self, text: str, socket: web.WebSocketResponse, screen: GuestScreen) -> None:
        """Take what the page says besides keys; what cannot be read is ignored."""
        with contextlib.suppress(ValueError, TypeError, KeyError):
            said = json.loads(text)
            if "size" in said:
                screen.resize(_size(*said["size"]))
            elif "ping" in said:
                await _say(socket, pong=int(said["ping"]))

    async def _end(self, socket: web.WebSocketResponse, why: str) -> web.WebSocketResponse:
        await _say(socket, end=why)
        with contextlib.suppress(OSError, TimeoutError):
            await socket.close()
        return socket


def _group(request: web.Request) -> str:
    return group_of(request.remote or "")


async def _say(socket: web.WebSocketResponse, **what: Any) -> None:
    if not socket.closed:
        with contextlib.suppress(OSError, RuntimeError):
            await socket.send_str(json.dumps(what))


def _size(columns: Any, rows: Any) -> WindowSize:
    """Read the size of a window; the usual one if it makes no sense."""
    try:
        return WindowSize(int(columns), int(rows)).bounded()
    except (TypeError, ValueError):
        return WindowSize(80, 24)
