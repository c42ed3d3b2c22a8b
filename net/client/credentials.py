"""What reopens a seat after a lost connection, and the one host that may see it."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Credentials:
    """The token of a seat."""

    token: str
    host: str
    """The fingerprint of the host's certificate; empty within one process."""
    secret: str = ""
    """What this player's program signs with; empty if it never does."""


class Signing(Protocol):
    """Makes keys; `net.secure.signing` is one."""

    def new_secret(self) -> str:
        """Return a new secret key."""
        ...

    def public_of(self, secret: str) -> str:
        """Return the public half of a key."""
        ...

    def sign(self, secret: str, data: bytes) -> str:
        """Return the signature of some bytes."""
        ...


def seat_key(table: str, name: str, host: str = "") -> str:
    """Return the key under which a seat's credentials are kept, at one host if that is known."""
    return f"{table}/{name}@{host}" if host else f"{table}/{name}"
