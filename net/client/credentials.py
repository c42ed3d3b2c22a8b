"""What reopens a seat after a lost connection, and the one host that may see it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Credentials:
    """The token of a seat."""

    token: str
    host: str
    """The fingerprint of the host's certificate; empty within one process."""


def seat_key(table: str, name: str, host: str = "") -> str:
    """Return the key under which a seat's credentials are kept, at one host if that is known."""
    return f"{table}/{name}@{host}" if host else f"{table}/{name}"
