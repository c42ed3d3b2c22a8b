"""HKDF with SHA-256 (RFC 5869) from the standard library, and spake2 loaded with it. spake2 needs
nothing else from cryptography, which takes 8 MB for as long as the program runs.
"""

from __future__ import annotations

import hmac
import sys
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_PRIMITIVES: Final = "cryptography.hazmat.primitives"
_PACKAGES: Final = ("cryptography", "cryptography.hazmat", _PRIMITIVES, f"{_PRIMITIVES}.kdf")


def hkdf(key: bytes, length: int, salt: bytes, info: bytes) -> bytes:
    """Derive so many bytes, at most 255 * 32, from a key."""
    secret = hmac.digest(salt, key, "sha256")
    found = block = b""
    while len(found) < length:
        block = hmac.digest(secret, block + info + bytes([len(found) // 32 + 1]), "sha256")
        found += block
    return found[:length]


class _HKDF:
    """Called as the class of cryptography is; spake2 knows no hash but SHA-256."""

    def __init__(self, algorithm: object, length: int, salt: bytes, info: bytes) -> None:
        self._asked = (length, salt, info)

    def derive(self, key: bytes) -> bytes:
        return hkdf(key, *self._asked)


def load_spake2() -> tuple[Any, Any]:
    """Return SPAKE2_A and SPAKE2_B, and leave cryptography out unless it is loaded already."""
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
    """Stand in for the parts of cryptography that are imported meanwhile."""
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
