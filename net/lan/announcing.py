"""Announces the tables of a host on the LAN over mDNS, and follows this machine's networks."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from net.lan.discovery import NETWORK_SECONDS, SERVICE, follow_addresses, open_zeroconf
from net.lan.networks import Interface, all_interfaces, announced, chosen_interfaces
from net.wire.message import TableLine
from net.wire.names import clean_name
from net.wire.protocol import VERSION

_log = logging.getLogger(__name__)


class Announcement:
    """Announces the tables of a host and keeps seats and addresses up to date.

    `on_network` receives this machine's networks after each change, even if mDNS does not work.
    """

    def __init__(
        self,
        host: str,
        port: int,
        tables: Callable[[], Iterable[TableLine]],
        interfaces: Sequence[str] | None = None,
        on_network: Callable[[Sequence[Interface]], None] = lambda interfaces: None,
    ) -> None:
        self._host = host
        self._port = port
        self._tables = tables
        self._interfaces = chosen_interfaces() if interfaces is None else tuple(interfaces)
        self._on_network = on_network
        self._zeroconf: AsyncZeroconf | None = None
        self._announced: dict[str, TableLine] = {}
        self._networks: Sequence[Interface] = all_interfaces()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to announce in the background.

        Raises DiscoveryError; the networks are followed all the same.
        """
        try:
            self._zeroconf = open_zeroconf(self._interfaces)
        finally:
            self._on_network(self._networks)  # the host may have been open for a while
            self._task = asyncio.ensure_future(self._keep_up(self._zeroconf))

    async def close(self) -> None:
        """Withdraw the announcements; the tables leave all lists at once."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if self._zeroconf is not None:
            await self._zeroconf.async_close()
            self._zeroconf = None

    async def _keep_up(self, zeroconf: AsyncZeroconf | None) -> None:
        """Update the announcements once a second."""
        loop = asyncio.get_running_loop()
        looked = loop.time()
        while True:
            try:
                moved = False
                if loop.time() - looked >= NETWORK_SECONDS:
                    looked = loop.time()
                    moved = await self._look_at_network(zeroconf)
                if zeroconf is not None:
                    for line in self._tables():
                        await self._announce(zeroconf, line, moved)
            except Exception as error:
                # Discovery is a convenience: the table stays open whatever happens to it.
                _log.warning("cannot announce the table now: %r", error)
            await asyncio.sleep(1 if zeroconf is not None else NETWORK_SECONDS)

    async def _look_at_network(self, zeroconf: AsyncZeroconf | None) -> bool:
        """Follow the machine to another network; return whether its networks have changed."""
        now = all_interfaces()
        if now == self._networks:
            return False
        self._networks = now
        self._on_network(now)
        if zeroconf is not None and not self._interfaces:
            await follow_addresses(zeroconf)
        return True

    async def _announce(self, zeroconf: AsyncZeroconf, line: TableLine, moved: bool) -> None:
        known = self._announced.get(line.id)
        if known == line and not moved:
            return
        info = AsyncServiceInfo(
            SERVICE,
            f"{_label(line)}.{SERVICE}",
            port=self._port,
            parsed_addresses=announced(self._networks, self._interfaces),
            server=f"kozyr-{line.id[:12]}.local.",
            properties={
                "id": line.id,
                "v": str(VERSION),
                "game": line.game,
                "name": line.name,
                "host": self._host,
                "seats": str(line.seats),
                "free": str(line.free),
                "phase": line.phase,
                "code": str(int(line.code)),
                **({"from": line.branch[0].table} if line.branch else {}),
            },
        )
        done: Awaitable[Any]
        if known is None:
            # The name contains the id, so it is unique: the second that a check would take is
            # better spent on being found.
            done = await zeroconf.async_register_service(info, cooperating_responders=True)
        else:
            done = await zeroconf.async_update_service(info)
        self._announced[line.id] = line
        await done


def _label(line: TableLine) -> str:
    """Return the name of a service, as other programs show it: at most 63 bytes."""
    name = clean_name(line.name).encode()[:50].decode(errors="ignore").strip()
    return f"{name} {line.id[:8]}"
