"""Makes the key and the certificate of a host, and of its page; loads cryptography.

Run as a program, it writes them to stdout, so that the library stays in a short-lived process.
"""

import ipaddress
import json
import sys
from collections.abc import Iterable
from datetime import UTC, datetime

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID


def new_pem() -> bytes:
    """Return the key and the self-signed certificate of a host, as PEM."""
    # No client checks the dates, and the clocks at a LAN party do not agree.
    return _signed(datetime(2020, 1, 1), datetime(9999, 12, 31))


def new_page_pem(names: Iterable[str], begins: float, ends: float) -> bytes:
    """Return the same for a page, for some names and addresses of this computer, for a time."""
    return _signed(
        datetime.fromtimestamp(begins, UTC),
        datetime.fromtimestamp(ends, UTC),
        x509.SubjectAlternativeName([_general(name) for name in names]),
        x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]),
    )


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _signed(begins: datetime, ends: datetime, *extensions: x509.ExtensionType) -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "kozyr")])
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(ends)
    )
    for extension in extensions:
        builder = builder.add_extension(extension, critical=False)
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    certificate = builder.sign(key, hashes.SHA256())
    public: bytes = certificate.public_bytes(serialization.Encoding.PEM)
    return private + public


def main() -> None:
    """Write a new key and certificate to stdout: a page's, for the names on stdin, or a host's."""
    asked = sys.stdin.buffer.read()
    pem = new_page_pem(**json.loads(asked)) if asked else new_pem()
    sys.stdout.buffer.write(pem)
