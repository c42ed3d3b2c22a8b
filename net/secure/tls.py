"""TLS between host and client: contexts, the host's certificate, fingerprints, one connection.

Always TLS 1.3. Certificates are not checked by name or signature: the proof of a table's code
includes the fingerprint (net.secure.pake), and a resuming client compares it with the earlier one.
"""

import asyncio
import contextlib
import hashlib
import json
import logging
import os
import ssl
import subprocess
import tempfile
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from net.files.folders import keep_private, read_file
from net.installation import CREATION_FLAGS, command

ALPN: Final = "kozyr/1"

HELLO_BYTE: Final = b"\x16"
"""The first byte of TLS; that of a frame is 0, the high byte of its length."""

SHUTDOWN_SECONDS: Final = 1.0
"""The seconds that closing may take; asyncio would wait 30 s for a peer that has vanished."""

FILE_NAME: Final = "certificate.pem"
PAGE_FILE_NAME: Final = "page_certificate.pem"

DAY: Final = 24 * 3600.0

PAGE_DAYS: Final = 397
"""The lifetime of a page's certificate in days: phones accept no more than 398."""

RENEWAL_DAYS: Final = 30
"""A page opened in the last days of its certificate, this many, gets a new one."""

MAKING_SECONDS: Final = 20.0
"""Seconds to wait for the process that makes a certificate; it takes 0.2 s on an idle machine."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Identity:
    """A host's key and certificate."""

    pem: bytes
    """The key and the certificate."""
    fingerprint: bytes
    """The SHA-256 of the certificate in DER, by which clients recognise a host."""

    def context(self) -> ssl.SSLContext:
        """Return the TLS settings of a host."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        # Players resume by a token of the game, so TLS needs no tickets, which could be stolen.
        context.num_tickets = 0
        context.set_alpn_protocols([ALPN])
        _load(context, self.pem)
        return context


def page_context(pem: bytes) -> ssl.SSLContext:
    """Return the TLS settings of a page for browsers, some of them a few years old."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    _load(context, pem)
    return context


def _load(context: ssl.SSLContext, pem: bytes) -> None:
    # The ssl module reads certificates only from files; no other user can read this one.
    handle, path = tempfile.mkstemp()
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(pem)
        context.load_cert_chain(path)
    finally:
        os.unlink(path)


def new_identity() -> Identity:
    """Return a new key with a self-signed certificate, made in this process."""
    return _made({})


async def load_identity(folder: Path | None) -> Identity:
    """Return the identity in a folder, made there if missing; without a folder, a new one."""
    return await _loaded(folder, FILE_NAME, {}, lambda pem: True)


async def load_page_identity(
    folder: Path | None, names: Sequence[str], shown: Collection[str], now: float
) -> Identity:
    """Return the identity of a page, which browsers check more closely than clients do a host's.

    It is valid for some names of this computer, and for `PAGE_DAYS`. Kept in a folder, it is used
    again until shortly before its end, as long as it has the `shown` names, so that guests need to
    accept it only once.
    """
    # Clocks that disagree are a day off where time zones are set wrong.
    begins = now - DAY
    page = {"names": [*names], "begins": begins, "ends": begins + PAGE_DAYS * DAY}
    return await _loaded(folder, PAGE_FILE_NAME, page, lambda pem: _fits(pem, shown, now))


def _fits(pem: bytes, shown: Collection[str], now: float) -> bool:
    """Return whether a page may keep its certificate, by the names and times in its first line.

    Raises ValueError.
    """
    try:
        page: dict[str, Any] = json.loads(pem.partition(b"\n")[0])
        left = page["ends"] - now
        return {*shown} <= {*page["names"]} and RENEWAL_DAYS * DAY < left <= PAGE_DAYS * DAY
    except (LookupError, TypeError) as error:
        raise ValueError(str(error)) from error


async def _loaded(
    folder: Path | None, name: str, page: dict[str, Any], fits: Callable[[bytes], bool]
) -> Identity:
    if folder is None:
        return await asyncio.to_thread(_made_apart, page)
    path = folder / name
    kept = _kept(path, fits)
    if kept is None:
        made = await asyncio.to_thread(_made_apart, page)
        kept = _kept(path, fits)  # another program of this player may have been quicker
        if kept is None:
            keep_private(path, made.pem)
            return made
    return kept


def _kept(path: Path, fits: Callable[[bytes], bool]) -> Identity | None:
    """Return the identity in a file; None if it is missing or damaged, or does not fit."""
    try:
        kept = _identity(read_file(path))
        kept.context()  # a damaged key is noticed here, not by the first client
        return kept if fits(kept.pem) else None
    except (OSError, ValueError):
        return None


def _made_apart(page: dict[str, Any]) -> Identity:
    """Return a new identity, made in a short-lived process, as its library takes 10 MB.

    If no process can be started, or if it fails, this process makes the identity.
    """
    try:
        done = subprocess.run(
            command("net.secure.certificate"),
            input=json.dumps(page).encode() if page else b"",
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=MAKING_SECONDS,
            check=True,
            # Out of reach of signals that a terminal sends to its foreground group.
            start_new_session=True,
            creationflags=CREATION_FLAGS,
        )
        made = _told(page, done.stdout)
        made.context()
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        _log.warning("the certificate is made in this process: %s", error)
        return _made(page)
    return made


def _made(page: dict[str, Any]) -> Identity:
    from net.secure.certificate import new_page_pem, new_pem  # loads cryptography

    return _told(page, new_page_pem(**page) if page else new_pem())


def _told(page: dict[str, Any], pem: bytes) -> Identity:
    """Put the names and times of a page's certificate before it, to be read without decoding."""
    return _identity(json.dumps(page).encode() + b"\n" + pem if page else pem)


def _identity(pem: bytes) -> Identity:
    """Read a key and a certificate. Raises ValueError."""
    _, begin, rest = pem.partition(b"-----BEGIN CERTIFICATE-----")
    der = ssl.PEM_cert_to_DER_cert((begin + rest).decode("ascii"))
    return Identity(pem, hashlib.sha256(der).digest())


@lru_cache(maxsize=1)
def client_context() -> ssl.SSLContext:
    """Return the TLS settings of a client."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.set_alpn_protocols([ALPN])
    return context


async def connect(
    address: str, port: int, local: str = ""
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]:
    """Open a connection to a host, from the address `local` if there is one.

    The third value is the host's fingerprint. Raises OSError, UnicodeError.
    """
    reader, writer = await asyncio.open_connection(
        address,
        port,
        ssl=client_context(),
        server_hostname="",  # names are not checked, and an address with a zone is not a name
        ssl_shutdown_timeout=SHUTDOWN_SECONDS,
        local_addr=(local, 0) if local else None,
    )
    certificate = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    return reader, writer, hashlib.sha256(certificate).digest()


_AT_ONCE: Final = 1 << 14
"""The most bytes read at once: no TLS record is longer."""


class TlsEngine:
    """The TLS of a connection. Raises ssl.SSLError; `to_send` may then hold an alert."""

    def __init__(self, context: ssl.SSLContext) -> None:
        self._arrived = ssl.MemoryBIO()
        self._outgoing = ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._arrived, self._outgoing, server_side=True)
        self.ready = False
        """Whether the handshake is complete."""
        self.ended = False
        """Whether the other side has announced its end."""

    def receive(self, data: bytes | memoryview) -> bytes:
        """Take bytes from the network; return the decrypted data."""
        self._arrived.write(data)
        parts = []
        try:
            if not self.ready:
                self._tls.do_handshake()
                self.ready = True
            while not self.ended and (self._arrived.pending or self._tls.pending()):
                part = self._tls.read(_AT_ONCE)
                self.ended = not part
                parts.append(part)
        except ssl.SSLWantReadError:
            pass
        except ssl.SSLZeroReturnError:
            self.ended = True
        return b"".join(parts)

    def send(self, data: bytes) -> None:
        """Encrypt some data; the handshake must be complete."""
        sent = self._tls.write(data)
        while sent < len(data):
            sent += self._tls.write(memoryview(data)[sent:])

    def close(self) -> None:
        """Announce the end to the other side."""
        with contextlib.suppress(ssl.SSLError):  # the other side has not announced its end
            self._tls.unwrap()

    def to_send(self) -> bytes:
        """Return the bytes to send to the network now."""
        return self._outgoing.read() if self._outgoing.pending else b""
