"""Whether a program can reach the computer to which a table is to move: asked before it does."""

import asyncio
import contextlib
from typing import Final

from net.client.events import ReachWanted
from net.lan.probe import probe

REACH_SECONDS: Final = 3.0
"""How long connecting may take."""

AGAIN_SECONDS: Final = 0.3
"""When to try again: everybody tries at once, and a host lets only some of one address in."""


def is_local(address: str) -> bool:
    """Tell whether an address is in a local network."""
    # ifaddr wants a folder for temporary files as it loads; a guest's program has none.
    from net.lan import networks

    return networks.is_local(address) or networks.is_local(address, networks.own_networks())


async def reaches(wanted: ReachWanted, host: str = "") -> bool:
    """Tell whether a place answers with the certificate that was announced.

    Places outside the local networks are not tried, unless the `host` is outside as well.
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
