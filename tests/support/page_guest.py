"""A guest at the page without a browser: speaks like the page's script, and draws with pyte."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pyte


class PageGuest:
    """A guest with a cookie jar, at one address."""

    def __init__(self, session: aiohttp.ClientSession, address: str) -> None:
        self._session = session
        self._address = address

    async def sit(self, name: str, code: str = "") -> None:
        """Fill in the form."""
        form = {"name": name, "code": code}
        async with self._session.post(f"{self._address}/sit", data=form, ssl=False) as answer:
            assert "data-nonce" in await answer.text(), "the page with the screen"

    async def open(self) -> str:
        """Open the page as a returning guest; return its text."""
        async with self._session.get(self._address, ssl=False) as answer:
            return await answer.text()

    @asynccontextmanager
    async def screen(self) -> AsyncIterator[PageScreen]:
        """Open the screen; the seat goes into a cookie as soon as there is one."""
        where = f"{self._address}/screen?columns=80&rows=24"
        async with self._session.ws_connect(where, ssl=False) as socket:
            yield PageScreen(self, socket)

    async def keep_seat(self) -> None:
        """Ask for the cookie with the seat."""
        async with self._session.post(f"{self._address}/seat", ssl=False) as answer:
            assert answer.status == 204


class PageScreen:
    """A screen's picture, read as it comes."""

    def __init__(self, guest: PageGuest, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._guest = guest
        self._socket = socket
        self._shown = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._shown)

    @property
    def text(self) -> str:
        """The rows of the screen."""
        return "\n".join(self._shown.display)

    async def press(self, keys: str) -> None:
        """Press keys."""
        await self._socket.send_bytes(keys.encode())

    async def wait_for(self, text: str, seconds: float = 60) -> None:
        """Read until the screen shows a text."""
        try:
            async with asyncio.timeout(seconds):
                while text not in self.text:
                    await self._read()
        except TimeoutError:
            raise AssertionError(f"{text!r} never came:\n{self.text}") from None

    async def _read(self) -> None:
        message = await self._socket.receive()
        if message.type is aiohttp.WSMsgType.BINARY:
            self._stream.feed(message.data)
        elif message.type is aiohttp.WSMsgType.TEXT:
            if "seat" in message.json():
                await self._guest.keep_seat()
        else:
            raise AssertionError(f"the screen has ended:\n{self.text}")


@asynccontextmanager
async def page_guest(address: str) -> AsyncIterator[PageGuest]:
    """Connect to a page, with a separate cookie jar."""
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar, headers={"Origin": address}) as session:
        yield PageGuest(session, address)
