"""The port of a table, tried through this machine's addresses as others would use them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from net.doctor.connecting import try_host, try_port
from net.doctor.facts import ConnectOutcome, Interface, PortCheck
from net.host.listener import HostError, listen
from net.lan.addresses import DEFAULT_PORT

SECONDS: Final = 1.2
"""How long a connection within this machine may take; if a filter drops it, the time runs out."""


async def examine_port(
    interfaces: Sequence[Interface], port: int | None, open_at: Sequence[int]
) -> PortCheck:
    """Try the port of a table that is open here (`open_at`), else one of our own for a moment."""
    wanted = DEFAULT_PORT if port is None else port
    for each in (*open_at, wanted):
        if (await try_host("127.0.0.1", each, SECONDS)).outcome is ConnectOutcome.KOZYR:
            return await _tried(interfaces, each, table=True)
    taken = 0
    try:
        sockets = listen(None, wanted)
    except HostError:
        taken = wanted
        try:
            sockets = listen(None, 0)
        except HostError:
            return PortCheck(wanted, taken=wanted)
    try:
        return await _tried(interfaces, sockets[0].getsockname()[1], table=False, taken=taken)
    finally:
        for sock in sockets:
            sock.close()


async def _tried(
    interfaces: Sequence[Interface], port: int, *, table: bool, taken: int = 0
) -> PortCheck:
    """Connect through every address. The listener need not accept: the system does."""
    addresses = [each.address for each in interfaces]
    outcomes = await asyncio.gather(*(try_port(each, port, SECONDS) for each in addresses))
    return PortCheck(port, table, taken, tuple(zip(addresses, outcomes, strict=True)))
