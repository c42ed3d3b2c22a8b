"""The whole examination: all probes side by side, within seconds even on a silent network."""

import asyncio
import contextlib
import socket
import sys
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, TypeVar

from net.client.calls import resolved
from net.doctor import facts
from net.doctor.connecting import examine_port, examine_target
from net.doctor.firewalls import firewalls
from net.doctor.multicast import examine_multicast
from net.lan import networks
from net.lan.addresses import DEFAULT_PORT
from net.lan.discovery import Browser, DiscoveryError, Found

T = TypeVar("T")

LOOK_SECONDS: Final = 1.8
"""The least seconds to look for tables, which mostly answer within half a second."""

FIREWALL_SECONDS: Final = 3.0

STEPS: Final = 5
"""The number of calls of `on_step`."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The extent of an examination."""

    target: tuple[str, int] | None = None
    """Host and port of a table that cannot be joined."""
    port: int | None = None
    """The port of a table here; None stands for that of an open one, or the default."""
    pinned: Mapping[str, Collection[str]] = field(default_factory=dict)
    """The fingerprints of hosts with seats of this player, by the table's id."""


async def examine(scope: Scope, on_step: Callable[[int], None] = lambda done: None) -> facts.Facts:
    """Run all probes; call `on_step` with the number of finished ones, up to STEPS.

    It takes up to five seconds, on a slow network twice as long.
    """
    done = 0

    async def step(work: Coroutine[Any, Any, T]) -> T:
        nonlocal done
        try:
            return await work
        finally:
            done += 1
            on_step(done)

    chosen = networks.chosen_interfaces()
    here = interfaces(chosen)
    own = {each.address for each in here}
    asked_port = scope.port or DEFAULT_PORT
    multicast, (seen, port_check), walls, called, target = await asyncio.gather(
        step(examine_multicast(here)),
        step(_look_for_tables(scope, here)),
        step(_firewalls(asked_port)),
        step(local_name(own)),
        step(_examine_target(scope, here)),
    )
    if port_check.table and port_check.port != asked_port:
        walls = await _firewalls(port_check.port)
    return facts.Facts(
        platform=sys.platform,
        surroundings=surroundings(),
        interfaces=here,
        chosen=chosen,
        default=networks.default_address(),
        neighbourhood=neighbourhood(),
        multicast=multicast,
        port_check=port_check,
        tables=len(seen.others),
        slow_tables=sum(table.slow for table in seen.others),
        silent_tables=tuple(table.name for table in seen.silent),
        firewalls=walls,
        name=called,
        target=target,
    )


async def _firewalls(port: int) -> tuple[facts.Firewall, ...]:
    """Return the firewalls; none if the system does not answer in time."""
    try:
        async with asyncio.timeout(FIREWALL_SECONDS):
            return await firewalls(port)
    except TimeoutError:
        return ()


@dataclass(frozen=True, slots=True)
class _Seen:
    """The tables that were found or announced."""

    others: tuple[Found, ...] = ()
    """Tables of other machines that answer."""
    silent: tuple[Found, ...] = ()
    """Announced tables of other machines that do not answer."""
    ports: tuple[int, ...] = ()
    """The ports of tables on this machine."""


async def _look_for_tables(
    scope: Scope, here: Sequence[networks.Interface]
) -> tuple[_Seen, facts.PortCheck]:
    """Look for tables, and try the port of one on this machine."""
    seen = _Seen()
    with contextlib.suppress(DiscoveryError):
        seen = await _look(scope, {each.bare for each in here} | {"127.0.0.1"})
    check = await examine_port(here, scope.port, [] if scope.port else seen.ports)
    return seen, replace(check, announced=check.port in seen.ports)


async def _look(scope: Scope, own: Collection[str]) -> _Seen:
    browser = Browser(lambda tables: None, pinned=scope.pinned)
    await browser.open()
    try:
        await asyncio.sleep(LOOK_SECONDS)
        tables = await browser.look()
        ports = tuple(table.port for table in tables if table.address in own)
        others = tuple(table for table in tables if table.address not in own)
        return _Seen(others, browser.answers.silent, ports)
    finally:
        await browser.close()


async def _examine_target(scope: Scope, here: Sequence[networks.Interface]) -> facts.Target | None:
    if scope.target is None:
        return None
    return await examine_target(*scope.target, here, scope.pinned)


# --- this machine: its interfaces, its neighbours, its name ---------------------------------------

_MULTICAST_FLAG: Final = 0x1000
"""IFF_MULTICAST of Linux."""

_ARP_COMPLETE: Final = 0x2


def interfaces(chosen: Sequence[str] = ()) -> tuple[networks.Interface, ...]:
    """Return this machine's addresses without loopback, or the chosen ones; IPv4 before IPv6.

    A link-local address counts only if there is no other.
    """
    here = networks.all_interfaces()
    if chosen:
        found = [each for each in here if each.bare in chosen]
    else:
        outside = [each for each in here if each.kind is not networks.InterfaceKind.LOOPBACK]
        found = [e for e in outside if not (e.link_local and ":" in e.address)] or outside
    return tuple(sorted(map(_looked_at, found), key=lambda each: ":" in each.address))


def _looked_at(interface: networks.Interface) -> networks.Interface:
    """Return an interface with further facts: whether it has multicast, and is a radio."""
    folder = networks.NETWORK_CLASS / interface.name
    multicast: bool | None = None
    with contextlib.suppress(OSError, ValueError):
        multicast = bool(int((folder / "flags").read_text(), 16) & _MULTICAST_FLAG)
    wireless = (folder / "wireless").exists() or (folder / "phy80211").exists()
    return replace(interface, multicast=multicast, wireless=wireless)


def neighbourhood(folder: Path = Path("/proc/net")) -> facts.Neighbourhood:
    """Return the neighbours in the network of the default route; only Linux lists them."""
    try:
        routes = (folder / "route").read_text()
        arp = (folder / "arp").read_text()
    except OSError:
        return facts.Neighbourhood()
    return read_neighbourhood(routes, arp)


def read_neighbourhood(routes: str, arp: str) -> facts.Neighbourhood:
    """Read the two files of /proc/net that list gateways and neighbours."""
    rows = [line.split() for line in routes.splitlines()[1:]]
    tried = [(row[0], row[2]) for row in rows if len(row) > 7 and row[1] == row[7] == "00000000"]
    if not tried:
        return facts.Neighbourhood()
    device, number = tried[0]
    gateway = socket.inet_ntoa(bytes.fromhex(number)[::-1])
    seen = [line.split() for line in arp.splitlines()[1:]]
    here = {row[0]: int(row[2], 16) for row in seen if len(row) > 5 and row[5] == device}
    answering = {address for address, flags in here.items() if flags & _ARP_COMPLETE}
    answers = gateway in answering if gateway in here else None
    return facts.Neighbourhood(gateway, answers, len(answering - {gateway}))


NAME_SECONDS: Final = 1.5


def surroundings(root: Path = Path("/")) -> facts.Surroundings:
    """Return whether this is Linux within Windows, or a container."""
    try:
        version = (root / "proc" / "version").read_text()
    except OSError:
        version = ""
    if "microsoft" in version.lower():
        return facts.Surroundings.WSL
    if any((root / name).exists() for name in (".dockerenv", "run/.containerenv")):
        return facts.Surroundings.CONTAINER
    return facts.Surroundings.NONE


async def local_name(own: set[str]) -> str:
    """Return the name of this machine ending in .local, if it leads to one of its addresses."""
    name = f"{socket.gethostname().partition('.')[0]}.local"
    try:
        async with asyncio.timeout(NAME_SECONDS):
            return name if own & {*await resolved(name, 0)} else ""
    except (OSError, UnicodeError):
        return ""
