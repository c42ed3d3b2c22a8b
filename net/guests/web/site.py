"""The page's server: a form, a cookie, and a WebSocket for each screen."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import Callable, Mapping
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final, Protocol

from aiohttp import WSMsgType, web

from net.guests.origin import loopback_for
from net.guests.screen import MOST_GUESTS, GuestScreen, ScreenError, Size
from net.guests.terms import GuestTerms
from net.guests.to_host import Admitted
from net.guests.web.pages import Words, form_page, screen_page, sentence_page
from net.guests.web.safety import is_own_origin, is_sound_host, language_of, page_headers
from net.guests.web.visits import Visit, Visits
from net.secure.code import CodeError, parse_code
from net.wire.names import readable_name

MOST_FORM: Final = 2048
"""The longest form in bytes."""

MOST_KEYS: Final = 1 << 16
"""The longest message of keys: something pasted."""

MOST_ASKING: Final = 32
"""At most this many people wait for the answer to a code at once."""

HEARTBEAT_SECONDS: Final = 15.0

UNREAD_SECONDS: Final = 30.0
"""A browser that does not read what is drawn for this long is gone."""

COOKIE_SECONDS: Final = 24 * 3600

ENVIRONMENT: Final = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}

KINDS: Final = {"css": "text/css", "mjs": "text/javascript", "txt": "text/plain"}

_log = logging.getLogger(__name__)


class AsksHost(Protocol):
    """What the page asks its host."""

    async def admit(self, address: str, code: str, *, known: bool = False) -> Admitted | None:
        """Tell whether a guest may come in with a code."""
        ...

    async def asks_for_code(self) -> bool:
        """Tell whether the table asks newcomers for a code now."""
        ...


class Site:
    """Serves the page at one table."""

    def __init__(
        self,
        host: AsksHost,
        settings: Mapping[str, Any],
        keep: Callable[[asyncio.BaseTransport | None], None],
        *,
        port: int,
        encrypted: bool,
    ) -> None:
        self._host = host
        self._settings = settings
        self._keep = keep
        self._encrypted = encrypted
        self._words: Mapping[str, Words] = settings["words"]
        self._cookie = f"kozyr_{port}"
        self._seat_cookie = f"kozyr_seat_{port}"
        """Cookies do not tell ports apart, and a computer may have two tables."""
        self._visits = Visits(settings["table"], lambda: secrets.token_urlsafe(24))
        self._screens: dict[Visit, GuestScreen] = {}
        self._opening = 0
        self._asking = 0
        self._files = {
            file.name: file.read_bytes()
            for file in files("net.guests.web").joinpath("static").iterdir()
        }

    def application(self) -> web.Application:
        """Return what serves the page."""
        app = web.Application(client_max_size=MOST_FORM, middlewares=[self._guarded])
        app.add_routes(
            [
                web.get("/", self._page),
                web.post("/sit", self._sit),
                web.post("/seat", self._keep_seat),
                web.post("/leave", self._leave),
                web.get("/screen", self._screen),
                web.get("/static/{name}", self._file),
            ]
        )
        app.on_shutdown.append(self._shut)
        return app

    async def _shut(self, app: web.Application) -> None:
        await asyncio.gather(*(screen.close() for screen in self._screens.values()))

    # --- every request ------------------------------------------------------------------------

    def _said(self, request: web.Request) -> tuple[Words, str]:
        known = tuple(self._words)
        language = language_of(request.headers.get("Accept-Language", ""), known)
        return self._words[language], language

    def _html(self, text: str, status: int = 200) -> web.Response:
        return web.Response(text=text, content_type="text/html", status=status)

    def _screen_html(self, request: web.Request) -> web.Response:
        nonce = secrets.token_urlsafe(16)
        answer = self._html(screen_page(*self._said(request), nonce))
        answer.headers.update(self._headers(request, nonce))
        return answer

    def _sentence(self, request: web.Request, name: str, status: int) -> web.Response:
        words, language = self._said(request)
        return self._html(sentence_page(words, language, words[name]), status)

    @web.middleware
    async def _guarded(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Refuse what a browser at this page would not send; say what browsers may do with it."""
        internet = bool(self._settings["internet"])
        sound = is_sound_host(request.host, internet=internet)
        origin = request.headers.get("Origin")
        changes = request.method != "GET" or request.path == "/screen"
        answer: web.StreamResponse
        if not sound:
            answer = self._sentence(request, "misdirected", 421)
        elif changes and not is_own_origin(origin, request.host, encrypted=self._encrypted):
            answer = self._sentence(request, "foreign", 403)
        else:
            try:
                answer = await handler(request)
            except web.HTTPRedirection as error:
                error.headers.update(self._headers(request))
                raise
            except web.HTTPException as error:
                answer = self._sentence(request, "nothing", error.status)
            except Exception:
                _log.exception("the page could not answer %s", request.path)
                answer = self._sentence(request, "failed", 500)
        if not answer.prepared:
            for name, value in self._headers(request, sound=sound).items():
                answer.headers.setdefault(name, value)
        return answer

    def _headers(
        self, request: web.Request, nonce: str = "", *, sound: bool = True
    ) -> dict[str, str]:
        host = request.host if sound else "localhost"
        return page_headers(host, nonce, encrypted=self._encrypted)

    # --- the form -----------------------------------------------------------------------------

    async def _page(self, request: web.Request) -> web.StreamResponse:
        words, language = self._said(request)
        if self._visit(request) is not None:
            return self._screen_html(request)
        again = self._visits.read(request.cookies.get(self._seat_cookie, ""))
        if again is not None:
            answer = self._screen_html(request)
            self._set_cookie(answer, self._cookie, self._visits.add(again))
            return answer
        coded = await self._host.asks_for_code()
        return self._html(form_page(words, language, coded=coded))

    async def _sit(self, request: web.Request) -> web.StreamResponse:
        words, language = self._said(request)
        given = await request.post()
        name, code = (str(given.get(field, "")) for field in ("name", "code"))
        name = readable_name(name)

        def again(trouble: str, status: int, *, coded: bool) -> web.Response:
            text = form_page(words, language, coded=coded, name=name, trouble=words[trouble])
            return self._html(text, status)

        coded = await self._host.asks_for_code()
        if not name:
            return again("nameless", 400, coded=coded)
        if self._asking >= MOST_ASKING:
            return again("busy", 503, coded=coded)
        self._asking += 1
        try:
            plain = parse_code(code) if coded else ""
            admitted = await self._host.admit(request.remote or "", plain)
        except CodeError:
            admitted = None
        finally:
            self._asking -= 1
        if admitted is None:
            return again("wrong", 403, coded=True)
        key = self._visits.add(Visit(name, admitted.code))
        answer = web.HTTPSeeOther("./")
        self._set_cookie(answer, self._cookie, key)
        answer.del_cookie(self._seat_cookie)
        raise answer

    async def _keep_seat(self, request: web.Request) -> web.StreamResponse:
        """Put the seat into a cookie; the page asks for that once the visitor sits."""
        visit = self._visit(request)
        answer = web.Response(status=204)
        if visit is not None and visit.token:
            self._set_cookie(answer, self._seat_cookie, self._visits.written(visit))
        return answer

    async def _leave(self, request: web.Request) -> web.StreamResponse:
        self._visits.forget(request.cookies.get(self._cookie, ""))
        answer = web.HTTPSeeOther("./")
        answer.del_cookie(self._cookie)
        answer.del_cookie(self._seat_cookie)
        raise answer

    def _visit(self, request: web.Request) -> Visit | None:
        return self._visits.find(request.cookies.get(self._cookie, ""))

    def _set_cookie(self, answer: web.StreamResponse, name: str, value: str) -> None:
        answer.set_cookie(
            name,
            value,
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="Strict",
            secure=self._encrypted,
            path="/",
        )

    async def _file(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        data = self._files.get(name)
        if data is None:
            raise web.HTTPNotFound
        tag = f'"{sha256(data).hexdigest()[:16]}"'
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        if request.headers.get("If-None-Match") == tag:
            return web.Response(status=304, headers=headers)
        kind = KINDS.get(name.rpartition(".")[2], "application/octet-stream")
        return web.Response(body=data, content_type=kind, charset="utf-8", headers=headers)

    # --- the screen ---------------------------------------------------------------------------

    async def _screen(self, request: web.Request) -> web.StreamResponse:
        visit = self._visit(request)
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT_SECONDS, max_msg_size=MOST_KEYS, compress=False
        )
        await socket.prepare(request)
        if visit is None:
            return await self._end(socket, "unknown")
        before = self._screens.pop(visit, None)
        if before is not None:
            await before.close()
        if len(self._screens) + self._opening >= MOST_GUESTS:
            return await self._end(socket, "full")
        self._keep(request.transport)
        self._opening += 1
        try:
            screen = await self._open(request, socket, visit)
        except ScreenError as error:
            _log.error("no screen for a browser: %s", error)
            return await self._end(socket, "failed")
        finally:
            self._opening -= 1
        self._screens[visit], visit.here = screen, True
        drawing = asyncio.ensure_future(self._draw(socket, screen, visit))
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
            if self._screens.get(visit) is screen:
                del self._screens[visit]
                visit.here = False
        return socket

    async def _open(
        self, request: web.Request, socket: web.WebSocketResponse, visit: Visit
    ) -> GuestScreen:
        settings, loop = self._settings, asyncio.get_running_loop()

        def seated(token: str, host: str) -> None:
            visit.token, visit.host = token, host
            loop.create_task(_say(socket, seat=True))

        terms = GuestTerms(
            port=settings["host_port"],
            table=settings["table"],
            name=visit.name,
            host=settings["host"],
            code=visit.code,
            token=visit.token,
            address=loopback_for(request.remote or ""),
            language=self._said(request)[1],
            return_hint="page",
        )
        size = _size(request.query.get("columns"), request.query.get("rows"))
        return await GuestScreen.open(settings["program"], terms, size, ENVIRONMENT, seated)

    async def _draw(self, socket: web.WebSocketResponse, screen: GuestScreen, visit: Visit) -> None:
        """Send what is drawn, no faster than it is read."""
        try:
            while data := await screen.read():
                async with asyncio.timeout(UNREAD_SECONDS):
                    await socket.send_bytes(data)
            # Either it has ended, or the same visitor has opened the page once more.
            await self._end(socket, "over" if self._screens.get(visit) is screen else "elsewhere")
        except (OSError, TimeoutError) as error:
            _log.info("a browser does not read: %s", error)
            await screen.close()

    async def _told(self, text: str, socket: web.WebSocketResponse, screen: GuestScreen) -> None:
        """Take what the page says besides keys; what cannot be read is nothing."""
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


async def _say(socket: web.WebSocketResponse, **what: Any) -> None:
    if not socket.closed:
        with contextlib.suppress(OSError, RuntimeError):
            await socket.send_str(json.dumps(what))


def _size(columns: Any, rows: Any) -> Size:
    """Read the size of a window. Anything else is the usual one."""
    try:
        return Size(int(columns), int(rows)).bounded()
    except (TypeError, ValueError):
        return Size(80, 24)
