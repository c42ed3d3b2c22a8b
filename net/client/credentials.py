"""The token that reopens a seat after a lost connection, and the one host that may see it."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Credentials:
    """The token of a seat, kept from run to run."""

    token: str
    host: str
    """The fingerprint of the host's certificate; empty within one process."""
    secret: str = ""
    """The secret key with which this player's program signs; empty if it never signs."""


class Signing(Protocol):
    """Makes and uses keys for signatures; `net.secure.signing` does."""

    def new_secret(self) -> str:
        """Return a new secret key."""
        ...

    def public_of(self, secret: str) -> str:
        """Return the public half of a key."""
        ...

    def sign(self, secret: str, data: bytes) -> str:
        """Return the signature of `data` in hexadecimal digits."""
        ...


def seat_key(table: str, name: str, host: str = "") -> str:
    """Return the key under which a seat's credentials are kept, for one host if it is known."""
    return f"{table}/{name}@{host}" if host else f"{table}/{name}"
