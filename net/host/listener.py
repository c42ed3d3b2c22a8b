"""A host's listening sockets; the first byte of a connection tells TLS from plain.

Plain connections are for clients without TLS; our own client always encrypts.
"""

import asyncio
import contextlib
import errno
import logging
import socket
from collections.abc import AsyncIterator
from typing import Final

from core.game import WordedError
from net.lan.addresses import DEFAULT_PORT
from net.lan.networks import is_local, own_networks
from net.secure.tls import HELLO_BYTE

_HEADER: Final = 5
"""The size of the head of a TLS record: its kind, its version, its length."""

_LONGEST_HELLO: Final = 4096
"""The longest first message of TLS; real ones have some 300 to 2000 bytes."""

_LOOK_SECONDS: Final = 0.05
"""Seconds between two looks at an incomplete first message; on Windows, at every first message."""


_BACKLOG: Final = 64
"""The most connections that may wait to be accepted."""

_ACCEPT_AGAIN_SECONDS: Final = 0.5
"""Seconds to wait after a failed accept: this system may be out of open files."""

_log = logging.getLogger(__name__)


class HostError(WordedError):
    """A host that cannot be opened."""


async def accept(
    listening: socket.socket, *, internet: bool
) -> AsyncIterator[tuple[socket.socket, str]]:
    """Yield connections as they come, each with its address.

    One from outside the local networks is closed straight away, unless `internet` is set.
    """
    while True:
        try:
            sock, where = await _accepted(listening)
        except OSError as error:
            _log.error("cannot take a connection in: %s", error)
            await asyncio.sleep(_ACCEPT_AGAIN_SECONDS)
            continue
        address = str(where[0])
        if internet or is_local(address) or is_local(address, own_networks()):
            yield sock, address
        else:
            _log.info("%s is in no local network", address)
            sock.close()


async def _accepted(listening: socket.socket) -> tuple[socket.socket, tuple[object, ...]]:
    """Accept a connection, or none if cancelled: `sock_accept` would lose one just accepted."""
    loop = asyncio.get_running_loop()
    if not isinstance(loop, asyncio.SelectorEventLoop):
        return await loop.sock_accept(listening)
    while True:
        try:
            sock, where = listening.accept()
        except (BlockingIOError, InterruptedError):
            await _readable(listening)
            continue
        sock.setblocking(False)
        return sock, where


async def hear_first(sock: socket.socket) -> bool:
    """Wait for the first bytes of an accepted connection; return whether it is TLS.

    With TLS the whole first message is awaited, so that the handshake need not wait for it. It
    stays in the socket to be read. Raises OSError.
    """
    while True:
        try:
            begun = sock.recv(_HEADER, socket.MSG_PEEK)
        except (BlockingIOError, InterruptedError):
            await _readable(sock)
            continue
        if begun[:1] != HELLO_BYTE:
            return False
        length = _HEADER + int.from_bytes(begun[3:])
        if len(begun) == _HEADER and length > _LONGEST_HELLO:
            raise OSError(errno.EPROTO, "too long a beginning")
        if len(begun) == _HEADER and len(sock.recv(length, socket.MSG_PEEK)) == length:
            return True
        # A socket with half of it stays readable: no event announces the other half.
        await asyncio.sleep(_LOOK_SECONDS)


async def _readable(sock: socket.socket) -> None:
    """Wait until a socket has bytes to read."""
    loop = asyncio.get_running_loop()
    here = asyncio.Event()
    try:
        loop.add_reader(sock, here.set)
    except NotImplementedError:  # a loop that watches no sockets, as on Windows
        await asyncio.sleep(_LOOK_SECONDS)
        return
    try:
        await here.wait()
    finally:
        loop.remove_reader(sock)


def listen(address: str | None, port: int | None, usual: int = DEFAULT_PORT) -> list[socket.socket]:
    """Open the listening sockets: IPv4 and IPv6 with one port, if both exist.

    Without `port` they use the default port, or any if that is taken. Raises HostError.
    """
    if port is None:
        try:
            return listen(address, usual)
        except HostError:
            return listen(address, 0)
    wanted = (
        [(socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::")]
        if address is None
        else _resolved(address, port)
    )
    sockets: list[socket.socket] = []
    for family, where in wanted:
        try:
            sock = _bind(family, where, sockets[0].getsockname()[1] if sockets else port)
        except OSError as error:
            if sockets or (address is None and family == socket.AF_INET and _absent(error)):
                continue
            raise _host_error(error, where, port) from error
        sockets.append(sock)
    if not sockets:
        raise HostError("this machine has no network to listen on")
    return sockets


def reserve() -> socket.socket | None:
    """Reserve a port for `listen_at`; None if there is none.

    The default port is tried first: a firewall that lets others in is open there.
    """
    for port in (DEFAULT_PORT, 0):
        sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            sock.bind(("0.0.0.0", port))
        except OSError:
            sock.close()
        else:
            return sock
    return None


def listen_at(kept: socket.socket) -> list[socket.socket]:
    """Listen at a reserved port, which no program can take in between. Raises HostError."""
    port = 0
    try:
        port = kept.getsockname()[1]
        if not hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        kept.listen(_BACKLOG)
        kept.setblocking(False)
    except OSError as error:
        raise _host_error(error, "0.0.0.0", port) from error
    sockets = [kept]
    with contextlib.suppress(OSError):
        sockets.append(_bind(socket.AF_INET6, "::", port))
    return sockets


def is_free(port: int) -> bool:
    """Return whether a port is free to listen at."""
    try:
        for sock in listen(None, port):
            sock.close()
    except HostError:
        return False
    return True


def _resolved(address: str, port: int) -> list[tuple[socket.AddressFamily, str]]:
    try:
        found = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise HostError("{address} is not an address of this machine", address=address) from error
    family, _, _, _, where = found[0]
    return [(family, str(where[0]))]


def _bind(family: socket.AddressFamily, where: str, port: int) -> socket.socket:
    # asyncio switches off Nagle's delay (40 ms a move) only if the protocol is given by number.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        with contextlib.suppress(OSError):
            if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
            else:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.bind((where, port))
        sock.listen(_BACKLOG)
        sock.setblocking(False)
    except BaseException:
        sock.close()
        raise
    return sock


def _absent(error: OSError) -> bool:
    return error.errno in (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL)


def _host_error(error: OSError, where: str, port: int) -> HostError:
    match error.errno:
        case errno.EADDRINUSE:
            return HostError(
                "port {port} is in use; choose another one, or 0 for any free one", port=port
            )
        case errno.EACCES:
            return HostError("port {port} is not open to you; choose one above 1023", port=port)
        case errno.EADDRNOTAVAIL:
            return HostError("{address} is not an address of this machine", address=where)
        case _:
            return HostError(
                "cannot listen on port {port}: {problem}", port=port, problem=error.strerror or ""
            )
