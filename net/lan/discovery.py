"""Tables on the LAN: announce one's own over mDNS, list those of others, and see who is alive.

mDNS says where a table might be; only the answer to a probe puts it on the list. A killed host
stays in everybody's mDNS cache for up to 75 minutes.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import ifaddr
from zeroconf import InterfaceChoice, IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from core.game import WordedError
from net.lan.addresses import address_name
from net.lan.probe import Probe, probe
from net.wire.names import clean_name
from net.wire.protocol import VERSION, TableLine

_log = logging.getLogger(__name__)

SERVICE: Final = "_kozyr._tcp.local."

PROBE_SECONDS: Final = 2.0
"""Between two probes of a table. With two attempts of 1.5 s a dead one is gone within 6 s."""

LONGEST_PROBE_SECONDS: Final = 15.0
"""Between two probes of a table that has not answered for long."""

NETWORK_SECONDS: Final = 5.0
"""How often new interfaces and addresses are looked for; mDNS alone never notices them."""

MAX_LISTED: Final = 64
"""Anybody on the LAN can announce anything."""


class DiscoveryError(WordedError):
    """mDNS does not work here."""


@dataclass(frozen=True, slots=True)
class Found:
    """A table on the LAN that answers."""

    id: str
    name: str
    game: str
    host: str
    seats: int
    free: int
    phase: str
    address: str
    port: int
    version: int
    latency: float
    """Seconds for a question and its answer."""
    code: bool = False
    """Whether newcomers are asked for a code."""

    @property
    def where(self) -> str:
        return address_name(self.address, self.port)

    @property
    def same_version(self) -> bool:
        """Whether this program can join; with another version only the announcement is known."""
        return self.version == VERSION


def chosen_interfaces() -> tuple[str, ...]:
    """Interfaces named by KOZYR_INTERFACES ("127.0.0.1,10.0.0.5"); empty for all."""
    return tuple(filter(None, os.environ.get("KOZYR_INTERFACES", "").split(",")))


def own_addresses(interfaces: Sequence[str] = ()) -> list[str]:
    """The addresses of this machine, IPv4 first, loopback only if there is nothing else."""
    if interfaces:
        return list(interfaces)
    addresses = [
        ip.ip if isinstance(ip.ip, str) else ip.ip[0]
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    ]
    outside = sorted(
        (a for a in addresses if not a.startswith("127.") and a != "::1"), key=lambda a: ":" in a
    )
    return outside or ["127.0.0.1"]


def _open_zeroconf(interfaces: Sequence[str]) -> AsyncZeroconf:
    """Open mDNS on both families where possible. Raises DiscoveryError."""
    if not interfaces and own_addresses() == ["127.0.0.1"]:
        interfaces = ["127.0.0.1"]
    settings: list[dict[str, Any]]
    if interfaces:
        settings = [{"interfaces": list(interfaces)}]
    else:
        settings = [{"ip_version": IPVersion.All}, {"ip_version": IPVersion.V4Only}]
    problem: OSError | None = None
    for setting in settings:
        try:
            return AsyncZeroconf(**setting)
        except OSError as error:
            problem = error
    raise DiscoveryError(
        "tables cannot be found by themselves here ({problem}); join by address instead",
        problem=str(problem.strerror or problem) if problem else "",
    )


async def _follow_addresses(zeroconf: AsyncZeroconf) -> None:
    """Use the interfaces that there are now, also if there was none at first. Raises OSError."""
    try:
        await zeroconf.async_update_interfaces(InterfaceChoice.All, IPVersion.All)
    except OSError:
        await zeroconf.async_update_interfaces(InterfaceChoice.All, IPVersion.V4Only)


class Announcement:
    """Announces the tables of a host and keeps seats and addresses up to date."""

    def __init__(
        self,
        host: str,
        port: int,
        tables: Callable[[], Iterable[TableLine]],
        interfaces: Sequence[str] | None = None,
    ) -> None:
        self._host = host
        self._port = port
        self._tables = tables
        self._interfaces = chosen_interfaces() if interfaces is None else tuple(interfaces)
        self._zeroconf: AsyncZeroconf | None = None
        self._announced: dict[str, TableLine] = {}
        self._addresses: list[str] = []
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to announce, in the background. Raises DiscoveryError."""
        self._zeroconf = _open_zeroconf(self._interfaces)
        self._task = asyncio.ensure_future(self._keep_up(self._zeroconf))

    async def close(self) -> None:
        """Take the announcements back; everybody's list loses the tables at once."""
        await _cancel(self._task)
        if self._zeroconf is not None:
            await self._zeroconf.async_close()
            self._zeroconf = None

    async def _keep_up(self, zeroconf: AsyncZeroconf) -> None:
        """Compare what is announced with what is, once a second."""
        loop = asyncio.get_running_loop()
        self._addresses = own_addresses(self._interfaces)
        looked = loop.time()
        while True:
            try:
                moved = False
                if loop.time() - looked >= NETWORK_SECONDS:
                    looked = loop.time()
                    moved = await self._look_at_network(zeroconf)
                for line in self._tables():
                    await self._announce(zeroconf, line, moved)
            except Exception as error:
                # Discovery is a comfort: whatever the network does to it, the table stays open.
                _log.warning("cannot announce the table now: %r", error)
            await asyncio.sleep(1)

    async def _look_at_network(self, zeroconf: AsyncZeroconf) -> bool:
        """Follow the machine to another network; tell whether its addresses changed."""
        addresses = own_addresses(self._interfaces)
        if addresses == self._addresses:
            return False
        self._addresses = addresses
        if not self._interfaces:
            await _follow_addresses(zeroconf)
        return True

    async def _announce(self, zeroconf: AsyncZeroconf, line: TableLine, moved: bool) -> None:
        known = self._announced.get(line.id)
        if known == line and not moved:
            return
        info = AsyncServiceInfo(
            SERVICE,
            f"{_label(line)}.{SERVICE}",
            port=self._port,
            parsed_addresses=self._addresses,
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
            },
        )
        done: Awaitable[Any]
        if known is None:
            # The name holds the id, so nobody else can have it: the second of asking around for
            # that is better spent on being found.
            done = await zeroconf.async_register_service(info, cooperating_responders=True)
        else:
            done = await zeroconf.async_update_service(info)
        self._announced[line.id] = line
        await done


def _label(line: TableLine) -> str:
    """The name of a service, for people who look with other programs: at most 63 bytes."""
    name = clean_name(line.name).encode()[:50].decode(errors="ignore").strip()
    return f"{name} {line.id[:8]}"


async def _cancel(task: asyncio.Task[None] | None) -> None:
    if task is not None:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


class Browser:
    """Keeps a list of the tables that answer; calls `on_change` with it whenever it changes."""

    def __init__(
        self,
        on_change: Callable[[tuple[Found, ...]], None],
        interfaces: Sequence[str] | None = None,
    ) -> None:
        self._on_change = on_change
        self._interfaces = chosen_interfaces() if interfaces is None else tuple(interfaces)
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._network: asyncio.Task[None] | None = None
        self._watching: dict[str, asyncio.Task[None]] = {}
        self._found: dict[str, Found] = {}

    @property
    def answering(self) -> tuple[Found, ...]:
        """All that answers; a table may stand here more than once, and not always be the one."""
        return tuple(self._found.values())

    @property
    def tables(self) -> tuple[Found, ...]:
        """The tables that answer, by name; a table counts once however it was announced."""
        by_id = {found.id: found for found in self._found.values()}
        return tuple(sorted(by_id.values(), key=lambda found: (found.name.casefold(), found.id)))

    async def open(self) -> None:
        """Begin to look. Raises DiscoveryError."""
        self._zeroconf = _open_zeroconf(self._interfaces)
        self._browse(self._zeroconf)
        self._network = asyncio.ensure_future(self._follow_network(self._zeroconf))

    async def refresh(self) -> None:
        """Ask again at once: left alone, mDNS asks less and less often."""
        if self._zeroconf is not None and self._browser is not None:
            await self._browser.async_cancel()
            self._browse(self._zeroconf)

    async def close(self) -> None:
        """Stop looking."""
        await _cancel(self._network)
        if self._browser is not None:
            await self._browser.async_cancel()
        watching = list(self._watching.values())
        self._watching.clear()
        for task in watching:
            await _cancel(task)
        if self._zeroconf is not None:
            await self._zeroconf.async_close()
            self._zeroconf = None

    def _browse(self, zeroconf: AsyncZeroconf) -> None:
        self._browser = AsyncServiceBrowser(zeroconf.zeroconf, SERVICE, handlers=[self._heard])

    async def _follow_network(self, zeroconf: AsyncZeroconf) -> None:
        addresses = own_addresses(self._interfaces)
        while not self._interfaces:
            await asyncio.sleep(NETWORK_SECONDS)
            now = own_addresses()
            if now != addresses:
                addresses = now
                with contextlib.suppress(OSError):
                    await _follow_addresses(zeroconf)
                    await self.refresh()

    def _heard(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        """Take what mDNS says about a service."""
        task = self._watching.pop(name, None)
        if task is not None:
            task.cancel()
        if state_change is ServiceStateChange.Removed:
            self._list(name, None)
        elif len(self._watching) < MAX_LISTED:
            self._watching[name] = asyncio.ensure_future(self._watch(zeroconf, name))

    async def _watch(self, zeroconf: Zeroconf, name: str) -> None:
        """Probe a service as long as it is announced."""
        info = AsyncServiceInfo(SERVICE, name)
        while not await info.async_request(zeroconf, 3000):
            _log.info("%s is announced but does not say where it is", name)
        told = _told(info)
        everywhere = info.parsed_scoped_addresses()
        known: list[str] = []
        wait = PROBE_SECONDS
        while told is not None and info.port:
            answer = await probe(known or everywhere, info.port)
            if answer is None:
                answer = await probe(everywhere, info.port)
            found = None if answer is None else _merged(told, answer)
            self._list(name, found)
            known = [] if answer is None else [answer.address]
            wait = PROBE_SECONDS if found else min(wait * 1.5, LONGEST_PROBE_SECONDS)
            await asyncio.sleep(wait)

    def _list(self, name: str, found: Found | None) -> None:
        before = self._found.get(name)
        if found is None:
            self._found.pop(name, None)
        else:
            self._found[name] = found
        if found != before:
            self._on_change(self.tables)


def _told(info: AsyncServiceInfo) -> Found | None:
    """What an announcement claims; None if it is no announcement of ours."""
    text = {key: value or "" for key, value in info.decoded_properties.items()}
    try:
        return Found(
            id=text["id"][:32],
            name=clean_name(text["name"]),
            game=clean_name(text["game"]),
            host=clean_name(text.get("host", "")),
            seats=int(text["seats"]),
            free=int(text["free"]),
            phase=text.get("phase", ""),
            address="",
            port=info.port or 0,
            version=int(text["v"]),
            latency=0.0,
            code=text.get("code") == "1",
        )
    except (KeyError, ValueError):
        return None


def _merged(told: Found, answer: Probe) -> Found | None:
    """The announcement corrected by what the host itself answered; None if the table is gone."""
    found = replace(told, address=answer.address, latency=answer.latency, version=answer.version)
    if answer.welcomed is None:
        return found
    line = next((line for line in answer.welcomed.tables if line.id == told.id), None)
    if line is None:
        return None
    return replace(
        found,
        name=clean_name(line.name),
        game=line.game,
        host=clean_name(answer.welcomed.host),
        seats=line.seats,
        free=line.free,
        phase=line.phase,
        code=line.code,
    )


async def find_tables(seconds: float, interfaces: Sequence[str] | None = None) -> tuple[Found, ...]:
    """Look for so long and return the tables that answer. Raises DiscoveryError."""
    browser = Browser(lambda tables: None, interfaces)
    await browser.open()
    try:
        await asyncio.sleep(seconds)
        return browser.tables
    finally:
        await browser.close()
