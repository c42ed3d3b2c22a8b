"""What the shell knows of a connection before anything is said on it."""

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
    """None where nothing encrypts: a code would prove nothing there."""
    network: str = ""
    """What the address counts as, if not for itself."""

    @property
    def group(self) -> str:
        """The group on whose account this connection guesses."""
        return self.network or self.address


UNKNOWN: Final = Peer()
"""The other end of a connection of which nothing is known."""
