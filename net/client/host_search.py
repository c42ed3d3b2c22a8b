"""Where the host of a table may be: at its old address, or wherever the table is continued.

Anybody can claim to have a table: except for the first connection, only a host with the certificate
from before is trusted at a new address, and for a while at the old one too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

HostAddress: TypeAlias = tuple[str, int]
"""An address and a port."""


class Search(Protocol):
    """Looks for the table at other addresses."""

    @property
    def addresses(self) -> Sequence[HostAddress]:
        """Addresses of hosts that claim to have the table; the claim may be false."""
        ...

    async def close(self) -> None:
        """Stop looking."""
        ...


class HostSearch:
    """Says where to try next, and which host to trust there.

    With `seek` it looks elsewhere once the host has been away for `seek_seconds`; for
    `gone_seconds` it distrusts hosts that lack the table or are not the one from before.
    """

    def __init__(
        self,
        address: HostAddress,
        seek: Callable[[str], Search] | None,
        *,
        seek_seconds: float,
        gone_seconds: float,
    ) -> None:
        self.address = address
        """The address where the host was last."""
        self._seek = seek
        self._seek_seconds = seek_seconds
        self._gone_seconds = gone_seconds
        self._seeker: Search | None = None
        self._stopping: set[asyncio.Future[None]] = set()
        self._lost_at = 0.0
        self._fingerprint = b""
        """The certificate of the host where this player sat."""
        self._untrusted: set[HostAddress] = set()
        """Addresses that claim to have the table and show another certificate."""

    def next(self, attempt: int) -> HostAddress:
        """Return where to try next: the old address and the ones found since, in turn."""
        if self._seeker is None or attempt % 2 == 0:
            return self.address
        found = [
            p for p in self._seeker.addresses if p != self.address and p not in self._untrusted
        ]
        return found[attempt // 2 % len(found)] if found else self.address

    def trusts(self, address: HostAddress, fingerprint: bytes, table: str | None) -> bool:
        """Tell whether the host at an address may continue `table`, if this player sits at one."""
        if fingerprint == self._fingerprint:
            return True
        if address == self.address:
            return not self.may_return(table)
        self._untrusted.add(address)
        return False

    def may_return(self, table: str | None) -> bool:
        """Tell whether the host from before may still come back or be found elsewhere."""
        if self._seek is None or table is None:
            return False
        return asyncio.get_running_loop().time() - self._lost_at < self._gone_seconds

    def lost(self, fingerprint: bytes) -> None:
        """Note that the connection to a host that has spoken is lost."""
        self._fingerprint = fingerprint
        self._lost_at = asyncio.get_running_loop().time()

    def move(self, address: HostAddress, fingerprint: bytes) -> None:
        """Go to where the host itself has said that the table is now, and trust that one alone."""
        self.address, self._fingerprint = address, fingerprint
        self._lost_at = asyncio.get_running_loop().time()
        self.found()

    def look_around(self, table: str | None) -> None:
        """Look for the table elsewhere once its host has been away for a while."""
        if self._seek is None or self._seeker is not None or table is None:
            return
        if asyncio.get_running_loop().time() - self._lost_at >= self._seek_seconds:
            self._seeker = self._seek(table)

    def found(self) -> None:
        """Stop looking; nobody waits for this, as the player is back at the table."""
        if self._seeker is not None:
            closing = asyncio.ensure_future(self._seeker.close())
            self._stopping.add(closing)
            closing.add_done_callback(self._stopping.discard)
        self._seeker = None
        self._untrusted.clear()

    async def close(self) -> None:
        """Stop looking for good, to the end even if whoever waits for it is cancelled."""
        self.found()
        await asyncio.shield(asyncio.gather(*self._stopping))
