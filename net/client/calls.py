"""Calls to other programs of a table: how things are there, and whether a place can be reached."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

from net.branch.statements import Situation
from net.client.events import ReachWanted
from net.lan.found import ask, probe
from net.wire.from_host import Consulted
from net.wire.protocol import BadMessageError, FrameError
from net.wire.to_host import Consult

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
