"""The exchange of docs/protocol.md, section 9, written from that page alone: slow and plain."""

import hashlib
import hmac
import secrets
from typing import TypeAlias

Point: TypeAlias = tuple[int, int]

PRIME = 2**255 - 19
D = -121665 * pow(121666, -1, PRIME) % PRIME
ORDER = 2**252 + 27742317777372353535851937790883648493


def hkdf(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """RFC 5869 with SHA-256."""
    secret = hmac.digest(salt or bytes(32), key, "sha256")
    out, block = b"", b""
    while len(out) < length:
        block = hmac.digest(secret, block + info + bytes([len(out) // 32 + 1]), "sha256")
        out += block
    return out[:length]


def add(one: Point, two: Point) -> Point:
    (x1, y1), (x2, y2) = one, two
    product = D * x1 * x2 * y1 * y2 % PRIME
    x = (x1 * y2 + x2 * y1) * pow(1 + product, -1, PRIME)
    y = (y1 * y2 + x1 * x2) * pow(1 - product, -1, PRIME)
    return x % PRIME, y % PRIME


def times(number: int, point: Point) -> Point:
    result = (0, 1)
    while number:
        if number & 1:
            result = add(result, point)
        point = add(point, point)
        number >>= 1
    return result


def minus(point: Point) -> Point:
    return -point[0] % PRIME, point[1]


def enc(point: Point) -> bytes:
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def dec(data: bytes) -> Point:
    number = int.from_bytes(data, "little")
    y, odd = number & (1 << 255) - 1, number >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if (x * x - square) % PRIME:
        x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    assert (x * x - square) % PRIME == 0, "not on the curve"
    return (x if x & 1 == odd else PRIME - x), y


B = dec(bytes.fromhex("58" + 31 * "66"))
M = dec(bytes.fromhex("15cfd18e385952982b6a8f8c7854963b58e34388c8e6dae891db756481a02312"))
N = dec(bytes.fromhex("f04f2e7eb734b2a8f8b472eaf9c3c632576ac64aea650b496a8a20ff00e583c3"))


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


class ForeignProof:
    """The client's side of one attempt."""

    def __init__(self, code: str, fingerprint: bytes, table: str, x: int | None = None) -> None:
        self._pw = code.encode()
        self._fingerprint = fingerprint
        self._id = b"kozyr/1 host " + fingerprint + table.encode()
        self.w = int.from_bytes(hkdf(self._pw, b"", b"SPAKE2 pw", 48), "big") % ORDER
        self._x = secrets.randbelow(ORDER) if x is None else x
        self._share = b"\x41" + enc(add(times(self._x, B), times(self.w, M)))
        self.share = self._share.hex()
        self.key = b""

    def proofs(self, share: str) -> tuple[str, str]:
        """Return the client's proof, and the proof that the host has to give."""
        host = bytes.fromhex(share)
        assert len(host) == 33
        assert host[0] == 0x42
        theirs = dec(host[1:])
        assert times(ORDER, theirs) == (0, 1)
        secret = times(self._x, add(theirs, minus(times(self.w, N))))
        ids = sha256(b"kozyr/1 client") + sha256(self._id)
        self.key = sha256(sha256(self._pw) + ids + self._share[1:] + host[1:] + enc(secret))
        salt = sha256(b"kozyr/1" + self._share + host + self._fingerprint)
        both = hkdf(self.key, salt, b"kozyr/1 confirm", 64)
        return both[:32].hex(), both[32:].hex()
