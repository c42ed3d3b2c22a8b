"""What the shell knows about a connection before anything is said on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from net.secure.code import NewHostProof


@dataclass(frozen=True, slots=True)
class Peer:
    """The other end of a connection."""

    address: str = ""
    own: bool = False
    """Whether this is the host's own player, within the process."""
    new_proof: NewHostProof | None = None
    """None if nothing is encrypted: a code would prove nothing there."""
    network: str = ""
    """What the address counts as, if not as itself."""

    @property
    def group(self) -> str:
        """The group whose guesses this connection adds to."""
        return self.network or self.address


UNKNOWN: Final = Peer()
"""The other end of a connection about which nothing is known."""
