"""The proof that both sides know the code of a table, without showing it: SPAKE2, confirmations.

The bytes are in docs/protocol.md. A man in the middle has another certificate, and so other keys.
spake2 is loaded for the first proof, as few tables have a code. From cryptography it needs only
HKDF with SHA-256 (RFC 5869). As that library would take 8 MB while the program runs, spake2 is
given an HKDF made with the standard library instead.
"""

import hashlib
import hmac
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import ModuleType
from typing import Any, Final

from net.secure.code import ProofError, plain_code

_PRIMITIVES: Final = "cryptography.hazmat.primitives"
_PACKAGES: Final = ("cryptography", "cryptography.hazmat", _PRIMITIVES, f"{_PRIMITIVES}.kdf")


def hkdf(key: bytes, length: int, salt: bytes, info: bytes) -> bytes:
    """Derive `length` bytes, at most 255 * 32, from a key."""
    secret = hmac.digest(salt, key, "sha256")
    found = block = b""
    while len(found) < length:
        block = hmac.digest(secret, block + info + bytes([len(found) // 32 + 1]), "sha256")
        found += block
    return found[:length]


class _HKDF:
    """Called like the class of cryptography; spake2 uses no hash but SHA-256."""

    def __init__(self, algorithm: object, length: int, salt: bytes, info: bytes) -> None:
        self._asked = (length, salt, info)

    def derive(self, key: bytes) -> bytes:
        return hkdf(key, *self._asked)


@cache
def load_spake2() -> tuple[Any, Any]:
    """Return SPAKE2_A and SPAKE2_B, without loading cryptography."""
    if "cryptography" not in sys.modules:
        try:
            with _stand_ins():
                return _spake2()
        except ImportError:  # another version, which needs more
            for name in [name for name in sys.modules if name.partition(".")[0] == "spake2"]:
                del sys.modules[name]
    return _spake2()


def _spake2() -> tuple[Any, Any]:
    from spake2 import SPAKE2_A, SPAKE2_B

    return SPAKE2_A, SPAKE2_B


@contextmanager
def _stand_ins() -> Iterator[None]:
    """Put stand-ins for parts of cryptography into sys.modules while spake2 is imported."""
    modules = {name: ModuleType(name) for name in (*_PACKAGES, *_PARTS)}
    for name in _PACKAGES:
        modules[name].__path__ = []
    for name, (part, value) in _PARTS.items():
        setattr(modules[name], part, value)
        parent, _, last = name.rpartition(".")
        setattr(modules[parent], last, modules[name])
    sys.modules.update(modules)
    try:
        yield
    finally:
        for name in modules:
            del sys.modules[name]


_PARTS: Final[dict[str, tuple[str, object]]] = {
    f"{_PRIMITIVES}.hashes": ("SHA256", str),
    f"{_PRIMITIVES}.kdf.hkdf": ("HKDF", _HKDF),
}


PROTOCOL: Final = b"kozyr/1"

_PRIME: Final = 2**255 - 19

Entropy = Callable[[int], bytes]


class ClientSide:
    """The client's side of an attempt; a net.secure.code.ClientProof."""

    def __init__(
        self, fingerprint: bytes, code: str, table: str, entropy: Entropy = os.urandom
    ) -> None:
        self._fingerprint = fingerprint
        self._spake = _spake(load_spake2()[0], code, fingerprint, table, entropy)
        self._share: bytes = self._spake.start()
        self._host = b""
        self.share = self._share.hex()

    def confirm(self, share: str) -> str:
        """Return the answer to the host's share. Raises ProofError."""
        theirs = _element(share, b"B")
        key = _finish(self._spake, theirs)
        client, self._host = confirmations(key, self._share, theirs, self._fingerprint)
        return client.hex()

    def confirmed(self, proof: str) -> bool:
        """Return whether the host has proved that it knows the code too."""
        return bool(self._host) and hmac.compare_digest(proof.encode(), self._host.hex().encode())


class HostSide:
    """The host's side of an attempt; a net.secure.code.HostProof."""

    def __init__(
        self, fingerprint: bytes, code: str, table: str, entropy: Entropy = os.urandom
    ) -> None:
        self._fingerprint = fingerprint
        self._spake = _spake(load_spake2()[1], code, fingerprint, table, entropy)
        self._share: bytes = self._spake.start()
        self._client = self._host = b""
        self.share = self._share.hex()

    def take(self, share: str) -> None:
        """Take the client's share. Raises ProofError."""
        theirs = _element(share, b"A")
        key = _finish(self._spake, theirs)
        self._client, self._host = confirmations(key, theirs, self._share, self._fingerprint)

    def check(self, proof: str) -> str | None:
        """Return the host's confirmation; None if the client does not know the code."""
        wanted = self._client.hex().encode()
        right = bool(wanted) and hmac.compare_digest(proof.encode(), wanted)
        return self._host.hex() if right else None


def confirmations(
    key: bytes, client: bytes, host: bytes, fingerprint: bytes
) -> tuple[bytes, bytes]:
    """Return the confirmations of a key by the client and by the host, from their shares.

    spake2 has none of its own: two sides with different codes would not notice that.
    """
    salt = hashlib.sha256(PROTOCOL + client + host + fingerprint).digest()
    both = hkdf(key, 64, salt, PROTOCOL + b" confirm")
    return both[:32], both[32:]


def _spake(side: Any, code: str, fingerprint: bytes, table: str, entropy: Entropy) -> Any:
    return side(
        plain_code(code).encode(),
        idA=PROTOCOL + b" client",
        idB=PROTOCOL + b" host " + fingerprint + table.encode(),
        entropy_f=entropy,
    )


def _element(share: str, side: bytes) -> bytes:
    """Read a share. Raises ProofError.

    spake2 accepts elements of any length and in other encodings, even the identity as y = p + 1;
    those are refused here.
    """
    try:
        element = bytes.fromhex(share)
    except ValueError:
        raise ProofError("no hexadecimal digits") from None
    if len(element) != 33 or element[:1] != side:
        raise ProofError("no share of the other side")
    if not 1 < int.from_bytes(element[1:], "little") & (2**255 - 1) < _PRIME - 1:
        raise ProofError("no element of the group")
    return element


def _finish(spake: Any, element: bytes) -> bytes:
    try:
        key: bytes = spake.finish(element)
    except Exception as error:
        # spake2 raises six kinds of errors, one of them a bare Exception.
        raise ProofError(f"no element of the group: {error!r}") from None
    return key
