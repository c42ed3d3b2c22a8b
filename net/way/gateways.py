"""Opens the gateways for guests, who have no Kozyr: each is a process beside the host."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import os
import re
import shlex
import socket
import sys
import time
import tomllib
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import to_builtins

from core.game import Plain, WordedError
from net.secure.tls import load_page_identity
from net.table.lobby import Shutdown
from net.table.log import Reach
from net.way import USUAL_PORT, Computer, LinkError, Reachable

if TYPE_CHECKING:
    from net.host.server import Host

_NAME: Final = re.compile(r"[0-9A-Za-z-]{1,63}")
"""Names of computers that are allowed in a certificate."""

_PIPX: Final = "pipx_metadata.json"
_UV: Final = "uv-receipt.toml"
"""The files by which environments made by pipx and uv are recognised."""


def _asked(ways: Reachable | Reach) -> Iterator[tuple[str, int]]:
    """Yield the kind and the port of each requested gateway."""
    if ways.ssh is not None:
        yield "ssh", ways.ssh
    if ways.web is not None:
        yield "http" if ways.web_plain else "https", ways.web


async def open_gateways(
    host: Host, computer: Computer, asked: Reachable, saved: Reach | None = None
) -> None:
    """Open the requested gateways and, if possible, those of the saved table.

    Raises LinkError; then the host is closed. A match that it has resumed stays saved.
    """
    try:
        for kind, port in _asked(asked):
            await open_gateway(host, computer, kind, port)
        if saved is not None:
            taken = (("ssh", asked.ssh), ("http", asked.web), ("https", asked.web))
            known = {kind for kind, port in taken if port is not None}
            others = [way for way in _asked(saved) if way[0] not in known]
            await open_again(host, computer, others)
    except (LinkError, asyncio.CancelledError):
        await host.close(Shutdown.BROKEN)
        raise


async def open_again(host: Host, computer: Computer, ways: Iterable[tuple[str, int]]) -> None:
    """Open the gateways that a table had before, each a kind and a port, as far as possible.

    A failure is noted as a trouble: players with Kozyr can continue the match without gateways. A
    gateway of the same kind leads to an earlier table of this host, and is closed first.
    """
    try:
        for kind, port in dict(ways).items():  # a host names each gateway in all its networks
            await host.close_gateway(kind)
            await open_gateway(host, computer, kind, _port_again(host, port))
    except LinkError:
        host.runtime.note_trouble("no gateway")


def _port_again(host: Host, port: int) -> int:
    """Return the gateway's earlier port, or the usual one if that is taken."""
    from net.host.listener import is_free  # a solo match needs no sockets

    if is_free(port):
        return port
    host.runtime.note_trouble("other port")
    return USUAL_PORT


async def open_gateway(host: Host, computer: Computer, kind: str, port: int) -> None:
    """Open a gateway for guests: "ssh", or a page for browsers, "https" or unencrypted "http".

    Raises LinkError.
    """
    if kind != "ssh":
        require_pages()
    if os.name != "posix":
        raise LinkError("guests need pseudo-terminals, which Windows does not have")
    (table,) = host.lobby.tables.values()
    settings: dict[str, Plain] = {"port": None if port == USUAL_PORT else port}
    settings |= computer.guests(kind, table.name, table.game.NAME)
    settings["guests"] = to_builtins(table.room.guests)
    if kind == "ssh":
        settings["folder"] = None if computer.folder is None else str(computer.folder)
    else:
        settings |= await _certificate(host, computer) if kind == "https" else {"pem": ""}
        # Derived from the certificate, so that the seats of guests outlive the program as it does.
        seats = hmac.digest(host.pem.encode(), b"kozyr seats of guests", "sha256")
        settings["secret"] = seats.hex()
    module = f"net.guests.{'ssh' if kind == 'ssh' else 'web'}.server"
    try:
        await host.open_gateway(kind, module, settings)
    except WordedError as error:
        raise LinkError(error.reason, **error.facts) from None


async def _certificate(host: Host, computer: Computer) -> dict[str, Plain]:
    """Return the certificate of the page; the host has another one, by which clients know it."""
    from net.lan.networks import chosen_interfaces, own_addresses  # loads ifaddr

    name = socket.gethostname()
    called = [name, f"{name}.local"] if _NAME.fullmatch(name) else []
    every = own_addresses(chosen_interfaces())
    # No browser could ask for an address with a zone.
    shown, known = ([each for each in ips if "%" not in each] for ips in (host.addresses, every))
    names = [*dict.fromkeys((*shown, *known, *called, "localhost", "127.0.0.1", "::1"))]
    page = await load_page_identity(computer.folder, names, [*shown, *called], time.time())
    return {"pem": page.pem.decode("ascii"), "fingerprint": page.fingerprint.hex()}


def require_pages() -> None:
    """Look for the packages that a page for browsers needs. Raises LinkError."""
    if find_spec("aiohttp") is None:
        raise LinkError(
            "the page for browsers needs packages that are not installed: {command}",
            command=how_to_install("web", "aiohttp"),
        )


def how_to_install(extra: str, packages: str, prefix: Path | None = None) -> str:
    """Return the command line for an extra, which consists of some packages.

    `prefix` is the environment of Kozyr, by default that of this process.
    """
    prefix = prefix or Path(sys.prefix)
    if (prefix / _PIPX).exists():
        return f"pipx inject kozyr {packages}"
    if (prefix / _UV).exists():
        return f"uv tool install {shlex.quote(f'{_source(prefix / _UV)}[{extra}]')}"
    return f"{shlex.quote(sys.executable)} -m pip install 'kozyr[{extra}]'"


def _source(receipt: Path) -> str:
    """Return the source from which uv installed Kozyr: a checkout, or its name in an index."""
    with contextlib.suppress(OSError, ValueError, LookupError, TypeError):
        for each in tomllib.loads(receipt.read_text("utf-8"))["tool"]["requirements"]:
            if each["name"] == "kozyr":
                return str(each.get("directory", "kozyr"))
    return "kozyr"
