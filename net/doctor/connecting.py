"""Attempts to connect, and what an error of the system means."""

from __future__ import annotations

import asyncio
import errno
import ssl
from dataclasses import dataclass
from typing import Final

from net.doctor.facts import ConnectOutcome
from net.lan.probe import ask
from net.wire.frames import FrameError
from net.wire.from_host import Closed, Welcomed
from net.wire.protocol import BadMessageError

ANSWER_SECONDS: Final = 1.5
"""How long a host may take to greet once there is a connection."""

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
    """Tell what an error means."""
    if isinstance(error, TimeoutError):
        return ConnectOutcome.TIMEOUT
    hung_up = isinstance(error, ConnectionError) and error.errno is None
    return (
        ConnectOutcome.HUNG_UP if hung_up else _MEANT.get(error.errno or 0, ConnectOutcome.FAILED)
    )


async def try_port(address: str, port: int, seconds: float) -> ConnectOutcome:
    """Connect and hang up."""
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
    welcomed: Welcomed | None = None
    version: int = 0
    fingerprint: str = ""


async def try_host(address: str, port: int, seconds: float) -> Attempt:
    """Ask an address whether a Kozyr host is there."""
    stood = await try_port(address, port, seconds)
    if stood is not ConnectOutcome.OPEN:
        return Attempt(stood)
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            answer = await ask(address, port)
    except TimeoutError:
        return Attempt(ConnectOutcome.SILENT)
    except (ssl.SSLError, FrameError, BadMessageError):
        return Attempt(ConnectOutcome.OTHER)
    except OSError as error:
        return Attempt(outcome_of(error))
    match answer.message:
        case Welcomed(version=version) as welcomed:
            return Attempt(ConnectOutcome.KOZYR, welcomed, version, answer.fingerprint)
        case Closed(code="version", facts={"host": int(version)}):
            return Attempt(ConnectOutcome.VERSION, None, version)
        case Closed(code="crowd"):
            return Attempt(ConnectOutcome.CROWDED)
        case _:
            return Attempt(ConnectOutcome.OTHER)
