"""The page for browsers, served on this machine, with a small program in place of a guest's."""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import pytest
from yarl import URL

from core.game import Plain
from net.guests.host_pipe import Admitted
from net.guests.screens import ScreenEnd
from net.guests.web import server
from net.guests.web.pages import ENDS, MORE, MOVING, SWITCHES
from net.host.listener import listen
from net.secure.tls import new_identity, page_context
from tests.support.small_program import SMALL_PROGRAM

NAMES = (
    *("title", "name", "code", "sit", "about", "safety", "again", "other", "scripts", "language"),
    *(*ENDS, "seat", "others", "there"),
    *(name for name, _ in SWITCHES),
    *(word for *_, word in (*MORE, *MOVING)),
    *("wall", "wall scan", "wall name", "wall warning", "wall address"),
    *("misdirected", "foreign", "nothing", "nameless", "busy", "cookies", "wrong"),
)

WORDS = {
    "en": {name: f"en:{name}" for name in NAMES},
    "ru": {name: f"ru:{name}" for name in NAMES},
}


@dataclass
class StandIn:
    """A host for the questions of the page, with a code of its own."""

    code: str = ""
    address: str = ""
    asked: list[tuple[str, str]] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)
    """The tokens of seats that are no longer kept."""
    guests: list[dict[str, Plain]] = field(default_factory=list)
    page: server.PageServer | None = None
    answers: asyncio.Event | None = None
    """Set when wrong codes may be answered; None if they are answered at once."""

    async def admit(self, address: str, code: str, *, known: bool = False) -> Admitted | None:
        self.asked.append((address, code))
        if self.answers is not None and code != self.code:
            await self.answers.wait()
        return Admitted(self.code) if code == self.code else None

    async def asks_for_code(self) -> bool:
        return bool(self.code)

    async def where(self) -> str:
        return self.address

    async def is_seated(self, token: str) -> bool:
        return token not in self.lost

    async def others(self) -> list[tuple[str, str]]:
        return [("Bob", "192.168.1.21")]

    def note_guests(self, guests: list[dict[str, Plain]]) -> None:
        self.guests = guests


class Browser:
    """A real client with a cookie jar, at one page."""

    def __init__(self, session: aiohttp.ClientSession, address: str) -> None:
        self.session = session
        self.address = address
        self.own = {"Origin": address}

    async def get(self, path: str = "/", **headers: str) -> tuple[int, str, Any]:
        async with self.session.get(
            self.address + path, headers=headers, ssl=False, allow_redirects=False
        ) as answer:
            return answer.status, await answer.text(), answer

    async def post(
        self, path: str, headers: dict[str, str] | None = None, **form: str
    ) -> tuple[int, str, Any]:
        async with self.session.post(
            self.address + path,
            data=form,
            headers=self.own if headers is None else headers,
            ssl=False,
            allow_redirects=False,
        ) as answer:
            return answer.status, await answer.text(), answer

    def cookies(self) -> dict[str, str]:
        jar = self.session.cookie_jar.filter_cookies(URL(self.address))
        return {name: morsel.value for name, morsel in jar.items()}

    @asynccontextmanager
    async def screen(
        self, columns: int = 100, rows: int = 30, language: str = "", touch: int = 0
    ) -> AsyncIterator[Any]:
        size = f"columns={columns}&rows={rows}"
        where = f"{self.address}/screen?{size}&language={language}&touch={touch}"
        async with self.session.ws_connect(where, headers=self.own, ssl=False) as socket:
            yield socket


@asynccontextmanager
async def browser_from(address: str, page: str) -> AsyncIterator[Browser]:
    """Open a page with a browser of another computer, which keeps no cookies."""
    connector = aiohttp.TCPConnector(local_addr=(address, 0), limit=0)
    async with aiohttp.ClientSession(
        connector=connector, cookie_jar=aiohttp.DummyCookieJar()
    ) as session:
        yield Browser(session, page)


async def drawn(socket: Any, text: str) -> str:
    """Read a screen until it shows a text."""
    shown = ""
    while text not in shown:
        message = await socket.receive(timeout=30)
        assert message.type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT), shown
        shown += message.data if isinstance(message.data, str) else message.data.decode()
    return shown


Serve = Callable[..., Any]


@pytest.fixture
async def serve() -> AsyncIterator[Serve]:
    """Return a function that serves a page and opens a browser at it."""
    async with contextlib.AsyncExitStack() as stack:

        async def served(
            code: str = "",
            *,
            encrypted: bool = True,
            program: str = SMALL_PROGRAM,
            guests: list[dict[str, Plain]] | None = None,
        ) -> tuple[Browser, StandIn]:
            host, sockets = StandIn(code), listen("127.0.0.1", 0)
            port = sockets[0].getsockname()[1]
            settings = {
                **{"words": WORDS, "internet": False, "table": "t", "host": "ab" * 32},
                **{"host_port": 1, "program": [sys.executable, "-P", "-B", "-c", program]},
                **{"secret": "5e" * 32, "guests": guests or []},
            }
            context = page_context(new_identity().pem) if encrypted else None
            page = server.PageServer(host, settings, port, context)
            host.page = page
            await page.open(sockets)
            stack.push_async_callback(page.close, ScreenEnd.CLOSED)
            session = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
            await stack.enter_async_context(session)
            return Browser(session, f"http{'s' * encrypted}://127.0.0.1:{port}"), host

        yield served
