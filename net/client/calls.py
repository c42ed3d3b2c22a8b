"""Connections to other programs: dialled for a table, or for one question.

A question asks whether a place can be reached, for the Situation at a lost table, or where the host
is: at the old address, or where the table is continued.

Any program can claim to have a table: after the first connection a new address is trusted only with
the earlier certificate, and for a while so is the old address.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from net.branch.statements import Situation
from net.client.events import ReachWanted
from net.lan.found import ask, probe
from net.secure.tls import connect
from net.tasks import Tasks
from net.wire.from_host import Consulted, Welcomed
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
    # ifaddr needs a folder for temporary files when it loads, and a guest's program has none.
    from net.lan import networks

    return networks.is_local(address) or networks.is_local(address, networks.own_networks())


async def reaches(wanted: ReachWanted, host: str = "") -> bool:
    """Return whether a place answers with the certificate that was announced.

    Only places in the local networks are tried, unless the `host` itself is outside them.
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
        self._stopping = Tasks()
        self._lost_at = 0.0
        self._fingerprint = b""
        """The certificate of the host at whose table this player sat."""
        self._untrusted: set[HostAddress] = set()
        """The addresses at which another certificate claims to have the table."""

    def next(self, attempt: int) -> HostAddress:
        """Return the next address: the old one and those found since, in turn."""
        if self._seeker is None or attempt % 2 == 0:
            return self.address
        found = [
            p for p in self._seeker.addresses if p != self.address and p not in self._untrusted
        ]
        return found[attempt // 2 % len(found)] if found else self.address

    def trusts(self, address: HostAddress, fingerprint: bytes, table: str | None) -> bool:
        """Return whether the host at an address may continue `table`; None means no table yet."""
        if fingerprint == self._fingerprint:
            return True
        if address == self.address:
            return not self.may_return(table)
        self._untrusted.add(address)
        return False

    def may_return(self, table: str | None) -> bool:
        """Return whether the earlier host may still come back or be found elsewhere."""
        if self._seek is None or table is None:
            return False
        return asyncio.get_running_loop().time() - self._lost_at < self._gone_seconds

    def is_elsewhere(self, message: Welcomed, table: str | None) -> bool:
        """Return whether a greeting host does not have the table, or not yet."""
        return self.may_return(table) and all(line.id != table for line in message.tables)

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
            self._stopping.start(self._seeker.close())
        self._seeker = None
        self._untrusted.clear()

    async def close(self) -> None:
        """Stop the search for good, completely even if the waiting task is cancelled."""
        self.found()
        await asyncio.shield(asyncio.gather(*self._stopping))


# --- dialling: an address that a player typed -----------------------------------------------------

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]


async def dial(address: str, port: int, give_up: asyncio.Event, local: str = "") -> Streams | None:
    """Connect, from the address `local` if there is one; return None as soon as `give_up` is set.

    Raises OSError, UnicodeError.
    """
    dialling = asyncio.ensure_future(_connect(address, port, local))
    ending = asyncio.ensure_future(give_up.wait())
    wanted = False
    try:
        await asyncio.wait((dialling, ending), return_when=asyncio.FIRST_COMPLETED)
        wanted = not give_up.is_set()
        return dialling.result() if wanted else None
    finally:
        ending.cancel()
        if not wanted:
            dialling.cancel()
            dialling.add_done_callback(_hang_up)


def _hang_up(dialling: asyncio.Future[Streams]) -> None:
    """Abort a connection that was made a moment too late."""
    if not dialling.cancelled() and dialling.exception() is None:
        dialling.result()[1].transport.abort()


async def _connect(address: str, port: int, local: str) -> Streams:
    problem: OSError | None = None
    for each in await resolved(address, port):
        try:
            return await connect(each, port, local)
        except OSError as error:
            problem = problem or error
    raise problem or OSError(f"{address} has no address")


async def resolved(address: str, port: int) -> list[str]:
    """Return the addresses of a name; an address is its own. Raises OSError, UnicodeError."""
    with contextlib.suppress(ValueError):
        ip = ipaddress.ip_address(address)
        return _on_all_links(address) if ip.version == 6 and ip.is_link_local else [address]
    loop = asyncio.get_running_loop()
    found: asyncio.Future[list[str]] = loop.create_future()

    def answer(addresses: list[str], problem: Exception | None) -> None:
        if found.done():
            return
        if problem is None:
            found.set_result(addresses)
        else:
            found.set_exception(problem)

    def ask() -> None:
        addresses: list[str] = []
        problem: Exception | None = None
        try:
            addresses = _addresses(address, port)
        except (OSError, UnicodeError) as error:
            problem = error
        # the loop has closed: nobody waits for the answer any more
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(answer, addresses, problem)

    # Not in the loop's own threads: the program could not end before the slowest name server had
    # answered.
    threading.Thread(target=ask, name="resolver", daemon=True).start()
    return await found


def _on_all_links(address: str) -> list[str]:
    """Return a link-local address with the zone of each network: the host's zone is its own."""
    from net.lan.networks import all_interfaces  # loads ifaddr

    bare, _, zone = address.partition("%")
    links = [each for each in all_interfaces() if each.carrier is not False and "%" in each.address]
    zones = dict.fromkeys(each.address.partition("%")[2] for each in links)
    named = sorted(zones, key=lambda each: each != zone)
    return [f"{bare}%{each}" for each in named] or [address]


def _addresses(name: str, port: int) -> list[str]:
    addresses = []
    for _, _, _, _, where in socket.getaddrinfo(name, port, type=socket.SOCK_STREAM):
        zone = f"%{where[3]}" if len(where) == 4 and where[3] else ""
        addresses.append(f"{where[0]}{zone}")
    return list(dict.fromkeys(addresses))
