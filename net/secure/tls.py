"""TLS between host and client: contexts, the host's certificate, fingerprints. Always TLS 1.3.

Certificates are not checked by name or signature: who proves the code of a table proves the
fingerprint with it (net.secure.pake), and whoever comes back compares it with that of before.
"""

from __future__ import annotations

import asyncio
import asyncio.sslproto
import contextlib
import hashlib
import os
import ssl
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from net.files.reading import read_file

ALPN: Final = "kozyr/1"

HELLO_BYTE: Final = b"\x16"
"""What TLS begins with. A frame begins with the high byte of its length, which is 0."""

SHUTDOWN_SECONDS: Final = 1.0
"""How long a goodbye may take; asyncio would wait 30 s for a peer that has vanished."""

asyncio.sslproto.SSLProtocol.max_size = 1 << 14
"""What asyncio reserves for each TLS connection: 256 KiB unless told otherwise, so that strangers
would take more memory than the tables. No record of TLS is longer than this."""

FILE_NAME: Final = "certificate.pem"


@dataclass(frozen=True, slots=True)
class Identity:
    """A host's key and certificate."""

    pem: bytes
    """Both of them, as a file has them."""
    fingerprint: bytes
    """SHA-256 of the certificate in DER: what clients know a host by."""

    def context(self) -> ssl.SSLContext:
        """Return the TLS settings of a host."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        # Who comes back has a token of the game's own, and TLS has nothing to resume or to steal.
        context.num_tickets = 0
        context.set_alpn_protocols([ALPN])
        # The ssl module reads certificates from files only; this one nobody else can read.
        handle, path = tempfile.mkstemp()
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(self.pem)
            context.load_cert_chain(path)
        finally:
            os.unlink(path)
        return context


def new_identity() -> Identity:
    """Make a key and a certificate signed by itself."""
    from datetime import datetime

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "kozyr")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        # Nobody looks at the dates, and the clocks of a LAN party do not agree.
        .not_valid_before(datetime(2020, 1, 1))
        .not_valid_after(datetime(9999, 12, 31))
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    public = certificate.public_bytes(serialization.Encoding.PEM)
    return _identity(private + public)


def load_identity(folder: Path | None) -> Identity:
    """Return the identity kept in a folder, made now if there is none; None keeps nothing."""
    if folder is None:
        return new_identity()
    path = folder / FILE_NAME
    try:
        kept = _identity(read_file(path))
        kept.context()  # a damaged key is noticed here, not by the first guest
    except (OSError, ValueError):
        identity = new_identity()
        _keep(path, identity.pem)
        return identity
    return kept


def _identity(pem: bytes) -> Identity:
    """Read a key and a certificate. Raises ValueError."""
    _, begin, rest = pem.partition(b"-----BEGIN CERTIFICATE-----")
    der = ssl.PEM_cert_to_DER_cert((begin + rest).decode("ascii"))
    return Identity(pem, hashlib.sha256(der).digest())


def _keep(path: Path, pem: bytes) -> None:
    """Write a file for this user alone. A disk that cannot be written costs comfort only."""
    draft = path.with_suffix(f".{os.getpid()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.touch(mode=0o600)
        draft.write_bytes(pem)
        draft.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()


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
    address: str, port: int
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]:
    """Open a connection to a host; return its fingerprint too. Raises OSError, UnicodeError."""
    reader, writer = await asyncio.open_connection(
        address,
        port,
        ssl=client_context(),
        server_hostname="",  # names are not checked, and an address with a zone is none
        ssl_shutdown_timeout=SHUTDOWN_SECONDS,
    )
    certificate = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    return reader, writer, hashlib.sha256(certificate).digest()
