"""Proving that both sides know the code of a table without showing it: SPAKE2 and confirmations.

Imported when somebody proves something: few tables have a code. The bytes are in docs/protocol.md.
A man in the middle has another certificate, and with it other keys.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Callable
from typing import Any, Final

from net.secure.code import ProofError
from net.secure.hkdf import hkdf, load_spake2

SPAKE2_A, SPAKE2_B = load_spake2()

PROTOCOL: Final = b"kozyr/1"

_PRIME: Final = 2**255 - 19

Entropy = Callable[[int], bytes]


class ClientSide:
    """The client's side of one attempt; see net.secure.code.ClientProof."""

    def __init__(
        self, code: str, fingerprint: bytes, table: str, entropy: Entropy = os.urandom
    ) -> None:
        self._fingerprint = fingerprint
        self._spake = _spake(SPAKE2_A, code, fingerprint, table, entropy)
        self._share: bytes = self._spake.start()
        self._host = b""
        self.share = self._share.hex()

    def confirm(self, share: str) -> str:
        """Return what to answer to the host's share. Raises ProofError."""
        theirs = _element(share, b"B")
        key = _finish(self._spake, theirs)
        client, self._host = confirmations(key, self._share, theirs, self._fingerprint)
        return client.hex()

    def confirmed(self, proof: str) -> bool:
        """Whether the host has proved that it knows the code too."""
        return bool(self._host) and hmac.compare_digest(proof.encode(), self._host.hex().encode())


class HostSide:
    """The host's side of one attempt; see net.secure.code.HostProof."""

    def __init__(
        self, code: str, fingerprint: bytes, table: str, entropy: Entropy = os.urandom
    ) -> None:
        self._fingerprint = fingerprint
        self._spake = _spake(SPAKE2_B, code, fingerprint, table, entropy)
        self._share: bytes = self._spake.start()
        self._client = self._host = b""
        self.share = self._share.hex()

    def take(self, share: str) -> None:
        """Take the client's share. Raises ProofError."""
        theirs = _element(share, b"A")
        key = _finish(self._spake, theirs)
        self._client, self._host = confirmations(key, theirs, self._share, self._fingerprint)

    def check(self, proof: str) -> str | None:
        """Return what to confirm with; None if the client does not know the code."""
        wanted = self._client.hex().encode()
        right = bool(wanted) and hmac.compare_digest(proof.encode(), wanted)
        return self._host.hex() if right else None


def confirmations(
    key: bytes, client: bytes, host: bytes, fingerprint: bytes
) -> tuple[bytes, bytes]:
    """Return what the client and what the host confirm a key with; `client` and `host` are the
    shares. spake2 has no confirmation of its own: without one, two sides with different codes would
    not notice.
    """
    salt = hashlib.sha256(PROTOCOL + client + host + fingerprint).digest()
    both = hkdf(key, 64, salt, PROTOCOL + b" confirm")
    return both[:32], both[32:]


def _spake(side: Any, code: str, fingerprint: bytes, table: str, entropy: Entropy) -> Any:
    return side(
        code.encode(),
        idA=PROTOCOL + b" client",
        idB=PROTOCOL + b" host " + fingerprint + table.encode(),
        entropy_f=entropy,
    )


def _element(share: str, side: bytes) -> bytes:
    """Read a share. spake2 takes elements of any length and in other encodings, even the identity
    as y = p + 1; those are refused here.
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
