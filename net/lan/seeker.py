"""Looks on the LAN for a table whose host no longer answers at its old address.

Anybody can announce anything: callers must check the certificate of a host found here.
"""

import asyncio
import contextlib
import logging

from net.lan.discovery import NETWORK_SECONDS, Browser, DiscoveryError

_log = logging.getLogger(__name__)


class Seeker:
    """Seeks one table, and the branches of it, until closed."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._browser = Browser(lambda tables: None)
        self._opening = asyncio.ensure_future(self._open())

    async def _open(self) -> None:
        while True:
            try:
                await self._browser.open()
            except DiscoveryError as error:
                # Perhaps the network itself is down.
                _log.info("the table cannot be sought yet: %s", error)
                await asyncio.sleep(NETWORK_SECONDS)
            else:
                return

    @property
    def addresses(self) -> tuple[tuple[str, int], ...]:
        """Addresses of hosts that say they have the table."""
        found = (each for each in self._browser.answering if each.id == self._table)
        return tuple(dict.fromkeys((each.address, each.port) for each in found))

    @property
    def branches(self) -> tuple[tuple[str, int], ...]:
        """Addresses of hosts that say they have a branch of it."""
        found = (each for each in self._browser.answering if self._table in each.origins)
        return tuple(dict.fromkeys((each.address, each.port) for each in found))

    async def close(self) -> None:
        """Stop looking."""
        self._opening.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._opening
        await self._browser.close()
