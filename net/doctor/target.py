"""One address: every step on the way to a host there, until one fails."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from net.client.dial import resolved
from net.doctor.connecting import Attempt, try_host
from net.doctor.facts import Interface, Target, TriedAddress
from net.doctor.interfaces import kind_of, source_for
from net.lan.networks import is_near, own_networks
from net.wire.names import clean_name

RESOLVE_SECONDS: Final = 1.2

CONNECT_SECONDS: Final = 3.4
"""Linux takes 3.1 s to find out that nobody in the network has an address."""

MAX_WAYS: Final = 4
"""Addresses of a name that are tried."""


async def examine_target(
    host: str,
    port: int,
    interfaces: Sequence[Interface],
    pinned: Mapping[str, Collection[str]],
) -> Target:
    """Find out how far one gets towards a host; `pinned` has fingerprints by id of the table."""
    try:
        async with asyncio.timeout(RESOLVE_SECONDS):
            addresses = (await resolved(host, port))[:MAX_WAYS]
    except (OSError, UnicodeError):
        return Target(host, port)
    attempts = await asyncio.gather(*(try_host(each, port, CONNECT_SECONDS) for each in addresses))
    tried = tuple(map(_way, addresses, attempts, [interfaces] * len(addresses)))
    best = min(attempts, key=lambda attempt: not attempt.version, default=None)
    if best is None or best.welcomed is None:
        return Target(host, port, tried, best.version if best else 0)
    tables = best.welcomed.tables
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
    return TriedAddress(address, attempt.outcome, near, is_own, through)
