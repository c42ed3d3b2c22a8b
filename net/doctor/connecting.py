"""Attempts to connect: to a port of this machine, and to a host, step by step."""

import asyncio
import errno
import ipaddress
import socket
import ssl
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from net.client.calls import resolved
from net.doctor.facts import ConnectOutcome, Interface, PortCheck, Target, TriedAddress
from net.host.listener import HostError, listen
from net.lan.addresses import DEFAULT_PORT
from net.lan.found import Probe, ask
from net.lan.networks import is_near, kind_of, own_networks, source_for
from net.wire.from_host import Closed, Welcomed
from net.wire.message import TableLine
from net.wire.names import clean_name
from net.wire.protocol import BadMessageError, FrameError

ANSWER_SECONDS: Final = 1.5
"""Seconds for the greeting of a host after the connection: with TLS, three round trips."""

SLOW_ANSWER_TIMES: Final = 8.0
"""The same on a slow network with losses, as a multiple of the time taken to connect."""

MOST_ANSWER_SECONDS: Final = 8.0

_MEANT: Final = {
    errno.ECONNREFUSED: ConnectOutcome.REFUSED,
    errno.ECONNRESET: ConnectOutcome.HUNG_UP,
    errno.EPIPE: ConnectOutcome.HUNG_UP,
    errno.EPERM: ConnectOutcome.DENIED,
    errno.EACCES: ConnectOutcome.DENIED,
    errno.ETIMEDOUT: ConnectOutcome.TIMEOUT,
    errno.EHOSTUNREACH: ConnectOutcome.UNREACHABLE,
    errno.EHOSTDOWN: ConnectOutcome.UNREACHABLE,
    errno.ENETUNREACH: ConnectOutcome.NO_ROUTE,
    errno.ENETDOWN: ConnectOutcome.NO_ROUTE,
}


def outcome_of(error: OSError) -> ConnectOutcome:
    """Return the outcome that an error means."""
    if isinstance(error, TimeoutError):
        return ConnectOutcome.TIMEOUT
    hung_up = isinstance(error, ConnectionError) and error.errno is None
    return (
        ConnectOutcome.HUNG_UP if hung_up else _MEANT.get(error.errno or 0, ConnectOutcome.FAILED)
    )


async def try_port(address: str, port: int, seconds: float) -> ConnectOutcome:
    """Connect and disconnect."""
    try:
        async with asyncio.timeout(seconds):
            _, writer = await asyncio.open_connection(address, port)
    except OSError as error:
        return outcome_of(error)
    writer.transport.abort()
    return ConnectOutcome.OPEN


@dataclass(frozen=True, slots=True)
class Attempt:
    """The result of asking an address for a host."""

    outcome: ConnectOutcome
    answer: Probe | None = None
    """The answer of a host of Kozyr."""

    @property
    def tables(self) -> Sequence[TableLine]:
        """The tables of a host that has answered."""
        welcomed = None if self.answer is None else self.answer.welcomed
        return () if welcomed is None else welcomed.tables


async def try_host(address: str, port: int, seconds: float) -> Attempt:
    """Ask an address for a Kozyr host."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    stood = await try_port(address, port, seconds)
    patience = max(ANSWER_SECONDS, SLOW_ANSWER_TIMES * (loop.time() - begun))
    if stood is not ConnectOutcome.OPEN:
        return Attempt(stood)
    try:
        async with asyncio.timeout(min(patience, MOST_ANSWER_SECONDS)):
            answer = await ask(address, port)
    except TimeoutError:
        return Attempt(ConnectOutcome.SILENT)
    except (ssl.SSLError, FrameError, BadMessageError):
        return Attempt(ConnectOutcome.OTHER)
    except OSError as error:
        return Attempt(outcome_of(error))
    match answer.message:
        case Welcomed():
            return Attempt(ConnectOutcome.KOZYR, answer)
        case Closed(code="crowd"):
            return Attempt(ConnectOutcome.CROWDED)
        case _ if answer.version:
            return Attempt(ConnectOutcome.VERSION, answer)
        case _:
            return Attempt(ConnectOutcome.OTHER)


SECONDS: Final = 1.2
"""The time limit of a connection within this machine; it runs out if a filter drops packets."""


async def examine_port(
    interfaces: Sequence[Interface], port: int | None, open_at: Sequence[int]
) -> PortCheck:
    """Try the port of an open table here (`open_at`), else a listener opened for the test."""
    wanted = DEFAULT_PORT if port is None else port
    kept = False
    for each in (*open_at, wanted):
        attempt = await try_host("127.0.0.1", each, SECONDS)
        if attempt.tables:
            return await _tried(interfaces, PortCheck(each, table=True))
        # A program at a table reserves a port, without listening, for a table that may move to it.
        kept = attempt.outcome in (ConnectOutcome.KOZYR, ConnectOutcome.REFUSED)
    check = PortCheck(wanted)
    try:
        sockets = listen(None, wanted)
    except HostError as error:
        check = replace(check, taken=wanted, kept=kept and _is_taken(error))
        try:
            sockets = listen(None, 0)
        except HostError:
            return check
    try:
        return await _tried(interfaces, replace(check, port=sockets[0].getsockname()[1]))
    finally:
        for sock in sockets:
            sock.close()


def _is_taken(error: HostError) -> bool:
    return isinstance(error.__cause__, OSError) and error.__cause__.errno == errno.EADDRINUSE


async def _tried(interfaces: Sequence[Interface], check: PortCheck) -> PortCheck:
    """Connect through every address. The listener need not accept: the system does that."""
    addresses = [each.address for each in interfaces]
    outcomes = await asyncio.gather(*(try_port(each, check.port, SECONDS) for each in addresses))
    return replace(check, outcomes=tuple(zip(addresses, outcomes, strict=True)))


RESOLVE_SECONDS: Final = 1.2

CONNECT_SECONDS: Final = 3.4
"""On Linux it takes 3.1 s to find out that no machine in the network has an address."""

MAX_WAYS: Final = 4
"""The most addresses of a name that are tried."""


async def examine_target(
    host: str,
    port: int,
    interfaces: Sequence[Interface],
    pinned: Mapping[str, Collection[str]],
) -> Target:
    """Try to reach a host, step by step; `pinned` has fingerprints by the table's id."""
    try:
        async with asyncio.timeout(RESOLVE_SECONDS):
            addresses = (await resolved(host, port))[:MAX_WAYS]
    except (OSError, UnicodeError):
        return Target(host, port)
    attempts = await asyncio.gather(*(try_host(each, port, CONNECT_SECONDS) for each in addresses))
    tried = tuple(map(_way, addresses, attempts, [interfaces] * len(addresses)))
    best = next((each.answer for each in attempts if each.answer is not None), None)
    if best is None:
        return Target(host, port, tried)
    tables = [] if best.welcomed is None else best.welcomed.tables
    stranger = any(best.fingerprint not in pinned.get(t.id, (best.fingerprint,)) for t in tables)
    named = tuple((clean_name(table.name), table.code) for table in tables)
    return Target(host, port, tried, best.version, named, stranger)


def _way(address: str, attempt: Attempt, interfaces: Sequence[Interface]) -> TriedAddress:
    own = {each.address for each in interfaces}
    ip = ipaddress.ip_address(address)
    is_own = address in own or ip.is_loopback
    family = socket.AF_INET if ip.version == 4 else socket.AF_INET6
    source = source_for(address, family)
    through = next((each.kind for each in interfaces if each.address == source), None)
    if through is None and source:
        through = kind_of("", "", source.partition("%")[0])
    near = is_own or is_near(address, own_networks())
    late = 0.0 if attempt.answer is None else attempt.answer.latency
    return TriedAddress(address, attempt.outcome, near, is_own, through, late)
