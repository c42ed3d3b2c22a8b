"""The key of a seat, with which its program signs once the table's host is lost: Ed25519, RFC 8032.

The public half is computed here, as every joining program needs it, and cryptography would take 10
MB while the program runs: it is loaded only for the first signature.
"""

import hashlib
import secrets
from typing import Final

_PRIME: Final = 2**255 - 19
_CURVE: Final = -121665 * pow(121666, -1, _PRIME) % _PRIME
_BASE: Final = (
    15112221349535400772501151409588531511454012693041857206046113283949847762202,
    46316835694926478169428394003475163141307993866256225615783033603165251855960,
)

Point = tuple[int, int, int, int]
"""A point in extended coordinates: x = X / Z, y = Y / Z, T = X * Y / Z."""


def new_secret() -> str:
    """Return a new secret key, as 64 hexadecimal digits."""
    return secrets.token_hex(32)


def public_of(secret: str) -> str:
    """Return the public half of a key, as 64 hexadecimal digits."""
    number = int.from_bytes(hashlib.sha512(bytes.fromhex(secret)).digest()[:32], "little")
    number = number & ~7 & ((1 << 254) - 1) | (1 << 254)
    found: Point = (0, 1, 1, 0)
    adding: Point = (*_BASE, 1, _BASE[0] * _BASE[1] % _PRIME)
    while number:
        if number & 1:
            found = _sum(found, adding)
        adding, number = _sum(adding, adding), number >> 1
    inverse = pow(found[2], -1, _PRIME)
    x, y = found[0] * inverse % _PRIME, found[1] * inverse % _PRIME
    return (y | (x & 1) << 255).to_bytes(32, "little").hex()


def _sum(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0])
    b = (one[1] + one[0]) * (other[1] + other[0])
    c = 2 * _CURVE * one[3] * other[3]
    d = 2 * one[2] * other[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _PRIME, g * h % _PRIME, f * g % _PRIME, e * h % _PRIME


def sign(secret: str, data: bytes) -> str:
    """Return the signature of `data`, as 128 hexadecimal digits."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret)).sign(data).hex()


def is_signed(public: str, data: bytes, signature: str) -> bool:
    """Return whether `data` was signed with the secret half of a public key."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), data)
    except (InvalidSignature, ValueError):
        return False
    return True
