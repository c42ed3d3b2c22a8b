"""The process beside a host that serves the page for browsers."""

import asyncio
import contextlib
import logging
import secrets
import socket
import ssl
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final

from aiohttp import web

from net.guests.host_pipe import HostPipe
from net.guests.screens import ScreenEnd, Screens
from net.guests.seats import GuestSeats
from net.guests.web.pages import FIXED, is_sound_host
from net.guests.web.site import Site, fix_headers
from net.host.admission import AdmissionLimits, Limits
from net.host.connections import Accepted, Acceptor
from net.host.listener import HostError, listen
from net.secure.tls import page_context
from net.tasks import end_all

DEFAULT_PORT: Final = 8443

HELLO_SECONDS: Final = 10.0

LIMITS: Final = Limits(
    hello_seconds=HELLO_SECONDS,
    strangers=AdmissionLimits(waiting=128, inside=128, per_address=32),
)
"""Browsers load a page over a handful of connections, and several guests may share an address."""

LONGEST_SECONDS: Final = 60.0
"""The most seconds of a connection without a screen; browsers open another one by themselves."""

_log = logging.getLogger(__name__)


class PageServer:
    """Accepts browsers' connections and serves the page on them, from `open` to `close`.

    With a `context` the page is served only encrypted; other requests are redirected to it.
    """

    def __init__(
        self,
        host: HostPipe,
        settings: dict[str, Any],
        port: int,
        context: ssl.SSLContext | None,
    ) -> None:
        self._context = context
        seats = GuestSeats(secrets.choice)
        seats.take_along(settings.get("guests", ()), str(settings.get("host", "")))
        self._screens = Screens(settings, host.is_seated, lambda: host.note_guests(seats.told()))
        self._acceptor = Acceptor(LIMITS, self._serve, internet=bool(settings["internet"]))
        self._connections: dict[asyncio.BaseTransport, tuple[Accepted, asyncio.Timeout]] = {}
        site = Site(
            host,
            settings,
            seats,
            self._screens,
            self.has_screen,
            port=port,
            encrypted=context is not None,
        )
        self._pages = web.AppRunner(site.application(), access_log=None)
        self._elsewhere = _redirecting(internet=bool(settings["internet"]))

    async def open(self, sockets: Sequence[socket.socket]) -> None:
        """Begin to accept connections."""
        for runner in (self._pages, self._elsewhere):
            await runner.setup()
        self._acceptor.open(sockets)

    async def close(self, why: ScreenEnd) -> None:
        """Stop accepting, tell all guests the reason, and drop all connections."""
        await self._acceptor.close()
        await self._screens.close(why)
        await end_all(self._acceptor.tasks)
        for runner in (self._pages, self._elsewhere):
            await runner.cleanup()

    def has_screen(self, transport: asyncio.BaseTransport | None) -> None:
        """Lift the time limit of a connection that has a screen."""
        if transport in self._connections:
            accepted, time_left = self._connections[transport]
            self._acceptor.admission.gone(accepted)
            with contextlib.suppress(RuntimeError):  # its time is up
                time_left.reschedule(None)

    async def _serve(self, accepted: Accepted, encrypted: bool) -> None:
        """Serve a connection to its end."""
        loop, over = asyncio.get_running_loop(), asyncio.Event()
        plain = self._context is not None and not encrypted
        server = (self._elsewhere if plain else self._pages).server
        assert server is not None, "set up"
        transport: asyncio.BaseTransport | None = None
        try:
            transport, _ = await loop.connect_accepted_socket(
                lambda: _Handler(server, over),
                accepted.sock,
                ssl=self._context if encrypted else None,
                ssl_handshake_timeout=HELLO_SECONDS if encrypted and self._context else None,
            )
            async with asyncio.timeout(LONGEST_SECONDS) as time_left:
                self._connections[transport] = (accepted, time_left)
                await over.wait()
        except (OSError, TimeoutError) as error:
            _log.info("a browser did not come in: %s", error)
        finally:
            if transport is not None:
                self._connections.pop(transport, None)
            if isinstance(transport, asyncio.Transport):
                # If closed twice, as aiohttp does, a TLS connection ignores `abort`, and a socket
                # must not be closed while a loop watches it.
                transport.abort()
                with contextlib.suppress(OSError):
                    accepted.sock.shutdown(socket.SHUT_RDWR)
            else:
                accepted.sock.close()


class _Handler(web.RequestHandler):
    """Sets `over` when its connection has ended; does not name the software in any answer."""

    def __init__(self, server: web.Server, over: asyncio.Event) -> None:
        super().__init__(server, loop=asyncio.get_running_loop())
        self._over = over

    def connection_lost(self, exc: BaseException | None) -> None:
        self._over.set()
        super().connection_lost(exc)

    def handle_error(self, *args: Any, **more: Any) -> web.StreamResponse:
        answer = super().handle_error(*args, **more)
        answer.headers.update(FIXED)
        if isinstance(answer, web.Response):
            answer.text = HTTPStatus(answer.status).phrase
        return answer


def _redirecting(*, internet: bool) -> web.AppRunner:
    """Return a server that redirects requests without https to the encrypted page."""

    async def to_https(request: web.Request) -> web.StreamResponse:
        if not is_sound_host(request.host, internet=internet):
            raise web.HTTPMisdirectedRequest
        # Not permanently: another evening's page at this port may be without encryption.
        raise web.HTTPTemporaryRedirect(
            f"https://{request.host}/", headers={"Cache-Control": "no-store"}
        )

    app = web.Application(client_max_size=0)
    app.on_response_prepare.append(fix_headers)
    app.router.add_route("*", "/{rest:.*}", to_https)
    return web.AppRunner(app, access_log=None)


async def _serve() -> None:
    try:
        host = await HostPipe.connect()
    except EOFError:
        return
    settings: dict[str, Any] = host.settings
    try:
        sockets = listen(None, settings.get("port"), DEFAULT_PORT)
    except HostError as error:
        host.say({"kind": "failed", "reason": error.reason, "facts": {**error.facts}})
        return
    port = sockets[0].getsockname()[1]
    context = page_context(settings["pem"].encode()) if settings["pem"] else None
    server = PageServer(host, settings, port, context)
    await server.open(sockets)
    host.opened(port, settings["fingerprint"] if context else "")
    await server.close(await host.wait_closed())


def main() -> None:
    """Serve until the host is gone."""
    # Bad requests from strangers are not errors.
    logging.getLogger("aiohttp").setLevel(logging.CRITICAL)
    asyncio.run(_serve())
