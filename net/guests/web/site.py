"""The page's server: a form, a cookie, and a WebSocket for each screen."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs

from aiohttp import web

from net.guests.host_pipe import Admitted, HostPipe
from net.guests.screens import Screens
from net.guests.seats import GuestSeat, GuestSeats
from net.guests.web import pages
from net.guests.web.session import serve_screen
from net.host.admission import group_of
from net.lan.addresses import address_name
from net.rate_limit import RateLimit
from net.secure.code import CodeError, parse_code
from net.wire.names import readable_name

MOST_FORM: Final = 2048
"""The longest form in bytes."""

FORMS_PER_SECOND: Final = 1.0
FORMS_AT_ONCE: Final = 15
"""The forms that an address may send: each adds a guest, for whom an older one is forgotten."""

SEATED: Final = "seated"
"""The query in the page's address after the form has been sent."""

LONGEST_TOKEN: Final = 64

COOKIE_SECONDS: Final = 24 * 3600

LANGUAGE_COOKIE: Final = "kozyr_language"
LANGUAGE_SECONDS: Final = 365 * 24 * 3600

REFUSED: Final = {"nameless": 400, "wrong": 403, "busy": 503}
"""The status of the answer for each refusal, by the name of its words."""

CODE_FIELD: Final = "code"
"""The form's field, also after the # of a link, which browsers send to no server."""

KINDS: Final = {"css": "text/css", "mjs": "text/javascript", "txt": "text/plain"}

_log = logging.getLogger(__name__)


async def fix_headers(request: web.Request, answer: web.StreamResponse) -> None:
    """Add the fixed headers to an answer, so that it does not name the software."""
    answer.headers.update(pages.FIXED)


class Site:
    """Serves the page at one table."""

    def __init__(
        self,
        host: HostPipe,
        settings: Mapping[str, Any],
        seats: GuestSeats,
        screens: Screens,
        has_screen: Callable[[asyncio.BaseTransport | None], None],
        *,
        port: int,
        encrypted: bool,
    ) -> None:
        self._host = host
        self._settings = settings
        self._screens = screens
        self._has_screen = has_screen
        """Called with the transport of a connection that carries a screen."""
        self._encrypted = encrypted
        self._words: Mapping[str, pages.Words] = settings["words"]
        self._cookie = f"kozyr_{port}"
        self._seat_cookie = f"kozyr_seat_{port}"
        """Cookies do not distinguish ports, and a computer may have two tables."""
        self._table = str(settings["table"])
        self._secret = bytes.fromhex(settings["secret"])
        self._seats = seats
        self._forms: dict[str, RateLimit] = {}
        self._files = {
            file.name: file.read_bytes() for file in Path(__file__).with_name("static").iterdir()
        }

    def application(self) -> web.Application:
        """Return the application that serves the page."""
        app = web.Application(client_max_size=MOST_FORM, middlewares=[self._guarded])
        app.on_response_prepare.append(fix_headers)
        app.add_routes(
            [
                web.get("/", self._page),
                web.post("/sit", self._sit),
                web.post("/known", self._is_known),
                web.post("/seat", self._keep_seat),
                web.post("/leave", self._leave),
                web.get("/wall", self._wall),
                web.post("/wall", self._wall_with_code),
                web.get("/wall/link", self._wall_link),
                web.get("/screen", self._screen),
                web.get("/static/{name}", self._file),
            ]
        )
        return app

    # --- every request ------------------------------------------------------------------------

    def _said(self, request: web.Request) -> tuple[pages.Words, str]:
        known = tuple(self._words)
        language = request.cookies.get(LANGUAGE_COOKIE, "")
        if language not in known:
            language = pages.language_of(request.headers.get("Accept-Language", ""), known)
        return self._words[language], language

    @property
    def _languages(self) -> pages.Words:
        return {code: words["language"] for code, words in self._words.items()}

    def _html(self, text: str, status: int = 200) -> web.Response:
        return web.Response(text=text, content_type="text/html", status=status)

    def _screen_html(self, request: web.Request) -> web.Response:
        nonce = secrets.token_urlsafe(16)
        answer = self._html(pages.screen_page(*self._said(request), self._languages, nonce))
        answer.headers.update(self._headers(request, nonce))
        return answer

    def _sentence(self, request: web.Request, name: str, status: int) -> web.Response:
        words, language = self._said(request)
        return self._html(pages.sentence_page(words, language, words[name]), status)

    @web.middleware
    async def _guarded(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Refuse requests that the page would not send; add the headers that restrict browsers."""
        internet = bool(self._settings["internet"])
        sound = pages.is_sound_host(request.host, internet=internet)
        origin = request.headers.get("Origin")
        changes = request.method != "GET" or request.path == "/screen"
        answer: web.StreamResponse
        if not sound:
            answer = self._sentence(request, "misdirected", 421)
        elif changes and not pages.is_own_origin(origin, request.host, encrypted=self._encrypted):
            answer = self._sentence(request, "foreign", 403)
        else:
            try:
                answer = await handler(request)
            except web.HTTPRedirection as error:
                error.headers.update(self._headers(request))
                raise
            except web.HTTPException as error:
                answer = self._sentence(request, "nothing", error.status)
            except ConnectionError:  # the guest left before the form had arrived whole
                answer = self._sentence(request, "nothing", 400)
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
        return pages.page_headers(host, nonce, encrypted=self._encrypted)

    # --- the form -----------------------------------------------------------------------------

    async def _page(self, request: web.Request) -> web.StreamResponse:
        wanted = request.query.get("language", "")
        if wanted in self._words:
            chosen = web.HTTPSeeOther("./")
            self._set_cookie(chosen, LANGUAGE_COOKIE, wanted, LANGUAGE_SECONDS)
            raise chosen
        words, language = self._said(request)
        if self._seat(request) is not None:
            return self._screen_html(request)
        again = self._seat_of_cookie(request)
        if again is not None:
            answer = self._screen_html(request)
            self._recognise(answer, again)
            return answer
        coded = await self._host.asks_for_code()
        # If the form was just sent and the guest is unknown, the browser keeps no cookies.
        trouble = words["cookies"] if SEATED in request.query else ""
        text = pages.form_page(words, language, self._languages, coded=coded, trouble=trouble)
        return self._html(text)

    async def _filled_in(self, request: web.Request) -> dict[str, str]:
        """Read a form."""
        try:
            given = parse_qs((await request.read()).decode("utf-8", "replace"), max_num_fields=8)
        except (web.RequestPayloadError, ValueError):
            raise web.HTTPBadRequest from None
        return {field: values[0] for field, values in given.items()}

    async def _admit(self, request: web.Request, code: str, *, coded: bool) -> Admitted | str:
        """Have the host check a code; return the name of the words of a refusal."""
        group, now = group_of(request.remote or ""), asyncio.get_running_loop().time()
        self._forms = {each: rate for each, rate in self._forms.items() if not rate.idle(now)}
        forms = self._forms.setdefault(group, RateLimit(FORMS_PER_SECOND, FORMS_AT_ONCE))
        if forms.wait(now):
            return "busy"
        forms.note(now)
        try:
            plain = parse_code(code) if coded else ""
            return await self._host.admit(request.remote or "", plain) or "wrong"
        except CodeError:
            return "wrong"

    async def _sit(self, request: web.Request) -> web.StreamResponse:
        words, language = self._said(request)
        given = await self._filled_in(request)
        name, code = readable_name(given.get("name", "")), given.get(CODE_FIELD, "")
        coded = await self._host.asks_for_code()
        admitted = await self._admit(request, code, coded=coded) if name else "nameless"
        if isinstance(admitted, str):
            text = pages.form_page(
                words,
                language,
                self._languages,
                coded=coded or admitted == "wrong",
                name=name,
                code="" if admitted == "wrong" else code,
                trouble=words[admitted],
            )
            return self._html(text, REFUSED[admitted])
        answer = web.HTTPSeeOther(f"./?{SEATED}")
        ticket = given.get("seat", "")[:LONGEST_TOKEN]
        seat = self._seats.by_ticket(ticket) or self._seats.new(name)
        seat.code = admitted.code
        if ticket and not seat.token:
            seat.claim, seat.host = ticket, str(self._settings["host"])
        self._recognise(answer, seat)
        answer.del_cookie(self._seat_cookie)
        raise answer

    async def _is_known(self, request: web.Request) -> web.StreamResponse:
        """Return whether the ticket in a form, filled in by a link, opens a seat here."""
        token = (await self._filled_in(request)).get("seat", "")
        if self._seats.by_ticket(token) is None and not await self._host.is_seated(token):
            raise web.HTTPNotFound
        return web.Response(status=204)

    async def _wall(self, request: web.Request) -> web.StreamResponse:
        """Show the page for the wall; if the table has a code, ask for it first."""
        if await self._host.asks_for_code():
            return self._html(pages.wall_form(*self._said(request)))
        return await self._for_the_wall(request, "")

    async def _wall_with_code(self, request: web.Request) -> web.StreamResponse:
        code = (await self._filled_in(request)).get(CODE_FIELD, "")
        coded = await self._host.asks_for_code()
        admitted = await self._admit(request, code, coded=coded)
        if isinstance(admitted, str):
            words, language = self._said(request)
            text = pages.wall_form(words, language, trouble=words[admitted])
            return self._html(text, REFUSED[admitted])
        return await self._for_the_wall(request, admitted.code)

    async def _wall_link(self, request: web.Request) -> web.Response:
        """Return the link that the page for the wall shows now."""
        return web.Response(text=await self._link_for_others(request))

    async def _link_for_others(self, request: web.Request) -> str:
        """Return the address at which others open this page; empty if there is none.

        The host's own browser may have a loopback address, which leads others to themselves.
        """
        host = request.host
        if pages.is_loopback(host):
            where = await self._host.where()
            if not where or "%" in where or pages.is_loopback(where):
                return ""
            port = host.rpartition(":")[2]
            host = address_name(where, int(port)) if port.isdecimal() else where
        return f"http{'s' * self._encrypted}://{host}/"

    async def _for_the_wall(self, request: web.Request, code: str) -> web.Response:
        link = await self._link_for_others(request)
        if not link:
            return self._sentence(request, "wall address", 421)  # no phone can reach it
        import segno  # only this page needs it

        # Capitals take less room in a QR code, and an address means the same in them.
        parts = [link.upper(), f"#{CODE_FIELD}=", code] if code else [link.upper()]
        code_made = segno.make(parts, error="m", micro=False)  # type: ignore[arg-type]  # takes parts
        picture = code_made.svg_inline(border=4, omitsize=True)
        return self._html(pages.wall_page(*self._said(request), link, code, picture))

    async def _keep_seat(self, request: web.Request) -> web.StreamResponse:
        """Put the seat into a cookie; the page requests this once the guest has sat down."""
        seat = self._seat(request)
        answer = web.Response(status=204)
        if seat is not None and seat.token:
            cookie = pages.write_seat(self._secret, [self._table, seat.name, seat.token, seat.host])
            self._set_cookie(answer, self._seat_cookie, cookie)
        return answer

    async def _leave(self, request: web.Request) -> web.StreamResponse:
        seat = self._seat(request)
        if seat is not None:
            self._seats.forget(seat)
        answer = web.HTTPSeeOther("./")
        answer.del_cookie(self._cookie)
        answer.del_cookie(self._seat_cookie)
        raise answer

    def _seat(self, request: web.Request) -> GuestSeat | None:
        """Return the guest with this server's cookie."""
        return self._seats.by_cookie(request.cookies.get(self._cookie, ""))

    def _seat_of_cookie(self, request: web.Request) -> GuestSeat | None:
        """Return the guest with the seat in a cookie that this host wrote earlier."""
        said = pages.read_seat(self._secret, request.cookies.get(self._seat_cookie, ""))
        if said is None:
            return None
        table, name, token, host = said
        if table != self._table:
            return self._seats.by_ticket(token)  # the table returns to this computer as a branch
        known = self._seats.by_token(token)
        return known or self._seats.new(name, token=token, host=host)

    def _recognise(self, answer: web.StreamResponse, seat: GuestSeat) -> None:
        """Give the guest a cookie that cannot be guessed."""
        seat.cookie = secrets.token_urlsafe(24)
        self._set_cookie(answer, self._cookie, seat.cookie)

    def _set_cookie(
        self, answer: web.StreamResponse, name: str, value: str, seconds: int = COOKIE_SECONDS
    ) -> None:
        answer.set_cookie(
            name,
            value,
            max_age=seconds,
            httponly=True,
            samesite="Strict",
            secure=self._encrypted,
            path="/",
        )

    async def _screen(self, request: web.Request) -> web.StreamResponse:
        seat, language = self._seat(request), request.query.get("language", "")
        if language not in self._words:
            _, language = self._said(request)
        if seat is not None:
            self._has_screen(request.transport)
        return await serve_screen(
            request,
            self._screens,
            seat,
            language,
            self._host.others,
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
