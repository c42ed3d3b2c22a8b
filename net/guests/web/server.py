"""The process beside a host that serves the page for browsers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import ssl
from typing import Any, Final

from aiohttp import web

from net.guests.host_pipe import HostPipe
from net.guests.web.listening import Listening
from net.guests.web.site import Site
from net.host.listener import HostError, listen
from net.secure.tls import page_context

DEFAULT_PORT: Final = 8443


def main() -> None:
    """Serve until the host is gone."""
    logging.getLogger("aiohttp").setLevel(logging.CRITICAL)  # what strangers send is not an error
    asyncio.run(_serve())


async def _serve() -> None:
    try:
        host = await HostPipe.connect()
    except EOFError:
        return
    settings: dict[str, Any] = host.settings
    try:
        sockets = listen(None, settings.get("port"), DEFAULT_PORT)
    except HostError as error:
        host.failed(error.reason, **error.facts)
        return
    port = sockets[0].getsockname()[1]
    context = page_context(settings["pem"].encode()) if settings["pem"] else None
    async with contextlib.AsyncExitStack() as stack:
        listening = await open_page(stack, host, settings, sockets, port, context)
        listening.open()
        stack.push_async_callback(listening.close)
        host.opened(port, settings["host"] if context else "")
        await host.closed.wait()


async def open_page(
    stack: contextlib.AsyncExitStack,
    host: Any,
    settings: dict[str, Any],
    sockets: list[socket.socket],
    port: int,
    context: ssl.SSLContext | None,
) -> Listening:
    """Make the page ready to be served."""
    kept: list[Listening] = []
    site = Site(
        host,
        settings,
        lambda transport: kept[0].keep(transport),
        port=port,
        encrypted=context is not None,
    )
    pages, elsewhere = web.AppRunner(site.application(), access_log=None), _redirecting()
    for runner in (pages, elsewhere):
        await runner.setup()
        stack.push_async_callback(runner.cleanup)
    assert pages.server is not None, "set up"
    assert elsewhere.server is not None, "set up"
    kept.append(
        Listening(
            sockets, pages.server, elsewhere.server, context, internet=bool(settings["internet"])
        )
    )
    return kept[0]


def _redirecting() -> web.AppRunner:
    """Redirect browsers that came without https to the encrypted page."""

    async def to_https(request: web.Request) -> web.StreamResponse:
        raise web.HTTPPermanentRedirect(f"https://{request.host}/")

    app = web.Application(client_max_size=0)
    app.router.add_route("*", "/{rest:.*}", to_https)
    return web.AppRunner(app, access_log=None)
