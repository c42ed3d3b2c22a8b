"""Calls to other hosts: whether a place can be reached, how things are at a lost table, and the
search for its host, at the old address or where the table is continued.

Any program can claim to have a table: after the first connection a new address is trusted only with
the certificate from before, and for a while so is the old one.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from net.branch.statements import Situation
from net.client.events import ReachWanted
from net.lan.found import ask, probe
from net.wire.from_host import Consulted, FromHost, Welcomed
from net.wire.protocol import BadMessageError, FrameError
from net.wire.to_host import Consult

if TYPE_CHECKING:
    from net.lan.discovery import Seeker


ANSWER_SECONDS: Final = 1.5
"""Seconds that a program may take to answer."""

REACH_SECONDS: Final = 3.0
"""Seconds that connecting may take."""

AGAIN_SECONDS: Final = 0.3
"""Seconds before another attempt: all clients try at once, and a host limits each address."""


def is_local(address: str) -> bool:
    """Return whether an address is in a local network."""
    # ifaddr needs a folder for temporary files when it loads; a guest's program has none.
    from net.lan import networks

    return networks.is_local(address) or networks.is_local(address, networks.own_networks())


async def reaches(wanted: ReachWanted, host: str = "") -> bool:
    """Return whether a place answers with the certificate that was announced.

    Only places in the local networks are tried, unless the `host` is outside them as well.
    """
    if not is_local(wanted.address) and (not host or is_local(host)):
        return False
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(REACH_SECONDS):
            while True:
                found = await probe([wanted.address], wanted.port, REACH_SECONDS)
                if found is not None:
                    return found.fingerprint == wanted.fingerprint
                await asyncio.sleep(AGAIN_SECONDS)
    return False


async def consult(address: str, port: int, table: str, situation: Situation) -> Consulted | None:
    """Return the answer of the program at a place about a table; None without one.

    Only places in the local networks are called.
    """
    if not is_local(address):
        return None
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            answer = (await ask(address, port, Consult(table, situation))).message
    except (OSError, TimeoutError, FrameError, BadMessageError):
        return None
    return answer if isinstance(answer, Consulted) else None


HostAddress: TypeAlias = tuple[str, int]
"""An address and a port."""


class HostSearch:
    """The next address to try, and whether to trust the host there.

    With `seek` it searches elsewhere once the host has been away for `seek_seconds`. For
    `gone_seconds` it distrusts hosts that lack the table or have another certificate.
    """

    def __init__(
        self,
        address: HostAddress,
        seek: Callable[[str], Seeker] | None,
        *,
        seek_seconds: float,
        gone_seconds: float,
    ) -> None:
        self.address = address
        """The last address of the host."""
        self._seek = seek
        self._seek_seconds = seek_seconds
        self._gone_seconds = gone_seconds
        self._seeker: Seeker | None = None
        self._stopping: set[asyncio.Future[None]] = set()
        self._lost_at = 0.0
        self._fingerprint = b""
        """The certificate of the host at whose table this player sat."""
        self._untrusted: set[HostAddress] = set()
        """The addresses that claim to have the table with another certificate."""

    def next(self, attempt: int) -> HostAddress:
        """Return the next address: the old one and the ones found since, in turn."""
        if self._seeker is None or attempt % 2 == 0:
            return self.address
        found = [
            p for p in self._seeker.addresses if p != self.address and p not in self._untrusted
        ]
        return found[attempt // 2 % len(found)] if found else self.address

    def trusts(self, address: HostAddress, fingerprint: bytes, table: str | None) -> bool:
        """Return whether the host at an address may continue `table`; None is no table yet."""
        if fingerprint == self._fingerprint:
            return True
        if address == self.address:
            return not self.may_return(table)
        self._untrusted.add(address)
        return False

    def may_return(self, table: str | None) -> bool:
        """Return whether the host from before may still come back or be found elsewhere."""
        if self._seek is None or table is None:
            return False
        return asyncio.get_running_loop().time() - self._lost_at < self._gone_seconds

    def is_elsewhere(self, message: FromHost, table: str | None) -> bool:
        """Return whether a host greets that does not have the table, or not yet."""
        if not isinstance(message, Welcomed) or not self.may_return(table):
            return False
        return all(line.id != table for line in message.tables)

    def lost(self, fingerprint: bytes) -> None:
        """Note the loss of a connection to a host that has greeted."""
        self._fingerprint = fingerprint
        self._lost_at = asyncio.get_running_loop().time()

    def move(self, address: HostAddress, fingerprint: bytes) -> None:
        """Trust only the address to which the host itself has sent this client."""
        self.address, self._fingerprint = address, fingerprint
        self._lost_at = asyncio.get_running_loop().time()
        self.found()

    def look_around(self, table: str | None) -> None:
        """Search elsewhere once the host has been away for a while."""
        if self._seek is None or self._seeker is not None or table is None:
            return
        if asyncio.get_running_loop().time() - self._lost_at >= self._seek_seconds:
            self._seeker = self._seek(table)

    def found(self) -> None:
        """End the search without waiting for it: the player is back at the table."""
        if self._seeker is not None:
            closing = asyncio.ensure_future(self._seeker.close())
            self._stopping.add(closing)
            closing.add_done_callback(self._stopping.discard)
        self._seeker = None
        self._untrusted.clear()

    async def close(self) -> None:
        """End the search for good, to its end even if the waiting task is cancelled."""
        self.found()
        await asyncio.shield(asyncio.gather(*self._stopping))
