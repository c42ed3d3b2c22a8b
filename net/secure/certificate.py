"""Makes the key and the certificate of a host; loads cryptography.

Run as a program, it writes them to stdout: what it loads stays in the memory of a short-lived
process.
"""

import sys
from datetime import datetime

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec


def new_pem() -> bytes:
    """Make a key and a self-signed certificate, in the form of a file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "kozyr")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        # Nobody looks at the dates, and the clocks at a LAN party do not agree.
        .not_valid_before(datetime(2020, 1, 1))
        .not_valid_after(datetime(9999, 12, 31))
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    public: bytes = certificate.public_bytes(serialization.Encoding.PEM)
    return private + public


def main() -> None:
    """Write a new key and certificate to stdout."""
    sys.stdout.buffer.write(new_pem())
